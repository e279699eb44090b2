"""Wagers on a layout: staged, moved, cancelled, cleared.

Rulebooks: LT 4.2.4 to 4.2.7, 6.3; SB 3.5, 3.8.1.  A touch that was acknowledged is an event.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused, refuse
from openfelt.floor.ledger import credit_of, stake_of, transfer
from openfelt.floor.money import purse
from openfelt.floor.state import Stake, State, Table
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.placing import open_for, room_for, short_of_credit


class StageWager(Command, frozen=True):
    """Lay chips on a bet.  A wager names its round: a late one must not hit the next."""

    terminal: str
    table: str
    round: int
    bet: str
    amount: int


class MoveWager(Command, frozen=True):
    """Move chips from one bet to another; amount 0 moves all, less than 0 is refused."""

    terminal: str
    table: str
    round: int
    bet: str
    to: str
    amount: int


class CancelWager(Command, frozen=True):
    """Take the chips off a bet."""

    terminal: str
    table: str
    round: int
    bet: str


class ClearLayout(Command, frozen=True):
    """Take all chips that are not confirmed off a table."""

    terminal: str
    table: str
    round: int


class RepeatLayout(Command, frozen=True):
    """Lay again what was committed in the terminal's last round on this table."""

    terminal: str
    table: str
    round: int


class DoubleLayout(Command, frozen=True):
    """Lay as much again on every bet that is not confirmed."""

    terminal: str
    table: str
    round: int


class ConfirmWagers(Command, frozen=True):
    """Lock what is staged on a table."""

    terminal: str
    table: str
    round: int


class WagerStaged(Event, frozen=True):
    """Chips were laid; `stands` is what is on the spot now, less than asked for if `trimmed`."""

    terminal: str
    table: str
    bet: str
    amount: int
    stands: int
    trimmed: bool


class WagerMoved(Event, frozen=True):
    terminal: str
    table: str
    bet: str
    to: str
    amount: int
    stands: int
    trimmed: bool


class WagersCancelled(Event, frozen=True):
    terminal: str
    table: str
    wagers: tuple[Stake, ...]


class LayoutStaged(Event, frozen=True):
    """Several bets were laid at once, by repeat or double."""

    terminal: str
    table: str
    wagers: tuple[Stake, ...]
    trimmed: bool


class WagersConfirmed(Event, frozen=True):
    terminal: str
    table: str
    bets: tuple[str, ...]


def stage(state: State, command: StageWager, _: Context) -> Answer:
    """Debit a chip and lay it down, trimmed to what the limits permit."""
    if command.amount <= 0:
        return refuse(Refusal.AMOUNT_MUST_BE_POSITIVE)
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    terminal, table = found
    room = room_for(state, table, layout.of(table, command.terminal), command.bet, command.amount)
    if isinstance(room, Refused):
        return room
    # Rule: LT 4.2.4; LT 6.3:tail; SB 3.5
    amount, stands = room
    trimmed = amount < command.amount
    # Rule: LT 4.2.4; SB 3.5
    return short_of_credit(terminal, amount) or (
        WagerStaged(command.terminal, command.table, command.bet, amount, stands, trimmed),
    )


def move(state: State, command: MoveWager, _: Context) -> Answer:
    """Move a staged wager; what may not stand on the other spot stays where it is."""
    if command.amount < 0:
        return refuse(Refusal.AMOUNT_MUST_BE_POSITIVE)
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    table = found[1]
    spots = layout.of(table, command.terminal)
    spot = spots.get(command.bet)
    if spot is None:
        return refuse(Refusal.BET_NOT_OFFERED, "nothing_there")
    if command.bet == command.to:
        return refuse(Refusal.BET_NOT_OFFERED, "same_spot")
    if spot.state != "staged":
        return refuse(Refusal.WAGER_IS_CONFIRMED, bet=command.bet)
    if command.amount > spot.amount:
        return refuse(Refusal.EXCEEDS_CREDIT, "lies_there", lies=spot.amount)
    # Rule: LT def:wagering period; SB def:wagering period
    asked = command.amount or spot.amount
    room = room_for(state, table, spots, command.to, asked, lifted=asked)
    if isinstance(room, Refused):
        return room
    amount, stands = room
    too_little = leaves_too_little(state, table, command.bet, spot.amount - amount)
    if too_little:
        return too_little
    return (
        WagerMoved(
            command.terminal,
            command.table,
            command.bet,
            command.to,
            amount,
            stands,
            trimmed=amount < asked,
        ),
    )


