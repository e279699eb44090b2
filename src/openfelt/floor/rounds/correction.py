"""A settled round put right: counter-entries for what was paid, then the true result or a void.

A correction moves the difference, for the account that played: over its meter while it is open,
as a case of the house once it has closed.  Nothing is edited; both settlements stay on record.
Rulebooks: LT 11.6.2, 11.6.11; SB 7.1.
"""

from collections.abc import Collection
from typing import ClassVar, Final

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused, refuse
from openfelt.floor.ended import Name, Thing, round_name
from openfelt.floor.ledger import Account
from openfelt.floor.money import account, case, purse
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people.power import at_table, roles_for
from openfelt.floor.people.staff import holds
from openfelt.floor.play.procedure import PROCEDURES, Outcome, Stated, procedure_of
from openfelt.floor.rounds import recall, standing
from openfelt.floor.rounds.pause import doubt_ended
from openfelt.floor.rounds.round import (
    VoidRound,
    forfeit_legs,
    parted,
    settle,
    void_undecided,
)
from openfelt.floor.rounds.settling import Paid, paid_to, settlement
from openfelt.floor.state import Move, SettledRound, Stake, State, Table
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.wager import WagersCancelled
from openfelt.rulebooks.powers import Act

_TO_HOUSE: Final = Account.IN_TRANSIT.of(HOUSE)


class StateActualOutcome(Command, frozen=True):
    """Say how a round really came out; round 0 is the last settled one."""

    table: str
    person: str
    reason: str
    cards: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    round: int = 0
    number: int = -1


class ActualOutcomeStated(Event, frozen=True):
    """Somebody with the power said how the undecided coup really came out; it is settled so."""

    table: str
    round: int
    outcome: str
    reason: str


