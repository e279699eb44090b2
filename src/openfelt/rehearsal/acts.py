"""Long runs as a row of acts: each a new floor of its own, so that recovery stays short."""

import asyncio
from collections.abc import Callable, Iterator

from openfelt.rehearsal.rehearsal import Judge, Rehearsal, Report

ROUNDS_AN_ACT = 400


def seeds(seed: int, rounds: int) -> Iterator[tuple[int, int]]:
    """Cut a run into (seed, rounds) of its acts; the same seed cuts the same."""
    act = 0
    while rounds > 0:
        yield seed * 1_000_003 + act, min(rounds, ROUNDS_AN_ACT)
        rounds -= ROUNDS_AN_ACT
        act += 1


def play(
    seed: int,
    rounds: int,
    judge: Callable[[], Judge],
    progress: Callable[[Report], None] | None = None,
) -> Report:
    """Play all acts one after the other, every second on a demo floor; add up what they met.

    Every fourth floor asks the casino's ticketing host about tickets.
    """
    whole = Report(seed)
    for number, (act_seed, act_rounds) in enumerate(seeds(seed, rounds)):
        floor = {"demo": number % 2 == 1, "hosted": number % 4 == 2}
        act = asyncio.run(Rehearsal(act_seed, act_rounds, judge(), **floor).run())
        whole.rounds += act.rounds
        whole.steps += act.steps
        whole.rows += act.rows
        whole.crashes += act.crashes
        whole.met += act.met
        whole.sent += act.sent
        whole.granted += act.granted
        if progress:
            progress(whole)
    return whole
