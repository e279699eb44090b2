"""A tumbler at a table that a dealer deals: it shakes when it is told, and tells when it may."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from openfelt.devices.fault import Fault, Faults
from openfelt.devices.memory import Memory
from openfelt.devices.rack import Rack
from openfelt.devices.tumbler import VirtualTumbler
from openfelt.devices.ways import Devices
from openfelt.engine.engine import Engine
from openfelt.engine.request import Request
from openfelt.floor.base import Command
from openfelt.floor.house import OpenHouse
from openfelt.floor.people.staff import GrantRole
from openfelt.floor.play.dealt_dice.saying import EnterDice
from openfelt.floor.play.dealt_dice.tumbling import Tumble
from openfelt.floor.rounds.pause import ResumeTable
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.state import Limits, State, Table
from openfelt.floor.table import OpenTable
from openfelt.journal.memory import MemoryJournal, MemoryStore

SECOND = 1_000_000
HOUSE, PIT = "house", "pit"


class Floor:
    """An engine with one dealt dice table and its tumbler, on a virtual clock."""

    def __init__(self, folder: Path, store: MemoryStore) -> None:
        self.now = SECOND
        self.faults = Faults()
        memory = Memory(folder / "tumbler.jsonl")
        self.tumbler = VirtualTumbler("tumbler@D1", self.faults, memory)
        self.rack = Rack(Devices(tumblers={"tumbler@D1": self.tumbler}), self.faults, _at_once)
        self._store = store

    async def start(self) -> None:
        self._journal = MemoryJournal(self._store)
        heard = self.rack.heard
        self.engine = Engine(self._journal, lambda: self.now, self.rack.send, on_event=heard)
        self.rack.started(self.engine)
        await self.engine.start((HOUSE, PIT), "test")
        self._running = asyncio.create_task(self.engine.run())
        await self.idle()

    async def idle(self) -> None:
        await self.engine.idle()
        while self.rack.is_busy:
            await self.rack.idle()
            await self.engine.idle()

    async def stop(self) -> None:
        await self.rack.stop()
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)
        await self._journal.release()
        await self._journal.close()

    async def do(self, command: Command, stream: str = PIT) -> None:
        reply = await self.engine.submit(Request(stream, command, "test"))
        assert reply.refused is None, (command, reply.refused)
        await self.idle()

    async def close(self) -> None:
        self.now += 30 * SECOND
        self.engine.tick()
        await self.idle()

    @property
    def state(self) -> State:
        return self.engine.stream(PIT).state

    @property
    def table(self) -> Table:
        return self.state.tables["D1"]


async def _at_once(_: float) -> None:
    return None


async def furnished(folder: Path, store: MemoryStore, tumble: str, dice: str) -> Floor:
    floor = Floor(folder, store)
    await floor.start()
    await floor.do(OpenHouse((PIT,)), HOUSE)
    for person, role in (("dana", "dealer"), ("sam", "casino_supervisor")):
        await floor.do(GrantRole(person, role, "", 0, 0), HOUSE)
    limits = Limits(500, 10_000, 500)
    await floor.do(OpenTable("D1", "MT_SICBO", limits, 30 * SECOND, tumble=tumble, dice=dice))
    return floor


@pytest.mark.clause("MT 10.3(c)")
def test_a_tumble_at_the_end_is_recognised_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        floor = await furnished(tmp_path, MemoryStore(), "end", "recognition")
        outcomes = set()
        for _ in range(8):
            await floor.do(NewGame("D1", "dana"))
            await floor.close()
            await floor.do(Tumble("D1", "dana"))
            assert floor.table.phase == "settled"
            outcomes.add(floor.table.settled[floor.table.round].outcome)
        assert len(outcomes) > 3, "the same dice would be said again"
        await floor.stop()

    asyncio.run(story())


@pytest.mark.clause("MT 10.3(a)(i)", "MT 10.3(b)")
def test_covered_dice_are_told_when_wagering_is_over_and_are_those_shaken(tmp_path: Path) -> None:
    async def story() -> None:
        floor = await furnished(tmp_path, MemoryStore(), "start", "recognition")
        await floor.do(NewGame("D1", "dana"))
        await floor.do(Tumble("D1", "dana"))
        assert floor.table.phase == "wagering"
        shaken = await floor.tumbler.tumble("shake:D1:1", 3)
        assert shaken is not None
        await floor.close()
        assert floor.table.phase == "settled"
        assert floor.table.settled[1].outcome == "-".join(map(str, shaken.faces))
        await floor.stop()

    asyncio.run(story())


def test_covered_dice_are_the_same_after_a_crash(tmp_path: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        floor = await furnished(tmp_path, store, "start", "recognition")
        await floor.do(NewGame("D1", "dana"))
        await floor.do(Tumble("D1", "dana"))
        shaken = await floor.tumbler.tumble("shake:D1:1", 3)
        assert shaken is not None
        floor.rack.devices.tumblers.clear()  # The power went as wagering closed.
        await floor.close()
        await floor.stop()
        again = Floor(tmp_path, store)
        again.now = floor.now
        await again.start()
        assert again.table.suspended == "restart"
        await again.do(ResumeTable("D1", "sam"))
        assert again.table.settled[1].outcome == "-".join(map(str, shaken.faces))
        await again.stop()

    asyncio.run(story())


@pytest.mark.clause("MT 10.3(c)")
def test_dice_that_the_dealer_says_are_told_by_no_tumbler(tmp_path: Path) -> None:
    async def story() -> None:
        floor = await furnished(tmp_path, MemoryStore(), "end", "dealer")
        await floor.do(NewGame("D1", "dana"))
        await floor.close()
        await floor.do(Tumble("D1", "dana"))
        assert floor.table.phase == "tumbling"
        assert list(floor.state.orders) == ["shake:D1:1"]
        await floor.do(EnterDice("D1", "dana", (1, 2, 3)))
        assert floor.table.phase == "settled"
        assert not floor.state.orders
        await floor.stop()

    asyncio.run(story())


@pytest.mark.clause("MT 10.5(a)")
@pytest.mark.parametrize(("tumble", "dice"), [("end", "dealer"), ("start", "recognition")])
def test_a_cocked_die_voids_the_round_wherever_it_is(
    tmp_path: Path, tumble: str, dice: str
) -> None:
    async def story() -> None:
        floor = await furnished(tmp_path, MemoryStore(), tumble, dice)
        floor.faults.breaks("tumbler@D1", Fault.COCKED_DICE)
        await floor.do(NewGame("D1", "dana"))
        if tumble == "end":
            await floor.close()
        await floor.do(Tumble("D1", "dana"))
        assert floor.table.phase == "void"
        await floor.stop()

    asyncio.run(story())