class Share(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What goes to or comes from a credit meter, and what a terminal owes or no longer owes.

    `case` is what goes to or comes from an account that has closed.
    """

    terminal: str
    credit: int
    owed: int
    case: int = 0


class SettlementReversed(Event, frozen=True):
    """The counter-entries of a settlement.

    What a meter no longer holds is owed by its terminal: a meter never goes below zero.
    """

    version: ClassVar[int] = 2

    table: str
    round: int
    reason: str
    paid: tuple[Paid, ...]
    taken: tuple[Share, ...]


class RoundResettled(Event, frozen=True, omit_defaults=True):
    """The true outcome, paid on the same wagers; what a terminal owes is settled first.

    `meters` names the terminals whose win meter shows this round; rows of older releases do not.
    """

    version: ClassVar[int] = 3

    table: str
    round: int
    outcome: str
    place: int
    fingerprint: str
    returned: tuple[int, ...]
    paid: tuple[Paid, ...]
    given: tuple[Share, ...]
    decided: tuple[Stake, ...] = ()
    moved: tuple[Move, ...] = ()
    standing: int = 0
    meters: tuple[str, ...] | None = None


class SettledRoundVoided(Event, frozen=True):
    """The stakes laid in a round that had been settled went back, but those forfeited."""

    version: ClassVar[int] = 2

    table: str
    round: int
    reason: str
    refunded: tuple[Stake, ...]
    given: tuple[Share, ...]
    forfeited: tuple[Stake, ...] = ()
    meters: tuple[str, ...] | None = None


def correctable(
    state: State, table: Table, number: int, archived: Thing | None = None
) -> tuple[int, SettledRound] | Refused:
    """Find a settled round that may still be corrected, also one from the archive; 0 is the last.

    Rule: LT 11.6.2.3; LT 11.6.2; SB 7.1
    """
    wanted = number or max(table.settled, default=table.final)
    if wanted in table.settled and standing.is_as_left(state, table, wanted):
        return wanted, table.settled[wanted]
    # Rule: SB 7.1
    if isinstance(archived, SettledRound) and wanted > table.final and recall.is_old(table, wanted):
        return wanted, archived
    if not wanted:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "nothing_settled")
    # Rule: LT 11.6.2.3
    if 0 < wanted <= table.final and wanted not in table.voided:
        return refuse(Refusal.ROUND_IS_FINAL, round=wanted)
    return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_round", round=wanted)


def _not_final(state: State, command: VoidRound | StateActualOutcome) -> tuple[Name, ...]:
    """Look no round up that the book has made final."""
    table = state.tables.get(command.table)
    if table is None or command.round <= table.final:
        return ()
    return recall.names_round(state, command.table, command.round)


def void_round(state: State, command: VoidRound, context: Context) -> Answer:
    """Void the undecided round, or by its number one that was settled."""
    table = _to_be_voided(state, command, context.now)
    if isinstance(table, Refused):
        return table
    if table.aside and table.undecided and not command.round:
        return procedure_of(state, table).end_aside(table)
    # What is dealt aside is dealt after a round: the number is then that of a settled one.
    undecided = table.undecided and not table.aside
    if not command.round or (command.round == table.round and undecided):
        return void_undecided(state, table, command.reason, context.now)
    found = correctable(state, table, command.round, context.ended)
    return (
        found if isinstance(found, Refused) else void_settled(state, table, found, command.reason)
    )


def _to_be_voided(state: State, command: VoidRound, now: int) -> Table | Refused:
    """Return the table to whoever may void its rounds, or call off what is in play."""
    table = state.tables.get(command.table)
    in_play = table and not command.round and procedure_of(state, table).in_play(table)
    if table and in_play:
        by_dealer = roles_for(state, table, Act.VOID_IN_PLAY)
        if holds(state, command.person, by_dealer, now):
            return table
    return at_table(state, command.table, command.person, Act.VOID, now)


def void_settled(
    state: State,
    table: Table,
    found: tuple[int, SettledRound],
    reason: str,
    *,
    forfeit: Collection[str] = (),
) -> tuple[Event, ...]:
    """Take a settlement back and return the stakes, but not to who forfeits.

    Rule: LT 11.6.2.1; MT 8.8(f)
    """
    number, round_ = found
    paid = _paid(round_)
    refunded, forfeited = parted(layout.laid(round_.layouts), forfeit)
    back = {one.terminal: 0 for one in paid}
    for stake in refunded:
        back[stake.terminal] = back.get(stake.terminal, 0) + stake.amount
    released, taken, given = _shares(state, round_, paid, back)
    meters = _meters(state, table, number)
    return (
        *recall.recalled(table, found),
        *released,
        SettlementReversed(table.name, number, reason, paid, taken),
        SettledRoundVoided(table.name, number, reason, refunded, given, forfeited, meters),
        *doubt_ended(table, number),
        *case.ask(table, found, _claims(taken, given), reason),
    )


def _paid(round_: SettledRound) -> tuple[Paid, ...]:
    """Return what the settlement that is to be taken back paid."""
    return paid_to(round_.layouts, round_.returned)


def state_actual(state: State, command: StateActualOutcome, context: Context) -> Answer:
    """Settle a round again on what really came out.

    Rule: LT 11.6.11; SB 7.1; MT 6.1; MT 6.3
    """
    table = at_table(state, command.table, command.person, Act.CORRECT, context.now)
    if isinstance(table, Refused):
        return table
    # Rule: LT 11.6.10.2
    if table.suspended in ("foreign", "missing"):
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    stated = Stated(command.cards, command.dice, command.number)
    if command.round == table.round and table.phase == "result_pending" and not table.aside:
        actual = procedure_of(state, table).told(state.rules(table), stated)
        if actual is None:
            return refuse(Refusal.RESULT_DOES_NOT_MATCH, "no_outcome")
        said = ActualOutcomeStated(table.name, table.round, actual.words, command.reason)
        return (said, *settle(state, table, *actual, context.now))
    found = correctable(state, table, command.round, context.ended)
    if isinstance(found, Refused):
        return found
    rules = state.rules_of(table, found[1])
    actual = PROCEDURES[rules.procedure].told(rules, stated)
    if actual is None:
        return refuse(Refusal.RESULT_DOES_NOT_MATCH, "no_outcome")
    return _resettled(state, table, found, actual, command.reason)


def _resettled(
    state: State,
    table: Table,
    found: tuple[int, SettledRound],
    actual: Outcome,
    reason: str,
) -> tuple[Event, ...]:
    number, round_ = found
    before = _paid(round_)
    rules = state.rules_of(table, round_)
    made = settlement(rules, round_.layouts, actual.place)
    back = {one.terminal: 0 for one in before}
    back |= {one.terminal: one.credited for one in made.paid}
    released, taken, given = _shares(state, round_, before, back)
    return (
        *recall.recalled(table, found),
        *released,
        SettlementReversed(table.name, number, reason, before, taken),
        RoundResettled(
            table.name,
            number,
            actual.words,
            actual.place,
            rules.fingerprint,
            made.returned,
            made.paid,
            given,
            made.decided,
            made.moved,
            made.standing,
            _meters(state, table, number),
        ),
        *doubt_ended(table, number),
        *case.ask(table, found, _claims(taken, given), reason),
    )


def _meters(state: State, table: Table, number: int) -> tuple[str, ...]:
    """Return the terminals whose win meter shows a round, not a later one nor another table's."""
    won_in = round_name(table.name, number)
    return tuple(one.name for one in state.terminals.values() if one.won_in == won_in)


def _shares(
    state: State, round_: SettledRound, paid: tuple[Paid, ...], back: dict[str, int]
) -> tuple[tuple[Event, ...], tuple[Share, ...], tuple[Share, ...]]:
    """Say what is released from the layouts, taken from the meters, and given to them again.

    Only the difference moves.  What the round's account owes because of it is reversed first; an
    account that has closed gives and gets through the house.

    Rule: LT 11.6.2.1; SB 7.1
    """
    released: list[Event] = []
    taken, given = [], []
    credited = {one.terminal: one.credited for one in paid}
    for terminal, due in back.items():
        got, owed = credited.get(terminal, 0), round_.owed.get(terminal, 0)
        reversed_ = max(0, min(due - got, owed))
        if account.has_left(state, terminal, round_.accounts.get(terminal, 0)):
            taken.append(Share(terminal, 0, 0, got))
            given.append(Share(terminal, 0, reversed_, due - reversed_))
            continue
        meter = state.terminals[terminal].credit
        loose = _release(state, terminal, got - due - meter)
        released.extend(loose)
        meter += sum(stake.amount for event in loose for stake in event.wagers)
        short = max(0, got - meter)
        settled = short - max(0, got - due - meter) + reversed_
        taken.append(Share(terminal, got - short, short))
        given.append(Share(terminal, due - settled, settled))
    return tuple(released), tuple(taken), tuple(given)


def _claims(taken: tuple[Share, ...], given: tuple[Share, ...]) -> dict[str, int]:
    """Return what is due to accounts that have closed, less than 0 from them, by terminal."""
    pairs = zip(taken, given, strict=True)
    return {before.terminal: after.case - before.case for before, after in pairs}


def _release(state: State, terminal: str, short: int) -> list[WagersCancelled]:
    """Lift staged wagers, the newest first, until they cover what the meter is short of."""
    released = []
    for name in state.terminals[terminal].tables:
        table = state.tables[name]
        loose = layout.unconfirmed(table, terminal) if table.phase == "wagering" else ()
        lifted: list[Stake] = []
        for stake in reversed(loose):
            if short > 0:
                lifted.append(stake)
                short -= stake.amount
        if lifted:
            released.append(WagersCancelled(terminal, name, tuple(lifted)))
    return released


def stated(state: State, event: ActualOutcomeStated) -> None:
    """Know the cards better than the shoe; the settlement that follows changes the floor."""
    table = state.tables[event.table]
    procedure_of(state, table).put_right(table, "", event.outcome)


def reversed_(state: State, event: SettlementReversed) -> None:
    round_ = state.tables[event.table].settled[event.round]
    for share in event.taken:
        purse.take(state, share.terminal, share.credit)
        _note(round_, share.terminal, share.owed)
        _stay(state, share.terminal)


def _stay(state: State, name: str) -> None:
    """Keep an account open whose last wagers a correction lifted: no round decides them.

    Rule: SB 3.8
    """
    terminal = state.terminals[name]
    terminal.leaving = terminal.leaving and layout.staked(state, name) > 0


def _note(round_: SettledRound, terminal: str, owed: int) -> None:
    """Keep what a round's account owes because of its corrections."""
    round_.owed[terminal] = round_.owed.get(terminal, 0) + owed


def _give(state: State, round_: SettledRound, given: tuple[Share, ...]) -> None:
    for share in given:
        _note(round_, share.terminal, -share.owed)
        if share.credit:  # Into a closed terminal only by rows older than accounts' numbers.
            account.credit(state, share.terminal, share.credit, 0)


def _win_meters(
    state: State, table: Table, number: int, meters: tuple[str, ...] | None, won: dict[str, int]
) -> None:
    """Put right the meters that show the round; an older release's row means the last round's."""
    if meters is None:
        meters = tuple(won) if number == max(table.settled) else ()
    for terminal in meters:
        state.terminals[terminal].win = won.get(terminal, 0)


def resettled(state: State, event: RoundResettled) -> None:
    table = state.tables[event.table]
    round_ = table.settled[event.round]
    _give(state, round_, event.given)
    won = {one.terminal: one.won for one in event.paid}
    _win_meters(state, table, event.round, event.meters, won)
    if event.round > table.before:  # Else its shoe is gone, and the table may play another game.
        procedure_of(state, table).put_right(table, round_.outcome, event.outcome)
    wagers = layout.played_for(round_.layouts)
    round_.returned = standing.returned_to(wagers, event.returned, event.decided)
    round_.outcome, round_.moved = event.outcome, event.moved
    if state.rules(table).wagers_stand:
        table.layouts = standing.left_by(wagers, round_.returned, round_.moved)


def settled_voided(state: State, event: SettledRoundVoided) -> None:
    table = state.tables[event.table]
    round_ = table.settled[event.round]
    _give(state, round_, event.given)
    if state.rules(table).wagers_stand:
        table.layouts = layout.standing(round_.layouts)
    nothing = {share.terminal: 0 for share in event.given}
    _win_meters(state, table, event.round, event.meters, nothing)
    del table.settled[event.round]
    table.voided.append(event.round)
    if table.phase == "settled" and table.round == event.round:
        table.phase = "void"
        _end_pause(state, table)


def _end_pause(state: State, table: Table) -> None:
    """Look no longer at a result that is none: the next period opens, or does when it may."""
    if table.due:
        table.due = state.now
    elif table.suspended:
        table.frozen_us = min(table.frozen_us, 0)


def reversed_legs(event: SettlementReversed) -> tuple[Leg, ...]:
    """Turn the settlement's legs round; what a meter lacks is owed to us."""
    legs: list[Leg] = []
    for share in event.taken:
        legs.append((Account.TERMINAL_CREDIT.of(share.terminal), share.credit))
        legs.append((Account.RECOVERABLE.of(share.terminal), share.owed))
        if share.case:
            legs.append((_TO_HOUSE, share.case))
    legs.extend((Account.STAKE.of(one.terminal), -one.staked) for one in event.paid)
    house = sum(one.credited - one.staked for one in event.paid)
    return (*legs, (Account.TABLE_BANK.of(event.table), -house))


def _given_legs(given: tuple[Share, ...]) -> list[Leg]:
    legs: list[Leg] = []
    for share in given:
        legs.append((Account.TERMINAL_CREDIT.of(share.terminal), -share.credit))
        legs.append((Account.RECOVERABLE.of(share.terminal), -share.owed))
        if share.case:
            legs.append((_TO_HOUSE, -share.case))
    return legs


def resettled_legs(event: RoundResettled) -> tuple[Leg, ...]:
    stakes = [(Account.STAKE.of(one.terminal), one.staked) for one in event.paid]
    house = sum(one.credited - one.staked for one in event.paid)
    return (*stakes, *_given_legs(event.given), (Account.TABLE_BANK.of(event.table), house))


def voided_legs(event: SettledRoundVoided) -> tuple[Leg, ...]:
    stakes = [(Account.STAKE.of(stake.terminal), stake.amount) for stake in event.refunded]
    kept = forfeit_legs(event.table, event.forfeited)
    return (*stakes, *_given_legs(event.given), *kept)


CONCEPT = Concept(
    decides={VoidRound: void_round, StateActualOutcome: state_actual},
    evolves={
        ActualOutcomeStated: stated,
        SettlementReversed: reversed_,
        RoundResettled: resettled,
        SettledRoundVoided: settled_voided,
    },
    posts={
        SettlementReversed: reversed_legs,
        RoundResettled: resettled_legs,
        SettledRoundVoided: voided_legs,
    },
    names={VoidRound: _not_final, StateActualOutcome: _not_final},
)
