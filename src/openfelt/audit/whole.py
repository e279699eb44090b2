"""Auditing a whole journal, also one that is being written."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from typing import Final

from openfelt.audit.auditor import Auditor
from openfelt.audit.finding import Finding
from openfelt.audit.head import KeptHead
from openfelt.audit.source import BEFORE_ALL, RowReader
from openfelt.journal.errors import JournalCorrupt
from openfelt.journal.row import Row

# A writer may be at work: each pass reads what the answers already read were asked by.
_PASSES_MAX: Final = 100

Progress = Callable[[int], None]


class _Tape:
    """One stream, batch by batch."""

    def __init__(self, reader: RowReader, stream: str, after: int) -> None:
        self.stream = stream
        self._batches: AsyncIterator[list[Row]] = reader.read(stream, after)
        self._rows: list[Row] = []
        self._next = 0
        self.corrupt: JournalCorrupt | None = None

    async def load(self) -> bool:
        """See to it that there is a next row; say whether there is."""
        if self._next < len(self._rows):
            return True
        try:
            self._rows = await anext(self._batches)
        except StopAsyncIteration:
            self._rows = []
        except JournalCorrupt as error:
            self.corrupt, self._rows = error, []
        self._next = 0
        return bool(self._rows)

    @property
    def time_us(self) -> int:
        """When the next row was written."""
        return self._rows[self._next].time_us

    def until(self, time_us: int | None) -> Iterable[Row]:
        """Take the loaded rows up to a time, one at least."""
        start = end = self._next
        while end < len(self._rows) and (
            end == start or time_us is None or self._rows[end].time_us <= time_us
        ):
            end += 1
        self._next = end
        return self._rows[start:end]


class JournalAudit:
    """An audit of every row of every stream, which goes on with what is written meanwhile."""

    def __init__(self, reader: RowReader, *, heads: Iterable[KeptHead] = ()) -> None:
        self.auditor = Auditor(heads=heads)
        self._reader = reader
        self._unreadable: dict[str, Finding] = {}

    async def catch_up(self, progress: Progress | None = None) -> int:
        """Take what is there and was not taken yet; return how many rows."""
        wanted = set(await self._reader.streams())
        total = 0
        for _ in range(_PASSES_MAX):
            ends = self.auditor.heads()
            tapes = [
                _Tape(self._reader, stream, ends[stream].sequence if stream in ends else BEFORE_ALL)
                for stream in sorted(wanted - self._unreadable.keys())
            ]
            taken = await _play(tapes, self.auditor, progress)
            total += taken
            self._note_unreadable(tapes)
            wanted = self.auditor.ahead() & self.auditor.heads().keys()
            if not taken or not wanted or self._unreadable:
                break
        return total

    def _note_unreadable(self, tapes: Iterable[_Tape]) -> None:
        for tape in tapes:
            if tape.corrupt:
                self._unreadable[tape.stream] = Finding(
                    tape.stream, tape.corrupt.sequence, "unreadable", tape.corrupt.why
                )

    def findings(self) -> list[Finding]:
        """Return what is wrong if nothing more comes."""
        return [*self._unreadable.values(), *self.auditor.finish()]


async def audit_journal(
    reader: RowReader,
    *,
    heads: Iterable[KeptHead] = (),
    progress: Progress | None = None,
) -> tuple[Auditor, list[Finding]]:
    """Audit every row of every stream; return the auditor and all findings."""
    audit = JournalAudit(reader, heads=heads)
    await audit.catch_up(progress)
    return audit.auditor, audit.findings()


async def _play(tapes: list[_Tape], auditor: Auditor, progress: Progress | None) -> int:
    """Take the rows of all streams about in the order they were written."""
    rows = 0
    live = [tape for tape in tapes if await tape.load()]
    while live:
        first = min(live, key=lambda tape: tape.time_us)
        rest = min((tape.time_us for tape in live if tape is not first), default=None)
        for row in first.until(rest):
            auditor.take(row)
            rows += 1
        if progress is not None:
            progress(rows)
        if not await first.load():
            live.remove(first)
    return rows
