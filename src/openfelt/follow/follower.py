"""The follower: reads what is committed, notes it, and does each duty in its time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from openfelt.audit.finding import Finding
from openfelt.audit.whole import Progress
from openfelt.engine.start import until_one_ends
from openfelt.follow.heads import HeadsFile
from openfelt.follow.model import Model
from openfelt.follow.snapshots import Snapshots
from openfelt.follow.verification import Verification
from openfelt.journal.base import BATCH, JournalReader
from openfelt.journal.errors import JournalCorrupt

HEADS: Final = "heads"
_SECOND_US: Final = 1_000_000


def wall_clock() -> int:
    """Return the time in µs UTC."""
    return time.time_ns() // 1_000


@dataclass(frozen=True, slots=True)
class Plan:
    """How often what is done."""

    heads_us: int = 60 * _SECOND_US
    snapshot_us: int = 300 * _SECOND_US
    snapshot_rows: int = 100_000
    verify_us: int = 24 * 3_600 * _SECOND_US
    batch: int = BATCH
    poll_s: float = 0.25
    duty_s: float = 5.0


class Follower:
    """One journal, one model.

    A stream with a bad row is followed no further than to it; the others go on.  `say` is told
    what happens, `found` what is wrong, each finding once.
    """

    def __init__(
        self,
        reader: JournalReader,
        model: Model,
        heads: HeadsFile | None,
        plan: Plan,
        *,
        say: Callable[[str], None],
        found: Callable[[Finding], None],
        clock: Callable[[], int] = wall_clock,
        secret: bytes = b"",
    ) -> None:
        self._reader = reader
        self._model = model
        self._heads = heads
        self._plan = plan
        self._say = say
        self._found = found
        self._clock = clock
        self._bad: set[str] = set()
        self._day_ended = False
        self._verification = Verification(reader, model, heads, plan.verify_us, clock)
        self._snapshots = Snapshots(
            reader, model, plan.snapshot_us, plan.snapshot_rows, clock, secret
        )

    async def check_positions(self) -> None:
        """See that the rows taken before are still there: it may be another journal."""
        for stream, head in self._model.positions().items():
            rows = [row async for b in self._reader.read(stream, head.sequence - 1, 1) for row in b]
            if not rows or rows[0].hash != head.hash or rows[0].sequence != head.sequence:
                why = "the row that was followed before is not there any more"
                self._complain(JournalCorrupt(stream, head.sequence, why))

    async def once(self, progress: Progress | None = None) -> None:
        """Catch up, do everything that is due, and be done."""
        await self.follow()
        self.keep_heads()
        await self.verify(progress)
        await self.snapshot()

    async def run(self, stop: asyncio.Event, progress: Progress | None = None) -> None:
        """Follow until told to stop."""
        poll_s, duty_s = self._plan.poll_s, self._plan.duty_s

        async def follow() -> None:
            while True:
                await self.follow()
                self.keep_heads()
                await asyncio.sleep(poll_s)

        async def verify() -> None:
            while True:
                await self.verify(progress)
                await asyncio.sleep(duty_s)

        async def snapshot() -> None:
            while True:
                await self.snapshot()
                await asyncio.sleep(duty_s)

        async def stopped() -> None:
            await stop.wait()

        await until_one_ends(*map(asyncio.create_task, (stopped(), follow(), verify(), snapshot())))

    # The duties

    async def follow(self) -> None:
        """Take every committed row that was not taken yet."""
        for stream in await self._reader.streams():
            if stream not in self._bad:
                try:
                    await self._follow(stream)
                except JournalCorrupt as error:
                    self._complain(error)
        if self._day_ended:
            self._say("a gaming day has ended")

    async def _follow(self, stream: str) -> None:
        head = self._model.position(stream)
        while True:
            before = head
            async for rows in self._reader.read(stream, head.sequence, self._plan.batch):
                head = self._model.take(stream, rows)
                self._day_ended |= any(row.type == "GamingDayClosed" for row in rows)
            if head.sequence - before.sequence < self._plan.batch:
                return

    def keep_heads(self) -> None:
        """Keep the heads outside, each minute and when a gaming day has ended."""
        day_ended, self._day_ended = self._day_ended, False
        if self._heads is None:
            return
        time_us = self._clock()
        if day_ended or time_us - self._model.done_at(HEADS) >= self._plan.heads_us:
            bad = self._bad_streams()
            heads = self._model.positions().items()
            self._heads.keep({name: head for name, head in heads if name not in bad}, time_us)
            self._model.done(HEADS, time_us)

    async def verify(self, progress: Progress | None = None) -> None:
        """Go on with the verification."""
        whole = self._verification.is_due
        new = await self._verification.go_on(progress)
        for finding in new:
            self._found(finding)
        if whole:
            verified = sum(head.sequence for head in self._model.verified().values())
            self._say(f"went over everything: {verified:,} rows are in order")

    async def snapshot(self) -> None:
        """Make the snapshots that are due; never of a stream in which something is wrong."""
        try:
            made = await self._snapshots.make_due(self._bad_streams())
            for stream, sequence in made.items():
                self._say(f"{stream}: snapshot at row {sequence:,}")
        except JournalCorrupt as error:
            self._complain(error)

    def _complain(self, error: JournalCorrupt) -> None:
        self._bad.add(error.stream)
        finding = Finding(error.stream, error.sequence, "journal", error.why)
        for new in self._model.add((finding,), self._clock()):
            self._found(new)

    def _bad_streams(self) -> set[str]:
        """Return the streams of which nothing may be kept as if it were right."""
        return self._bad | {finding.stream for finding in self._model.findings()}
