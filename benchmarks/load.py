"""The load benchmark: `python -m benchmarks.load`, the second half of `make bench`.

A server and a generator, each a process of its own on this machine; beside it in the same run a
bare echo server, and the same floor with one transaction a command.  What depends on the machine's
mood is run until three runs were valid, a floor in play until ten were.
"""

import asyncio
import importlib
import json
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Final

from benchmarks.load_floor import floor_in_play
from benchmarks.load_readers import beside_readers
from benchmarks.load_rig import TABLES, TERMINALS, Child, Machine, rig

RUNS: Final = 3
TRIES: Final = 3
# Under way in the closed loop: enough that the server never waits, few enough that none is BUSY.
UNDER_WAY: Final = 256


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
    await floor_in_play()
    await beside_readers()
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
