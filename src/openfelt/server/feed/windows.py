"""Which topics a station may see, and how each is built.  Least privilege is decided here."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import msgspec

from openfelt.floor.state import State
from openfelt.server.access.access import Entry
from openfelt.server.feed.topic import MakeView
from openfelt.stations.dealer import dealer_view
from openfelt.stations.display import display_view
from openfelt.stations.memory import Memory
from openfelt.stations.player import player_view
from openfelt.stations.seat import Wagers
from openfelt.stations.table import table_view


class Window(NamedTuple):
    """A topic as it is built, and what it looks at."""

    name: str
    make: MakeView
    tables: tuple[str, ...]
    terminals: tuple[str, ...] = ()


class Windows:
    """Makes the windows of one pit's stations."""

    def __init__(self, memory: Memory, *, demo: bool) -> None:
        self._memory = memory
        self._wagers = Wagers()
        self._demo = demo

    def of(self, entry: Entry) -> list[Window]:
        """Return everything a station may see, its own half first."""
        place = entry.place
        displays = [self._display(table) for table in place.tables]
        match place.kind:
            case "player":
                return [self._player(place.name, place.tables), *displays]
            case "dealer":
                return [*self._staff("dealer", dealer_view, entry), *displays]
            case "table":
                return [*self._staff("table", table_view, entry), *displays]
            case "display":
                return displays
            case "device":
                return []

    def _display(self, table: str) -> Window:
        def make(state: State, _: int) -> msgspec.Struct:
            return display_view(state, table, self._memory, demo=self._demo)

        return Window(f"display:{table}", make, (table,))

    def _player(self, terminal: str, tables: tuple[str, ...]) -> Window:
        def make(state: State, now: int) -> msgspec.Struct:
            return player_view(state, terminal, self._memory, self._wagers, now)

        return Window(f"player:{terminal}", make, tables, (terminal,))

    def _staff(
        self, kind: str, view: Callable[[State, str, str, int], msgspec.Struct], entry: Entry
    ) -> list[Window]:
        """Return a staff station's own window, for the person who is signed in now."""
        name = f"{kind}:{entry.place.name}"
        return [
            Window(name, partial(_for, view, table, entry.person), (table,))
            for table in entry.place.tables[:1]
        ]


def _for(
    view: Callable[[State, str, str, int], msgspec.Struct],
    table: str,
    person: str,
    state: State,
    now: int,
) -> msgspec.Struct:
    return view(state, table, person, now)
