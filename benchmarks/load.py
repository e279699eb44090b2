"""The load benchmark: `python -m benchmarks.load`, the second half of `make bench`.

A server and a generator, each a process of its own on this machine; beside it in the same run a
bare echo server, and the same floor with one transaction a command.  What depends on the machine's
mood is run until three runs were valid.
"""

import asyncio
import importlib
import json
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

TABLES: Final = 8
TERMINALS: Final = 1_000
# A generator busier than this measures itself.
BUSY_GENERATOR: Final = 0.85
BUSY_BEFORE: Final = 0.15
# What the hypervisor may give to other machines while we measure.
STOLEN: Final = 0.01
RUNS: Final = 3
TRIES: Final = 3
# Under way in the closed loop: enough that the server never waits, few enough that none is BUSY.
UNDER_WAY: Final = 256


class Child:
    """A process that is told and tells, line by line."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        # Removed when the process has ended.
        self.folder: tempfile.TemporaryDirectory[str] | None = None

    @classmethod
    async def start(cls, module: str, *words: str) -> "Child":
        """Start a module of ours."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, *words, stdin=pipe, stdout=pipe, limit=2**26
        )
        return cls(process)

    async def hear(self) -> Any:
        """Wait for a line."""
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise RuntimeError("a process of the benchmark ended")
        return json.loads(line)

    def tell(self, line: str) -> None:
        """Say a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")

    async def ask(self, line: str) -> Any:
        """Say a line and wait for the answer."""
        self.tell(line)
        return await self.hear()

    async def end(self) -> None:
        """Close its input and wait."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()
        if self.folder is not None:
            self.folder.cleanup()


