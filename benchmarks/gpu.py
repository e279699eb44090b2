"""What the GPU of this machine plays in a second: `python -m benchmarks.gpu`.

Needs NumPy and CuPy only.  Wall time of whole launches, rows brought back, after
one launch to warm up; best and worst of five.
"""

import time
from collections.abc import Callable
from typing import Any, Final

from openfelt.simulate.gpu.device import cupy
from openfelt.simulate.gpu.play import Table
from openfelt.simulate.rounds import Rounds
from openfelt.simulate.tally import Tally

_RUNS: Final = 5
# Whole waves of an H200: 132 multiprocessors with 512 threads each.
_SHARDS: Final = 20 * 132 * 512


def _rounds(tally: Tally) -> int:
    return sum(tally.added["counts"]) + sum(tally.added.get("late_counts", []))


def _rates(play: Callable[[int, int], Tally], played: Callable[[Tally], int]) -> list[float]:
    """Play different shards each time; return rounds a second, the best first."""
    play(0, _SHARDS)
    rates = []
    for run in range(1, _RUNS + 1):
        begun = time.perf_counter()
        tally = play(run * _SHARDS, (run + 1) * _SHARDS)
        rates.append(played(tally) / (time.perf_counter() - begun))
    return sorted(rates, reverse=True)


def _figures() -> list[tuple[str, list[float]]]:
    kinds: list[tuple[str, Any]] = [
        ("baccarat from real shoes (c), LT, coups", Rounds("LT/8", 1)),
        ("baccarat from real shoes (c), MT_A, coups", Rounds("MT_A/8", 1)),
        ("baccarat from real shoes (c), PB of 3 decks, coups", Rounds("PB/3", 1)),
        ("craps, 86 bets, 4 followed (c), rolls", Rounds("AC", 1)),
        ("craps, 86 bets (b), rolls", Rounds("AC", 1, counted=True)),
        ("sic bo, 50 bets, 4 followed (c), rolls", Rounds("SB", 1)),
        ("sic bo, 50 bets (b), rolls", Rounds("SB", 1, counted=True)),
        ("roulette, 234 bets, 4 followed (c), spins", Rounds("MT_ROULETTE", 1)),
        ("roulette, 234 bets (b), spins", Rounds("MT_ROULETTE", 1, counted=True)),
    ]
    return [(name, _rates(Table(run).play, _rounds)) for name, run in kinds]


def main() -> None:
    """Print a line for each figure."""
    device = cupy().cuda.runtime.getDeviceProperties(0)["name"].decode()
    print(f"| on one {device} | a second, best … worst |")
    print("|---|---|")
    for name, rates in _figures():
        print(f"| {name} | {rates[0] / 1e9:,.1f} G … {rates[-1] / 1e9:,.1f} G |", flush=True)


if __name__ == "__main__":
    main()
