"""What the GPU of this machine plays in a second: `python -m benchmarks.gpu FILE`.

FILE is one that `python -m openfelt.simulate.gpu write FILE` wrote elsewhere: the
plan of the sessions is in it.  Needs NumPy and CuPy only.  Wall time of whole
launches, rows brought back, after one launch to warm up; best and worst of five.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from openfelt.simulate.gpu.compare import read
from openfelt.simulate.gpu.device import Loaded, cupy
from openfelt.simulate.gpu.plans import PlanRun
from openfelt.simulate.gpu.play import Table, kernels_of
from openfelt.simulate.rounds import Rounds
from openfelt.simulate.tally import Tally

_RUNS: Final = 5
# Whole waves of an H200: 132 multiprocessors with 512 threads each.
_SHARDS: Final = 20 * 132 * 512
_SESSIONS: Final = 20 * _SHARDS


def _rounds(tally: Tally) -> int:
    return sum(tally.added["counts"]) + sum(tally.added.get("late_counts", []))


def _rolls(tally: Tally) -> int:
    return tally.one("rounds")


def _rates(
    play: Callable[[int, int], Tally], played: Callable[[Tally], int], shards: int = _SHARDS
) -> list[float]:
    """Play different shards each time; return rounds a second, the best first."""
    play(0, shards)
    rates = []
    for run in range(1, _RUNS + 1):
        begun = time.perf_counter()
        tally = play(run * shards, (run + 1) * shards)
        rates.append(played(tally) / (time.perf_counter() - begun))
    return sorted(rates, reverse=True)


class Outcomes:
    """Coups dealt and counted, and nothing settled."""

    def __init__(self, run: Rounds) -> None:
        (kernel,) = kernels_of(run)
        self._seed = run.seed
        self._loaded = Loaded(replace(kernel, constants={**kernel.constants, "BETS": 0}))

    def play(self, first: int, end: int) -> Tally:
        """Play some shards."""
        rows = self._loaded.play(self._seed, first, end - first)
        return Tally.of({name: rows[name] for name in ("counts", "late_counts")})


def _figures(file: Path) -> list[tuple[str, list[float]]]:
    kinds: list[tuple[str, Any]] = [
        ("baccarat from real shoes (c), LT, coups", Rounds("LT/8", 1)),
        ("baccarat from real shoes (c), MT_A, coups", Rounds("MT_A/8", 1)),
        ("baccarat from real shoes (c), PB of 3 decks, coups", Rounds("PB/3", 1)),
        ("craps: 86 bets (b), four of them followed (c), rolls", Rounds("AC", 1)),
        ("craps, 86 bets (b), rolls", Rounds("AC", 1, counted=True)),
        ("sic bo: 50 bets (b), four of them followed (c), rolls", Rounds("SB", 1)),
        ("sic bo, 50 bets (b), rolls", Rounds("SB", 1, counted=True)),
        ("roulette: 234 bets (b), four of them followed (c), spins", Rounds("MT_ROULETTE", 1)),
        ("roulette, 234 bets (b), spins", Rounds("MT_ROULETTE", 1, counted=True)),
    ]
    plans = dict.fromkeys(run for run, *_ in read(file) if isinstance(run, PlanRun))
    line, many, _, coups, *_ = plans
    return [
        *((name, _rates(Table(run).play, _rounds)) for name, run in kinds),
        (
            "baccarat from real shoes (b), LT, coups",
            _rates(Outcomes(Rounds("LT/8", 1)).play, _rounds),
        ),
        (
            "craps pass + double odds, sessions with bankroll (d), rolls",
            _rates(Table(line).play, _rolls, _SESSIONS),
        ),
        (
            "craps, six bets with levels and odds, sessions (d), rolls",
            _rates(Table(many).play, _rolls, _SESSIONS),
        ),
        (
            "baccarat from real shoes, two bets with levels, sessions (d), coups",
            _rates(Table(coups).play, _rolls, _SESSIONS),
        ),
    ]


def main() -> None:
    """Print a line for each figure."""
    device = cupy().cuda.runtime.getDeviceProperties(0)["name"].decode()
    print(f"| on one {device} | a second, best … worst |")
    print("|---|---|")
    for name, rates in _figures(Path(sys.argv[1])):
        print(f"| {name} | {rates[0] / 1e9:,.1f} G … {rates[-1] / 1e9:,.1f} G |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m benchmarks.gpu FILE")
    try:
        main()
    except (OSError, ValueError) as error:
        sys.exit(f"error: {error}")
