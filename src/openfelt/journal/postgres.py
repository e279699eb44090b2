"""The journal in PostgreSQL, for many pits and nodes.

Writing has its own connection, the lease another, and a small pool does the rest.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from hashlib import sha256
from typing import Any, Final

from openfelt.journal.base import BATCH, SNAPSHOTS_KEPT, Archived, Ownership, Snapshot
from openfelt.journal.holding import Holding
from openfelt.journal.postgres_lease import Lease
from openfelt.journal.postgres_server import (
    connect,
    connect_pool,
    disconnect,
    faults,
    limit_transactions,
    migrate,
    refuse_unfit,
)
from openfelt.journal.postgres_writer import Writer
from openfelt.journal.row import GENESIS, Head, Row

_READ: Final = """
SELECT stream, sequence, time_us, actor, client, number, type, version, payload, previous, hash
FROM journal WHERE stream = $1 AND sequence > $2 ORDER BY sequence LIMIT $3
"""
_HEAD: Final = """
SELECT sequence, hash FROM journal WHERE stream = $1 ORDER BY sequence DESC LIMIT 1
"""
# One look into the index a stream, where DISTINCT would read the whole index.
_STREAMS: Final = """
WITH RECURSIVE found (stream) AS (
    SELECT min(stream) FROM journal
    UNION ALL
    SELECT (SELECT min(stream) FROM journal WHERE stream > found.stream)
    FROM found WHERE found.stream IS NOT NULL
)
SELECT stream FROM found WHERE stream IS NOT NULL
"""
_PUT_SNAPSHOT: Final = """
INSERT INTO snapshot VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (stream, sequence) DO UPDATE SET row_hash = excluded.row_hash,
    schema = excluded.schema, data = excluded.data, digest = excluded.digest
"""
_PRUNE: Final = """
DELETE FROM snapshot WHERE stream = $1 AND sequence NOT IN (
    SELECT sequence FROM snapshot WHERE stream = $1 ORDER BY sequence DESC LIMIT $2
)
"""
_SNAPSHOTS: Final = """
SELECT stream, sequence, row_hash, schema, data, digest
FROM snapshot JOIN journal USING (stream, sequence)
WHERE stream = $1 AND schema = $2 AND row_hash = journal.hash ORDER BY sequence DESC
"""
_ARCHIVE: Final = """
INSERT INTO archive VALUES ($1, $2, $3, $4)
ON CONFLICT (kind, key) DO UPDATE SET sequence = excluded.sequence, data = excluded.data
WHERE excluded.sequence >= archive.sequence
"""
_ARCHIVED: Final = "SELECT data FROM archive WHERE kind = $1 AND key = $2"
_PUT_PERSON: Final = """
INSERT INTO person VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET data = excluded.data
"""


class PostgresJournal:
    """Opening owns nothing yet: a follower opens it and never calls `take`."""

    def __init__(self, leasing: Any, writing: Any, pool: Any, clock: Callable[[], float]) -> None:
        self._connections = (leasing, writing, pool)
        self._pool = pool
        self._holding = Holding()
        self._lease = Lease(leasing, self._holding, clock)
        self._writer = Writer(writing, self._holding)

    @classmethod
    async def open(
        cls, dsn: str, schema: str = "openfelt", clock: Callable[[], float] = time.monotonic
    ) -> PostgresJournal:
        """Connect, refuse an unfit server, bring the schema up to date."""
        async with AsyncExitStack() as opened:
            leasing = await connect(dsn, schema)
            opened.push_async_callback(disconnect, leasing)
            with faults():
                await refuse_unfit(leasing)
                await migrate(leasing, schema)
            writing = await connect(dsn, schema)
            opened.push_async_callback(disconnect, writing)
            with faults():
                await limit_transactions(writing)
            pool = await connect_pool(dsn, schema)
            opened.pop_all()
            return cls(leasing, writing, pool, clock)

    async def close(self) -> None:
        """Drop every connection; a lease that was not released runs out by itself."""
        self._holding.end()
        for connection in self._connections:
            await disconnect(connection)

    async def take(self, streams: Sequence[str], node: str) -> Mapping[str, Ownership]:
        """Take the leases of the streams, if they are free or expired."""
        return await self._lease.take(streams, node)

    async def renew(self) -> None:
        """Prolong the leases; call it every second."""
        await self._lease.renew()

    @property
    def renewed_at(self) -> float | None:
        """When, by our clock, the last renewal that succeeded was sent."""
        return self._lease.renewed_at

    def may_answer(self) -> bool:
        """Say whether nobody else can have taken over yet."""
        return self._lease.may_answer()

    async def append(self, rows: Sequence[Row]) -> None:
        """Write the rows behind the fence of our epochs."""
        await self._writer.append(rows)

    async def release(self) -> None:
        """End the leases at once."""
        await self._lease.release()

    async def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> AsyncIterator[list[Row]]:
        """Give the rows in batches.

        By key and not by cursor: no transaction stays open while the reader thinks, so a slow
        audit holds back neither the server's clean-up nor a connection.
        """
        left = limit
        while left is None or left > 0:
            size = BATCH if left is None else min(BATCH, left)
            async with self._any() as connection:
                found = await connection.fetch(_READ, stream, after, size)
            if found:
                yield [Row(*columns) for columns in found]
            if len(found) < size:
                return
            after = found[-1]["sequence"]
            left = None if left is None else left - size

    async def head(self, stream: str) -> Head:
        """Return the last row's head."""
        async with self._any() as connection:
            found = await connection.fetchrow(_HEAD, stream)
        return Head(*found) if found else GENESIS

    async def streams(self) -> list[str]:
        """Return the streams that have rows."""
        async with self._any() as connection:
            return [stream for (stream,) in await connection.fetch(_STREAMS)]

    async def put_snapshot(
        self, stream: str, sequence: int, row_hash: bytes, schema: str, data: bytes
    ) -> None:
        """Keep it among the newest two; this needs no lease, the follower does it."""
        digest = sha256(data).digest()
        async with self._any() as connection, connection.transaction():
            await connection.execute(
                _PUT_SNAPSHOT, stream, sequence, row_hash, schema, data, digest
            )
            await connection.execute(_PRUNE, stream, SNAPSHOTS_KEPT)

    async def snapshot(self, stream: str, schema: str) -> Snapshot | None:
        """Return the newest that fits."""
        async with self._any() as connection:
            found = await connection.fetch(_SNAPSHOTS, stream, schema)
        snapshots = (Snapshot(*columns) for columns in found)
        return next((snapshot for snapshot in snapshots if snapshot.is_whole()), None)

    async def archive(self, entries: Sequence[Archived]) -> None:
        """Keep each unless a later one is there."""
        async with self._any() as connection:
            await connection.executemany(_ARCHIVE, entries)

    async def archived(self, kind: str, key: str) -> bytes | None:
        """Look up an ended thing."""
        async with self._any() as connection:
            data: bytes | None = await connection.fetchval(_ARCHIVED, kind, key)
            return data

    async def put_person(self, person: str, data: bytes) -> None:
        """Keep a person's data."""
        async with self._any() as connection:
            await connection.execute(_PUT_PERSON, person, data)

    async def person(self, person: str) -> bytes | None:
        """Look up a person's data."""
        async with self._any() as connection:
            data: bytes | None = await connection.fetchval(
                "SELECT data FROM person WHERE id = $1", person
            )
            return data

    @asynccontextmanager
    async def _any(self) -> AsyncIterator[Any]:
        self._holding.check()
        with faults():
            async with self._pool.acquire() as connection:
                yield connection
