"""The chips on a table's layouts: who has how much on which bet, and how far each wager has come.

A wager stays where it lies: the close marks it, a settlement that does not decide it lets it stand.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter, methodcaller
from typing import Final

from msgspec.structs import astuple

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


def locked(layout: Mapping[str, Spot]) -> int:
    """Return how much of it is beyond its player's reach: confirmed, committed, or standing."""
    return sum(
        spot.stood if spot.state == "standing" else spot.amount
        for spot in layout.values()
        if spot.state != "staged"
    )


def unconfirmed(table: Table, terminal: str) -> tuple[Stake, ...]:
    """Return what a terminal laid in this period and nothing has locked, the oldest first."""
    spots = sorted(of(table, terminal).items(), key=lambda item: item[1].order)
    return tuple(
        Stake(terminal, bet, spot.amount - spot.stood) for bet, spot in spots if _is_loose(spot)
    )


def _is_loose(spot: Spot) -> bool:
    """Chips are loose that were staged, or added to a wager that stands."""
    return spot.state in ("staged", "standing") and spot.amount > spot.stood


def is_loose(table: Table, terminal: str) -> bool:
    """Say whether a terminal has wagers that are not locked."""
    return any(map(_is_loose, of(table, terminal).values()))


def is_locked(table: Table, terminal: str) -> bool:
    """Say whether a terminal has a wager that is confirmed, or played for."""
    return any(spot.state != "staged" for spot in of(table, terminal).values())


def binds(table: Table, spot: Spot) -> bool:
    """Say whether its player must wait for a wager: not while one stands and no roll is due.

    Rule: AC 3.7
    """
    return spot.state != "standing" or (table.undecided and table.phase != "wagering")


def laid(layouts: Layouts) -> tuple[Stake, ...]:
    """Return what was laid in the round itself, the oldest first; what stood before is not."""
    spots = sorted((spot for spot in _spots(layouts) if spot.amount > spot.stood), key=_ORDER)
    return tuple([Stake(spot.terminal, spot.bet, spot.amount - spot.stood) for spot in spots])


def stood(layouts: Layouts) -> tuple[Stake, ...]:
    """Return what stood before the round, in its order."""
    spots = sorted((spot for spot in _spots(layouts) if spot.stood), key=_ORDER)
    return tuple([Stake(spot.terminal, spot.bet, spot.stood) for spot in spots])


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
    # Rule: MT A.3.2
    if spot is None:
        layout[bet] = Spot(terminal, bet, amount, order)
    else:
        spot.amount += amount
        if spot.state != "standing":  # What stands keeps its place.
            spot.order = order


def lift(table: Table, terminal: str, bet: str, amount: int) -> None:
    """Take chips up, those laid last first."""
    spot = table.layouts[terminal][bet]
    spot.amount -= amount
    spot.stood = min(spot.stood, spot.amount)
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
        if spot.state == "standing":  # What was added to it is played for in its place.
            continue
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
    spot.amount, spot.stood = amount, min(spot.stood, amount)
    if not amount:
        _clear(table.layouts, spot)
        _number(table)


def withdraw(table: Table, terminal: str) -> None:
    """Take all wagers of a terminal off."""
    table.layouts.pop(terminal, None)
    if table.phase != "wagering":
        _number(table)


def standing(layouts: Layouts) -> Layouts:
    """Return what stood before the round was played, and goes on standing when it is void.

    Rule: AC def:cocked dice; AC 6.4
    """
    left: Layouts = {}
    for place, (terminal, bet, amount) in enumerate(map(astuple, stood(layouts))):
        spot = Spot(terminal, bet, amount, place, "standing", stood=amount)
        left.setdefault(terminal, {})[bet] = spot
    return left


def no_longer_stands(table: Table, stakes: Iterable[Stake]) -> None:
    """Lift what stood before the round; what was added to it in the round lies there on its own."""
    for stake in stakes:
        spot = table.layouts[stake.terminal][stake.bet]
        spot.amount, spot.stood = spot.amount - spot.stood, 0
        spot.state = "staged" if table.phase == "wagering" else "committed"
        if not spot.amount:
            _clear(table.layouts, spot)


def note_total(table: Table, terminal: str) -> None:
    """Remember that the terminal's total has just become what it is."""
    table.reached[terminal] = table.spots = table.spots + 1
