"""Wagers on a layout: staged, moved, cancelled, cleared, repeated, doubled, confirmed.

Rulebooks: LT 4.2.4 to 4.2.7, 6.3; SB 3.5, 3.8.1.  A touch that was acknowledged is an event.
"""

from collections.abc import Mapping

from openfelt.core.refusal import Refusal
from openfelt.floor.account import may_play
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.limits import permitted
from openfelt.floor.state import Spot, Stake, State, Table, Terminal
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.policy import pairs_are_allowed


class StageWager(Command, frozen=True):
    """Lay chips on a bet.  A wager names its round: a late one must not hit the next."""

    terminal: str
    table: str
    round: int
    bet: str
    amount: int


class MoveWager(Command, frozen=True):
    """Move chips from one bet to another; amount 0 moves all."""

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


def open_for(
    state: State, terminal: str, table: str, round_number: int
) -> tuple[Terminal, Table] | Refused:
    """Return terminal and table when this round of it takes wagers from it.

    Rule: LT 4.2.6; SB 3.8.1
    """
    at = state.tables.get(table)
    known = state.terminals.get(terminal)
    if at is None or known is None or table not in known.tables:
        return Refused(Refusal.BET_NOT_OFFERED)
    if round_number != at.round:
        return Refused(Refusal.ROUND_HAS_PASSED)
    if at.suspended:
        return Refused(Refusal.TABLE_IS_SUSPENDED)
    if at.phase != "wagering":
        return Refused(Refusal.WAGERING_IS_CLOSED)
    player = may_play(state, terminal)
    return player if isinstance(player, Refused) else (player, at)


def _layout_total(layout: Mapping[str, Spot]) -> int:
    return sum(spot.amount for spot in layout.values())


def _add(
    table: Table, layout: Mapping[str, Spot], bet: str, asked: int, *, taken: int = 0
) -> int | Refused:
    """Return what may stand on a bet after `asked` more; `taken` leaves another spot meanwhile."""
    rulebook = VARIANTS[table.variant]
    offered = rulebook.game.bets.get(bet)
    if asked <= 0:
        return Refused(Refusal.AMOUNT_MUST_BE_POSITIVE)
    if offered is None or not offered.placeable:
        return Refused(Refusal.BET_NOT_OFFERED)
    spot = layout.get(bet)
    if spot is not None and spot.confirmed:
        return Refused(Refusal.WAGER_IS_CONFIRMED)
    amount = permitted(
        table.limits,
        rulebook.policy,
        bet,
        standing=spot.amount if spot else 0,
        asked=asked,
        layout=_layout_total(layout) - taken,
    )
    return Refused(amount) if isinstance(amount, Refusal) else amount


def _short_of_credit(terminal: Terminal, amount: int) -> Refused | None:
    if amount > terminal.credit:
        return Refused(Refusal.EXCEEDS_CREDIT)
    return None if terminal.open else Refused(Refusal.ACCOUNT_IS_CLOSED)


def stage(state: State, command: StageWager, _: Context) -> Answer:
    """Debit a chip and lay it down, trimmed to what the limits permit.

    Rule: LT 4.2.4; LT 6.3:tail; SB 3.5
    """
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    terminal, table = found
    layout = table.layouts.get(command.terminal, {})
    stands = _add(table, layout, command.bet, command.amount)
    if isinstance(stands, Refused):
        return stands
    spot = layout.get(command.bet)
    amount = stands - (spot.amount if spot else 0)
    short = _short_of_credit(terminal, amount)
    if short:
        return short
    trimmed = amount < command.amount
    return (WagerStaged(command.terminal, command.table, command.bet, amount, stands, trimmed),)


def move(state: State, command: MoveWager, _: Context) -> Answer:
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    table = found[1]
    layout = table.layouts.get(command.terminal, {})
    spot = layout.get(command.bet)
    if spot is None or command.bet == command.to or command.amount > spot.amount:
        return Refused(Refusal.BET_NOT_OFFERED)
    if spot.confirmed:
        return Refused(Refusal.WAGER_IS_CONFIRMED)
    asked = command.amount or spot.amount
    stands = _add(table, layout, command.to, asked, taken=asked)
    if isinstance(stands, Refused):
        return stands
    there = layout.get(command.to)
    amount = stands - (there.amount if there else 0)
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


