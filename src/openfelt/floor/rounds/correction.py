"""A settled round put right: counter-entries for what was paid, then the true result or a void.

A correction moves the difference, for the account that played: over its meter while it is open,
as a case of the house once it has closed.  Nothing is edited; both settlements stay on record.
Rulebooks: LT 11.6.2, 11.6.11; SB 7.1.
"""

from collections.abc import Collection, Iterator, Sequence

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.ended import Name, Thing, round_name
from openfelt.floor.money import account, case
from openfelt.floor.people.power import at_table, roles_for
from openfelt.floor.people.staff import holds
from openfelt.floor.play.procedure import PROCEDURES, Outcome, Stated, procedure_of
from openfelt.floor.rounds import recall
from openfelt.floor.rounds.corrected import (
    ActualOutcomeStated,
    RoundResettled,
    SettledRoundVoided,
    SettlementReversed,
    Share,
)
from openfelt.floor.rounds.pause import doubt_ended
from openfelt.floor.rounds.round import (
    VoidRound,
    parted,
    settle,
    void,
)
from openfelt.floor.rounds.settling import Paid, paid_to, settlement
from openfelt.floor.rounds.standing_void import void_whole
from openfelt.floor.state import SettledRound, Stake, State, Table
from openfelt.floor.wagers import commission, layout
from openfelt.floor.wagers.wager import WagersCancelled
from openfelt.rulebooks.powers import Act


class StateActualOutcome(Command, frozen=True):
    """Say how a round really came out; round 0 is the last settled one."""

    table: str
    person: str
    reason: str
    cards: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    round: int = 0
    number: int = -1


def correctable(
    state: State, table: Table, number: int, archived: Thing | None = None
) -> tuple[int, SettledRound] | Refused:
    """Find a settled round that may still be corrected, also one from the archive; 0 is the last.

    Rule: LT 11.6.2.3; LT 11.6.2; SB 7.1; AC 6.1
    """
    wanted = number or max(table.settled, default=table.final)
    found = _found(table, wanted, archived)
    if found is not None and state.rules(table).wagers_stand:
        return _refuses_replay(table, wanted, archived) or found
    if found is not None:
        return found
    if not wanted:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "nothing_settled")
    # Rule: LT 11.6.2.3
    if 0 < wanted <= table.final and wanted not in table.voided:
        return refuse(Refusal.ROUND_IS_FINAL, round=wanted)
    return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_round", round=wanted)


def _found(table: Table, wanted: int, archived: Thing | None) -> tuple[int, SettledRound] | None:
    if wanted in table.settled:
        return wanted, table.settled[wanted]
    # Rule: SB 7.1; AC 6.1
    round_ = recall.archived_from(table, wanted, archived).get(wanted)
    if round_ is not None and wanted > table.final and recall.is_old(table, wanted):
        return wanted, round_
    return None


def _refuses_replay(table: Table, number: int, archived: Thing | None) -> Refused | None:
    """Change nothing that dice are under way for: where wagers stand, every roll hangs on the last.

    Rule: AC 6.1
    """
    if table.undecided and table.phase != "wagering":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "round_under_way")
    if not recall.is_whole(table, number, archived):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_round", round=number)
    return None


def _not_final(state: State, command: VoidRound | StateActualOutcome) -> tuple[Name, ...]:
    """Look no round up that the book has made final."""
    table = state.tables.get(command.table)
    if table is None or command.round <= table.final:
        return ()
    return recall.names_round(state, command.table, command.round)


def void_round(state: State, command: VoidRound, context: Context) -> Answer:
    """Void the undecided round, or by its number one that was settled."""
    if _widens_nothing(state, command):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_act")
    table = _to_be_voided(state, command, context.now)
    if isinstance(table, Refused):
        return table
    if table.aside and table.undecided and not command.round:
        return procedure_of(state, table).end_aside(table)
    # What is dealt aside is dealt after a round: the number is then that of a settled one.
    undecided = table.undecided and not table.aside
    if not command.round or (command.round == table.round and undecided):
        return _void_undecided(state, table, command, context.now)
    found = correctable(state, table, command.round, context.ended)
    if isinstance(found, Refused):
        return found
    return void_settled(state, table, found, command.reason, archived=context.ended)


def _widens_nothing(state: State, command: VoidRound) -> bool:
    """Say whether more than the round is to be void where nothing stands from one to the next.

    Rule: AC 6.4; MT 6.10
    """
    table = state.tables.get(command.table)
    return command.whole and table is not None and not state.rules(table).wagers_stand


