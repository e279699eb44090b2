"""The journal in PostgreSQL, for many pits and nodes.

Writing has its own connection, the lease another, and a small pool does the rest.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

from openfelt.journal.base import Archived, Ownership
from openfelt.journal.holding import Holding
from openfelt.journal.postgres_lease import Lease
from openfelt.journal.postgres_reader import PostgresReader
from openfelt.journal.postgres_server import (
    connect,
    connect_pool,
    disconnect,
    faults,
    limit_transactions,
    migrate,
    refuse_unfit,
)
from openfelt.journal.postgres_writer import ARCHIVE, Writer
from openfelt.journal.row import Row

_PUT_PERSON: Final = """
INSERT INTO person VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET data = excluded.data
"""


class PostgresJournal(PostgresReader):
    """Opening owns nothing yet; `take` does."""

    def __init__(self, leasing: Any, writing: Any, pool: Any, clock: Callable[[], float]) -> None:
        super().__init__(pool)
        self._connections = (leasing, writing, pool)
        self._holding = Holding()
        self._lease = Lease(leasing, self._holding, clock)
        # Asked for every answer: whether nobody else can have taken over yet.
        self.may_answer = self._lease.may_answer
        self.durable = self._holding.durable
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

    async def append(self, rows: Sequence[Row], ended: Iterable[Archived] = ()) -> None:
        """Write the rows behind the fence of our epochs."""
        await self._writer.append(rows, ended)

    async def release(self) -> None:
        """End the leases at once."""
        await self._lease.release()

    async def archive(self, entries: Sequence[Archived]) -> None:
        """Keep each unless a later one is there."""
        async with self._any() as connection:
            await connection.executemany(ARCHIVE, entries)

    async def put_person(self, person: str, data: bytes) -> None:
        """Keep a person's data."""
        async with self._any() as connection:
            await connection.execute(_PUT_PERSON, person, data)

    @asynccontextmanager
    async def _any(self) -> AsyncIterator[Any]:
        self._holding.check()
        async with super()._any() as connection:
            yield connection
