"""Where rows come from: an SQLite file or a PostgreSQL server, and never a byte is written."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final, Protocol

from openfelt.journal.base import BATCH
from openfelt.journal.errors import JournalFault
from openfelt.journal.row import Row

# Also a row below the first is read, so that nobody can hide one there.
BEFORE_ALL: Final = -(2**63)

_READ: Final = """
SELECT stream, sequence, time_us, actor, client, number, type, version, payload, previous, hash
FROM journal WHERE stream = $1 AND sequence > $2 ORDER BY sequence LIMIT $3
"""


class RowReader(Protocol):
    """What an audit needs of a journal; every journal and every reader has it."""

    def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> AsyncIterator[list[Row]]:
        """Give the stream's rows in order and in batches."""
        ...

    async def streams(self) -> list[str]:
        """Return the streams that have rows."""
        ...

    async def close(self) -> None:
        """Let go of files and connections."""
        ...


class PostgresRows:
    """One read-only connection: opening the journal itself would bring its schema up to date."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def streams(self) -> list[str]:
        """Return the streams that have rows."""
        from openfelt.journal.postgres_server import faults

        with faults():
            found = await self._connection.fetch("SELECT DISTINCT stream FROM journal ORDER BY 1")
        return [stream for (stream,) in found]

    async def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> AsyncIterator[list[Row]]:
        """Give the rows in batches, by key."""
        from openfelt.journal.postgres_server import faults

        left = limit
        while left is None or left > 0:
            size = BATCH if left is None else min(BATCH, left)
            with faults():
                found = await self._connection.fetch(_READ, stream, after, size)
            if not found:
                return
            yield [Row(*columns) for columns in found]
            after = found[-1]["sequence"]
            left = None if left is None else left - len(found)

    async def close(self) -> None:
        """Disconnect."""
        from openfelt.journal.postgres_server import disconnect

        await disconnect(self._connection)


def is_url(where: str) -> bool:
    """Say whether a journal is named by a server's address."""
    return where.startswith(("postgresql://", "postgres://"))


async def open_rows(where: str, schema: str = "openfelt") -> RowReader:
    """Open a journal for reading, or raise JournalFault when there is none."""
    if is_url(where):
        return await _open_postgres(where, schema)
    from openfelt.journal.sqlite_reader import SqliteReader

    path = Path(where)
    if not path.is_file():
        raise JournalFault(f"{path} is no file: name the journal, or a postgresql:// address")
    return await SqliteReader.open(path)


async def _open_postgres(dsn: str, schema: str) -> PostgresRows:
    from openfelt.journal.postgres_server import connect, disconnect, faults

    try:
        connection = await connect(dsn, schema)
    except ValueError as error:  # what asyncpg says to an address it cannot read
        raise JournalFault(f"{dsn!r} is no PostgreSQL address: {error}") from error
    try:
        with faults():
            await connection.execute("SET default_transaction_read_only = on")
            found = await connection.fetchval("SELECT to_regclass('journal')")
    except BaseException:
        await disconnect(connection)
        raise
    if found is None:
        await disconnect(connection)
        raise JournalFault(f"the database has no journal in the schema {schema!r}")
    return PostgresRows(connection)
