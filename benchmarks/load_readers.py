"""Readers beside players: what 500 pages a second cost a wager.

`python -m benchmarks.load_readers` runs this part alone.  Two streams of the same wagers, one
after the other on the same floor: the first alone, the second beside browsers that read pages.
"""

import asyncio
import json
import sys
import time
from typing import Any, Final, NamedTuple

from benchmarks.load_rig import TERMINALS, Child, Machine, rig

RUNS: Final = 3
TRIES_MOST: Final = 9
READERS: Final = 64
PAGES: Final = 500
COMMANDS: Final = 600
SECONDS: Final = 10.0
# A wager's p99 beside readers may be so many times what it is without them.
RATIO: Final = 3.0


class ReadersRun(NamedTuple):
    """What readers did to the tail of one run."""

    is_valid: bool
    ratio: float


class Stream(NamedTuple):
    """One stream of wagers, and what the server used meanwhile."""

    made: dict[str, Any]
    took: float
    cpu: float


async def _stream(server: Child, client: Child, seconds: float) -> Stream:
    before = await server.ask("figures")
    started = time.time()
    order = {"do": "steady", "rate": COMMANDS, "seconds": seconds}
    made = await client.ask(json.dumps(order))
    took = time.time() - started
    after = await server.ask("figures")
    return Stream(made, took, after["cpu"] - before["cpu"])


async def readers_run(journal: str, seconds: float) -> ReadersRun:
    """Let everybody wager without readers and with them; print both."""
    machine = Machine()
    server, client, _, _ = await rig(journal, 3_600, apart=False)
    await server.ask("open")
    readers = await Child.start("benchmarks.load_pages")
    told = {"origin": server.told["origin"], "readers": READERS, "stations": TERMINALS}
    alone = await _stream(server, client, seconds)
    # Not before: whoever connects and says nothing for ten seconds is hung up on.
    await readers.ask(json.dumps(told))
    order = json.dumps({"rate": PAGES, "seconds": seconds})
    beside, read = await asyncio.gather(_stream(server, client, seconds), readers.ask(order))
    for child in (readers, client, server):
        await child.end()
    ratio = beside.made["latencies_ms"]["p99"] / max(0.01, alone.made["latencies_ms"]["p99"])
    generators = [alone.made["cpu"] / alone.took, beside.made["cpu"] / beside.took]
    share = read["cpu"] / read["took"]
    what = f"{READERS} readers of together {PAGES} pages/s beside {COMMANDS} commands/s"
    print(f"## {what}, {seconds} s each: {machine.judge(max(*generators, share))}")
    print(f"without: {_told(alone)}")
    print(f"with:    {_told(beside)}")
    print(f"p99 with readers {ratio:.1f} × without, at most {RATIO:.0f}: {_verdict(ratio)}")
    print(
        f"{read['a_second']:,.0f} pages/s, {read['bytes'] / read['took'] / 1e6:.1f} MB/s, "
        f"latency {read['latencies_ms']}, failed {read['failed'] + read['unanswered']}"
    )
    cost = 1e6 * (beside.cpu - alone.cpu) / max(1, read["pages"])
    print(
        f"server CPU {alone.cpu / alone.took:.0%} of a core without, "
        f"{beside.cpu / beside.took:.0%} with: {cost:.0f} µs a page; readers {share:.0%}"
    )
    sys.stdout.flush()
    return ReadersRun(machine.is_valid, ratio)


def _told(stream: Stream) -> str:
    made = stream.made
    missed = f"refused {made['refused']}, unanswered {made['unanswered']}"
    return f"{made['latencies_ms']}, {made['answers']} answers, {missed}"


def _verdict(ratio: float) -> str:
    return "held" if ratio <= RATIO else "MISSED"


async def beside_readers(seconds: float = SECONDS) -> None:
    """Run until three runs were valid, and sum up."""
    valid: list[ReadersRun] = []
    for _ in range(TRIES_MOST):
        run = await readers_run("sqlite", seconds)
        valid += [run] if run.is_valid else []
        if len(valid) == RUNS:
            break
    held = sum(run.ratio <= RATIO for run in valid)
    ratios = ", ".join(f"{run.ratio:.1f}" for run in valid)
    print(f"## p99 with readers at most {RATIO:.0f} × without: held in {held} of {len(valid)}")
    print(f"ratios: {ratios or '-'}", flush=True)


if __name__ == "__main__":
    print(f"Python {sys.version}", flush=True)
    asyncio.run(beside_readers())