def cancel(state: State, command: CancelWager, _: Context) -> Answer:
    """Give a staged wager back.

    Rule: LT 4.2.7
    """
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    spot = found[1].layouts.get(command.terminal, {}).get(command.bet)
    if spot is None:
        return Refused(Refusal.BET_NOT_OFFERED)
    if spot.confirmed:
        return Refused(Refusal.WAGER_IS_CONFIRMED)
    stake = Stake(command.terminal, command.bet, spot.amount)
    return (WagersCancelled(command.terminal, command.table, (stake,)),)


def clear(state: State, command: ClearLayout, _: Context) -> Answer:
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    layout = found[1].layouts.get(command.terminal, {})
    staged = tuple(
        Stake(command.terminal, bet, spot.amount)
        for bet, spot in layout.items()
        if not spot.confirmed
    )
    if not staged:
        return Refused(Refusal.WAGER_IS_CONFIRMED if layout else Refusal.BET_NOT_OFFERED)
    return (WagersCancelled(command.terminal, command.table, staged),)


def _stage_all(terminal: Terminal, table: Table, wanted: tuple[Stake, ...]) -> Answer:
    """Lay several bets or none; a bet that must be trimmed is laid trimmed."""
    layout = {bet: Spot(s.amount, s.order, s.confirmed) for bet, s in _of(table, terminal).items()}
    laid = []
    for stake in wanted:
        stands = _add(table, layout, stake.bet, stake.amount)
        if isinstance(stands, Refused):
            return stands
        before = layout.setdefault(stake.bet, Spot(0, 0))
        laid.append(Stake(terminal.name, stake.bet, stands - before.amount))
        before.amount = stands
    short = _short_of_credit(terminal, sum(stake.amount for stake in laid))
    if short:
        return short
    trimmed = any(a.amount < b.amount for a, b in zip(laid, wanted, strict=True))
    return (LayoutStaged(terminal.name, table.name, tuple(laid), trimmed),)


def _of(table: Table, terminal: Terminal) -> dict[str, Spot]:
    return table.layouts.get(terminal.name, {})


def repeat(state: State, command: RepeatLayout, _: Context) -> Answer:
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    terminal, table = found
    wanted = table.repeatable.get(command.terminal, ())
    if not wanted:
        return Refused(Refusal.BET_NOT_OFFERED)
    return _stage_all(terminal, table, wanted)


def double(state: State, command: DoubleLayout, _: Context) -> Answer:
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    terminal, table = found
    layout = _of(table, terminal)
    wanted = tuple(
        Stake(command.terminal, bet, spot.amount)
        for bet, spot in layout.items()
        if not spot.confirmed
    )
    if not wanted:
        return Refused(Refusal.WAGER_IS_CONFIRMED if layout else Refusal.BET_NOT_OFFERED)
    return _stage_all(terminal, table, wanted)


def confirm(state: State, command: ConfirmWagers, _: Context) -> Answer:
    """Lock the staged wagers, tested against the minimums and the differential now.

    Rule: LT 4.2.7; LT 6.2; LT def:minimum bet
    """
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    terminal, table = found
    policy = VARIANTS[table.variant].policy
    layout = _of(table, terminal)
    staged = tuple(bet for bet, spot in layout.items() if not spot.confirmed)
    if not policy.confirm_step:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    if not staged:
        return Refused(Refusal.WAGER_IS_CONFIRMED if layout else Refusal.BET_NOT_OFFERED)
    limits = table.limits
    below = any(layout[bet].amount < limits.minimum for bet in staged)
    if below or _layout_total(layout) < limits.minimum_total:
        return Refused(Refusal.BELOW_MINIMUM)
    if not _differential_holds(table, terminal.name, staged):
        return Refused(Refusal.ABOVE_DIFFERENTIAL)
    if not pairs_are_allowed(policy.pairs, layout):
        return Refused(Refusal.MAIN_WAGER_NEEDED)
    return (WagersConfirmed(command.terminal, command.table, staged),)


