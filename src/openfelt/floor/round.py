"""A round from its opening to its settlement or its void.

Rulebooks: LT 7.4, 7.5, 8.1; SB 3.8.1, 7.4.
"""

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused
from openfelt.floor.closing import close
from openfelt.floor.ledger import Account
from openfelt.floor.staff import may
from openfelt.floor.state import LastRound, Stake, State, Table
from openfelt.floor.wager import from_stake
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.policy import Role

UNDECIDED = ("wagering", "closed", "dealing", "awaiting_shoot", "tumbling", "result_pending")


class NewGame(Command, frozen=True):
    """The dealer opens the next wagering period."""

    table: str
    person: str


class VoidRound(Command, frozen=True):
    """Whoever the book gives the power declares the undecided round void."""

    table: str
    person: str
    reason: str


class RoundOpened(Event, frozen=True):
    table: str
    round: int
    due: int


class WageringClosed(Event, frozen=True):
    """The committed wagers in order, and what went back to its terminals."""

    table: str
    round: int
    committed: tuple[Stake, ...]
    returned: tuple[Stake, ...]


class Paid(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a round did to one terminal: staked, credited, and the winnings in it."""

    terminal: str
    staked: int
    credited: int
    won: int


class RoundSettled(Event, frozen=True):
    """The outcome, and one returned amount a committed wager in their order.

    `place` is the outcome's place in the columns.  `next_due` opens the next
    period at once where the book has no dealer to do so.
    """

    table: str
    round: int
    outcome: str
    place: int
    fingerprint: str
    returned: tuple[int, ...]
    paid: tuple[Paid, ...]
    next_due: int


class RoundVoided(Event, frozen=True):
    """All stakes of a round went back."""

    table: str
    round: int
    refunded: tuple[Stake, ...]
    reason: str
    next_due: int


def new_game(state: State, command: NewGame, context: Context) -> Answer:
    """Open a wagering period, unless the shoe has ended.

    Rule: LT 7.4; LT 3.12; LT 3.13
    """
    table = state.tables.get(command.table)
    if table is None or not _waits_for_new_game(table):
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    if table.suspended:
        return Refused(Refusal.TABLE_IS_SUSPENDED)
    refused = may(state, command.person, (Role.DEALER,), context.now)
    if refused:
        return refused
    return (RoundOpened(table.name, table.round + 1, context.now + table.period_us),)


def _waits_for_new_game(table: Table) -> bool:
    return table.phase in ("idle", "settled", "void") and table.coups_left != 0


def close_wagering(table: Table) -> WageringClosed:
    """Commit what stands when the period ends.

    Rule: LT 7.5; SB 3.8.1
    """
    committed, returned = close(table, VARIANTS[table.variant].policy)
    return WageringClosed(table.name, table.round, committed, returned)


def settle(table: Table, outcome: str, place: int, now: int) -> RoundSettled:
    """Pay the committed wagers on an outcome by look-up.

    Rule: LT 4.2.8; LT 8.1
    """
    rulebook = VARIANTS[table.variant]
    columns = rulebook.columns(8 if rulebook.shoe else None)
    index = columns.bet_index
    stakes = table.committed
    amounts = [stake.amount for stake in stakes]
    returned = columns.returned(place, [index[stake.bet] for stake in stakes], amounts)
    sums: dict[str, list[int]] = {}
    for stake, back in zip(stakes, returned, strict=True):
        paid = sums.setdefault(stake.terminal, [0, 0, 0])
        paid[0] += stake.amount
        paid[1] += back
        paid[2] += max(0, back - stake.amount)
    return RoundSettled(
        table.name,
        table.round,
        outcome,
        place,
        table.fingerprint,
        tuple(returned),
        tuple(Paid(terminal, *figures) for terminal, figures in sums.items()),
        next_period(table, now),
    )


def next_period(table: Table, now: int) -> int:
    """Return when the next period ends where it begins at once, 0 where a dealer opens it."""
    return 0 if "idle" in VARIANTS[table.variant].phases else now + table.period_us


def void(state: State, command: VoidRound, context: Context) -> Answer:
    """Give all stakes of the undecided round back.

    Rule: LT 11.6.2.1; SB 7.4
    """
    table = state.tables.get(command.table)
    if table is None or table.phase not in UNDECIDED:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    roles = VARIANTS[table.variant].policy.void_by
    return may(state, command.person, roles, context.now) or (
        void_round(table, command.reason, context.now),
    )


def void_round(table: Table, reason: str, now: int) -> RoundVoided:
    """Return the event that gives back what is staged or committed."""
    stakes = table.committed or tuple(
        Stake(terminal, bet, spot.amount)
        for terminal, layout in table.layouts.items()
        for bet, spot in layout.items()
    )
    return RoundVoided(table.name, table.round, stakes, reason, next_period(table, now))


def _begin(table: Table, number: int, due: int) -> None:
    table.phase = "wagering"
    table.round = number
    table.due = due
    table.suspended = False
    table.layouts = {}
    table.committed = ()
    table.player, table.banker, table.entered = [], [], ""


def opened(state: State, event: RoundOpened) -> None:
    _begin(state.tables[event.table], event.round, event.due)


def wagering_closed(state: State, event: WageringClosed) -> None:
    table = state.tables[event.table]
    table.phase, table.due = "closed", 0
    table.committed = event.committed
    table.layouts = {}
    for stake in event.returned:
        state.terminals[stake.terminal].credit += stake.amount
    by_terminal: dict[str, list[Stake]] = {}
    for stake in event.committed:
        by_terminal.setdefault(stake.terminal, []).append(stake)
    table.repeatable.update((name, tuple(stakes)) for name, stakes in by_terminal.items())


def _end(state: State, table: Table, phase: str, next_due: int) -> None:
    """Leave the round; a coup of a shoe whose cutting card is out counts down."""
    table.layouts, table.committed = {}, ()
    table.due, table.suspended = 0, False
    if table.coups_left > 0:
        table.coups_left -= 1
    table.phase = "settled" if phase == "settled" else "void"
    if next_due:
        _begin(table, table.round + 1, next_due)
    state.orders.pop(f"tumble:{table.name}", None)


def settled(state: State, event: RoundSettled) -> None:
    table = state.tables[event.table]
    for terminal in state.terminals.values():
        if event.table in terminal.tables:
            terminal.win = 0
    for paid in event.paid:
        terminal = state.terminals[paid.terminal]
        terminal.credit += paid.credited
        terminal.win = paid.won
    table.last = LastRound(event.round, table.committed, event.returned, event.outcome)
    _end(state, table, "settled", event.next_due)


def voided(state: State, event: RoundVoided) -> None:
    for stake in event.refunded:
        state.terminals[stake.terminal].credit += stake.amount
    _end(state, state.tables[event.table], "void", event.next_due)


def _refund_legs(stakes: tuple[Stake, ...]) -> tuple[Leg, ...]:
    return tuple(leg for stake in stakes for leg in from_stake(stake.terminal, stake.amount))


def settled_legs(event: RoundSettled) -> tuple[Leg, ...]:
    """Clear the stakes, credit the terminals, and book the difference to the table's bank."""
    legs: list[Leg] = []
    for paid in event.paid:
        legs.append((Account.STAKE.of(paid.terminal), paid.staked))
        legs.append((Account.TERMINAL_CREDIT.of(paid.terminal), -paid.credited))
    house = sum(paid.credited - paid.staked for paid in event.paid)
    return (*legs, (Account.TABLE_BANK.of(event.table), house))


CONCEPT = Concept(
    decides={NewGame: new_game, VoidRound: void},
    evolves={
        RoundOpened: opened,
        WageringClosed: wagering_closed,
        RoundSettled: settled,
        RoundVoided: voided,
    },
    posts={
        WageringClosed: lambda event: _refund_legs(event.returned),
        RoundSettled: settled_legs,
        RoundVoided: lambda event: _refund_legs(event.refunded),
    },
)
