"""Reading a journal in PostgreSQL, also while others write it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any, Final

from openfelt.journal.base import BATCH, SNAPSHOTS_KEPT, Snapshot, first_fitting
from openfelt.journal.postgres_server import connect_pool, disconnect, faults, refuse_older
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
    SELECT sequence FROM snapshot WHERE stream = $1 AND sequence <= $3
    ORDER BY sequence DESC LIMIT $2
)
"""
_SNAPSHOTS: Final = """
SELECT stream, sequence, row_hash, schema, data, digest, hash
FROM snapshot LEFT JOIN journal USING (stream, sequence)
WHERE stream = $1 ORDER BY sequence DESC
"""
_ARCHIVED: Final = "SELECT data FROM archive WHERE kind = $1 AND key = $2"


class PostgresReader:
    """A small pool for everything that is not on the way of a wager."""

    def __init__(self, pool: Any) -> None:
        self._pool = pool

    @classmethod
    async def open_readonly(cls, dsn: str, schema: str = "openfelt") -> PostgresReader:
        """Connect for follow or recall; the schema must be there and of this release."""
        pool = await connect_pool(dsn, schema)
        reader = PostgresReader(pool)
        try:
            async with reader._any() as connection:
                await refuse_older(connection, schema)
        except BaseException:
            await disconnect(pool)
            raise
        return reader

    async def close(self) -> None:
        """Drop every connection."""
        await disconnect(self._pool)

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
            await connection.execute(_PRUNE, stream, SNAPSHOTS_KEPT, sequence)

    async def snapshot(self, stream: str, schema: str) -> Snapshot | None:
        """Return the newest that fits."""
        async with self._any() as connection:
            found = await connection.fetch(_SNAPSHOTS, stream)
        return first_fitting(((Snapshot(*columns), hashed) for *columns, hashed in found), schema)

    async def forget_snapshots(self) -> None:
        """Throw all away."""
        async with self._any() as connection:
            await connection.execute("DELETE FROM snapshot")

    async def archived(self, kind: str, key: str) -> bytes | None:
        """Look up an ended thing."""
        async with self._any() as connection:
            data: bytes | None = await connection.fetchval(_ARCHIVED, kind, key)
            return data

    async def person(self, person: str) -> bytes | None:
        """Look up a person's data."""
        async with self._any() as connection:
            data: bytes | None = await connection.fetchval(
                "SELECT data FROM person WHERE id = $1", person
            )
            return data

    async def persons(self) -> dict[str, bytes]:
        """Return every person's data."""
        async with self._any() as connection:
            rows = await connection.fetch("SELECT id, data FROM person")
            return {row["id"]: bytes(row["data"]) for row in rows}

    @asynccontextmanager
    async def _any(self) -> AsyncIterator[Any]:
        with faults():
            async with self._pool.acquire() as connection:
                yield connection
