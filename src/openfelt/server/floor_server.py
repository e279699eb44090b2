"""A floor that runs: journal, engine, feed and two faces in one process and one loop."""

import asyncio
import secrets
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import AsyncExitStack
from ipaddress import ip_network
from pathlib import Path
from time import monotonic
from typing import Any, Final

from openfelt.engine.engine import BATCH_MAX, Engine
from openfelt.engine.key import key_at, token_at
from openfelt.engine.process import tune
from openfelt.engine.recovery import Began
from openfelt.engine.timers import keep_time
from openfelt.floor.base import Event
from openfelt.floor.day import GamingDayClosed
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.state import Order
from openfelt.journal.base import Journal
from openfelt.journal.errors import OwnedByAnother
from openfelt.server import control, start_page
from openfelt.server.access.access import Access
from openfelt.server.access.held_roles import follow_all_roles
from openfelt.server.access.house_notes import HouseNotes, compare_daily
from openfelt.server.access.persons import Persons
from openfelt.server.access.places import places_of, variants_of
from openfelt.server.access.records import Records
from openfelt.server.access.signatures import Signatures
from openfelt.server.access.store import PostgresStore, SqliteStore, Store
from openfelt.server.access.terminal_pins import TerminalPins
from openfelt.server.access.tries import TRIES_FREE
from openfelt.server.acts import acts_of
from openfelt.server.clock_watch import ClockWatch
from openfelt.server.config import wishes
from openfelt.server.config.addresses import hosts_of, origin_of, split, tls_of
from openfelt.server.config.differences import Wish
from openfelt.server.config.sections import Config, letterhead_of
from openfelt.server.door.door import room_for
from openfelt.server.door.seats import Seats
from openfelt.server.equipment import Equipment, NoEquipment
from openfelt.server.feed.desk import Desk
from openfelt.server.feed.floor_feed import FloorFeed
from openfelt.server.feed.listening import listen_with
from openfelt.server.feed.protocol import FRAME_MAX, House
from openfelt.server.feed.recall import recall, recall_slips
from openfelt.server.feed.transport import Socket
from openfelt.server.folders import is_open_to_all
from openfelt.server.house_clock import HouseClock, steady_clock, wall_clock
from openfelt.server.http.face import WEB, Face
from openfelt.server.http.forms import Guest, StationLink
from openfelt.server.http.metrics import Figures
from openfelt.server.http.reception import FaceReception
from openfelt.server.http.recordings import Recordings
from openfelt.server.http.routes import FLOOR_ROUTES, OFFICE_ROUTES, make_app
from openfelt.server.http.web_server import WebServer
from openfelt.server.log import log
from openfelt.server.monitoring import Monitoring
from openfelt.server.stalls import Stalls
from openfelt.server.standing.places import JOURNAL_FILE
from openfelt.server.standing.standing import Standing
from openfelt.server.warnings import TOLD_S, Warnings
from openfelt.stations.kind import FaceName
from openfelt.stations.memory import Memory

# Twice as long as a lease: a node that lives has renewed its own by then.
LEASE_WAIT_S: Final = 6.0
ACCESS_FILE: Final = "access.db"


async def open_journal(config: Config) -> tuple[Journal, Store]:
    """Open where the floor is kept, and the rows beside it."""
    address = config.server.journal
    if address == "sqlite":
        from openfelt.journal.sqlite import SqliteJournal

        folder = Path(config.server.folder)
        folder.mkdir(0o700, parents=True, exist_ok=True)
        journal = await SqliteJournal.open(folder / JOURNAL_FILE)
        await journal.make_room()
        return journal, SqliteStore.open(folder / ACCESS_FILE)
    from openfelt.journal.postgres import PostgresJournal

    return await PostgresJournal.open(address), await PostgresStore.open(address)


