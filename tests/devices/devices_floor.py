"""A small demo floor whose orders go to a rack; time stands still unless a test moves it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

from openfelt.devices.chance import seeded
from openfelt.devices.fault import Faults
from openfelt.devices.printer import VirtualPrinter
from openfelt.devices.rack import Rack
from openfelt.devices.shoe import VirtualShoe, VirtualShuffler
from openfelt.devices.tumbler import VirtualTumbler
from openfelt.devices.vault import Vault
from openfelt.devices.virtual import memory_of
from openfelt.devices.ways import Devices
from openfelt.engine.engine import Engine
from openfelt.engine.request import Reply, Request
from openfelt.floor.base import Command, Event
from openfelt.floor.demo import DeclareDemo
from openfelt.floor.house import OpenHouse
from openfelt.floor.money.account import EnrolTerminal
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people.staff import GrantRole
from openfelt.floor.state import Limits, State
from openfelt.floor.table import OpenTable
from openfelt.journal.base import Journal

PIT, CARDS, DICE = "pit", "LT1", "SB1"
START_US = 1_767_225_600_000_000
SECOND = 1_000_000
OpenJournal = Callable[[], Awaitable[Journal]]


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(story, 120))


class Floor:
    """Engine and rack; `restart` loses the process and keeps journal, key and memories."""

    def __init__(
        self, open_journal: OpenJournal, folder: Path, faults: Faults | None = None
    ) -> None:
        self._open_journal = open_journal
        self.folder = folder
        self.faults = faults or Faults()
        self.now = START_US
        self.events: list[Event] = []
        self.paused: list[float] = []
        self.tray: list[str] = []

    async def start(self) -> None:
        vault = Vault.at(self.folder / "seal.key")
        self.vault = vault
        memories = self.folder / "devices"
        memories.mkdir(exist_ok=True)
        printer = VirtualPrinter("printer@T1", self.faults, memory_of(memories, "printer@T1"))
        printer.tray = lambda slip: self.tray.append(slip.number)
        shuffler, shoe, tumbler = f"shuffler@{CARDS}", f"shoe@{CARDS}", f"tumbler@{DICE}"
        devices = Devices(
            printers={"printer@T1": printer},
            shufflers={
                shuffler: VirtualShuffler(
                    shuffler, vault, self.faults, memory_of(memories, shuffler), seeded(3)
                )
            },
            shoes={shoe: VirtualShoe(shoe, vault, self.faults, memory_of(memories, shoe))},
            tumblers={
                tumbler: VirtualTumbler(
                    tumbler, self.faults, memory_of(memories, tumbler), seeded(4)
                )
            },
        )
        self.rack = Rack(devices, self.faults, self._pause)
        self.journal = await self._open_journal()
        self.engine = Engine(self.journal, lambda: self.now, self.rack.send, on_event=self._heard)
        self.rack.started(self.engine)
        await self.engine.start((HOUSE, PIT), "test")
        self._running = asyncio.create_task(self.engine.run())
        await self.settle()
        if not self.state.tables:
            await self._set_up()

    async def _pause(self, seconds: float) -> None:
        self.paused.append(seconds)

    def _heard(self, stream: str, event: Event) -> None:
        self.events.append(event)
        self.rack.heard(stream, event)

    async def stop(self) -> None:
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)
        await self.rack.stop()
        await self.journal.close()

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        while True:
            await self.engine.idle()
            if not self.rack.is_busy:
                return
            await self.rack.idle()

    async def _set_up(self) -> None:
        for stream in (HOUSE, PIT):
            await self.do(DeclareDemo(), stream)
        await self.do(OpenHouse((PIT,)), HOUSE)
        for person in ("dealer", "agm", "egs", "casino_supervisor", "cashier"):
            await self.do(GrantRole(person, person, "", 0, 0), HOUSE)
        limits = Limits(500, 50_000, 500)
        await self.do(OpenTable(CARDS, "LT", limits, 20 * SECOND, burned=False))
        await self.do(OpenTable(DICE, "SB", limits, 20 * SECOND))
        await self.do(EnrolTerminal("T1", (CARDS,), 1, (10_000,)))
        await self.do(EnrolTerminal("T2", (DICE,), 2, (10_000,)))

    async def ask(self, command: Command, stream: str = PIT) -> Reply:
        """Send a command and see everything through that follows."""
        future = self.engine.submit(Request(stream, command, "test"))
        await self.settle()
        return await future

    async def do(self, command: Command, stream: str = PIT) -> None:
        reply = await self.ask(command, stream)
        assert reply.refused is None, (command, reply.refused)

    async def pass_time(self, seconds: int) -> None:
        self.now += seconds * SECOND
        self.engine.tick()
        await self.settle()

    @property
    def state(self) -> State:
        return self.engine.stream(PIT).state

    def count(self, kind: type[Event]) -> int:
        return sum(isinstance(event, kind) for event in self.events)
