"""What a correction changes: past rounds, meters and accounts, and the legs of it.

Nothing is edited; both settlements stay on record.
Rulebooks: LT 11.6.2, 11.6.11; SB 7.1.
"""

from typing import ClassVar, Final

import msgspec

from openfelt.floor.base import Concept, Event, Leg
from openfelt.floor.ledger import Account
from openfelt.floor.money import account, purse
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people import objection
from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.rounds.round import (
    forfeit_legs,
)
from openfelt.floor.rounds.settling import Paid
from openfelt.floor.state import Move, SettledRound, Stake, State, Table
from openfelt.floor.wagers import layout

_TO_HOUSE: Final = Account.IN_TRANSIT.of(HOUSE)


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


def stated(state: State, event: ActualOutcomeStated) -> None:
    """Know the cards better than the shoe; the settlement that follows changes the floor."""
    table = state.tables[event.table]
    procedure_of(state, table).put_right(table, "", event.outcome)


def reversed_(state: State, event: SettlementReversed) -> None:
    round_ = state.tables[event.table].settled[event.round]
    for share in event.taken:
        purse.take(state, share.terminal, share.credit)
        _note(round_, share.terminal, share.owed)
        stay(state, share.terminal)


def stay(state: State, name: str) -> None:
    """Keep an account open whose last wagers a correction lifted: no round decides them.

    Rule: SB 3.8; AC 3.7; AC 3.8
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
    objection.put_right(state, event.table, event.round, "corrected")
    won = {one.terminal: one.won for one in event.paid}
    _win_meters(state, table, event.round, event.meters, won)
    if event.round > table.before:  # Else its shoe is gone, and the table may play another game.
        procedure_of(state, table).put_right(table, round_.outcome, event.outcome)
    round_.returned, round_.outcome = event.returned, event.outcome


def settled_voided(state: State, event: SettledRoundVoided) -> None:
    table = state.tables[event.table]
    round_ = table.settled[event.round]
    _give(state, round_, event.given)
    nothing = {share.terminal: 0 for share in event.given}
    _win_meters(state, table, event.round, event.meters, nothing)
    is_void(state, table, event.round)


def is_void(state: State, table: Table, number: int) -> None:
    """Let a round that had been settled count for nothing."""
    del table.settled[number]
    table.voided.append(number)
    objection.put_right(state, table.name, number, "void")
    if table.phase == "settled" and table.round == number:
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
)
