"""Group commit: whatever waits when a commit ends is the next one.  There is no timer.

But there is no haste either: a commit costs as much as dozens of commands, so before a batch is
closed the loop looks round a few times, and who has something to say by then is in it.  On a busy
floor that halves the work; on an idle one it takes some 40 µs.  And where a crowd waits, commits
begin some milliseconds apart: a quick disk would else be kept busy with a handful of commands at a
time, which costs the processor more than deciding them.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from time import monotonic
from typing import Final

from openfelt.engine.outbox import Outbox
from openfelt.engine.stream import Stream
from openfelt.journal.base import Archived, Journal
from openfelt.journal.chain import chained
from openfelt.journal.row import Columns, Row

# Those who have just been answered are heard too: their answers go in the first turn of the loop,
# what they say then is read in the second, and taken two turns later.
_LOOKS: Final = 4
# So many commands at once are a crowd: a thousand players of a real floor do not make one.
CROWD: Final = 16
APART_S: Final = 0.006


class GroupCommit:
    """The rows that wait for the journal, and how many of all rows taken are durable.

    A failed commit is never tried again: nobody knows what is on disk.
    """

    def __init__(
        self, journal: Journal, outbox: Outbox, streams: Mapping[str, Stream], batch_max: int
    ) -> None:
        self._journal = journal
        self._outbox = outbox
        self._streams = streams
        self._batch_max = batch_max
        # One entry a command: its rows are never split.
        self._waiting: deque[list[Columns]] = deque()
        # What ended by them, under the number of rows taken then.
        self._ended: deque[tuple[int, Iterable[Archived]]] = deque()
        self._wake = asyncio.Event()
        self.drained = asyncio.Event()
        self.drained.set()
        # Read for every command: cheaper than asking an Event.
        self.is_awake = False
        self.taken = 0
        self.durable = 0
        # Told how many seconds each commit took.
        self.committed: Callable[[float], None] = lambda _: None
        # When the last commit began, by the loop's clock.
        self._began = -APART_S

    def add(self, rows: list[Columns]) -> None:
        """Take the rows of one command, of whichever stream."""
        self.taken += len(rows)
        self._waiting.append(rows)

    def archive(self, ended: Iterable[Archived]) -> None:
        """Let these go to the archive with the rows that were added last."""
        self._ended.append((self.taken, ended))

    def nudge(self) -> None:
        """Something waits, be it only an answer."""
        if not self.is_awake:
            self.is_awake = True
            self.drained.clear()
            self._wake.set()

    async def run(self) -> None:
        """Commit for ever; the next batch forms while the journal works."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                await self._gather()
                if not self._waiting:  # Dropped: the engine has stopped meanwhile.
                    break
                rows = self._sealed(self._next_batch())
                began = monotonic()
                await self._journal.append(rows, self._ended_by(self.durable + len(rows)))
                self.committed(monotonic() - began)
                self.durable += len(rows)
                self._outbox.durable(self.durable)
            self._outbox.durable(self.durable)
            self.is_awake = False
            if self._waiting or self._outbox.held:
                self.nudge()
            else:
                self.drained.set()

    async def _gather(self) -> None:
        """Give others time to join the next batch."""
        for _ in range(_LOOKS):
            await asyncio.sleep(0)
        time = asyncio.get_running_loop().time
        # Whoever fills a batch alone has nobody to wait for.
        is_crowd = CROWD <= len(self._waiting) < self._batch_max
        if is_crowd and (left := self._began + APART_S - time()) > 0:
            await asyncio.sleep(left)
        self._began = time()

    def _sealed(self, batch: list[Columns]) -> list[Row]:
        """Chain a batch to what was before: all in one go is cheaper than each when it is taken."""
        hashes = {name: stream.hash for name, stream in self._streams.items()}
        rows = chained(hashes, batch)
        for name, digest in hashes.items():
            self._streams[name].hash = digest
        return rows

    def _next_batch(self) -> list[Columns]:
        """Join whole commands up to the cap; a longer one goes alone."""
        waiting = self._waiting
        if self.taken - self.durable <= self._batch_max:
            batch = [*chain.from_iterable(waiting)]
            waiting.clear()
            return batch
        batch = list(waiting.popleft())
        while waiting and len(batch) + len(waiting[0]) <= self._batch_max:
            batch += waiting.popleft()
        return batch

    def _ended_by(self, mark: int) -> Iterable[Archived]:
        """Return what goes to the archive with the rows up to a mark."""
        ended: Iterable[Archived] = ()
        while self._ended and self._ended[0][0] <= mark:
            ended = chain(ended, self._ended.popleft()[1])
        return ended

    @property
    def is_pending(self) -> bool:
        """Whether rows wait or are under way."""
        return self.durable < self.taken

    def drop(self) -> None:
        """Write nothing more."""
        self._waiting.clear()
        self.drained.set()
