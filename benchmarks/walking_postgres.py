"""The walking floor on PostgreSQL: group commit against sixteen connections."""

import asyncio
import gc
import importlib
import time
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import uvloop

from benchmarks.bench_floor import PIT, Touches, furnish, open_engine, touch
from benchmarks.measure import RUNS, Timing
from benchmarks.table import Figure
from benchmarks.walking_floor import rows_of_touches
from openfelt.engine.stream import CODEC
from openfelt.journal.chain import seal
from openfelt.journal.postgres import PostgresJournal
from openfelt.journal.row import GENESIS, Row

TERMINALS = 500
COMMANDS = 20_000
ALONE = 4_000
CONNECTIONS = 16
SCHEMA = "openfelt_bench"
Way = Callable[[Any, tuple[Any, ...], Any], Awaitable[None]]

# What a floor keeps when every command is a transaction of its own.
_TABLES = """
CREATE TABLE floor_terminal (name text PRIMARY KEY, credit bigint NOT NULL);
CREATE TABLE floor_account (name text PRIMARY KEY, balance bigint NOT NULL);
CREATE TABLE floor_answer (client text, number bigint, digest text, PRIMARY KEY (client, number));
"""
_FENCE = "SELECT epoch FROM lease WHERE stream = $1 FOR SHARE"
_ONCE = "INSERT INTO floor_answer VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING number"
_PAY = "UPDATE floor_terminal SET credit = credit - $2 WHERE name = $1 AND credit >= $2 RETURNING 1"
_POST = """
INSERT INTO floor_account VALUES ($1, $3), ($2, -$3::bigint)
ON CONFLICT (name) DO UPDATE SET balance = floor_account.balance + excluded.balance
"""
_INSERT = f"INSERT INTO journal VALUES ({', '.join(f'${n}' for n in range(1, 12))})"


def postgres() -> Figure:
    """The engine on PostgreSQL against one transaction a command over sixteen connections."""
    server = importlib.import_module("tests.wheel_postgres")
    with server.postgres() as dsn:
        version, timing = uvloop.run(_through_engine(dsn))
        base, bare = uvloop.run(_one_by_one(dsn, rows_of_touches(ALONE)))
    method = (
        f"wall time, {version}, Unix socket, fsync on, {TERMINALS} terminals; bare inserts of the "
        f"rows over {CONNECTIONS} connections: {bare.best * 1e6:.0f} µs"
    )
    name = (
        f"asyncpg, {CONNECTIONS} connections: fence, repeat, credit, ledger, row in a transaction"
    )
    return Figure("engine, a command", method, timing, name, base, base.best / 8)


async def _through_engine(dsn: str) -> tuple[str, Timing]:
    journal = await PostgresJournal.open(dsn, SCHEMA)
    engine = await open_engine(journal)
    running = asyncio.create_task(engine.run())
    await furnish(engine, TERMINALS)
    touches = Touches(TERMINALS)
    await touch(engine, touches.lines(2_000))
    seconds = []
    for _ in range(RUNS):
        lines = touches.lines(COMMANDS)
        gc.collect()
        start = time.perf_counter()
        await touch(engine, lines)
        seconds.append(time.perf_counter() - start)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await journal.close()
    connection = await asyncpg.connect(dsn)
    version = await connection.fetchval("SELECT 'PostgreSQL ' || current_setting('server_version')")
    await connection.close()
    return version, Timing(tuple(seconds), COMMANDS)


async def _one_by_one(dsn: str, rows: list[Row]) -> tuple[Timing, Timing]:
    """Do the same work a transaction a command, and, to compare, only the inserts."""
    settings = {"search_path": SCHEMA}
    pool = await asyncpg.create_pool(
        dsn, min_size=CONNECTIONS, max_size=CONNECTIONS, server_settings=settings
    )
    await pool.execute(_TABLES)
    terminals = [(f"T{seat}", 10**11) for seat in range(1, TERMINALS + 1)]
    await pool.executemany("INSERT INTO floor_terminal VALUES ($1, $2)", terminals)
    timings = []
    for way in (_whole, _row_only):
        seconds = []
        for run in range(RUNS + 1):
            # A stream for each connection, so that no chain makes another wait.
            lanes = [
                _lane(pool, f"{way.__name__} {run} {lane}", rows[lane::CONNECTIONS], way)
                for lane in range(CONNECTIONS)
            ]
            start = time.perf_counter()
            await asyncio.gather(*lanes)
            seconds.append(time.perf_counter() - start)
        timings.append(Timing(tuple(seconds[1:]), len(rows)))
    await pool.close()
    return timings[0], timings[1]


async def _lane(pool: Any, stream: str, rows: list[Row], way: Way) -> None:
    previous = GENESIS.hash
    async with pool.acquire() as connection:
        for sequence, row in enumerate(rows, start=1):
            event = CODEC.read(row)
            columns = (stream, sequence, *row[2:6], *CODEC.encode(event))
            digest = seal(previous, columns)
            await way(connection, (*columns, previous, digest), event)
            previous = digest


async def _row_only(connection: Any, columns: tuple[Any, ...], _: Any) -> None:
    await connection.execute(_INSERT, *columns)


async def _whole(connection: Any, columns: tuple[Any, ...], event: Any) -> None:
    """One touch as an application without an engine does it; statements are prepared once."""
    async with connection.transaction():
        assert await connection.fetchval(_FENCE, PIT) is not None
        client, _, digest = columns[4].rpartition(" ")
        # Each run is of clients of its own: nothing is a repeat.
        assert await connection.fetchval(_ONCE, f"{columns[0]} {client}", columns[5], digest)
        assert await connection.fetchval(_PAY, event.terminal, event.amount)
        credit, stake = f"terminal_credit:{event.terminal}", f"stake:{event.terminal}"
        await connection.execute(_POST, credit, stake, event.amount)
        await connection.execute(_INSERT, *columns)


BENCHMARKS: tuple[Callable[[], Figure | str], ...] = (postgres,)
