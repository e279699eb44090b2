"""One run of each figure that two checkouts are compared by, as JSON on one line.

Started by `benchmarks.beside` with the source of either checkout on its path: it uses only what
the benchmarks of both have.
"""

import asyncio
import io
import json
import re
import sys
import time
from contextlib import redirect_stdout

import uvloop

from benchmarks import bench_floor, load, walking_floor
from openfelt.engine.recovery import recover
from openfelt.journal.sqlite import SqliteJournal

TERMINALS = 1_000
EVENTS = 60_000
SATURATED_S = 4.0


def engine() -> float:
    """Return the processor time of a touch, from its bytes to its row on disk, in µs."""
    return 1e6 * walking_floor._through_engine(20_000, clock=time.process_time).best


def settlement() -> float:
    """Return the processor time of settling a wager, in µs."""
    return 1e6 * walking_floor._settled(walking_floor.TERMINALS).best / walking_floor.WAGERS


def recovery() -> float:
    """Return the processor time of reading, verifying and folding an event, in µs."""

    async def measured() -> float:
        with walking_floor._folder() as folder:
            path = folder / "floor.journal"
            async with bench_floor.sqlite_engine(path, TERMINALS) as (engine, _):
                touches = bench_floor.Touches(TERMINALS)
                await bench_floor.touch(engine, touches.lines(EVENTS))
            journal = await SqliteJournal.open(path)
            start = time.process_time()
            recovered = await recover(journal, bench_floor.PIT, snapshots=False)
            took = time.process_time() - start
            await journal.close()
            return 1e6 * took / recovered.stream.head.sequence

    return uvloop.run(measured())


def memory() -> float:
    """Return the memory a terminal takes, in KiB."""
    found = re.search(r"([\d.]+) KiB", walking_floor.memory())
    assert found is not None
    return float(found[1])


def load_() -> float:
    """Return the server's processor time of a command at saturation, updates on, in µs."""
    said = io.StringIO()
    with redirect_stdout(said):
        asyncio.run(load.saturated_run("sqlite", SATURATED_S))
    found = re.search(r"server CPU (\d+)", said.getvalue())
    assert found is not None, said.getvalue()
    return float(found[1])


FIGURES = {
    "engine, a touch (µs)": engine,
    "settlement, a wager (µs)": settlement,
    "recovery, an event (µs)": recovery,
    "memory, a terminal (KiB)": memory,
    "load, a command (µs)": load_,
}

if __name__ == "__main__":
    vars(walking_floor)["RUNS"] = 2  # Short runs: each of them is done seven times.
    vars(walking_floor)["MANY_TERMINALS"] = 2_000
    wanted = sys.argv[1:] or list(FIGURES)
    print(json.dumps({name: FIGURES[name]() for name in wanted}))
