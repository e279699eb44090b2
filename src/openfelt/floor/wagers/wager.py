"""Wagers on a layout: staged, moved, cancelled, cleared.

Rulebooks: LT 4.2.4 to 4.2.7, 6.3; SB 3.5, 3.8.1.  A touch that was acknowledged is an event.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused, refuse
from openfelt.floor.ledger import credit_of, stake_of, transfer
from openfelt.floor.money import purse
from openfelt.floor.play.procedure import Laying, laying_at
from openfelt.floor.state import Stake, State, Table, Terminal
from openfelt.floor.wagers import commission, layout
from openfelt.floor.wagers.limits import not_a_multiple, signed_pieces
from openfelt.floor.wagers.placing import open_for, room_at, room_on, short_of_credit


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


class WagerTakenDown(Event, frozen=True):
    """Chips went back to the credit meter; `stands` is what is left on the spot."""

    terminal: str
    table: str
    bet: str
    amount: int
    stands: int


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
    laying = laying_at(state, table)
    if laying is not None:
        return _stage_beside_standing(state, terminal, table, laying, command)
    room = room_at(state, table, layout.of(table, command.terminal), command.bet, command.amount)
    if isinstance(room, Refused):
        return room
    # Rule: LT 4.2.4; LT 6.3:tail; SB 3.5
    amount, stands = room
    trimmed = amount < command.amount
    # Rule: LT 4.2.4; SB 3.5; MT 2.4
    return short_of_credit(terminal, amount) or (
        WagerStaged(command.terminal, command.table, command.bet, amount, stands, trimmed),
    )


def _stage_beside_standing(
    state: State, terminal: Terminal, table: Table, laying: Laying, command: StageWager
) -> Answer:
    """Do the same where wagers stand: chips go where the bet lies, with their commission.

    Rule: AC 3.3.4; AC 3.5; AC 3.9.8; AC 3.9.15
    """
    bet = laying.position(table, command.bet)
    room = room_on(state, table, laying, layout.of(table, terminal.name), bet, command.amount)
    if isinstance(room, Refused):
        return room
    amount, stands = room
    fee = commission.added(state.rules(table), bet, amount, stands)
    trimmed = amount < command.amount
    return short_of_credit(terminal, amount + fee) or (
        WagerStaged(terminal.name, table.name, bet, amount, stands, trimmed),
        *commission.paid(terminal.name, table.name, fee),
    )


def left_behind(state: State, table: Table, bet: str, left: int) -> Refused | None:
    """What could not be placed cannot be left behind either: too little, or no multiple.

    Rule: SB def:minimum bet; MT 3.2; MT 9.4(d)
    """
    rules = state.rules(table)
    policy, pieces = rules.policy, signed_pieces(rules, bet)
    least = table.limits.minimum * pieces
    if not policy.minimum_at_confirm and 0 < left < least:
        return refuse(Refusal.BELOW_MINIMUM, "left", minimum=least, bet=bet)
    if policy.multiples_of_minimum and left % least:
        return not_a_multiple(table.limits, policy, pieces)
    return None


def clear(state: State, command: ClearLayout, _: Context) -> Answer:
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    table = found[1]
    loose = layout.unconfirmed(table, command.terminal)
    if not loose:
        return nothing_loose(table, command.terminal)
    rules, spots = state.rules(table), layout.of(table, command.terminal)
    fee = sum(commission.added(rules, s.bet, s.amount, spots[s.bet].amount) for s in loose)
    cleared = WagersCancelled(command.terminal, command.table, loose)
    return (cleared, *commission.paid(command.terminal, command.table, -fee))


def nothing_loose(table: Table, terminal: str) -> Refused:
    """Say why there is nothing to clear, double or confirm."""
    if layout.of(table, terminal):
        return refuse(Refusal.WAGER_IS_CONFIRMED)
    return refuse(Refusal.BET_NOT_OFFERED, "nothing_there")


def staged(state: State, event: WagerStaged) -> None:
    """Put the chips down: what lies on the layout is off the meter.

    Rule: MT 2.2(a); MT 2.4(b); AC 3.5.1
    """
    # The terminal's own name, not the copy that came with the touch: spots keep it.
    terminal, amount = state.terminals[event.terminal].name, event.amount
    purse.take(state, terminal, amount)
    layout.lay(state.tables[event.table], terminal, event.bet, amount)


def moved(state: State, event: WagerMoved) -> None:
    table = state.tables[event.table]
    reached = table.reached.get(event.terminal, 0)
    layout.lay(table, state.terminals[event.terminal].name, event.to, event.amount)
    layout.lift(table, event.terminal, event.bet, event.amount)
    table.reached[event.terminal] = reached  # All he has is as much as before.


def cancelled(state: State, event: WagersCancelled) -> None:
    """Take the chips up: they are on the meter again.

    Rule: MT 2.4(b); AC 3.5.1.1
    """
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
