"""The walking floor on PostgreSQL: group commit against sixteen connections."""

import asyncio
import gc
import importlib
import time
from collections.abc import Callable
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

_INSERT = f"INSERT INTO journal VALUES ({', '.join(f'${n}' for n in range(1, 12))})"


def postgres() -> Figure:
    """The engine on PostgreSQL against one transaction a command over sixteen connections."""
    server = importlib.import_module("tests.wheel_postgres")
    with server.postgres() as dsn:
        version, timing = uvloop.run(_through_engine(dsn))
        base = uvloop.run(_one_by_one(dsn, rows_of_touches(ALONE)))
    method = f"wall time, {version}, Unix socket, fsync on, {TERMINALS} terminals"
    name = f"asyncpg, {CONNECTIONS} connections, a transaction a command, encoded and hashed"
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


async def _one_by_one(dsn: str, rows: list[Row]) -> Timing:
    """Write the same rows, each in a transaction of its own, as fast as sixteen can."""
    settings = {"search_path": SCHEMA}
    pool = await asyncpg.create_pool(
        dsn, min_size=CONNECTIONS, max_size=CONNECTIONS, server_settings=settings
    )
    seconds = []
    for run in range(RUNS + 1):
        start = time.perf_counter()
        await _insert_all(pool, _lanes(rows, run))
        seconds.append(time.perf_counter() - start)
    await pool.close()
    return Timing(tuple(seconds[1:]), len(rows))


def _lanes(rows: list[Row], run: int) -> list[tuple[str, list[Row]]]:
    """Deal the rows out; a stream for each connection, so that no chain makes another wait."""
    return [(f"{PIT} {run} {lane}", rows[lane::CONNECTIONS]) for lane in range(CONNECTIONS)]


async def _insert_all(pool: Any, lanes: list[tuple[str, list[Row]]]) -> None:
    async def insert(stream: str, rows: list[Row]) -> None:
        previous = GENESIS.hash
        async with pool.acquire() as connection:
            statement = await connection.prepare(_INSERT)
            for sequence, row in enumerate(rows, start=1):
                event = CODEC.decode(row.type, row.version, row.payload)
                columns = (stream, sequence, *row[2:6], *CODEC.encode(event))
                digest = seal(previous, *columns)
                await statement.fetch(*columns, previous, digest)
                previous = digest

    await asyncio.gather(*(insert(stream, rows) for stream, rows in lanes))


BENCHMARKS: tuple[Callable[[], Figure | str], ...] = (postgres,)