def leaves_too_little(state: State, table: Table, bet: str, left: int) -> Refused | None:
    """Where a wager under the minimum cannot be placed, none may be left behind either.

    Rule: SB def:minimum bet
    """
    rules = state.rules(table)
    least = table.limits.minimum * rules.bets[bet].pieces
    if rules.policy.minimum_at_confirm or not 0 < left < least:
        return None
    return refuse(Refusal.BELOW_MINIMUM, "left", minimum=least, bet=bet)


def cancel(state: State, command: CancelWager, _: Context) -> Answer:
    """Give a staged wager back."""
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    spot = layout.of(found[1], command.terminal).get(command.bet)
    if spot is None:
        return refuse(Refusal.BET_NOT_OFFERED, "nothing_there")
    # Rule: LT 4.2.7
    if spot.state != "staged":
        return refuse(Refusal.WAGER_IS_CONFIRMED, bet=command.bet)
    # Rule: LT def:wagering period; SB def:wagering period
    stake = Stake(command.terminal, command.bet, spot.amount)
    return (WagersCancelled(command.terminal, command.table, (stake,)),)


def clear(state: State, command: ClearLayout, _: Context) -> Answer:
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    table = found[1]
    loose = layout.unconfirmed(table, command.terminal)
    if not loose:
        return nothing_loose(table, command.terminal)
    return (WagersCancelled(command.terminal, command.table, loose),)


def nothing_loose(table: Table, terminal: str) -> Refused:
    """Say why there is nothing to clear, double or confirm."""
    if layout.of(table, terminal):
        return refuse(Refusal.WAGER_IS_CONFIRMED)
    return refuse(Refusal.BET_NOT_OFFERED, "nothing_there")


def staged(state: State, event: WagerStaged) -> None:
    # The terminal's own name, not the copy that came with the touch: spots keep it.
    terminal, amount = state.terminals[event.terminal].name, event.amount
    purse.take(state, terminal, amount)
    layout.lay(state.tables[event.table], terminal, event.bet, amount)


def moved(state: State, event: WagerMoved) -> None:
    table = state.tables[event.table]
    reached = table.reached[event.terminal]
    layout.lay(table, state.terminals[event.terminal].name, event.to, event.amount)
    layout.lift(table, event.terminal, event.bet, event.amount)
    table.reached[event.terminal] = reached  # All he has is as much as before.


def cancelled(state: State, event: WagersCancelled) -> None:
    table = state.tables[event.table]
    for stake in event.wagers:
        purse.give(state, event.terminal, stake.amount)
        layout.lift(table, event.terminal, stake.bet, stake.amount)
    layout.note_total(table, event.terminal)


def layout_staged(state: State, event: LayoutStaged) -> None:
    table, terminal = state.tables[event.table], state.terminals[event.terminal].name
    for stake in event.wagers:
        purse.take(state, terminal, stake.amount)
        layout.lay(table, terminal, stake.bet, stake.amount)


def _staged_legs(event: WagerStaged) -> tuple[Leg, ...]:
    # By hand: every touch comes this way.
    terminal, amount = event.terminal, event.amount
    return (credit_of(terminal), amount), (stake_of(terminal), -amount)


def _layout_legs(event: LayoutStaged) -> tuple[Leg, ...]:
    terminal = event.terminal
    return transfer(_sum(event.wagers), debit=credit_of(terminal), credit=stake_of(terminal))


def from_stake(terminal: str, amount: int) -> tuple[Leg, ...]:
    """Return staked money to the credit meter."""
    return transfer(amount, debit=stake_of(terminal), credit=credit_of(terminal))


def _sum(wagers: tuple[Stake, ...]) -> int:
    return sum(stake.amount for stake in wagers)


CONCEPT = Concept(
    decides={
        StageWager: stage,
        MoveWager: move,
        CancelWager: cancel,
        ClearLayout: clear,
    },
    evolves={
        WagerStaged: staged,
        WagerMoved: moved,
        WagersCancelled: cancelled,
        LayoutStaged: layout_staged,
    },
    posts={
        WagerStaged: _staged_legs,
        LayoutStaged: _layout_legs,
        WagersCancelled: lambda event: from_stake(event.terminal, _sum(event.wagers)),
    },
)
