"""What a station may see: its topics, how each is built, and what each looks at.

Least privilege is decided here and in the records of `kind`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from openfelt.floor.money.payout import HOUSE
from openfelt.floor.state import State
from openfelt.stations.attendant import AttendantView, attendant_view
from openfelt.stations.cashdesk import CashDeskView, cash_desk_view
from openfelt.stations.dealer import DealerView, FaceUp, dealer_view, no_face
from openfelt.stations.display import DisplayView, display_view
from openfelt.stations.kiosk import KioskView, kiosk_view
from openfelt.stations.memory import Memory
from openfelt.stations.pit import PitMoneyView, PitView, pit_money_view, pit_view
from openfelt.stations.player import PlayerView, player_view
from openfelt.stations.presence import NOBODY, Presence
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


# From a view as it was built: the terminals it shows.
Shown = Callable[[Any], tuple[str, ...]]


class Looks(NamedTuple):
    """What a topic looks at: an event that concerns nothing of it leaves the topic alone.

    `chips` are tables too, with every touch of a player there, `locked` with those alone that
    confirm a wager.  `everything` is whatever happens in the stream, less those touches.  `seats`
    are the terminals that the view itself shows, with their touches at whichever table: a
    terminal may be linked to several, and has one purse.  `clock`: time alone changes it, so it is
    built every second too.
    """

    tables: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()
    locked: tuple[str, ...] = ()
    terminals: tuple[str, ...] = ()
    everything: bool = False
    seats: Shown | None = None
    clock: bool = False


class Window(NamedTuple):
    """A topic as it is built, and what it looks at; `stream` where it is not the station's own."""

    name: str
    make: MakeView
    looks: Looks
    stream: str = ""


class Room(NamedTuple):
    """What the windows of one stream share.

    `presence` is who and what is there; `face_up` looks at a virtual card on a table; `called`
    gives persons the names people know.
    """

    memory: Memory
    demo: bool
    presence: Presence = NOBODY
    face_up: FaceUp = no_face
    called: Callable[[str], str] = str


class Post(NamedTuple):
    """A station as its windows know it; `person` is whoever is signed in now.

    `pit` is the stream it speaks to.  `seal` makes the mark of what is shown there good for it.
    """

    station: str
    tables: tuple[str, ...]
    person: str
    room: Room
    pit: str = ""
    seal: Callable[[str], str] = str


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


def _seats(view: DealerView | TableView) -> tuple[str, ...]:
    return tuple(seat.terminal for seat in view.seats)


def _staff(name: str, view: StaffView, post: Post) -> list[Window]:
    """Return a staff station's own windows, one a table, for the person who is signed in.

    What he sees hangs on more than his table: on tasks, orders and roles, on what his terminals
    do at other tables.  So it is built again whatever happens in the pit.
    """

    def make(table: str, state: State, now: int) -> msgspec.Struct:
        return view(state, table, post.person, now, demo=post.room.demo)

    def window(table: str) -> Window:
        looks = Looks(tables=(table,), everything=True, seats=_seats)
        # The first table is what the station was when it had but one.
        more = "" if table == post.tables[0] else f":{table}"
        return Window(f"{name}:{post.station}{more}", partial(make, table), looks)

    return [window(table) for table in post.tables]


def _pit(post: Post) -> list[Window]:
    """Return the overview of a pit: all its desks see the same, so it is built once for them."""
    pit, presence, called = post.pit, post.room.presence, post.room.called

    def make(state: State, now: int) -> msgspec.Struct:
        return pit_view(state, post.tables, presence, now, called)

    looks = Looks(chips=post.tables, everything=True, clock=True)
    return [Window(f"pit:{pit}", make, looks)]


def _pit_money(post: Post) -> list[Window]:
    pit, presence = post.pit, post.room.presence

    def make(house: State, _: int) -> msgspec.Struct:
        return pit_money_view(house, presence)

    return [Window(f"pit_money:{pit}", make, Looks(everything=True), HOUSE)]


def _dealer(post: Post) -> list[Window]:
    """Return the dealer's own window: he alone stands where a card lies that nobody has read."""
    view = partial(dealer_view, face_up=post.room.face_up, seal=post.seal, called=post.room.called)
    return _staff("dealer", view, post)


def _in_charge(post: Post) -> list[Window]:
    """Return the window of whoever is in charge of a table: names of persons are shown there."""
    return _staff("table", partial(table_view, called=post.room.called), post)


def _cash_desk(post: Post) -> list[Window]:
    def make(house: State, now: int) -> msgspec.Struct:
        return cash_desk_view(house, post.person, now)

    # A kiosk that was shut opens again by itself.
    return [Window(f"cashdesk:{post.station}", make, Looks(everything=True, clock=True))]


def _kiosk(post: Post) -> list[Window]:
    """Return the window of whoever stands before a kiosk; what it said goes after a while."""

    def make(house: State, now: int) -> msgspec.Struct:
        return kiosk_view(house, post.station, now)

    return [Window(f"kiosk:{post.station}", make, Looks(everything=True, clock=True))]


def _attendant(post: Post) -> list[Window]:
    presence, called = post.room.presence, post.room.called

    def make(state: State, now: int) -> msgspec.Struct:
        return attendant_view(state, post.tables, post.person, presence, called, now)

    looks = Looks(everything=True, clock=True)
    return [Window(f"attendant:{post.station}", make, looks)]


DISPLAYS: Final = Sight(DisplayView, _displays)
PLAYER: Final = Sight(PlayerView, _player)
DEALER: Final = Sight(DealerView, _dealer)
TABLE: Final = Sight(TableView, _in_charge)
PIT: Final = Sight(PitView, _pit)
CASH_DESK: Final = Sight(CashDeskView, _cash_desk)
KIOSK: Final = Sight(KioskView, _kiosk)
ATTENDANT: Final = Sight(AttendantView, _attendant)
PIT_MONEY: Final = Sight(PitMoneyView, _pit_money)
