"""A face: the pages and the small HTTP interface of one network's stations.

Floor and office are two of these with their own route lists; which of them a station is on its
kind says, and it never needs the other one.
"""

import ssl
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple, Protocol, TypeVar

from openfelt.floor.state import State
from openfelt.paper.slip import Letterhead, Slip
from openfelt.server.access.access import Access, Entry, Place
from openfelt.server.access.terminal_pins import TerminalPins
from openfelt.server.access.tries import Told
from openfelt.server.feed.desk import Desk
from openfelt.server.http.forms import Guest, Problem, StationInfo, StationLink, Trouble
from openfelt.server.http.recordings import Recordings
from openfelt.server.monitoring import Monitoring
from openfelt.server.warnings import Warnings
from openfelt.stations.kind import FaceName
from openfelt.stations.memory import Memory

T = TypeVar("T")

NOTHING_TOLD: Final = Told()
WEB: Final = Path(__file__).parent.parent / "web"


class NotSo(Exception):
    """A request that is answered with a problem, never with the text of an exception."""

    def __init__(self, status: int, error: Trouble, tries_left: int = -1, wait_s: int = 0) -> None:
        super().__init__(error)
        self.status = status
        self.problem = Problem(error, tries_left, wait_s)


class Keys(NamedTuple):
    """What a browser shows: the key of its station, and the key of the sign-in there."""

    station: str
    session: str = ""


class FaceEngine(Protocol):
    """The engine, as far as a face needs it."""

    def view(self, stream: str, make: Callable[[State], T]) -> Awaitable[T]:
        """Look at a durable state."""
        ...

    def stamp(self) -> int:
        """Return engine time."""
        ...


@dataclass(slots=True)
class Face:
    """What the handlers of one face share."""

    name: FaceName
    access: Access
    desk: Desk
    engine: FaceEngine
    memories: Mapping[str, Memory]
    pins: TerminalPins
    demo: bool
    origins: frozenset[str]
    hosts: frozenset[str]
    feed_port: int = 0
    port: int = 0
    tls: ssl.SSLContext | None = None
    web: Path = WEB
    # What the start page shows to a browser that found us under a name; only the office has one.
    links: Callable[[str], Awaitable[tuple[StationLink, ...]]] | None = None
    # As whom everybody may sign in: on a demo floor only.
    guests: tuple[Guest, ...] = ()
    warnings: Warnings = field(default_factory=Warnings)
    # What its pages speak, and from where they may fetch pictures of tables.
    recordings: Recordings = field(default_factory=Recordings)
    cameras: tuple[str, ...] = ()
    # How paper is written here, and what lies in the tray of a virtual printer.
    letterhead: Callable[[], Letterhead] = Letterhead
    in_tray: Callable[[str], Slip | None] = lambda _: None
    # What the central monitoring system asks for; only the office has it.
    monitoring: Monitoring | None = None

    def feed(self, host: str) -> str:
        """Return where the feed is, for a browser that found us under this name."""
        scheme = "wss" if self.tls else "ws"
        return f"{scheme}://{host}:{self.feed_port}/feed"

    def own_station(self, station: str) -> str:
        """Return the station if it is one of this face."""
        place = self.access.places.get(station)
        if place is None or place.kind.face != self.name:
            raise NotSo(404, "NOT_FOUND")
        return station

    def enrolled(self, station: str, keys: Keys) -> str:
        """Return the station if it showed its key."""
        if not self.access.is_enrolled(self.own_station(station), keys.station):
            raise NotSo(401, "NOT_ENROLLED")
        return station

    def entry(self, station: str, keys: Keys) -> Entry:
        """Return what the station may enter as; for a person only by the key of his sign-in."""
        entry = self.access.entry_by(self.enrolled(station, keys), keys.session)
        if entry is None:
            raise NotSo(401, "SIGN_IN_NEEDED")
        return entry

    def page_of(self, station: str, keys: Keys) -> str:
        """Return which page a station gets: nothing beyond enrolment and sign-in by default."""
        kind = self.access.places[self.own_station(station)].kind
        if not self.access.is_enrolled(station, keys.station):
            return "enrol"
        if not kind.has_page:
            raise NotSo(404, "NOT_FOUND")
        return "signin" if self.access.entry_by(station, keys.session) is None else kind.name

    async def info(
        self, station: str, keys: Keys, host: str, told: Told = NOTHING_TOLD
    ) -> StationInfo:
        """Say how a station stands; who is signed in only to the page that signed him in."""
        place = self.access.places[self.own_station(station)]
        enrolled = self.access.is_enrolled(station, keys.station)
        signed = self.access.signed_in_by(station, keys.session) if enrolled else None
        person = signed.person if signed else ""
        is_there = signed is not None and not signed.locked
        return StationInfo(
            station=station,
            kind=place.kind.name,
            enrolled=enrolled,
            needs_sign_in=place.kind.is_staffed and signed is None,
            person=person,
            name=self.access.persons.called(person) if person else "",
            roles=signed.roles if signed else (),
            locked=bool(signed and signed.locked),
            demo=self.demo,
            feed=self.feed(host),
            guests=self._welcome(place) if enrolled and not is_there else (),
            wrong_tries=told.count,
            wrong_since=told.since,
            wrong_at=told.stations,
        )

    def _welcome(self, place: Place) -> tuple[Guest, ...]:
        return tuple(guest for guest in self.guests if guest.role in place.staff)
