"""The journal in one SQLite file: the default, for a floor on one machine.

WAL with synchronous=FULL: when a commit returns, the rows are on disk.  Rows are inserted in the
caller's thread.  A quick disk commits them there too: it is done before a thread of ours has been
given the interpreter, several times for each commit, by a loop that is busy.  A slow one is waited
for in the thread, and the loop runs on meanwhile.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import apsw

from openfelt.journal.base import Archived, Ownership
from openfelt.journal.errors import JournalConflict, JournalFault
from openfelt.journal.holding import Holding
from openfelt.journal.row import GENESIS, Head, Row
from openfelt.journal.sqlite_file import (
    copy_log,
    could_copy,
    faults,
    make_room,
    open_copying,
    open_writing,
)
from openfelt.journal.sqlite_lock import LockFile
from openfelt.journal.sqlite_reader import HEAD, SqliteReader
from openfelt.journal.write_thread import WriteThread

T = TypeVar("T")

# What a commit may take where the loop waits for it.  One that takes longer is a hiccup; after two
# in a row, which are a slow disk, the thread commits for so long.
QUICK_S: Final = 0.004
SLOW_FOR_S: Final = 1.0

# 16 MB of log between two checkpoints: about 30,000 rows.
CHECKPOINT_PAGES: Final = 4_000
# What a log may need that goes on growing while a checkpoint runs.
ROOM_PAGES: Final = CHECKPOINT_PAGES * 5 // 4

_INSERT: Final = "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_RAISE_EPOCH: Final = """
INSERT INTO lease VALUES (?, 1, ?)
ON CONFLICT (stream) DO UPDATE SET epoch = epoch + 1, node = excluded.node
RETURNING epoch
"""
_ARCHIVE: Final = """
INSERT INTO archive VALUES (?, ?, ?, ?)
ON CONFLICT (kind, key) DO UPDATE SET sequence = excluded.sequence, data = excluded.data
WHERE excluded.sequence >= archive.sequence
"""
_PUT_PERSON: Final = """
INSERT INTO person VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data
"""


async def open_readonly(path: Path) -> SqliteReader:
    """Open a journal for audit or follow, beside its writer."""
    return await SqliteReader.open(path)


class SqliteJournal(SqliteReader):
    """The writer.  From `open` until `release` or `close` no other process can be it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._holding = Holding()
        # Asked for every answer: whether streams are held and no write failed.
        self.may_answer = self._holding.may_answer
        self.durable = self._holding.durable
        self._lock = LockFile(path)
        self._writing: apsw.Connection | None = None
        self._copying: apsw.Connection | None = None
        self._write_thread = WriteThread("journal-write")
        # Whoever has it uses the writing connection, be it in the loop or in the thread.
        self._turn = asyncio.Lock()
        self._was_slow = False
        self._slow_until = 0.0
        self._log_pages = 0
        self._checkpoint_due_pages = CHECKPOINT_PAGES
        self._checkpointing: asyncio.Task[None] | None = None

    async def _start(self) -> None:
        self._lock.acquire()
        self._writing = await self._in_write_thread(lambda: open_writing(self._path))
        # The hook takes the place of SQLite's own checkpoints, which would run inside a commit.
        self._writing.set_wal_hook(self._note_log_pages)
        self._copying = await self._in_write_thread(lambda: open_copying(self._path))
        await super()._start()

    async def close(self) -> None:
        """Close what is open; the last to close moves the log into the database file."""
        try:
            if self._checkpointing is not None:
                await self._checkpointing
            await super().close()
            copying, self._copying = self._copying, None
            writing, self._writing = self._writing, None
            for connection in (copying, writing):
                if connection is not None:
                    await self._in_write_thread(connection.close)
            self._write_thread.end()
        finally:
            self._holding.end()
            self._lock.release()

    async def take(self, streams: Sequence[str], node: str) -> Mapping[str, Ownership]:
        """Become the one writer, by the lock file; the epochs are counted in the database."""
        self._holding.check_new(streams)
        self._lock.acquire()
        owned = await self._write(lambda: {each: self._own(each, node) for each in streams})
        self._holding.begin(owned)
        return owned

    async def renew(self) -> None:
        """Nothing to renew: the operating system keeps the lock as long as the process lives."""
        self._holding.check()

    async def append(self, rows: Sequence[Row], ended: Iterable[Archived] = ()) -> None:
        """Insert and commit."""
        async with self._turn:
            with self._holding.or_broken():
                heads = self._holding.follow(rows)
                if not rows:
                    return
                self._insert(rows)
                await self._commit(ended)
                self._holding.advance(heads)
        self._checkpoint_when_due()

    async def _commit(self, ended: Iterable[Archived]) -> None:
        """Commit in the loop, or in the thread where that may take a while."""
        began = time.monotonic()
        if ended or began < self._slow_until:
            await self._in_write_thread(partial(self._finish, ended))
            return
        with faults(self._path):
            self._finish(ended)
        over = time.monotonic()
        if over - began <= QUICK_S:
            self._was_slow = False
        elif self._was_slow:
            self._slow_until = over + SLOW_FOR_S
        else:
            self._was_slow = True

    async def release(self) -> None:
        """Let another process be the writer; this one can still read."""
        async with self._turn:
            self._holding.check()
            self._holding.end()
            self._lock.release()

    async def archive(self, entries: Sequence[Archived]) -> None:
        """Keep each unless a later one is there."""
        await self._write(lambda: self._writer.executemany(_ARCHIVE, entries))

    async def put_person(self, person: str, data: bytes) -> None:
        """Keep a person's data."""
        await self._write(lambda: self._writer.execute(_PUT_PERSON, (person, data)))

    async def make_room(self) -> None:
        """Make the log as long as it gets between two checkpoints, before it is needed."""
        async with self._turn:
            await self._in_write_thread(lambda: make_room(self._path, ROOM_PAGES))

    async def checkpoint(self) -> None:
        """Empty the log into the database; when it is long this happens by itself.

        Most is copied in a connection of its own while rows are being written.  What came in
        meanwhile is copied between two commits: only a log copied to its end can start afresh.
        One that cannot even begin is none: the log grows, and it is tried again some pages later.
        """
        with self._holding.or_broken():
            if not await self._copied_apart():
                self._checkpoint_due_pages = self._log_pages + CHECKPOINT_PAGES
                return
            async with self._turn:
                self._holding.check()
                whole = await self._in_write_thread(lambda: copy_log(self._writer))
        # A reader in another process can hold the log back: then try again some pages later.
        self._checkpoint_due_pages = CHECKPOINT_PAGES + (0 if whole else self._log_pages)

    async def _copied_apart(self) -> bool:
        assert self._copying is not None, "the journal is closed"
        copying = asyncio.ensure_future(asyncio.to_thread(could_copy, self._copying))
        try:
            with faults(self._path):
                return await asyncio.shield(copying)
        except asyncio.CancelledError:
            await _until_done(copying)
            raise
        except RuntimeError:  # The system gives us no further thread.
            return False

    def _checkpoint_when_due(self) -> None:
        running = self._checkpointing is not None and not self._checkpointing.done()
        if self._log_pages >= self._checkpoint_due_pages and not running:
            self._checkpointing = asyncio.create_task(self._checkpoint_in_background())

    async def _checkpoint_in_background(self) -> None:
        # A fault has broken the journal, and the next append says so.
        with suppress(JournalFault):
            await self.checkpoint()

    def _note_log_pages(self, _connection: apsw.Connection, _database: str, pages: int) -> int:
        self._log_pages = pages
        return apsw.SQLITE_OK

    @property
    def _writer(self) -> apsw.Connection:
        assert self._writing is not None, "the journal is closed"
        return self._writing

    def _insert(self, rows: Sequence[Row]) -> None:
        with faults(self._path):
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                self._writer.executemany(_INSERT, rows)
            except apsw.ConstraintError as error:
                first = rows[0]
                raise JournalConflict(
                    f"{self._path} refuses the batch from {first.stream}:{first.sequence} ({error})"
                ) from error

    def _finish(self, ended: Iterable[Archived]) -> None:
        if ended:
            self._writer.executemany(_ARCHIVE, ended)
        self._writer.execute("COMMIT")

    def _own(self, stream: str, node: str) -> Ownership:
        epoch = self._writer.execute(_RAISE_EPOCH, (stream, node)).get
        last = self._writer.execute(HEAD, (stream,)).fetchone()
        return Ownership(epoch, Head(*last) if last else GENESIS)

    async def _ask(self, question: Callable[[], T]) -> T:
        self._holding.check()
        return await super()._ask(question)

    async def _write(self, work: Callable[[], T]) -> T:
        """Do the work in a transaction of its own; if it fails, nothing has happened."""
        async with self._turn:
            self._holding.check()
            if not self._lock.held:
                raise JournalFault(f"{self._path} was released: take it again before you write")
            return await self._in_write_thread(lambda: self._transact(work))

    def _transact(self, work: Callable[[], T]) -> T:
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            result = work()
            self._writer.execute("COMMIT")
        except BaseException:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise
        return result

    async def _in_write_thread(self, work: Callable[[], T]) -> T:
        """Wait to the end even when cancelled: till then the thread uses the connection."""
        future = self._write_thread.do(work)
        try:
            with faults(self._path):
                return await asyncio.shield(future)
        except asyncio.CancelledError:
            await _until_done(future)
            raise


async def _until_done(future: asyncio.Future[T]) -> None:
    """Wait for a thread, however often we are told not to."""
    while not future.done():
        with suppress(asyncio.CancelledError):
            await asyncio.wait([future])
    future.exception()  # looked at, so that asyncio does not complain of it
