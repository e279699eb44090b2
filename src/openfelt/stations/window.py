"""What a station may see: its topics, how each is built, and what each looks at.

Least privilege is decided here and in the records of `kind`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, Protocol

import msgspec

from openfelt.floor.state import State
from openfelt.stations.dealer import DealerView, dealer_view
from openfelt.stations.display import DisplayView, display_view
from openfelt.stations.memory import Memory
from openfelt.stations.player import PlayerView, player_view
from openfelt.stations.table import TableView, table_view

# From a state and the time now.
MakeView = Callable[[State, int], msgspec.Struct]


class StaffView(Protocol):
    """Builds what a member of staff sees of a table."""

    def __call__(
        self, state: State, name: str, person: str, now: int, *, demo: bool
    ) -> msgspec.Struct:
        """Build it for a person."""
        ...


class Looks(NamedTuple):
    """What a topic looks at: an event that concerns nothing of it leaves the topic alone.

    `chips` are tables too, with every touch of a player there, `locked` with those alone that
    confirm a wager.  `everything` is whatever happens
    in the stream, less those touches.
    """

    tables: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()
    locked: tuple[str, ...] = ()
    terminals: tuple[str, ...] = ()
    everything: bool = False


class Window(NamedTuple):
    """A topic as it is built, and what it looks at."""

    name: str
    make: MakeView
    looks: Looks


class Room(NamedTuple):
    """What the windows of one stream share; `called` gives persons the names people know."""

    memory: Memory
    demo: bool
    called: Callable[[str], str] = str


class Post(NamedTuple):
    """A station as its windows know it; `person` is whoever is signed in now."""

    station: str
    tables: tuple[str, ...]
    person: str
    room: Room


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A view that a kind of station has, and the windows on it at one station.

    Names of topics are unique over all sights: `display:L1`, `dealer:L1-dealer`.
    """

    view: type[msgspec.Struct]
    windows: Callable[[Post], list[Window]]


def _displays(post: Post) -> list[Window]:
    def make(table: str, state: State, _: int) -> msgspec.Struct:
        return display_view(state, table, post.room.memory, demo=post.room.demo)

    return [
        Window(f"display:{table}", partial(make, table), Looks(tables=(table,), locked=(table,)))
        for table in post.tables
    ]


def _player(post: Post) -> list[Window]:
    terminal, memory = post.station, post.room.memory

    def make(state: State, now: int) -> msgspec.Struct:
        return player_view(state, terminal, memory, now)

    looks = Looks(tables=post.tables, terminals=(terminal,))
    return [Window(f"player:{terminal}", make, looks)]


def _staff(name: str, view: StaffView, post: Post) -> list[Window]:
    """Return a staff station's own window on its table, for the person who is signed in."""
    (table,) = post.tables

    def make(state: State, now: int) -> msgspec.Struct:
        return view(state, table, post.person, now, demo=post.room.demo)

    return [Window(f"{name}:{post.station}", make, Looks(tables=(table,), chips=(table,)))]


def _in_charge(post: Post) -> list[Window]:
    """Return the window of whoever is in charge of a table: names of persons are shown there."""
    return _staff("table", partial(table_view, called=post.room.called), post)


DISPLAYS: Final = Sight(DisplayView, _displays)
PLAYER: Final = Sight(PlayerView, _player)
DEALER: Final = Sight(DealerView, partial(_staff, "dealer", dealer_view))
TABLE: Final = Sight(TableView, _in_charge)
