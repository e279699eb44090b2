"""Connecting to PostgreSQL: is it fit to keep a journal, is its schema known; and its errors."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import asyncpg

from openfelt.journal.address import masked
from openfelt.journal.errors import JournalFault
from openfelt.journal.migrations import POSTGRES, POSTGRES_RECORD, steps_from

_OLDEST: Final = 15
_CONNECT_TIMEOUT_S: Final = 10
_DISCONNECT_TIMEOUT_S: Final = 2
_POOL: Final = 4
_SCHEMA_NAME: Final = re.compile(r"[a-z_][a-z0-9_]{0,62}")

# A paused or vanished writer must not keep a take-over waiting: the server ends its transaction.
# A take-over reads the head after it has waited for a lock: it must see what came meanwhile.
_SESSION: Final = {
    "application_name": "openfelt journal",
    "default_transaction_isolation": "read committed",
    "idle_in_transaction_session_timeout": "3s",
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
}
# Only from 17 on; it also ends a COPY whose sender sleeps.
_TRANSACTION_TIMEOUT: Final = "SET transaction_timeout = '10s'"
_HAS_TRANSACTION_TIMEOUT: Final = 17

_VERSION: Final = "SELECT coalesce(max(version), 0) FROM openfelt_schema"

_ADVICE: Final[tuple[tuple[type[BaseException], str], ...]] = (
    (
        asyncpg.InvalidAuthorizationSpecificationError,
        "refused the sign-in: check user and password",
    ),
    (asyncpg.InvalidCatalogNameError, "has no such database: create it first"),
    (asyncpg.InsufficientPrivilegeError, "denies access: grant the user its schema"),
    (asyncpg.DiskFullError, "has no disk space left: free some, then start again"),
    (asyncpg.ReadOnlySQLTransactionError, "is a standby or read-only: connect to the primary"),
    (asyncpg.TooManyConnectionsError, "has no connection left: raise max_connections"),
    (TimeoutError, "does not answer in time: check the server and the network"),
    (OSError, "cannot be reached: check that it runs, and the address"),
    # What the driver says of a connection that the server ends while it is being written to.
    (asyncpg.InternalClientError, "ended a connection in use: check its log, then start again"),
)
_SAID: Final = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)


@contextmanager
def faults() -> Iterator[None]:
    """Turn what the server or the network says into a fault that says what to do."""
    try:
        yield
    except _SAID as error:
        advice = next((text for kind, text in _ADVICE if isinstance(error, kind)), "failed")
        said = masked(str(error)) or type(error).__name__
        raise JournalFault(f"PostgreSQL {advice} ({said})") from error


@contextmanager
def _readable() -> Iterator[None]:
    """Say that an address cannot be read, without what its password was taken for."""
    try:
        yield
    except ValueError:
        raise JournalFault(
            "the address of PostgreSQL cannot be read: write postgresql://USER@HOST:PORT/DATABASE, "
            "what is no letter or digit in a password as %XX, or give it by PGPASSFILE"
        ) from None


async def connect(dsn: str, schema: str) -> Any:
    """Open one connection whose tables are those of the schema."""
    settings = session_settings(schema)
    with _readable(), faults():
        return await asyncpg.connect(dsn, timeout=_CONNECT_TIMEOUT_S, server_settings=settings)


async def connect_pool(dsn: str, schema: str) -> Any:
    """Open a few connections for everything that is not on the way of a wager."""
    settings = session_settings(schema)
    with _readable(), faults():
        return await asyncpg.create_pool(
            dsn, min_size=1, max_size=_POOL, timeout=_CONNECT_TIMEOUT_S, server_settings=settings
        )


async def disconnect(connection: Any) -> None:
    """Close a connection or a pool politely, or cut it off when it does not react."""
    try:
        await asyncio.wait_for(connection.close(), _DISCONNECT_TIMEOUT_S)
    except _SAID:
        connection.terminate()


def session_settings(schema: str) -> dict[str, str]:
    """Return the settings of every session; the schema's name goes into SQL, so it is checked."""
    if not _SCHEMA_NAME.fullmatch(schema):
        raise JournalFault(
            f"{schema!r} cannot name a schema: use small letters, digits and underscores"
        )
    return {**_SESSION, "search_path": schema}


async def limit_transactions(connection: Any) -> None:
    """Let the server end a transaction that is stuck, where it can."""
    if connection.get_server_version().major >= _HAS_TRANSACTION_TIMEOUT:
        await connection.execute(_TRANSACTION_TIMEOUT)


async def refuse_unfit(connection: Any) -> None:
    """Refuse a server that is too old, is a standby, or may forget what it has committed."""
    major = connection.get_server_version().major
    if major < _OLDEST:
        raise JournalFault(f"PostgreSQL {major} is too old: use {_OLDEST} or later")
    for setting in ("fsync", "synchronous_commit"):
        if await connection.fetchval("SELECT current_setting($1)", setting) == "off":
            raise JournalFault(
                f"PostgreSQL runs with {setting} = off and can lose committed rows: switch it on"
            )
    if await connection.fetchval("SELECT pg_is_in_recovery()"):
        raise JournalFault("this PostgreSQL server is a standby: connect to the primary")


async def refuse_older(connection: Any, schema: str) -> None:
    """Refuse a schema that has no journal, or one of another release; change nothing."""
    if await connection.fetchval("SELECT to_regclass('openfelt_schema')") is None:
        raise JournalFault(f"the database has no journal in the schema {schema!r}")
    found = await connection.fetchval(_VERSION)
    if steps_from(found, POSTGRES, f"the schema {schema!r}"):
        raise JournalFault(
            f"the schema {schema!r} is of an older release: let `openfelt serve` open it once"
        )


async def migrate(connection: Any, schema: str) -> None:
    """Create the schema or bring it up to date; of several nodes one does it, the others wait."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(hashtext($1))", schema)
        await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
        await connection.execute(POSTGRES_RECORD)
        found = await connection.fetchval(_VERSION)
        for version, statements in steps_from(found, POSTGRES, f"the schema {schema!r}"):
            for statement in statements:
                await connection.execute(statement)
            await connection.execute("INSERT INTO openfelt_schema (version) VALUES ($1)", version)