def _differential_holds(table: Table, terminal: str, staged: tuple[str, ...]) -> bool:
    """Count confirmed wagers only, with these: then a confirmed wager never needs cutting.

    Rule: LT 6.2; LT def:differential
    """
    if not table.limits.differential:
        return True
    room = room_of(table)
    layout = table.layouts[terminal]
    gap = room["player"] - room["banker"]
    gap += layout["player"].amount if "player" in staged else 0
    gap -= layout["banker"].amount if "banker" in staged else 0
    return abs(gap) <= table.limits.differential


def room_of(table: Table) -> dict[str, int]:
    """Return what is confirmed on each side of a baccarat table."""
    confirmed = {"player": 0, "banker": 0}
    for layout in table.layouts.values():
        for side in confirmed:
            spot = layout.get(side)
            if spot is not None and spot.confirmed:
                confirmed[side] += spot.amount
    return confirmed


def _lay(table: Table, terminal: str, bet: str, amount: int) -> None:
    layout = table.layouts.setdefault(terminal, {})
    table.spots += 1
    spot = layout.setdefault(bet, Spot(0, table.spots))
    spot.amount += amount
    spot.order = table.spots


def _lift(table: Table, terminal: str, bet: str, amount: int) -> None:
    layout = table.layouts[terminal]
    spot = layout[bet]
    spot.amount -= amount
    assert spot.amount >= 0
    if not spot.amount:
        del layout[bet]
    if not layout:
        del table.layouts[terminal]


def staged(state: State, event: WagerStaged) -> None:
    state.terminals[event.terminal].credit -= event.amount
    _lay(state.tables[event.table], event.terminal, event.bet, event.amount)


def moved(state: State, event: WagerMoved) -> None:
    table = state.tables[event.table]
    _lay(table, event.terminal, event.to, event.amount)
    _lift(table, event.terminal, event.bet, event.amount)


def cancelled(state: State, event: WagersCancelled) -> None:
    for stake in event.wagers:
        state.terminals[event.terminal].credit += stake.amount
        _lift(state.tables[event.table], event.terminal, stake.bet, stake.amount)


def layout_staged(state: State, event: LayoutStaged) -> None:
    for stake in event.wagers:
        state.terminals[event.terminal].credit -= stake.amount
        _lay(state.tables[event.table], event.terminal, stake.bet, stake.amount)


def confirmed(state: State, event: WagersConfirmed) -> None:
    layout = state.tables[event.table].layouts[event.terminal]
    for bet in event.bets:
        layout[bet].confirmed = True


def _to_stake(terminal: str, amount: int) -> tuple[Leg, ...]:
    credit = Account.TERMINAL_CREDIT.of(terminal)
    return transfer(amount, debit=credit, credit=Account.STAKE.of(terminal))


def from_stake(terminal: str, amount: int) -> tuple[Leg, ...]:
    """Return staked money to the credit meter."""
    stake = Account.STAKE.of(terminal)
    return transfer(amount, debit=stake, credit=Account.TERMINAL_CREDIT.of(terminal))


CONCEPT = Concept(
    decides={
        StageWager: stage,
        MoveWager: move,
        CancelWager: cancel,
        ClearLayout: clear,
        RepeatLayout: repeat,
        DoubleLayout: double,
        ConfirmWagers: confirm,
    },
    evolves={
        WagerStaged: staged,
        WagerMoved: moved,
        WagersCancelled: cancelled,
        LayoutStaged: layout_staged,
        WagersConfirmed: confirmed,
    },
    posts={
        WagerStaged: lambda event: _to_stake(event.terminal, event.amount),
        LayoutStaged: lambda event: _to_stake(
            event.terminal, sum(stake.amount for stake in event.wagers)
        ),
        WagersCancelled: lambda event: from_stake(
            event.terminal, sum(stake.amount for stake in event.wagers)
        ),
    },
)
