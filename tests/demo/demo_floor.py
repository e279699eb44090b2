"""A demo floor without doors: engine, devices and robots, on a clock that hurries."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from openfelt.audit import audit_journal
from openfelt.demo.company import Company
from openfelt.demo.equipment import DemoEquipment
from openfelt.demo.pace import Pace
from openfelt.demo.plan import PIT, Plan
from openfelt.devices.chance import seeded
from openfelt.devices.fault import Faults
from openfelt.engine.engine import Engine
from openfelt.engine.timers import keep_time
from openfelt.floor.base import Event
from openfelt.floor.money.payout import HOUSE
from openfelt.journal.base import Archived
from openfelt.journal.row import Row
from openfelt.journal.sqlite import SqliteJournal, open_readonly
from openfelt.server.config import wishes

HURRY = 400


class HurryingClock:
    """A clock on which a wagering period is over in a moment.

    It stands still while the journal is written: a slow disk would leave the robots no time to
    lay a chip in, and they would play for ever without a wager.
    """

    def __init__(self, begin_us: int) -> None:
        self._now_us = begin_us
        self._runs_since_ns: int | None = time.monotonic_ns()

    def __call__(self) -> int:
        if self._runs_since_ns is None:
            return self._now_us
        return self._now_us + HURRY * (time.monotonic_ns() - self._runs_since_ns) // 1_000

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        self._now_us, self._runs_since_ns = self(), None
        try:
            yield
        finally:
            self._runs_since_ns = time.monotonic_ns()


class TimelessJournal(SqliteJournal):
    """A real journal, and no time passes on the floor while it is written."""

    clock: HurryingClock

    async def append(self, rows: Sequence[Row], ended: Iterable[Archived] = ()) -> None:
        with self.clock.standing_still():
            await super().append(rows, ended)


class DemoFloor:
    """A floor of a plan in a folder; what happened is counted in `seen`."""

    def __init__(self, plan: Plan, folder: Path, faults: Faults | None = None) -> None:
        self.plan, self.folder = plan, folder
        terminals = {one.name: one.pit for one in plan.config.floor.terminal}
        self.equipment = DemoEquipment(
            plan.variants,
            terminals,
            folder,
            faults=faults,
            source=seeded(5),
            pause=lambda seconds: asyncio.sleep(seconds / HURRY),
        )
        self.company = Company(plan, self.equipment, seed=11, pace=Pace(0))
        self.seen: Counter[str] = Counter()
        self._happened = asyncio.Event()

    async def __aenter__(self) -> DemoFloor:
        self.journal = await TimelessJournal.open(self.folder / "journal.db")
        rows = [row async for batch in self.journal.read(PIT) for row in batch]
        clock = HurryingClock(rows[-1].time_us if rows else 1_767_225_600_000_000)
        self.journal.clock = clock
        self.engine = Engine(self.journal, clock, self.company.send, on_event=self._heard)
        self.company.started(self.engine)
        await self.engine.start((HOUSE, PIT), "demo")
        self._tasks = [
            asyncio.create_task(self.engine.run()),
            asyncio.create_task(keep_time(self.engine, clock)),
        ]
        self.wishes = await wishes.fulfil(self.engine, self.plan.config)
        return self

    async def __aexit__(self, *_: object) -> None:
        """End as a kill would: nothing is finished."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.equipment.rack.stop()
        await self.journal.close()

    def _heard(self, stream: str, event: Event) -> None:
        self.seen[type(event).__name__] += 1
        self.company.heard(stream, event)
        self._happened.set()

    def play(self) -> None:
        """Let the robots in."""
        self._tasks.append(asyncio.create_task(self.company.run(self.engine)))

    async def until(self, **counts: int) -> None:
        """Wait until events of these names were seen that often."""
        while any(self.seen[name] < count for name, count in counts.items()):
            self._happened.clear()
            for task in self._tasks:
                if task.done():
                    task.result()
            await asyncio.wait_for(self._happened.wait(), 90)


async def findings_of(folder: Path) -> list[str]:
    """Return what the auditor finds in a folder's journal."""
    reader = await open_readonly(folder / "journal.db")
    try:
        _, findings = await audit_journal(reader)
    finally:
        await reader.close()
    return [str(finding) for finding in findings]
