"""A virtual wheel spins when the floor orders it, once for each round, over any crash."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from openfelt.devices.chance import seeded
from openfelt.devices.rack import Rack
from openfelt.devices.tumbler import VirtualWheel
from openfelt.devices.virtual import memory_of
from openfelt.devices.ways import Devices
from openfelt.engine.engine import Engine
from openfelt.engine.request import Request
from openfelt.floor.base import Command
from openfelt.floor.house import OpenHouse
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people.staff import GrantRole
from openfelt.floor.play.wheel.spin import Spin, play_at
from openfelt.floor.rounds.pause import ResumeTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.state import Limits, State
from openfelt.floor.table import OpenTable
from openfelt.journal.memory import MemoryJournal, MemoryStore

PIT = "pit"
WHEEL = "wheel@R1"
SECOND = 1_000_000


async def _at_once(_: float) -> None:
    """No ball goes round here."""


class Floor:
    """A pit with one roulette table, its engine and its rack."""

    def __init__(self, folder: Path, store: MemoryStore) -> None:
        self.now = 1_000 * SECOND
        self._store = store
        self.wheel = VirtualWheel(WHEEL, None, memory_of(folder, WHEEL), seeded(5))
        self.rack = Rack(Devices(wheels={WHEEL: self.wheel}), pause=_at_once)

    async def start(self) -> None:
        send = self.rack.send
        self._journal = MemoryJournal(self._store)
        self.engine = Engine(self._journal, lambda: self.now, send)
        self.rack.started(self.engine)
        await self.engine.start((HOUSE, PIT), "test")
        self._running = asyncio.create_task(self.engine.run())
        await self.idle()

    async def stop(self) -> None:
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)
        await self.rack.stop()
        await self._journal.release()
        await self._journal.close()

    async def idle(self) -> None:
        for _ in range(3):
            await self.engine.idle()
            await self.rack.idle()

    async def do(self, command: Command, stream: str = PIT) -> None:
        reply = await self.engine.submit(Request(stream, command, "test"))
        assert reply.refused is None, reply.refused
        await self.idle()

    async def close(self) -> None:
        self.now += 30 * SECOND
        self.engine.tick()
        await self.idle()

    @property
    def state(self) -> State:
        return self.engine.stream(PIT).state


async def furnished(folder: Path, store: MemoryStore) -> Floor:
    floor = Floor(folder, store)
    await floor.start()
    await floor.do(OpenHouse((PIT,)), HOUSE)
    for person, role in (("dana", "dealer"), ("sam", "casino_supervisor")):
        await floor.do(GrantRole(person, role, "", 0, 0), HOUSE)
    await floor.do(OpenTable("R1", "MT_ROULETTE", Limits(500, 10_000, 500), 30 * SECOND))
    return floor


@pytest.mark.clause("MT 9.2(b)(i)")
def test_every_round_has_a_spin_of_its_own(tmp_path: Path) -> None:
    async def story() -> None:
        floor = await furnished(tmp_path, MemoryStore())
        numbers = []
        for _ in range(12):
            await floor.do(NewGame("R1", "dana"))
            await floor.close()
            await floor.do(Spin("R1", "dana"))
            table = floor.state.tables["R1"]
            assert table.phase == "result_pending"
            assert not floor.state.orders
            numbers.append(play_at(table).number)
            await floor.do(ConfirmResult("R1", "dana"))
        assert set(numbers) <= set(range(37))
        assert len(set(numbers)) > 6, "the same number would be said again"
        await floor.stop()

    asyncio.run(story())


def test_a_spin_whose_answer_is_lost_in_a_crash_is_the_same_after_it(tmp_path: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        floor = await furnished(tmp_path, store)
        await floor.do(NewGame("R1", "dana"))
        await floor.close()
        said = await floor.wheel.spin("R1 1")  # The ball fell, and the power went.
        await floor.stop()
        again = Floor(tmp_path, store)
        await again.start()
        await again.do(ResumeTable("R1", "sam"))
        await again.do(Spin("R1", "dana"))
        assert play_at(again.state.tables["R1"]).number == said
        await again.stop()

    asyncio.run(story())
