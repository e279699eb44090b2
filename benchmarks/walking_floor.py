"""The walking floor: engine and journal, from a command's bytes to its row on disk."""

import asyncio
import gc
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import uvloop

from benchmarks.bench_floor import (
    PIT,
    TABLE,
    Touches,
    furnish,
    open_engine,
    sqlite_engine,
    touch,
)
from benchmarks.measure import RUNS, Timing
from benchmarks.table import Figure
from openfelt.engine.recovery import Recovered, decoded, encoded, recover
from openfelt.engine.request import Request
from openfelt.engine.snapshots import snapshot_of
from openfelt.engine.stream import CODEC, Stream
from openfelt.floor.clock import Tick
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.play.tumbler.shooter import Shoot, play_at
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.rounds.settling import returned_on
from openfelt.floor.state import Stake
from openfelt.journal.base import Snapshot
from openfelt.journal.chain import chained, seal
from openfelt.journal.memory import MemoryJournal
from openfelt.journal.row import COLUMNS, GENESIS, Row
from openfelt.journal.sqlite import SqliteJournal
from openfelt.journal.sqlite_file import open_writing
from openfelt.rulebooks import VARIANTS

TERMINALS = 500
COMMANDS = 20_000
ALONE = 1_000
WAGERS = 5_000
MANY_TERMINALS = 5_000
EVENTS = 1_000_000
BATCH = 1_000


@contextmanager
def _folder() -> Iterator[Path]:
    """Give a folder on the disk of this checkout: a memory disk would commit for nothing."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as name:
        yield Path(name)


Clock = Callable[[], float]


async def _timed(path: Path, commands: int, batch_max: int, clock: Clock) -> Timing:
    """Run so many commands through engine and SQLite, five times after once unmeasured."""
    seconds = []
    async with sqlite_engine(path, TERMINALS, batch_max) as (engine, _):
        touches = Touches(TERMINALS)
        await touch(engine, touches.lines(min(commands, 2_000)))
        for _run in range(RUNS):
            lines = touches.lines(commands)
            gc.collect()
            start = clock()
            await touch(engine, lines)
            seconds.append(clock() - start)
    return Timing(tuple(seconds), commands)


def _through_engine(
    commands: int, batch_max: int = BATCH, clock: Clock = time.perf_counter
) -> Timing:
    with _folder() as folder:
        return uvloop.run(_timed(folder / "floor.journal", commands, batch_max, clock))


def _commit_p50_ms() -> float:
    """Return how long a commit of one row takes here, at the median."""
    with _folder() as folder:
        connection = open_writing(folder / "one.journal")
        times = []
        for row in rows_of_touches(300):
            start = time.perf_counter()
            with connection:
                connection.execute(_INSERT, row)
            times.append(time.perf_counter() - start)
        connection.close()
    return statistics.median(times) * 1_000


_INSERT = f"INSERT INTO journal VALUES ({', '.join('?' * len(COLUMNS))})"


def rows_of_touches(count: int) -> list[Row]:
    """Return rows as the engine writes them."""

    async def made() -> list[Row]:
        journal = MemoryJournal()
        engine = await open_engine(journal)
        running = asyncio.create_task(engine.run())
        await furnish(engine, TERMINALS)
        before = engine.stream(PIT).sequence
        await touch(engine, Touches(TERMINALS).lines(count))
        running.cancel()
        return [row async for batch in journal.read(PIT, before) for row in batch]

    return uvloop.run(made())


def _inserted(clock: Clock) -> Timing:
    """Encode, hash and insert the same rows by hand, a thousand a transaction."""
    rows = rows_of_touches(COMMANDS)
    events = [CODEC.read(row) for row in rows]
    seconds = []
    for _ in range(RUNS + 1):
        with _folder() as folder:
            connection = open_writing(folder / "by-hand.journal")
            gc.collect()
            start = clock()
            previous = GENESIS.hash
            for at in range(0, len(rows), BATCH):
                batch = []
                for row, event in zip(rows[at : at + BATCH], events[at : at + BATCH], strict=True):
                    columns = row[:6] + CODEC.encode(event)
                    digest = seal(previous, columns)
                    batch.append((*columns, previous, digest))
                    previous = digest
                with connection:
                    connection.executemany(_INSERT, batch)
            seconds.append(clock() - start)
            connection.close()
    return Timing(tuple(seconds[1:]), len(rows))


def batches() -> Figure:
    """Group commit against one commit a command."""
    alone = _through_engine(ALONE, batch_max=1)
    method = (
        f"wall time, SQLite; valid if a commit takes 0.15 ms: p50 here {_commit_p50_ms():.2f} ms"
    )
    timing = _through_engine(COMMANDS)
    bar, aim = alone.best / 10, alone.best / 15
    return Figure("engine, a command", method, timing, "batch cap 1", alone, bar, aim)


def by_hand() -> Figure:
    """The engine against bare inserts of what it writes."""
    base = _inserted(time.perf_counter)
    timing = _through_engine(COMMANDS)
    name = "apsw, batches of 1,000, encoded and hashed"
    bar, aim = base.best / 0.25, base.best / 0.35
    return Figure("engine, a command", "wall time, SQLite", timing, name, base, bar, aim)


def processor() -> Figure:
    """All processor time a wager costs, the committing thread's too."""
    timing = _through_engine(COMMANDS, clock=time.process_time)
    base = _inserted(time.process_time)
    method = f"CPU: decode … store, SQLite, {TERMINALS} terminals"
    return Figure("engine, a command", method, timing, "apsw by hand", base, 30e-6, 15e-6)


