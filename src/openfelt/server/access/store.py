"""Rows beside the journal: stations with their keys, and who is signed in where.

They are no facts of the floor, so they are not in the journal; they must survive a restart, so
they are in a database.  Little is written here (an enrolment, a sign-in), so each write is a
transaction of its own, in a thread.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import apsw
import asyncpg

from openfelt.journal.postgres_server import faults
from openfelt.journal.sqlite_file import keep_private, make_private

T = TypeVar("T")

_SQLITE: Final = """
CREATE TABLE IF NOT EXISTS access
(kind TEXT NOT NULL, name TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (kind, name)) STRICT
"""
_POSTGRES: Final = """
CREATE TABLE IF NOT EXISTS access
(kind text NOT NULL, name text NOT NULL, data bytea NOT NULL, PRIMARY KEY (kind, name))
"""


class Store(Protocol):
    """Small records by kind and name."""

    async def put(self, kind: str, name: str, data: bytes) -> None:
        """Keep a record in place of what was there; when this returns it is on disk."""
        ...

    async def drop(self, kind: str, name: str) -> None:
        """Forget a record."""
        ...

    async def all(self, kind: str) -> dict[str, bytes]:
        """Return all records of a kind, by name."""
        ...

    async def names(self, kind: str) -> list[str]:
        """Return the names of a kind, where the records are too much to read."""
        ...

    async def find(self, kind: str, name: str) -> bytes | None:
        """Return one record."""
        ...

    async def close(self) -> None:
        """Let go."""
        ...


class SqliteStore:
    """In a file of its own, so that the journal's writer never waits for it."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._thread = ThreadPoolExecutor(1, "access")

    @classmethod
    def open(cls, path: Path) -> "SqliteStore":
        """Open or make the file; nobody but its owner may read it."""
        make_private(path)
        connection = apsw.Connection(str(path))
        keep_private(path)
        connection.set_busy_timeout(2_000)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(_SQLITE)
        return cls(connection)

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def put(self, kind: str, name: str, data: bytes) -> None:
        """Insert or replace."""
        statement = "INSERT OR REPLACE INTO access VALUES (?, ?, ?)"
        await self._do(lambda: self._connection.execute(statement, (kind, name, data)))

    async def drop(self, kind: str, name: str) -> None:
        """Delete."""
        statement = "DELETE FROM access WHERE kind = ? AND name = ?"
        await self._do(lambda: self._connection.execute(statement, (kind, name)))

    async def all(self, kind: str) -> dict[str, bytes]:
        """Read."""
        statement = "SELECT name, data FROM access WHERE kind = ? ORDER BY name"
        return dict(await self._do(lambda: list(self._connection.execute(statement, (kind,)))))

    async def names(self, kind: str) -> list[str]:
        """Read the names."""
        statement = "SELECT name FROM access WHERE kind = ? ORDER BY name"
        rows = await self._do(lambda: list(self._connection.execute(statement, (kind,))))
        return [name for (name,) in rows]

    async def find(self, kind: str, name: str) -> bytes | None:
        """Read one."""
        statement = "SELECT data FROM access WHERE kind = ? AND name = ?"
        rows = await self._do(lambda: list(self._connection.execute(statement, (kind, name))))
        return rows[0][0] if rows else None

    async def close(self) -> None:
        """Close the file."""
        await self._do(self._connection.close)
        self._thread.shutdown()


class PostgresStore:
    """A table beside the journal's."""

    def __init__(self, pool: Any) -> None:
        self._pool = pool

    @classmethod
    async def open(cls, address: str) -> "PostgresStore":
        """Connect, and make the table where it is missing."""
        with faults():
            pool = await asyncpg.create_pool(address, min_size=1, max_size=2)
            await pool.execute(_POSTGRES)
        return cls(pool)

    async def put(self, kind: str, name: str, data: bytes) -> None:
        """Insert or replace."""
        await self._pool.execute(
            "INSERT INTO access VALUES ($1, $2, $3)"
            " ON CONFLICT (kind, name) DO UPDATE SET data = excluded.data",
            kind,
            name,
            data,
        )

    async def drop(self, kind: str, name: str) -> None:
        """Delete."""
        await self._pool.execute("DELETE FROM access WHERE kind = $1 AND name = $2", kind, name)

    async def all(self, kind: str) -> dict[str, bytes]:
        """Read."""
        rows = await self._pool.fetch(
            "SELECT name, data FROM access WHERE kind = $1 ORDER BY name", kind
        )
        return {row["name"]: bytes(row["data"]) for row in rows}

    async def names(self, kind: str) -> list[str]:
        """Read the names."""
        rows = await self._pool.fetch("SELECT name FROM access WHERE kind = $1 ORDER BY name", kind)
        return [row["name"] for row in rows]

    async def find(self, kind: str, name: str) -> bytes | None:
        """Read one."""
        statement = "SELECT data FROM access WHERE kind = $1 AND name = $2"
        data = await self._pool.fetchval(statement, kind, name)
        return None if data is None else bytes(data)

    async def close(self) -> None:
        """Disconnect."""
        await self._pool.close()
