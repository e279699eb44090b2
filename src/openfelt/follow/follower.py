"""The follower: reads what is committed, notes it, and does each duty in its time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from openfelt.audit.finding import Finding
from openfelt.audit.whole import Progress
from openfelt.engine.proof import CannotFold, Untrue
from openfelt.engine.recovery import Began
from openfelt.engine.start import until_one_ends
from openfelt.follow.clocks import Clocks
from openfelt.follow.heads import HeadsFile
from openfelt.follow.model import START, Model
from openfelt.follow.place import Place
from openfelt.follow.snapshots import Snapshots
from openfelt.follow.verification import Verification
from openfelt.journal.base import BATCH, JournalReader
from openfelt.journal.errors import JournalCorrupt, JournalFault, UnknownEvent, UnreadableEvent

_SECOND_US: Final = 1_000_000


class FalseStart(JournalFault):
    """The floor that runs was started from something that its rows do not give."""

    def __init__(self, untrue: Collection[Untrue]) -> None:
        which = "; ".join(
            f"{one.began.stream} at row {one.began.sequence:,}: {one.what}" for one in untrue
        )
        super().__init__(
            f"the floor was started from a snapshot that is not true ({which}): stop it and serve "
            "nothing, whatever was decided since may be wrong"
        )


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
    what happens, `found` what is wrong, each finding once, and `warn` what keeps it from its work.
    `began` is what the start of the floor believed, which the rows must prove.
    """

    def __init__(
        self,
        reader: JournalReader,
        model: Model,
        heads: Sequence[HeadsFile],
        plan: Plan,
        *,
        say: Callable[[str], None],
        found: Callable[[Finding], None],
        warn: Callable[[str], None],
        clocks: Clocks | None = None,
        secret: bytes = b"",
        began: Sequence[Began] = (),
    ) -> None:
        self._reader = reader
        self._model = model
        self._places = [Place(file) for file in heads]
        self._plan = plan
        self._say = say
        self._found = found
        self._warn = warn
        self._clocks = clocks or Clocks()
        self._began = began
        # Streams whose chain does not hold, and streams whose rows do not follow from each other.
        self._bad: set[str] = set()
        self._unfit: set[str] = set()
        self._day_ended = False
        self._heads_kept: int | None = None
        self._verification = Verification(reader, model, heads, plan.verify_us, self._clocks)
        self._snapshots = Snapshots(
            reader, model, plan.snapshot_us, plan.snapshot_rows, self._clocks, secret
        )

    async def prove(self) -> None:
        """Fold the journal afresh, and compare; raise FalseStart when the floor must stop.

        A snapshot that is not true, and was not used, is a finding; all are thrown away then.
        """
        await self._snapshots.expect(self._began)
        untrue: list[Untrue] = []
        for stream in sorted({*await self._reader.streams(), *(one.stream for one in self._began)}):
            try:
                untrue.extend(await self._snapshots.prove(stream))
            except (JournalCorrupt, CannotFold) as error:
                self._complain(error)
                untrue.extend(self._snapshots.unproved(stream))
        if untrue:
            await self._snapshots.forget_all()
        used = [one for one in untrue if one.began in self._began]
        for one in untrue:
            kind = START if one in used else "snapshot"
            what = f"the snapshot is not true: {one.what}"
            self._add(Finding(one.began.stream, one.began.sequence, kind, what))
        if used:
            raise FalseStart(used)

    async def check_positions(self) -> None:
        """See that the rows taken before are still there: it may be another journal."""
        for stream, head in self._model.positions().items():
            rows = [row async for b in self._reader.read(stream, head.sequence - 1, 1) for row in b]
            if not rows or rows[0].hash != head.hash or rows[0].sequence != head.sequence:
                why = "the row that was followed before is not there any more"
                self._complain(JournalCorrupt(stream, head.sequence, why))

    async def once(self, progress: Progress | None = None) -> None:
        """Catch up, do everything that is due, and be done."""
        await self.prove()
        await self.follow()
        await self.keep_heads()
        await self.verify(progress)
        await self.snapshot()

    async def run(self, stop: asyncio.Event, progress: Progress | None = None) -> None:
        """Follow until told to stop; raise FalseStart when the floor must stop, too."""
        poll_s, duty_s = self._plan.poll_s, self._plan.duty_s
        proved = asyncio.Event()

        async def follow() -> None:
            while True:
                await self.follow()
                await self.keep_heads()
                await asyncio.sleep(poll_s)

        async def verify() -> None:
            await self.prove()
            proved.set()
            while True:
                await self.verify(progress)
                await asyncio.sleep(duty_s)

        async def snapshot() -> None:
            await proved.wait()
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

    async def keep_heads(self) -> None:
        """Keep the heads outside, each minute and when a gaming day has ended.

        Also of a stream in which the auditor finds something wrong: a head says what stood there.
        """
        day_ended, self._day_ended = self._day_ended, False
        ticks = self._clocks.ticks()
        kept = self._heads_kept
        if not day_ended and kept is not None and ticks - kept < self._plan.heads_us:
            return
        self._heads_kept = ticks
        heads = {k: head for k, head in self._model.positions().items() if k not in self._bad}
        for place in self._places:
            if await place.keep(heads, self._clocks.wall()):
                self._warn(place.fault)

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
        except (JournalCorrupt, CannotFold) as error:
            self._complain(error)
        except (UnknownEvent, UnreadableEvent) as error:
            # Of another stream than the one at hand: the verification says it with its row.
            self._warn(str(error))

    def _complain(self, error: JournalCorrupt | CannotFold) -> None:
        if isinstance(error, CannotFold):
            self._unfit.add(error.row.stream)
            self._add(Finding(error.row.stream, error.row.sequence, error.row.type, error.why))
        else:
            self._bad.add(error.stream)
            self._add(Finding(error.stream, error.sequence, "journal", error.why))

    def _add(self, finding: Finding) -> None:
        for new in self._model.add((finding,), self._clocks.wall()):
            self._found(new)

    def _bad_streams(self) -> set[str]:
        """Return the streams of which nothing may be kept as if it were right."""
        return self._bad | self._unfit | {finding.stream for finding in self._model.findings()}
