"""The start page: where every station is, what is played there, which seats are free."""

from collections.abc import Collection, Iterable, Mapping

from openfelt.engine.engine import Engine
from openfelt.floor.state import State
from openfelt.rulebooks import VARIANTS
from openfelt.server.access.access import Place
from openfelt.server.http.forms import SeatState, StationLink
from openfelt.stations.kind import KINDS, PLAYER


def links(
    places: Iterable[Place],
    variants: Mapping[str, str],
    urls: Mapping[str, str],
    seats: Mapping[str, SeatState],
) -> tuple[StationLink, ...]:
    """Return where every page is, kind by kind in the order of their records."""
    shown = tuple(places)
    return tuple(
        StationLink(
            place.name,
            kind.name,
            place.tables,
            urls[place.name],
            games_of(place.tables, variants),
            seats.get(place.name, ""),
        )
        for kind in KINDS.values()
        for place in shown
        if place.kind is kind and kind.has_page
    )


def games_of(tables: Iterable[str], variants: Mapping[str, str]) -> tuple[str, ...]:
    """Return what is played at tables, each game once."""
    return tuple(dict.fromkeys(VARIANTS[variants[table]].game.name for table in tables))


async def seats(
    engine: Engine, places: Iterable[Place], opened: Collection[str], robots: Collection[str]
) -> dict[str, SeatState]:
    """Return who sits at each terminal.

    A guest who has an account sits there, and whoever has the page open; a robot gives way to him.
    """
    terminals = [place for place in places if place.kind is PLAYER]
    sat: set[str] = set(opened)
    for pit in dict.fromkeys(place.stream for place in terminals):
        sat |= await engine.view(pit, _with_account) - set(robots)
    return {
        place.name: "taken" if place.name in sat else "robot" if place.name in robots else "free"
        for place in terminals
    }


def _with_account(state: State) -> set[str]:
    return {name for name, terminal in state.terminals.items() if terminal.open}
