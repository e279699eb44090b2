"""The simulation: each figure says what it times, per core unless it says otherwise.

(a) outcome only, (b) histogram, (c) per-round settlement of all bets with a running
result, (d) strategy with bankroll.
"""

import time
from collections.abc import Callable
from typing import Any

from benchmarks.measure import RUNS, Timing, in_process
from benchmarks.simulation_peers import NotInstalled, baccarat_engine, crapssim
from benchmarks.table import Figure
from openfelt.simulate.rounds import Rounds
from openfelt.simulate.sessions import Sessions
from openfelt.simulate.tally import Tally
from openfelt.simulate.workers import locally

_SESSION = "[session]\nbankroll_cents = 1_000_000_000\nrounds = 10_000\n"
_LINE = '[[bet]]\nbet = "pass_line"\ncents = 1_000\nodds = 2\n'
_ELEVEN = _LINE + "".join(
    f'[[bet]]\nbet = "{bet}"\ncents = {cents}\n'
    for bet, cents in (
        *((f"place:{n}", 1_200 if n in (6, 8) else 1_000) for n in (4, 5, 6, 8, 9, 10)),
        *((f"hard:{n}", 500) for n in (4, 6, 8, 10)),
    )
)
_VECTORISED = """
SESSION = {"bankroll_cents": 1_000_000_000, "rounds": 200}

def play(table):
    table.place("pass_line", (table.point == 0) * 1_000)
    for point in (4, 5, 6, 8, 9, 10):
        flat = table.standing(f"pass_line@{point}")
        table.place(f"odds:{point}", (table.standing(f"odds:{point}") == 0) * flat * 2)
"""


def _rounds(tally: Tally) -> int:
    """Count all rounds played, late coups too."""
    if "rounds" in tally.added:
        return tally.one("rounds")
    return sum(tally.added["counts"]) + sum(tally.added.get("late_counts", []))


def _one_core(run: Any, shards: int) -> Timing:
    return in_process(lambda: run.play(0, shards), _rounds(run.play(0, shards)))


def _two_cores(run: Any, shards: int, workers: int, runs: int = RUNS) -> Timing:
    """Wall time: a core that waits is not a core used."""
    parts = [(first, first + shards // 16) for first in range(0, shards, shards // 16)]
    rounds = sum(_rounds(tally) for *_, tally in locally(workers)(run, parts))
    seconds = []
    for _ in range(runs):
        start = time.perf_counter()
        for _ in locally(workers)(run, parts):
            pass
        seconds.append(time.perf_counter() - start)
    return Timing(tuple(seconds), rounds)


def _beside(
    name: str, method: str, timing: Timing, peer: Callable[[], Timing], peer_name: str, times: int
) -> Figure | str:
    """Set a figure beside its peer; the bar is so many times the peer, the aim twice that."""
    try:
        base = peer()
    except NotInstalled as how:
        return f"| {name} | not measured: {peer_name} is not installed; {how} | | | | | |"
    return Figure(name, method, timing, peer_name, base, base.best / times, base.best / times / 2)


def baccarat() -> Figure | str:
    """Settle all five bets of every coup from real shoes."""
    timing = _one_core(Rounds("LT/8", 1), 640)
    method = "(c) a core: shuffled 416-card shoes, five bets settled, drawdown of each"
    return _beside(
        "simulate baccarat, a coup", method, timing, baccarat_engine, "baccarat-engine 1.1.5", 20
    )


def baccarat_two_cores() -> Figure:
    """The same on two cores."""
    one, two = _one_and_two(Rounds("LT/8", 1), 4_800)
    best = max(alone / both for alone, both in zip(one.seconds, two.seconds, strict=True))
    method = f"(c) two cores, wall time; best of ten pairs {best:.2f} × one core, bar 1.85"
    return Figure("simulate baccarat, a coup", method, two, "one core", one, 1 / 80e6, 1 / 150e6)


def craps_two_cores() -> Figure:
    """Pass line with double odds and a bankroll on two cores."""
    one, two = _one_and_two(Sessions("AC", 1, _SESSION + _LINE, "declared"), 16_000)
    method = "(d) two cores, wall time, ten runs: pass line, double odds, bankroll"
    return Figure("simulate craps, a roll", method, two, "one core", one, None)


def _one_and_two(run: Any, shards: int) -> tuple[Timing, Timing]:
    """Measure one core and two in turn, so that a slow minute of the machine meets both."""
    pairs = [(_two_cores(run, shards, 1, 1), _two_cores(run, shards, 2, 1)) for _ in range(10)]
    return tuple(  # type: ignore[return-value]
        Timing(tuple(pair[core].seconds[0] for pair in pairs), pairs[0][core].operations)
        for core in (0, 1)
    )


def craps_line() -> Figure | str:
    """Pass line with double odds and a bankroll."""
    timing = _one_core(Sessions("AC", 1, _SESSION + _LINE, "declared"), 1_000)
    return _beside(
        *("simulate craps, a roll", "(d) a core: pass line, double odds, bankroll", timing),
        *(lambda: crapssim("line", 50_000), "crapssim 0.4.1", 2_000),
    )


def craps_eleven() -> Figure | str:
    """About eleven bets open at once."""
    timing = _one_core(Sessions("AC", 1, _SESSION + _ELEVEN, "declared"), 400)
    return _beside(
        *("simulate craps, a roll", "(d) a core: line, odds, six places, four hardways", timing),
        *(lambda: crapssim("eleven", 10_000), "crapssim 0.4.1", 5_000),
    )


def craps_vectorised() -> Figure | str:
    """The pass line strategy in vectorised Python."""
    timing = _one_core(Sessions("AC", 1, _VECTORISED, "python"), 16_384)
    return _beside(
        *("simulate craps, a roll", "(d) a core: the same in vectorised Python", timing),
        *(lambda: crapssim("line", 50_000), "crapssim 0.4.1", 100),
    )


def _beside_counting(variant: str, what: str, shards: int, bar: float) -> Figure:
    timing = _one_core(Rounds(variant, 1), shards)
    counted = _one_core(Rounds(variant, 1, counted=True), shards)
    name = f"simulate {what}"
    return Figure(name, "(c) a core: all bets settled", timing, "(b) counted only", counted, bar)


def sic_bo() -> Figure:
    """All fifty bets."""
    return _beside_counting("SB", "sic bo, a roll", 6_000, 1 / 150e6)


def roulette() -> Figure:
    """All 234 bets."""
    return _beside_counting("MT_ROULETTE", "roulette, a spin", 3_000, 1 / 40e6)


def roulette_counted() -> Figure:
    """Spins counted."""
    timing = _one_core(Rounds("MT_ROULETTE", 1, counted=True), 20_000)
    settled = _one_core(Rounds("MT_ROULETTE", 1), 1_000)
    method = "(b) a core: histogram"
    return Figure("simulate roulette, a spin", method, timing, "(c) settled", settled, 1 / 800e6)


BENCHMARKS: tuple[Callable[[], Figure | str], ...] = (
    baccarat,
    baccarat_two_cores,
    craps_two_cores,
    craps_line,
    craps_eleven,
    craps_vectorised,
    sic_bo,
    roulette,
    roulette_counted,
)