def _with_wagers(terminals: int) -> bytes:
    """Return a pit whose dice are tumbling, with all wagers committed, as a snapshot."""

    async def made() -> bytes:
        engine = await open_engine(MemoryJournal())
        running = asyncio.create_task(engine.run())
        await furnish(engine, terminals)
        await touch(engine, Touches(terminals).lines(WAGERS))
        running.cancel()
        stream = engine.stream(PIT)
        stream.take(Request(PIT, Tick(), "clock"), stream.due)
        shooter = play_at(stream.state.tables[TABLE]).shooter
        if shooter:
            stream.take(Request(PIT, Shoot(shooter, TABLE), shooter), stream.state.now)
        assert stream.state.tables[TABLE].phase == "tumbling"
        assert sum(map(len, stream.state.tables[TABLE].layouts.values())) == WAGERS
        return encoded(Recovered(stream, {}))

    return uvloop.run(made())


def _settled(terminals: int) -> Timing:
    data = _with_wagers(terminals)
    seconds = []
    for _ in range(RUNS + 1):
        stream = restored(data)
        request = Request(
            PIT, ReadDice(TABLE, (1, 2, 3), throw_of(stream.state.tables[TABLE])), "tumbler"
        )
        gc.collect()
        start = time.process_time()
        _, written, _, _ = stream.take(request, stream.state.now)
        rows = chained({PIT: stream.hash}, written)
        seconds.append(time.process_time() - start)
        assert [row.type for row in rows[:2]] == ["DiceRead", "RoundSettled"]
    return Timing(tuple(seconds[1:]))


def _looked_up() -> Timing:
    rules = VARIANTS["SB"].definition()
    stakes = [Stake("T1", "small", 500)] * WAGERS
    start = time.process_time()
    returned_on(rules, stakes, 0)
    return Timing((time.process_time() - start,))


def settlement() -> Figure:
    """A round of 5,000 wagers: decided, encoded, hashed, applied."""
    method = f"CPU: {WAGERS:,} wagers of {TERMINALS} terminals: decided, encoded, hashed, posted"
    timing = _settled(TERMINALS)
    return Figure("settle a round", method, timing, "the look-up alone", _looked_up(), 0.010)


def settlement_of_strangers() -> Figure:
    """The same when no two wagers are of one terminal: nothing can be summed up."""
    method = f"CPU: {WAGERS:,} wagers of as many terminals"
    timing = _settled(WAGERS)
    return Figure("settle a round", method, timing, "the look-up alone", _looked_up(), None, 0.010)


def restored(data: bytes) -> Stream:
    """Begin from a snapshot."""
    sequence: int = msgspec.msgpack.decode(data)["state"]["sequence"]
    recovered = decoded(Snapshot(PIT, sequence, bytes(32), "", data, b""))
    assert recovered is not None
    return recovered.stream


def recovery() -> Figure:
    """Start from the journal alone; the baseline starts from a snapshot."""

    async def measured() -> tuple[Timing, Timing]:
        with _folder() as folder:
            path = folder / "floor.journal"
            async with sqlite_engine(path, MANY_TERMINALS) as (engine, _):
                touches = Touches(MANY_TERMINALS)
                await touch(engine, touches.lines(EVENTS - 2 * MANY_TERMINALS))
            journal = await SqliteJournal.open(path)
            whole, snapped = [], []
            count = (await journal.head(PIT)).sequence
            for _ in range(RUNS):
                start = time.perf_counter()
                await recover(journal, PIT, snapshots=False)
                whole.append(time.perf_counter() - start)
            await snapshot_of(journal, PIT)
            await journal.close()
            async with sqlite_engine(path, MANY_TERMINALS) as (engine, _):
                pass
            journal = await SqliteJournal.open(path)
            for _ in range(RUNS):
                start = time.perf_counter()
                await recover(journal, PIT)
                snapped.append(time.perf_counter() - start)
            await journal.close()
            return Timing(tuple(whole), count), Timing(tuple(snapped))

    whole, snapped = uvloop.run(measured())
    method = (
        f"wall time, {whole.operations:,} events of {MANY_TERMINALS:,} terminals in "
        f"{whole.worst * whole.operations:.1f} s at worst; bar 30 s a million"
    )
    name = f"all of it with a snapshot (bar 2 s, worst {snapped.worst:.2f} s)"
    return Figure("recovery, an event", method, whole, name, snapped, 30e-6)


def memory() -> str:
    """Memory a terminal takes: floor state, ledger, and two starts of sixteen numbers."""

    async def measured() -> float:
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        engine = await open_engine(_Forgetful())
        running = asyncio.create_task(engine.run())
        await furnish(engine, MANY_TERMINALS)
        for boot in ("boot-1", "boot-2"):
            touches = Touches(MANY_TERMINALS, boot)
            for _ in range(20):
                await touch(engine, touches.lines(MANY_TERMINALS))
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        running.cancel()
        return taken / MANY_TERMINALS / 1024

    kib = uvloop.run(measured())
    held = "held" if kib <= 12 else "MISSED"
    method = f"{MANY_TERMINALS:,} terminals, ten bets each, window full; tracemalloc"
    return f"| memory, a terminal | {kib:.2f} KiB | – | 12 KiB: {held} | – | – | – | {method} |"


class _Forgetful(MemoryJournal):
    """Keeps no rows, so that only the engine's memory is counted."""

    async def append(self, rows: object, ended: object = ()) -> None:  # noqa: ARG002
        """Forget them."""
        with self._holding.or_broken():
            self._holding.advance(self._holding.follow(list(rows)))  # type: ignore[call-overload]


BENCHMARKS: tuple[Callable[[], Figure | str], ...] = (
    batches,
    by_hand,
    processor,
    settlement,
    settlement_of_strangers,
    recovery,
    memory,
)
