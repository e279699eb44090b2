"""The chips on a table's layouts: who has how much on which bet, and how far each wager has come.

A wager stays where it lies: the close marks it, a settlement that does not decide it lets it stand.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter, methodcaller
from typing import Final

from openfelt.floor.state import Layouts, Spot, Stake, State, Table

SIDES = ("player", "banker")
# In these states a wager is beyond its player's reach until it is decided.
PLAYED = ("committed", "standing")

_NOTHING: Final[Mapping[str, Spot]] = {}
_ORDER: Final = attrgetter("order")
_VALUES: Final = methodcaller("values")


def of(table: Table, terminal: str) -> Mapping[str, Spot]:
    """Return what a terminal has on a table, by bet."""
    return table.layouts.get(terminal, _NOTHING)


def total(layout: Mapping[str, Spot]) -> int:
    return sum(spot.amount for spot in layout.values())


def unconfirmed(table: Table, terminal: str) -> tuple[Stake, ...]:
    """Return a terminal's wagers that are not locked, the oldest first."""
    spots = sorted(of(table, terminal).items(), key=lambda item: item[1].order)
    return tuple(Stake(terminal, bet, spot.amount) for bet, spot in spots if spot.state == "staged")


def is_loose(table: Table, terminal: str) -> bool:
    """Say whether a terminal has wagers that are not locked."""
    return any(spot.state == "staged" for spot in of(table, terminal).values())


def is_locked(table: Table, terminal: str) -> bool:
    """Say whether a terminal has a wager that is confirmed, or played for."""
    return any(spot.state != "staged" for spot in of(table, terminal).values())


def laid(layouts: Layouts) -> tuple[Stake, ...]:
    """Return what was laid in the round itself, the oldest first; what stood before is not."""
    return _stakes([spot for spot in _spots(layouts) if spot.state != "standing"])


def stakes_of(table: Table, terminal: str) -> tuple[Stake, ...]:
    """Return all a terminal has on a table, the oldest first."""
    return _stakes(of(table, terminal).values())


def _stakes(spots: Iterable[Spot]) -> tuple[Stake, ...]:
    in_order = sorted(spots, key=_ORDER)
    return tuple([Stake(spot.terminal, spot.bet, spot.amount) for spot in in_order])


def _spots(layouts: Layouts) -> Iterator[Spot]:
    return chain.from_iterable(map(_VALUES, layouts.values()))


def played_for(layouts: Layouts) -> list[Spot]:
    """Return all wagers in their order, wagering being closed: each knows its place."""
    spots = list(_spots(layouts))
    placed = spots.copy()
    for spot in spots:
        placed[spot.order] = spot
    return placed


def staked(state: State, terminal: str) -> int:
    """Return all a terminal has on its tables, staged, committed or standing."""
    amount = 0
    for name in state.terminals[terminal].tables:
        amount += total(of(state.tables[name], terminal))
    return amount


def sides(table: Table) -> dict[str, int]:
    """Return what is locked on each side of a baccarat table, confirmed or committed."""
    locked = dict.fromkeys(SIDES, 0)
    for layout in table.layouts.values():
        for side in SIDES:
            spot = layout.get(side)
            if spot is not None and spot.state != "staged":
                locked[side] += spot.amount
    return locked


def lay(table: Table, terminal: str, bet: str, amount: int) -> None:
    """Put chips down; the spot is now the newest, and the terminal's total has just become so."""
    order = table.spots = table.reached[terminal] = table.spots + 1
    layout = table.layouts.get(terminal)
    if layout is None:
        layout = table.layouts[terminal] = {}
    spot = layout.get(bet)
    if spot is None:
        layout[bet] = Spot(terminal, bet, amount, order)
    else:
        spot.amount += amount
        spot.order = order


def lift(table: Table, terminal: str, bet: str, amount: int) -> None:
    """Take chips up."""
    spot = table.layouts[terminal][bet]
    spot.amount -= amount
    assert spot.amount >= 0
    if not spot.amount:
        _clear(table.layouts, spot)


def _clear(layouts: Layouts, spot: Spot) -> None:
    layout = layouts[spot.terminal]
    del layout[spot.bet]
    if not layout:
        del layouts[spot.terminal]


def commit(table: Table, committed: Sequence[Stake], returned: Sequence[Stake]) -> None:
    """Close: mark what is committed, lift what goes back, leave standing what stands."""
    _number(table)
    layouts, place = table.layouts, table.spots
    for stake in committed:
        spot = layouts[stake.terminal][stake.bet]
        spot.locked = spot.state == "confirmed"
        spot.amount, spot.order, spot.state = stake.amount, place, "committed"
        place += 1
    table.spots = place
    for stake in returned:
        spot = layouts[stake.terminal][stake.bet]
        if spot.state != "committed":  # Nothing of it stays.
            _clear(layouts, spot)


def _number(table: Table) -> None:
    """Give every wager that is played for its place, without a gap."""
    played = [spot for spot in _spots(table.layouts) if spot.state in PLAYED]
    played.sort(key=_ORDER)
    for place, spot in enumerate(played):
        spot.order = place
    table.spots = len(played)


def amend(table: Table, terminal: str, bet: str, amount: int) -> None:
    """Let a committed wager stand at another amount; a new one is the last."""
    layout = table.layouts.setdefault(terminal, {})
    spot = layout.get(bet)
    if spot is None:
        layout[bet] = Spot(terminal, bet, amount, table.spots, "committed")
        table.spots += 1
        return
    spot.amount = amount
    if not amount:
        _clear(table.layouts, spot)
        _number(table)


def withdraw(table: Table, terminal: str) -> None:
    """Take all wagers of a terminal off."""
    table.layouts.pop(terminal, None)
    if table.phase != "wagering":
        _number(table)


def standing(layouts: Layouts) -> Layouts:
    """Return what stood before the round was played, and goes on standing when it is void."""
    return _by_terminal(spot for spot in _spots(layouts) if spot.state == "standing")


def _by_terminal(spots: Iterable[Spot]) -> Layouts:
    layouts: Layouts = {}
    for spot in spots:
        layouts.setdefault(spot.terminal, {})[spot.bet] = spot
    return layouts


def note_total(table: Table, terminal: str) -> None:
    """Remember that the terminal's total has just become what it is."""
    table.reached[terminal] = table.spots = table.spots + 1