def _void_undecided(state: State, table: Table, command: VoidRound, now: int) -> Answer:
    """Void the round that is being played, if one is.

    Rule: AC 6.4.2
    """
    if not table.undecided:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_undecided")
    return (void_whole if command.whole else void)(state, table, command.reason, now)


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
    archived: Thing | None = None,
) -> tuple[Event, ...]:
    """Take a settlement back and return the stakes, but not to who forfeits.

    Rule: LT 11.6.2.1; MT 8.8(f)
    """
    number, round_ = found
    replayed = PROCEDURES[state.rules_of(table, round_).procedure].replayed
    if replayed is not None:
        older = recall.archived_from(table, number, archived)
        return replayed(state, table, found, None, reason, forfeit, older)
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
        *procedure_of(state, table).reconsidered(state, table, number, -1),
        *doubt_ended(table, number),
        *case.ask(table, found, _claims(taken, given), reason),
    )


def _paid(round_: SettledRound) -> tuple[Paid, ...]:
    """Return what the settlement that is to be taken back paid."""
    return paid_to(round_.layouts, round_.returned)


def state_actual(state: State, command: StateActualOutcome, context: Context) -> Answer:
    """Settle a round again on what really came out.

    Rule: LT 11.6.11; SB 7.1; MT 6.1; MT 6.3; AC 6.1
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
    replayed = PROCEDURES[rules.procedure].replayed
    if replayed is not None:
        older = recall.archived_from(table, found[0], context.ended)
        return replayed(state, table, found, actual, command.reason, (), older)
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
            meters=_meters(state, table, number),
        ),
        *procedure_of(state, table).reconsidered(state, table, number, actual.place),
        *doubt_ended(table, number),
        *case.ask(table, found, _claims(taken, given), reason),
    )


def _meters(state: State, table: Table, number: int) -> tuple[str, ...]:
    """Return the terminals whose win meter shows a round, not a later one nor another table's."""
    if number < max(table.settled, default=0):
        return ()
    won_in = round_name(table.name, number)
    return tuple(one.name for one in state.terminals.values() if one.won_in == won_in)


def _shares(
    state: State, round_: SettledRound, paid: tuple[Paid, ...], back: dict[str, int]
) -> tuple[tuple[Event, ...], tuple[Share, ...], tuple[Share, ...]]:
    """Say what is released from the layouts, taken from the meters, and given to them again.

    Only the difference moves.  What the round's account owes because of it is reversed first; an
    account that has closed gives and gets through the house.

    Rule: LT 11.6.2.1; SB 7.1; AC 6.1
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
        loose, worth = loosened(state, terminal, got - due - meter)
        released.extend(loose)
        meter += worth
        short = max(0, got - meter)
        settled = short - max(0, got - due - meter) + reversed_
        taken.append(Share(terminal, got - short, short))
        given.append(Share(terminal, due - settled, settled))
    return tuple(released), tuple(taken), tuple(given)


def _claims(taken: tuple[Share, ...], given: tuple[Share, ...]) -> dict[str, int]:
    """Return what is due to accounts that have closed, less than 0 from them, by terminal."""
    pairs = zip(taken, given, strict=True)
    return {before.terminal: after.case - before.case for before, after in pairs}


def loosened(
    state: State, terminal: str, short: int, *, but: str = ""
) -> tuple[tuple[Event, ...], int]:
    """Lift staged wagers, the newest first, until they cover what the meter is short of.

    Return what says so, and what they are worth; the table named is left alone.
    """
    released: list[Event] = []
    worth = 0
    for name in state.terminals[terminal].tables:
        table = state.tables[name]
        loose = layout.unconfirmed(table, terminal) if table.phase == "wagering" else ()
        lifted: list[Stake] = []
        for stake in reversed(loose if name != but else ()):
            if short > worth:
                lifted.append(stake)
                worth += stake.amount
        released.extend(cancelled(state, table, terminal, lifted))
    return tuple(released), worth


def cancelled(
    state: State, table: Table, terminal: str, lifted: Sequence[Stake]
) -> Iterator[Event]:
    """Give chips back that were laid in the period that runs, with their commission."""
    if lifted:
        rules, spots = state.rules(table), layout.of(table, terminal)
        fee = sum(commission.added(rules, s.bet, s.amount, spots[s.bet].amount) for s in lifted)
        yield WagersCancelled(terminal, table.name, tuple(lifted))
        yield from commission.paid(terminal, table.name, -fee)


CONCEPT = Concept(
    decides={VoidRound: void_round, StateActualOutcome: state_actual},
    names={VoidRound: _not_final, StateActualOutcome: _not_final},
)
