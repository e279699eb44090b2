"""The feed of a floor: its hub, its connections, and the sweeps that keep both honest."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, Protocol

from openfelt.core.refusal import Refusal
from openfelt.engine.request import Request
from openfelt.floor.base import Event, Refused, refuse
from openfelt.floor.money.dispensing import KioskRefused
from openfelt.floor.money.payout import HOUSE, TicketReturned
from openfelt.floor.play.cards.dummy import DummyHandEnded
from openfelt.floor.play.cards.shoe_change import ShoeBrought
from openfelt.floor.rounds.pause import TableResumed
from openfelt.floor.rounds.round import RoundOpened, RoundSettled, RoundVoided
from openfelt.floor.state import State
from openfelt.floor.table import TableOpened
from openfelt.journal.errors import JournalFault
from openfelt.paper.slip import Letterhead
from openfelt.server.access.access import Access, Entry, Place
from openfelt.server.feed.attendance import Attendance, is_dealers
from openfelt.server.feed.connection import Connection
from openfelt.server.feed.desk import Answered, Desk
from openfelt.server.feed.hub import Gate, Hub
from openfelt.server.feed.misreports import Misreports
from openfelt.server.feed.orders import open_orders
from openfelt.server.feed.protocol import ENCODER, Demo, House, Returned, Warned, Welcome
from openfelt.server.feed.turn import Turn
from openfelt.server.log import log
from openfelt.server.warnings import TOLD_S, Warnings
from openfelt.stations.alarm import lasting
from openfelt.stations.dealer import FaceUp, no_face
from openfelt.stations.device import DEVICES, Item
from openfelt.stations.kind import FaceName
from openfelt.stations.memory import Memory
from openfelt.stations.presence import Presence
from openfelt.stations.window import Post, Room, Window

SWEEP_S: Final = 0.25
DEAF_SWEEP_S: Final = 1.0
LOOK_S: Final = 0.5
IDLE_SWEEP_S: Final = 1.0
ASK_AGAIN_S: Final = 4.0

# Where people put something in.
_WITH_SLOTS: Final = frozenset(("terminal", "kiosk"))
_AT_TABLES: Final = tuple(name for name, kind in DEVICES.items() if kind.stands == "table")
# With these a live shoe is wanted to read by another order, or what was refused may be told.
_TURNS: Final = frozenset(
    (
        DummyHandEnded,
        RoundOpened,
        RoundSettled,
        RoundVoided,
        ShoeBrought,
        TableOpened,
        TableResumed,
    )
)

OnDemo = Callable[[Entry, Demo], None]


class FloorEngine(Gate, Protocol):
    """The engine, as far as the feed needs it."""

    def may_answer(self) -> bool:
        """Say whether nobody else can be the owner of what we answer for."""
        ...

    def tell(self, request: Request, answer: Answered) -> None:
        """Decide a request and call when the answer may be told."""
        ...


class FloorFeed:
    """Everything that is open between the floor and its stations."""

    def __init__(
        self,
        engine: FloorEngine,
        access: Access,
        memories: Mapping[str, Memory],
        desk: Desk,
        *,
        demo: bool,
        warnings: Warnings | None = None,
        face_up: FaceUp = no_face,
        letterhead: Callable[[], Letterhead] = Letterhead,
    ) -> None:
        self.engine = engine
        self._warnings = warnings or Warnings()
        self._warnings.changed = self._warn_all
        self.misreports = Misreports(self._warnings)
        self.access = access
        self.hub = Hub(engine)
        self.turn = Turn(engine.may_answer)
        self.desk = desk
        self._is_demo = demo
        self.house = House()
        self._letterhead = letterhead
        # Of the house nothing is shown that its state has let go of.
        known = {HOUSE: Memory(), **memories}
        self._rooms = {
            name: Room(known[name], demo, Presence(), face_up, self._called) for name in known
        }
        self.connections: set[Connection] = set()
        self._by_station: dict[str, Connection] = {}
        self.lagging: set[Connection] = set()
        self._work: set[asyncio.Task[None]] = set()
        self.on_demo: OnDemo = lambda _entry, _message: None
        self._attendance = Attendance(access, {n: r.presence for n, r in self._rooms.items()})
        self._arrange()
        access.changed = self.changed
        desk.give_back = self.give_back

    def handler(self, face: FaceName) -> Connection:
        """Make the other end of a new connection of a face."""
        return Connection(self, face)

    def on_event(self, stream: str, event: Event) -> None:
        """Hear a durable event; what stations are shown must never stop the floor."""
        try:
            self._rooms[stream].memory.take(event, self.engine.stamp())
            self.hub.on_event(stream, event)
            if stream == HOUSE:
                self._of_a_slip(event)
            if type(event) in _TURNS:
                self._turned(event)
            if isinstance(event, KioskRefused) and event.shut_until:
                log.warning("unknown tickets again and again", kiosk=event.kiosk)
                self._warnings.give("tickets_guessed", event.kiosk, for_s=TOLD_S)
            if isinstance(event, TicketReturned):
                self.give_back(event.terminal, "ticket", refuse(Refusal(event.code)))
        except Exception as error:
            log.error("an event was not shown", event_type=type(event).__name__, exc_info=error)

    def _of_a_slip(self, event: Event) -> None:
        """Tell the guest who left by a slip what the house does with it, as long as he is there."""
        for pit, room in self._rooms.items():
            terminal = room.memory.statements.take_slip(event, self.engine.stamp())
            if terminal:
                self.hub.on_terminal(pit, terminal)

    def _turned(self, event: Any) -> None:
        """Tell the devices of a table what is wanted now; one that stood still asks them again."""
        for kind in _AT_TABLES:
            device = f"{kind}@{event.table}"
            connection = self._by_station.get(device)
            if connection is not None and type(event) is TableResumed:
                connection.order_again()
            self.deliver(device)

    def give_back(self, terminal: str, item: Item, refused: Refused) -> None:
        """Tell whoever sits at a terminal why his note or ticket comes out again."""
        unknown = refused.code is Refusal.TICKET_UNKNOWN
        if unknown and self.desk.guesses.wrong(terminal):
            log.warning("unknown tickets again and again", terminal=terminal)
            self._warnings.give("tickets_guessed", terminal, for_s=TOLD_S)
        connection = self._by_station.get(terminal)
        if connection is not None and connection.entry is not None:
            clause = self.desk.clause_of(refused, *connection.entry.place.tables)
            returned = Returned(item, refused.code, clause, refused.data)
            connection.send(ENCODER.encode(returned))

    # What connections ask

    def joined(self, connection: Connection) -> None:
        """Let a station in; a station has one feed, and the newest is it."""
        assert connection.entry is not None
        station = connection.entry.place.name
        before = self._by_station.get(station)
        self._by_station[station] = connection
        self._attendance.came(connection.entry.place)
        self.access.page_opened(station, connection.boot)
        if before is not None:
            if connection.entry.place.kind.is_device:
                log.warning("a device has come twice", device=station)
            before.bye("REPLACED")

    def left(self, connection: Connection) -> None:
        """Forget a connection."""
        self.connections.discard(connection)
        self.lagging.discard(connection)
        if connection.entry is not None:
            station = connection.entry.place.name
            if self._by_station.get(station) is connection:
                del self._by_station[station]
                self._attendance.went(connection.entry.place, self.engine.stamp())

    def _called(self, person: str) -> str:
        """Return how a person is shown, whoever keeps the names by now."""
        return self.access.persons.called(person)

    def welcome(self, entry: Entry, topics: list[str]) -> Welcome:
        """Say who a station is taken for."""
        place = entry.place
        return Welcome(
            place.name,
            place.kind.name,
            entry.person,
            entry.roles,
            self.engine.stamp(),
            self._is_demo,
            tuple(topics),
            self._called(entry.person),
            self.house,
        )

    def windows_of(self, entry: Entry) -> list[Window]:
        """Return what a station may see."""
        place = entry.place
        room = self._rooms[place.stream]
        seal = partial(self.desk.marks.sealed, place.name)
        post = Post(place.name, place.tables, entry.person, room, place.stream, seal)
        return place.kind.windows(post)

    def is_locked(self, entry: Entry) -> bool:
        """Say whether the station hides everything because its person was idle."""
        signed = self.access.signed_in(entry.place.name)
        return signed is not None and signed.locked

    def demo(self, entry: Entry, message: Demo) -> None:
        """Move a hand at a virtual device; on a live floor there is none."""
        if self._is_demo and entry.place.kind.stands in _WITH_SLOTS:
            self.on_demo(entry, message)

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that takes a while, like verifying a PIN."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    def deliver(self, device: str) -> None:
        """Send a device what it is wanted to do, if it is there; else it is sent when it comes."""
        connection = self._by_station.get(device)
        if connection is not None and connection.entry is not None:
            self.later(self._orders_to(connection, connection.entry.place))

    async def _orders_to(self, connection: Connection, place: Place) -> None:
        letterhead = self._letterhead()
        with suppress(JournalFault):
            orders = await self.engine.view(
                place.stream, lambda s: open_orders(s, place.name, letterhead)
            )
            connection.order(orders)

    def warned(self) -> bytes:
        """Say what stands against the floor."""
        return ENCODER.encode(Warned(self._warnings.standing()))

    def _warn_all(self) -> None:
        self._attendance.warned(self._warnings.standing())
        self.hub.on_clock()
        for connection in self._by_station.values():
            connection.warn()

    # What changes under an open feed

    def changed(self, station: str) -> None:
        """Follow a station's key or sign-in: show the new person's topics, or nothing more."""
        self.later(self._follow(station))
        connection = self._by_station.get(station)
        if connection is None or connection.entry is None:
            return
        # What came under the person before is his, and judged as his.
        self.turn.take()
        before, entry = connection.entry, self.access.entry_of(station)
        if entry is None or entry.place != before.place or entry.key != before.key:
            signed_out = self.access.is_known(station, before.key)
            connection.bye("SIGNED_OUT" if signed_out else "REVOKED")
            return
        # Whoever has the feed open without having signed in anew sees nothing of who has.
        if not self.access.goes_on(station, before.session, connection.boot):
            connection.bye("SIGNED_OUT")
            return
        connection.entry = entry
        connection.begin()

    def places_changed(self) -> None:
        """Follow a new configuration: who is elsewhere now, or gone, comes in anew."""
        self._arrange()
        for station, connection in list(self._by_station.items()):
            assert connection.entry is not None
            if self.access.places.get(station) != connection.entry.place:
                connection.bye("REVOKED" if station not in self.access.places else "RESTARTING")

    async def run(self) -> None:
        """Publish, and look after slow clients and idle stations, until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.hub.run())
            group.create_task(self._watch_the_slow())
            group.create_task(self._cut_the_deaf())
            group.create_task(self._lock_the_idle())
            group.create_task(self._look_round())
            group.create_task(self._ask_again())

    async def _watch_the_slow(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            for connection in list(self.lagging):
                if connection.catch_up():
                    self.lagging.discard(connection)

    def _arrange(self) -> None:
        """See who and what belongs to each pit, and who is there now."""
        self._attendance.arrange(self._by_station, self.engine.stamp())
        for place in self.access.places.values():
            if is_dealers(place):
                self.later(self._follow(place.name))

    async def _follow(self, station: str) -> None:
        """Follow who deals at a table."""
        await self._attendance.follow(station)
        self.hub.on_clock()

    async def _look_round(self) -> None:
        """Note what lasts in each pit, so that it is known since when; time alone may raise it."""
        while True:
            await asyncio.sleep(LOOK_S)
            with suppress(JournalFault):
                for stream, room in self._rooms.items():
                    keys = await self.engine.view(stream, partial(_lasting, room.presence))
                    room.presence.note(keys, self.engine.stamp())
            self.hub.on_clock()

    async def _ask_again(self) -> None:
        """Say again to other systems what they were asked and have not answered."""
        while True:
            await asyncio.sleep(ASK_AGAIN_S)
            for station, connection in list(self._by_station.items()):
                if _is_asked_again(connection):
                    connection.order_again()
                    self.deliver(station)

    async def _cut_the_deaf(self) -> None:
        while True:
            await asyncio.sleep(DEAF_SWEEP_S)
            for connection in list(self.connections):
                connection.cut_if_deaf()

    async def _lock_the_idle(self) -> None:
        while True:
            await asyncio.sleep(IDLE_SWEEP_S)
            await self.access.end_expired()
            await self.access.lock_idle()
            self._warnings.let_go()

    def bye_to_all(self) -> None:
        """Tell every station that we shall be back."""
        for connection in list(self.connections):
            connection.bye("RESTARTING")


def _is_asked_again(connection: Connection) -> bool:
    place = connection.entry.place if connection.entry else None
    return place is not None and place.kind.is_device and place.device.asked_again


def _lasting(presence: Presence, state: State) -> tuple[str, ...]:
    return lasting(state, presence)