class Machine:
    """What others do to the machine: before a run they use it, during one they are given it."""

    def __init__(self) -> None:
        """Look for a second how busy it is."""
        first = self._ticks()
        time.sleep(1)
        self._before = self._ticks()
        idle, _, whole = (b - a for a, b in zip(first, self._before, strict=True))
        self._busy = 1 - idle / max(1, whole)
        self.is_valid = False

    def _ticks(self) -> tuple[int, int, int]:
        """Return the idle, the stolen and all time of the processors so far."""
        fields = [int(n) for n in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
        return fields[3] + fields[4], fields[7], sum(fields)

    def judge(self, generator: float) -> str:
        """Say whether the run since then counts; `generator` is its share of a core."""
        _, stolen, whole = (b - a for a, b in zip(self._before, self._ticks(), strict=True))
        lost = stolen / max(1, whole)
        reasons = []
        if generator > BUSY_GENERATOR:
            reasons.append("the generator was busy")
        if self._busy > BUSY_BEFORE:
            reasons.append(f"the machine was {self._busy:.0%} busy before")
        if lost > STOLEN:
            reasons.append("the machine itself was taken away")
        self.is_valid = not reasons
        said = f"INVALID ({', '.join(reasons)})" if reasons else "valid"
        return f"{said}; {lost:.1%} stolen, {_pace()}"


async def rig(
    journal: str, period: int, *, batch_max: int = 1_000, apart: bool = True
) -> tuple[Child, Child, str, Any]:
    """Start server and generator and connect them."""
    folder = tempfile.TemporaryDirectory(prefix="openfelt-load-", ignore_cleanup_errors=True)
    options = {
        "folder": folder.name,
        "journal": journal,
        "tables": TABLES,
        "terminals": TERMINALS,
        "period": period,
        "batch_max": batch_max,
        "apart": apart,
    }
    server = await Child.start("benchmarks.load_server", json.dumps(options))
    server.folder = folder
    told = await server.hear()
    before = await server.ask("figures")
    client = await Child.start("benchmarks.load_client")
    await client.ask(json.dumps({**told, "tables": TABLES}))
    after = await server.ask("figures")
    memory = (after["rss"] - before["rss"]) / TERMINALS / 1024
    return server, client, f"{memory:.1f} KiB a terminal", after


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def _pace() -> str:
    """Say how fast the machine is just now: a virtual one varies by a factor of two."""

    def turns() -> float:
        started, counts = time.process_time(), dict.fromkeys(range(256), 0)
        for turn in range(200_000):
            counts[turn & 255] += turn
        return (time.process_time() - started) / 200_000

    return f"{1e9 * min(turns() for _ in range(5)):.0f} ns a turn of a plain loop"


async def floor_run(journal: str, *, apart: bool) -> bool:
    """A thousand players, three wagers each, the close and the settlement."""
    machine = Machine()
    period = 12
    server, client, memory, before = await rig(journal, period, apart=apart)
    await server.ask("open")
    started = time.time()
    made = await client.ask(json.dumps({"do": "floor", "seconds": 10 - (TABLES * 0.3 * apart)}))
    took = time.time() - started
    await asyncio.sleep(max(0, started + period + 1.5 - time.time()))
    seen = await client.ask('{"do": "seen"}')
    closes = {k: v for k, v in seen["phases"].items() if k.endswith('"closed"')}
    close = max(max(times) - min(times) for times in closes.values())
    first = {k.split()[0].split(":")[1]: min(v) for k, v in closes.items()}
    by_table: dict[str, float] = {}
    for name, when in seen["committed"].items():
        table = f"L{int(name[1:]) % TABLES}"
        by_table[table] = max(by_table.get(table, 0), when - first[table])
    dealt = await server.ask("deal")
    await asyncio.sleep(0.5)
    paid = (await client.ask('{"do": "seen"}'))["paid"]
    settle = max(when - dealt["confirmed"][f"L{int(n[1:]) % TABLES}"] for n, when in paid.items())
    after = await server.ask("figures")
    generator = made["cpu"] / max(1, took)
    how = "tables 0.3 s apart" if apart else "all tables at once"
    print(f"## {TERMINALS} terminals on {TABLES} LT tables, {how}: {machine.judge(generator)}")
    print(f"acks from the timetable: {made['latencies_ms']}, {made['answers']} answers")
    print(f"refused {made['refused']}, unanswered {made['unanswered']}, updates {made['updates']}")
    last = max(by_table.values(), default=0.0)
    print(f"close → last: display {_ms(close)}, committed wagers {_ms(last)}")
    print(f"settle → last: {_ms(settle)} ({len(paid)} terminals)")
    print(f"memory {memory}, server CPU {after['cpu'] - before['cpu']:.2f} s", flush=True)
    await client.end()
    await server.end()
    return machine.is_valid


async def steady_run(journal: str, rate: int, seconds: float, *, batch_max: int = 1_000) -> bool:
    """A steady stream of durable, acknowledged commands."""
    machine = Machine()
    server, client, _, _ = await rig(journal, 3_600, batch_max=batch_max, apart=False)
    await server.ask("open")
    before = await server.ask("figures")
    started = time.time()
    made = await client.ask(json.dumps({"do": "steady", "rate": rate, "seconds": seconds}))
    took = time.time() - started
    after = await server.ask("figures")
    cpu = (after["cpu"] - before["cpu"]) / max(1, made["answers"])
    what = "one transaction a command" if batch_max == 1 else journal.partition(":")[0]
    print(f"## {rate:,} commands/s for {seconds} s, {what}: {machine.judge(made['cpu'] / took)}")
    print(f"{made['answers'] / took:,.0f} answers/s, latency {made['latencies_ms']}")
    print(f"refused {made['refused']}, unanswered {made['unanswered']}, updates {made['updates']}")
    print(f"server CPU {1e6 * cpu:.0f} µs a command, generator {made['cpu'] / took:.0%} of a core")
    sys.stdout.flush()
    await client.end()
    await server.end()
    return machine.is_valid


async def postgres_run(rate: int, seconds: float) -> bool:
    """The same stream on PostgreSQL, on this machine too."""
    wheel = importlib.import_module("tests.wheel_postgres")
    with wheel.postgres() as address:
        return await steady_run(address, rate, seconds)


async def saturated_run(journal: str, seconds: float) -> bool:
    """As many commands as the server can do: a closed loop that never lets it rest."""
    machine = Machine()
    server, client, _, _ = await rig(journal, 3_600, apart=False)
    await server.ask("open")
    before = await server.ask("figures")
    started = time.time()
    order = {"do": "saturate", "under_way": UNDER_WAY, "seconds": seconds}
    made = await client.ask(json.dumps(order))
    took = time.time() - started
    after = await server.ask("figures")
    used = after["cpu"] - before["cpu"]
    what = journal.partition(":")[0]
    print(f"## saturated for {seconds} s, {what}: {machine.judge(made['cpu'] / took)}")
    print(f"{made['answers'] / took:,.0f} answers/s, latency {made['latencies_ms']}")
    print(f"refused {made['refused']}, updates {made['updates']}, {UNDER_WAY} commands under way")
    print(
        f"server CPU {1e6 * used / made['answers']:.0f} µs a command, {used / took:.0%} of a core"
    )
    print(f"generator {made['cpu'] / took:.0%} of a core")
    sys.stdout.flush()
    await client.end()
    await server.end()
    return machine.is_valid


async def echo_run(rate: int, seconds: float) -> bool:
    """The same stream against a server that only echoes."""
    machine = Machine()
    server = await Child.start("benchmarks.load_echo", str(TERMINALS))
    told = await server.hear()
    client = await Child.start("benchmarks.load_client")
    await client.ask(json.dumps({**told, "tables": TABLES}))
    before = await server.ask("figures")
    started = time.time()
    made = await client.ask(json.dumps({"do": "steady", "rate": rate, "seconds": seconds}))
    took = time.time() - started
    after = await server.ask("figures")
    cpu = 1e6 * (after["cpu"] - before["cpu"]) / max(1, made["answers"])
    print(f"## {rate:,} frames/s for {seconds} s, bare echo: {machine.judge(made['cpu'] / took)}")
    print(f"{made['answers'] / took:,.0f} echoes/s, latency {made['latencies_ms']}")
    print(f"server CPU {cpu:.0f} µs a frame, generator {made['cpu'] / took:.0%} of a core")
    sys.stdout.flush()
    await client.end()
    await server.end()
    return machine.is_valid


async def main() -> None:
    """Run everything on SQLite, and the stream on PostgreSQL too."""
    print(f"Python {sys.version}", flush=True)
    await valid_runs(lambda: floor_run("sqlite", apart=True))
    await valid_runs(lambda: floor_run("sqlite", apart=False))
    await valid_runs(lambda: echo_run(10_000, 5), 1)
    await valid_runs(lambda: saturated_run("sqlite", 10))
    await valid_runs(lambda: steady_run("sqlite", 10_000, 10))
    await valid_runs(lambda: steady_run("sqlite", 20_000, 3), 1)
    await valid_runs(lambda: steady_run("sqlite", 1_000, 3, batch_max=1), 1)
    await valid_runs(lambda: postgres_run(10_000, 10))


async def valid_runs(run: Callable[[], Awaitable[bool]], wanted: int = RUNS) -> None:
    """Run until so many runs were valid, or three times as many were tried; all are printed."""
    valid = 0
    for _ in range(TRIES * wanted):
        valid += await run()
        if valid == wanted:
            return
    print(f"-- only {valid} of {wanted} valid runs: the machine is not quiet enough", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