class FloorServer:
    """See the module: `start`, `run` until something fails or it is cancelled, `stop`."""

    # How many rows one commit may take; the benchmark shows what less would cost.
    batch_max = BATCH_MAX

    def __init__(self, config: Config, equipment: Equipment | None = None, web: Path = WEB) -> None:
        self.config = config
        self._pages = web
        self._equipment = equipment or NoEquipment()
        self._memories = {pit: Memory() for pit in config.floor.pits}
        self._heard: list[tuple[str, Event]] | None = []
        self._tasks: list[asyncio.Task[None]] = []
        # What was opened, to be closed in the opposite order.
        self._opened = AsyncExitStack()
        self._tls = tls_of(config)
        self._variants = variants_of(config)
        self._changing = asyncio.Lock()
        self._day_ended = asyncio.Event()
        # What a floor adds to its file by itself: a demo its robots.
        self.planned: Callable[[Config], Config] = lambda config: config
        # As whom everybody may sign in: nobody, unless a demo says so.
        self.guests: tuple[Guest, ...] = ()
        # The terminals that robots play at.
        self.robots: Collection[str] = ()
        self.faces: dict[str, Face] = {}
        self.figures = Figures()
        self.warnings = Warnings()
        self.stalls = Stalls()
        self.is_ready = False

    # Start

    async def start(self) -> None:
        """Recover, fulfil the wishes, open the doors; what was opened is closed when that fails."""
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise

    async def _start(self) -> None:
        config = self.config
        secret = self._key = key_at(config.server.key_file)
        standing = self._standing = Standing(config, secret)
        await standing.compare()
        self._look_at_folders()
        self.journal, self._store = await open_journal(config)
        self._opened.push_async_callback(self.journal.close)
        self._opened.push_async_callback(self._store.close)
        self.clock = HouseClock(wall_clock, steady_clock)
        self.clock_watch = ClockWatch(self.clock, self._store, config.server.node, self.warnings)
        await self.clock_watch.recall()
        self.engine = Engine(
            self.journal,
            self.clock.now,
            self._send_order,
            on_event=self._on_event,
            batch_max=self.batch_max,
            secret=secret,
            go_on_after=self.clock_watch.go_on_after,
        )
        await standing.refuse_missing(self._store)
        self._equipment.started(self.engine)
        pits = await wishes.pits_known(self.journal, config)
        await self._take_over((HOUSE, *pits))
        self._opened.push_async_callback(self._stop_engine)
        await standing.begin(self.journal, self._store)
        self.engine.hear_commits(self.stalls.committed)
        self._spawn(self.engine.run())
        self._spawn(standing.keep(self.journal))
        await self.clock_watch.begin()
        self._spawn(keep_time(self.engine, self.clock.now))
        self._spawn(self.clock_watch.run())
        _note(await wishes.add_pits(self.engine, config, pits))
        _note(await wishes.fulfil(self.engine, config))
        self._spawn(self._keep_day())
        await self._open_feed()
        await self._remember()
        await self._open_doors()
        await self._open_control()
        tune()
        self._spawn(self.stalls.watch())
        self.is_ready = True
        log.info("open", demo=config.server.demo, **self.addresses())

    async def _take_over(self, streams: Sequence[str]) -> None:
        """Become the owner; a lease that a dead node left is waited for, a living one's is not."""
        until = monotonic() + LEASE_WAIT_S
        while True:
            try:
                await self.engine.start(streams, self.config.server.node)
            except OwnedByAnother as error:
                if error.seconds_left is None or monotonic() > until:
                    raise
                log.warning("waiting for another node's lease to end", why=str(error))
                await asyncio.sleep(min(max(error.seconds_left, 0) + 0.05, 1.0))
            else:
                return

    async def _remember(self) -> None:
        """Fold the past of every table; what happens meanwhile is heard after it."""
        for pit, memory in self._memories.items():
            await recall(self.journal, pit, memory)
        await recall_slips(self.journal, self._memories.values())
        heard, self._heard = self._heard, None
        for stream, event in heard or ():
            if stream in self._memories:
                self._memories[stream].take(event, self.engine.stamp())
            for memory in self._memories.values():
                memory.statements.take_slip(event, self.engine.stamp())

    async def _open_feed(self) -> None:
        self.records = Records(self.journal, self._store, HouseNotes(self.engine), self.warnings)
        await self.records.start()
        persons = Persons(self.journal, vouched=self.records)
        self.access = Access(self._store, persons, self.clock.now, self._key, self.records)
        self.access.judge.wronged = self._wronged
        self._arrange(self.config)
        await self.access.start()
        await follow_all_roles(self.engine, self.access)
        secret = await self._secret()
        if self.config.server.demo and not self.config.demo.enrol:
            await self.access.enrol_for_show(secret)
        signatures = Signatures(self._store)
        await signatures.start()
        self.desk = Desk(self.engine, self.access, self._variants, secret, signatures)
        self.feed = FloorFeed(
            self.engine,
            self.access,
            self._memories,
            self.desk,
            demo=self.config.server.demo,
            warnings=self.warnings,
            face_up=self._equipment.face_up,
            letterhead=lambda: letterhead_of(self.config.floor),
        )
        self.engine.on_touch = self.feed.hub.on_touch
        self._spawn(self.feed.run())
        self._spawn(compare_daily(self.records))
        self._show_figures()

    def _look_at_folders(self) -> None:
        """Warn of a folder in which any user of the machine can put another file in place."""
        server = self.config.server
        for folder in (Path(server.folder), server.key_file.parent):
            if is_open_to_all(folder):
                log.warning(
                    "every user of this machine can change a folder of the floor",
                    folder=str(folder),
                    do=f"chmod o-w {folder}",
                )
                self.warnings.give("folder_open_to_all", str(folder))

    def _arrange(self, config: Config) -> None:
        """Say which stations there are, and how long they wait for an idle person."""
        self.access.places = places_of(config)
        self.access.idle_us = config.floor.idle_lock * 1_000_000
        self.access.factor_roles = frozenset(config.floor.second_factor)

    def _wronged(self, person: str, station: str, count: int) -> None:
        """Tell of wrong passwords and PINs, before they are many."""
        log.warning("a wrong password or PIN", person=person, station=station, untold=count)
        if count >= TRIES_FREE:
            self.warnings.give("wrong_tries", f"{person} ({station})", count, TOLD_S)

    async def _secret(self) -> bytes:
        """Return the secret ticket numbers are drawn with, made at the first start."""
        kept = (await self._store.all("secret")).get("tickets")
        if kept is None:
            kept = secrets.token_bytes(32)
            await self._store.put("secret", "tickets", kept)
        return kept

    async def _open_doors(self) -> None:
        server = self.config.server
        self.seats = Seats(
            room_for(server.connections),
            server.connections_an_address,
            map(ip_network, server.proxies),
        )
        self.pins = TerminalPins(self.access.judge, self.warnings)
        floor = self._face("floor", server.floor)
        office = self._face("office", server.office)
        office.links = self._links
        self._furnish(self.config)
        office.monitoring = Monitoring(self.engine, self.journal, self.config.floor.pits)
        await self._open_face(floor, FLOOR_ROUTES, server.floor, server.floor_feed)
        await self._open_face(office, OFFICE_ROUTES, server.office, server.office_feed)
        self._opened.callback(self.feed.bye_to_all)

    def _furnish(self, config: Config) -> None:
        """Give the pages what the house has for them: its time, its recordings, its pictures."""
        floor = config.floor
        recordings = Recordings(floor.guests.calls)
        videos = {table.name: table.video for table in floor.table if table.video}
        self.feed.house = House(
            floor.time_zone,
            floor.currency,
            floor.guests.remind_every,
            floor.guests.safer,
            videos,
            recordings.names,
        )
        for face in self.faces.values():
            face.recordings = recordings
            face.cameras = tuple(sorted(set(map(origin_of, videos.values()))))

    def _face(self, name: FaceName, address: str) -> Face:
        made = self.faces[name] = Face(
            name,
            self.access,
            self.desk,
            self.engine,
            self._memories,
            self.pins,
            self.config.server.demo,
            frozenset(),
            frozenset(hosts_of(self.config, address)),
            tls=self._tls,
            web=self._pages,
            guests=self.guests,
            warnings=self.warnings,
            letterhead=lambda: letterhead_of(self.config.floor),
            in_tray=self._equipment.in_tray,
        )
        return made

    async def _open_face(
        self, face: Face, routes: tuple[object, ...], address: str, feed_address: str
    ) -> None:
        web = WebServer(*split(address), self._tls, self.seats)
        self._opened.push_async_callback(web.stop)
        face.port = web.port
        scheme = "https" if self._tls else "http"
        own = {f"{scheme}://{name}:{web.port}" for name in face.hosts}
        face.origins = frozenset(own | set(self.config.server.origins))
        where = Socket(
            *split(feed_address), face.origins, face.hosts, FRAME_MAX, self._tls, self.seats
        )
        listen = listen_with(self.config.server.transport)
        listening = await listen(where, lambda: self.feed.handler(face.name))
        self._opened.push_async_callback(listening.close)
        face.feed_port = listening.port
        reception = FaceReception(
            face,
            make_app(face, routes),
            is_ready=lambda: self.is_ready and self.engine.failed is None,
            write_figures=self.figures.written,
            token=token_at(self.config.server.token_file),
        )
        web.open(reception)

    async def _open_control(self) -> None:
        folder = Path(self.config.server.folder)
        folder.mkdir(0o700, parents=True, exist_ok=True)
        listening = await control.listen(folder, acts_of(self))
        self._opened.callback(listening.close)

    async def change_to(self, config: Config) -> list[Wish]:
        """Bring the running floor to another configuration; what it cannot leaves it as it was."""
        async with self._changing:
            asked = await wishes.reload(self.engine, self.config, config)
            _note(asked)
            if not any(wish.refused for wish in asked):
                await self._move_to(config)
            await follow_all_roles(self.engine, self.access)
            return asked

    async def _keep_day(self) -> None:
        """See after every gaming day that the next one ends when the file says."""
        while True:
            await self._day_ended.wait()
            self._day_ended.clear()
            async with self._changing:
                _note(await wishes.keep_day(self.engine, self.config))

    async def _move_to(self, config: Config) -> None:
        self.config = config
        self._arrange(config)
        self._furnish(config)
        self._variants.update(variants_of(config))
        if config.server.demo:
            await self.access.enrol_for_show(await self._secret())
        self.feed.places_changed()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.append(asyncio.create_task(work))

    # What leaves the engine

    def _on_event(self, stream: str, event: Event) -> None:
        if self._heard is not None:
            self._heard.append((stream, event))
        else:
            self.feed.on_event(stream, event)
        self._equipment.heard(stream, event)
        if type(event) is GamingDayClosed:
            self._day_ended.set()

    def _send_order(self, stream: str, name: str, order: Order) -> None:
        """Hand an order to the devices of this process, and to the one on the feed."""
        self._equipment.send(stream, name, order)
        if self._heard is None:
            self.feed.deliver(order.device)

    def _show_figures(self) -> None:
        show = self.figures
        show.gauge("stations_connected", "Open feeds.", lambda: len(self.feed.connections))
        show.gauge("stations_lagging", "Feeds that do not keep up.", lambda: len(self.feed.lagging))
        show.gauge("connections", "Open connections.", lambda: len(self.seats))
        away = "Connections refused because their address has too many."
        show.counter("connections_refused", away, lambda: self.seats.turned_away)
        show.counter("updates", "Frames of topics sent.", lambda: self.feed.hub.updates)
        show.counter("acks", "Commands acknowledged.", lambda: self.desk.acks)
        show.counter("refusals", "Commands refused.", lambda: self.desk.refusals)
        show.counter("busy", "Wagers turned away because of load.", lambda: self.desk.busy)
        show.counter("stalls", "How often everybody waited.", lambda: self.stalls.count)
        why = ("stall_longest_seconds", "The longest everybody waited, by what for.", "cause")
        show.gauges(*why, self.stalls.seconds)
        show.gauge(
            "clock_ahead_seconds",
            "By how much the machine's clock is ahead of the floor's time.",
            lambda: self.clock.difference() / 1_000_000,
        )
        show.counter("clock_jumps", "Times it was found set.", lambda: self.clock_watch.jumps)
        show.gauge("ready", "Whether stations are served.", lambda: float(self.is_ready))

    # Addresses

    def addresses(self) -> dict[str, str]:
        """Return where the faces are."""
        scheme = "https" if self._tls else "http"
        return {
            name: f"{scheme}://{next(iter(sorted(face.hosts)))}:{face.port}/"
            for name, face in self.faces.items()
        }

    def station_url(self, station: str, host: str = "127.0.0.1") -> str:
        """Return where a station lives."""
        face = self.faces[self.access.places[station].kind.face]
        scheme = "https" if self._tls else "http"
        return f"{scheme}://{host}:{face.port}/s/{station}/"

    async def _links(self, host: str) -> tuple[StationLink, ...]:
        """Return what the start page shows."""
        places = self.access.places.values()
        entries = (connection.entry for connection in self.feed.connections)
        opened = {entry.place.name for entry in entries if entry is not None}
        sat = await start_page.seats(self.engine, places, opened, self.robots)
        urls = {name: self.station_url(name, host) for name in self.access.places}
        return start_page.links(places, self._variants, urls, sat)

    # Run and end

    def stay_closed(self, why: str) -> None:
        """Do not open again until somebody has looked; it is stopped already."""
        self._standing.put_closed(why)

    @property
    def began(self) -> Sequence[Began]:
        """What the start believed of snapshots."""
        return self.engine.began

    async def run(self) -> None:
        """Run until one part ends, which only a fault or a stop makes it do."""
        done, _ = await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()

    async def stop(self) -> None:
        """Close the doors, make durable what was taken, let go of the journal."""
        self.is_ready = False
        await self._opened.aclose()
        log.info("closed")

    async def _stop_engine(self) -> None:
        stopped = self.engine.failed is not None
        if not stopped:
            await self.engine.idle()
            await self._standing.end(self.journal)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if not stopped:
            await self.journal.release()


def _note(asked: list[Wish]) -> None:
    """Log what was asked of the floor; what it would not do should be read."""
    for wish in asked:
        note = log.warning if wish.refused else log.info
        note("configuration", what=wish.what, refused=wish.refused)
