"""Reading an SQLite journal, also while another process writes it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, Self, TypeVar

import apsw

from openfelt.journal.base import BATCH, Snapshot, first_fitting
from openfelt.journal.errors import JournalCorrupt
from openfelt.journal.row import GENESIS, Head, Row
from openfelt.journal.sqlite_file import faults, open_reading
from openfelt.journal.sqlite_snapshots import SnapshotFile

T = TypeVar("T")

_READ: Final = """
SELECT stream, sequence, time_us, actor, client, number, type, version, payload, previous, hash
FROM journal WHERE stream = ? AND sequence > ? ORDER BY sequence LIMIT ?
"""
HEAD: Final = """
SELECT sequence, hash FROM journal WHERE stream = ? ORDER BY sequence DESC LIMIT 1
"""
# One look into the index a stream, where DISTINCT would read the whole index.
_STREAMS: Final = """
WITH RECURSIVE found(stream) AS (
    SELECT min(stream) FROM journal
    UNION ALL
    SELECT (SELECT min(stream) FROM journal WHERE stream > found.stream)
    FROM found WHERE found.stream IS NOT NULL
)
SELECT stream FROM found WHERE stream IS NOT NULL
"""
_ROW_HASH: Final = "SELECT hash FROM journal WHERE stream = ? AND sequence = ?"


class SqliteReader:
    """One connection, read-only, used by one thread, so that the loop never waits for the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._reading: apsw.Connection | None = None
        self._snapshots = SnapshotFile(path)
        self._read_thread = ThreadPoolExecutor(1, "journal-read")

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the journal at the path, or raise JournalFault and leave nothing open."""
        reader = cls(path)
        try:
            await reader._start()
        except BaseException:
            await reader.close()
            raise
        return reader

    async def _start(self) -> None:
        self._reading = await self._ask(lambda: open_reading(self._path))

    async def close(self) -> None:
        """Close what is open."""
        loop = asyncio.get_running_loop()
        if self._reading is not None:
            reading, self._reading = self._reading, None
            await loop.run_in_executor(self._read_thread, reading.close)
            await loop.run_in_executor(self._read_thread, self._snapshots.close)
        self._read_thread.shutdown()

    async def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> AsyncIterator[list[Row]]:
        """Give the rows in batches; between two batches no read lock is held."""
        left = limit
        while left is None or left > 0:
            size = BATCH if left is None else min(BATCH, left)
            rows = await self._ask(partial(self._rows, stream, after, size))
            if rows:
                yield rows
            if len(rows) < size:
                return
            after = rows[-1].sequence
            left = None if left is None else left - size

    async def head(self, stream: str) -> Head:
        """Return the last row's head."""
        found = await self._ask(lambda: self._db.execute(HEAD, (stream,)).fetchone())
        return Head(*found) if found else GENESIS

    async def streams(self) -> list[str]:
        """Return the streams that have rows."""
        found = await self._ask(lambda: self._db.execute(_STREAMS).fetchall())
        return [str(stream) for (stream,) in found]

    async def put_snapshot(
        self, stream: str, sequence: int, row_hash: bytes, schema: str, data: bytes
    ) -> None:
        """Keep a snapshot beside the journal; a reader may, it is not part of the journal."""
        await self._ask(lambda: self._snapshots.put(stream, sequence, row_hash, schema, data))

    async def snapshot(self, stream: str, schema: str) -> Snapshot | None:
        """Return the newest that fits."""
        return await self._ask(lambda: self._fitting(stream, schema))

    async def forget_snapshots(self) -> None:
        """Throw all away."""
        await self._ask(self._snapshots.clear)

    async def archived(self, kind: str, key: str) -> bytes | None:
        """Look up an ended thing."""
        sql = "SELECT data FROM archive WHERE kind = ? AND key = ?"
        return await self._ask(lambda: self._one(sql, kind, key))

    async def person(self, person: str) -> bytes | None:
        """Look up a person's data."""
        return await self._ask(lambda: self._one("SELECT data FROM person WHERE id = ?", person))

    async def persons(self) -> dict[str, bytes]:
        """Return every person's data."""
        rows = await self._ask(lambda: list(self._db.execute("SELECT id, data FROM person")))
        return dict(rows)

    @property
    def _db(self) -> apsw.Connection:
        assert self._reading is not None, "the journal is closed"
        return self._reading

    async def _ask(self, question: Callable[[], T]) -> T:
        with faults(self._path):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._read_thread, question)

    def _one(self, sql: str, *keys: str) -> bytes | None:
        found = self._db.execute(sql, keys).fetchone()
        return bytes(found[0]) if found else None

    def _rows(self, stream: str, after: int, size: int) -> list[Row]:
        rows: list[Row] = []
        try:
            for columns in self._db.execute(_READ, (stream, after, size)):
                rows.append(Row(*columns))  # noqa: PERF401 - tells how far it came
        except UnicodeDecodeError as error:
            sequence = rows[-1].sequence if rows else after
            raise JournalCorrupt(stream, sequence + 1, "a text of it is not UTF-8") from error
        return rows

    def _fitting(self, stream: str, schema: str) -> Snapshot | None:
        kept = self._snapshots.newest_first(stream)
        return first_fitting(((one, self._row_hash(one)) for one in kept), schema)

    def _row_hash(self, snapshot: Snapshot) -> bytes | None:
        found = self._db.execute(_ROW_HASH, (snapshot.stream, snapshot.sequence)).fetchone()
        return found[0] if found else None
