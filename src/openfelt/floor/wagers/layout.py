"""The chips on a table's layouts: who has how much on which bet, and in which order it was laid."""

from collections.abc import Mapping
from typing import Final

from openfelt.floor.state import Spot, Stake, State, Table

SIDES = ("player", "banker")

_NOTHING: Final[Mapping[str, Spot]] = {}


def of(table: Table, terminal: str) -> Mapping[str, Spot]:
    """Return what a terminal has on a table, by bet."""
    return table.layouts.get(terminal, _NOTHING)


def total(layout: Mapping[str, Spot]) -> int:
    return sum(spot.amount for spot in layout.values())


def unconfirmed(table: Table, terminal: str) -> tuple[Stake, ...]:
    """Return a terminal's wagers that are not locked, the oldest first."""
    spots = sorted(of(table, terminal).items(), key=lambda item: item[1].order)
    return tuple(Stake(terminal, bet, spot.amount) for bet, spot in spots if not spot.confirmed)


def is_loose(table: Table, terminal: str) -> bool:
    """Say whether a terminal has wagers that are not locked."""
    return any(not spot.confirmed for spot in of(table, terminal).values())


def is_locked(table: Table, terminal: str) -> bool:
    """Say whether a terminal has a wager that is confirmed, or played for."""
    confirmed = any(spot.confirmed for spot in of(table, terminal).values())
    return confirmed or any(stake.terminal == terminal for stake in table.committed)


def everything(table: Table) -> tuple[Stake, ...]:
    """Return all wagers on the layouts, the oldest first."""
    spots = [
        (spot.order, Stake(terminal, bet, spot.amount))
        for terminal, layout in table.layouts.items()
        for bet, spot in layout.items()
    ]
    return tuple(stake for _, stake in sorted(spots, key=lambda item: item[0]))


def staked(state: State, terminal: str) -> int:
    """Return all a terminal has on its tables, staged or committed.

    Rule: LT Diagram A:10
    """
    amount = 0
    for name in state.terminals[terminal].tables:
        table = state.tables[name]
        amount += total(of(table, terminal))
        amount += sum(stake.amount for stake in table.committed if stake.terminal == terminal)
    return amount


def sides(table: Table) -> dict[str, int]:
    """Return what is locked on each side of a baccarat table, confirmed or committed."""
    locked = dict.fromkeys(SIDES, 0)
    for layout in table.layouts.values():
        for side in SIDES:
            spot = layout.get(side)
            if spot is not None and spot.confirmed:
                locked[side] += spot.amount
    for stake in table.committed:
        if stake.bet in locked:
            locked[stake.bet] += stake.amount
    return locked


def lay(table: Table, terminal: str, bet: str, amount: int) -> None:
    """Put chips down; the spot is now the newest."""
    table.spots += 1
    layout = table.layouts.get(terminal)
    if layout is None:
        layout = table.layouts[terminal] = {}
    spot = layout.get(bet)
    if spot is None:
        layout[bet] = Spot(amount, table.spots)
    else:
        spot.amount += amount
        spot.order = table.spots


def lift(table: Table, terminal: str, bet: str, amount: int) -> None:
    """Take chips up."""
    layout = table.layouts[terminal]
    spot = layout[bet]
    spot.amount -= amount
    assert spot.amount >= 0
    if not spot.amount:
        del layout[bet]
    if not layout:
        del table.layouts[terminal]


def note_total(table: Table, terminal: str) -> None:
    """Remember that the terminal's total has just become what it is."""
    table.spots += 1
    table.reached[terminal] = table.spots
