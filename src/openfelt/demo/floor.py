"""A demo floor that runs: the real server on an embedded journal, virtual devices, and robots."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from openfelt.demo.company import Company
from openfelt.demo.equipment import DemoEquipment, forget
from openfelt.demo.pace import Pace
from openfelt.demo.plan import PEOPLE, Plan
from openfelt.demo.plan import of as planned
from openfelt.devices.acceptor import NoteStuck
from openfelt.devices.fault import Fault, Faults
from openfelt.engine.recovery import Began
from openfelt.floor.base import Event
from openfelt.server.access.access import Entry
from openfelt.server.config.sections import Config
from openfelt.server.feed.protocol import Demo
from openfelt.server.floor_server import FloorServer
from openfelt.server.http.face import WEB
from openfelt.server.http.forms import Guest
from openfelt.server.standing.places import JOURNAL_FILE


class DemoFloor:
    """Start it, wait, stop it; the next start in the same folder goes on where this one ended."""

    def __init__(
        self,
        plan: Plan,
        *,
        show: Callable[["DemoFloor"], Coroutine[Any, Any, None]] | None = None,
        pace: Pace | None = None,
        web: Path = WEB,
    ) -> None:
        """`show` runs from when the doors are open."""
        self.plan = plan
        self.config = plan.config
        self._show = show
        folder = Path(plan.config.server.folder)
        folder.mkdir(0o700, parents=True, exist_ok=True)
        embedded = plan.config.server.journal == "sqlite"
        self.is_new = embedded and not (folder / JOURNAL_FILE).exists()
        if self.is_new:
            forget(folder)
        terminals = {one.name: one.pit for one in plan.config.floor.terminal}
        faults = Faults(secrets.randbits(32), dict.fromkeys(Fault, plan.faults))
        on_feed = {device.name for device in plan.config.floor.device}
        self._equipment = DemoEquipment(
            plan.variants,
            terminals,
            folder,
            kiosks=[kiosk.name for kiosk in plan.config.floor.kiosk],
            on_feed=on_feed,
            faults=faults,
        )
        seed = secrets.randbits(32)
        self._company = Company(
            plan, self._equipment, seed=seed, pace=pace or Pace(), is_taken=self._is_taken
        )
        self.server = FloorServer(plan.config, self, web)
        self.server.planned = _planned
        self.server.robots = plan.robots.keys()
        if plan.accounts:
            self.server.guests = tuple(Guest(p.person, p.role, p.password, p.name) for p in PEOPLE)
        # How often each kind of event has happened since the start.
        self.seen: Counter[str] = Counter()
        # The floor's equipment, as the server sees it.
        self.started = self._company.started
        self.send = self._company.send
        self.face_up = self._equipment.face_up
        self.in_tray = self._equipment.in_tray

    def _is_taken(self, terminal: str) -> bool:
        """Say whether somebody has the page of a terminal open."""
        entries = [connection.entry for connection in self.server.feed.connections]
        return any(entry is not None and entry.place.name == terminal for entry in entries)

    def heard(self, stream: str, event: Event) -> None:
        """Hear a durable event."""
        self.seen[type(event).__name__] += 1
        self._company.heard(stream, event)

    def _touched(self, stream: str, event: Event) -> None:
        self.seen[type(event).__name__] += 1
        self._show_touch(stream, event)

    async def start(self) -> None:
        """Open the floor and let the newcomer's people be known."""
        await self.server.start()
        self._show_touch, self.server.engine.on_touch = self.server.engine.on_touch, self._touched
        try:
            await self._prepare()
        except BaseException:
            await self.stop()
            raise

    @property
    def began(self) -> Sequence[Began]:
        """What the start believed of snapshots."""
        return self.server.began

    def stay_closed(self, why: str) -> None:
        """Do not open again until somebody has looked."""
        self.server.stay_closed(why)

    async def _prepare(self) -> None:
        for pit in self.config.floor.pits:
            await self._equipment.check_key(self.server.engine, pit)
        persons = self.server.access.persons
        for one in PEOPLE if self.plan.accounts else ():
            if not await persons.name_of(one.person):
                await persons.put(one.person, one.name, password=one.password, pin=one.pin)
        self.server.feed.on_demo = self._on_demo
        self._equipment.tell_returns(self.server.feed.give_back)

    def _on_demo(self, entry: Entry, message: Demo) -> None:
        """Put a note or a ticket into a terminal for whoever sits there; nonsense goes nowhere."""
        terminal, data = entry.place.name, message.data
        if message.device == "ticket_reader":
            self._equipment.feed_ticket(terminal, data)
        elif data.isdecimal() and len(data) < 10:
            with suppress(NoteStuck):  # His note is neither credited nor back: he can call.
                self._equipment.feed_note(terminal, int(data))

    async def run(self) -> None:
        """Serve and play until something fails or this is cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.server.run())
            group.create_task(self._company.run(self.server.engine))
            if self._show is not None:
                group.create_task(self._show(self))

    async def stop(self) -> None:
        """Finish what was taken and let go of the journal."""
        await self.server.stop()


def _planned(config: Config) -> Config:
    """Add the robots to a demo's file; one that is a demo's no longer is judged as it is."""
    return planned(config).config if config.server.demo else config
