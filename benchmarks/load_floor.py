"""A floor in play: a thousand players, three wagers each, the close and the settlement.

`python -m benchmarks.load_floor` runs this part alone, `… load_floor MT_ROULETTE` with twenty
wagers of each player on the cloth of a wheel.  The follower runs beside, as on a real floor.  The
tail is what counts: one stall of a few milliseconds is every answer of that moment, so the longest
ones are printed with their causes, and whatever missed a bar with its own.
"""

import asyncio
import json
import sys
import time
from typing import Any, Final, NamedTuple

from benchmarks.load_rig import TABLES, TERMINALS, Machine, rig

RUNS: Final = 10
TRIES_MOST: Final = 20
ACK_MS: Final = 15.0
SETTLED_MS: Final = 50.0
PERIOD_S: Final = 12


class FloorRun(NamedTuple):
    """The tails of one run, and what everybody waited for."""

    is_valid: bool
    acks_ms: float
    settled_ms: float
    waits: str

    @property
    def is_held(self) -> bool:
        """Whether both bars held."""
        return self.acks_ms <= ACK_MS and self.settled_ms <= SETTLED_MS


async def floor_run(journal: str, *, apart: bool, game: str = "LT") -> FloorRun:
    """Open the rounds, let everybody wager, close, deal, settle; then print what was measured."""
    machine = Machine()
    server, client, memory, before = await rig(
        journal, PERIOD_S, apart=apart, follow=True, game=game
    )
    await server.ask("open")
    started = time.time()
    made = await client.ask(json.dumps({"do": "floor", "seconds": 10 - (TABLES * 0.3 * apart)}))
    took = time.time() - started
    await asyncio.sleep(max(0, started + PERIOD_S + 1.5 - time.time()))
    close, committed = _closed(await client.ask('{"do": "seen"}'))
    dealt = await server.ask("deal")
    await asyncio.sleep(0.5)
    paid = (await client.ask('{"do": "seen"}'))["paid"]
    settle = max(when - dealt["confirmed"][_table(name)] for name, when in paid.items())
    after = await server.ask("figures")
    await client.end()
    await server.end()
    how = "tables 0.3 s apart" if apart else "all tables at once"
    judged = machine.judge(made["cpu"] / max(1, took))
    waits = _waits(after["stalls"], made["late_ms"])
    print(f"## {TERMINALS} terminals on {TABLES} {game} tables, {how}: {judged}")
    print(f"acks from the timetable: {made['latencies_ms']}, {made['answers']} answers")
    print(f"refused {made['refused']}, unanswered {made['unanswered']}, updates {made['updates']}")
    print(f"close → last: display {_ms(close)}, committed wagers {_ms(committed)}")
    print(f"settle → last: {_ms(settle)} ({len(paid)} terminals)")
    print(f"longest waits: {waits}")
    print(f"memory {memory}, server CPU {after['cpu'] - before['cpu']:.2f} s", flush=True)
    return FloorRun(machine.is_valid, made["latencies_ms"]["p99.9"], 1000 * settle, waits)


def _table(terminal: str) -> str:
    return f"L{int(terminal[1:]) % TABLES}"


def _closed(seen: dict[str, Any]) -> tuple[float, float]:
    """Return how long after the first display the last one, and the last player, saw the close."""
    closes = {key: at for key, at in seen["phases"].items() if key.endswith('"closed"')}
    first = {key.split()[0].split(":")[1]: min(at) for key, at in closes.items()}
    display = max(max(at) - min(at) for at in closes.values())
    told = (when - first[_table(name)] for name, when in seen["committed"].items())
    return display, max(told, default=0.0)


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def _waits(stalls: dict[str, float], generator_ms: float) -> str:
    """Say what everybody waited for, the longest first; the generator's own is none of ours."""
    longest = sorted(stalls.items(), key=lambda one: -one[1])
    ours = [f"{_ms(seconds)} {cause}" for cause, seconds in longest]
    return ", ".join([*ours, f"generator itself {generator_ms} ms late"])


async def floor_in_play(game: str = "LT") -> None:
    """Run until ten were valid, tables apart and at once in turn; sum up the tails."""
    valid: list[FloorRun] = []
    for turn in range(TRIES_MOST):
        run = await floor_run("sqlite", apart=turn % 2 == 0, game=game)
        valid += [run] if run.is_valid else []
        if len(valid) == RUNS:
            break
    held = sum(run.is_held for run in valid)
    bars = f"p99.9 of acks at most {ACK_MS:.0f} ms and settlement at most {SETTLED_MS:.0f} ms"
    print(f"## {bars}: held in {held} of {len(valid)} valid runs")
    print(f"p99.9: {', '.join(f'{run.acks_ms:.1f}' for run in valid)} ms")
    print(f"settlement: {', '.join(f'{run.settled_ms:.1f}' for run in valid)} ms")
    for run in valid:
        if not run.is_held:
            print(f"missed: {run.acks_ms:.1f} and {run.settled_ms:.1f} ms; {run.waits}")
    sys.stdout.flush()


if __name__ == "__main__":
    print(f"Python {sys.version}", flush=True)
    asyncio.run(floor_in_play(*sys.argv[1:2]))
