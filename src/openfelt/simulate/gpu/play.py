"""Runs played on the GPU: what `Rounds.play` comes to, and the way for `openfelt simulate`."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, cast

import numpy as np

from openfelt.simulate.board import LANES
from openfelt.simulate.gpu.device import Loaded, cupy
from openfelt.simulate.gpu.kernels import Array, Kernel, even_kernel, shoe_kernel
from openfelt.simulate.gpu.plans import PlanRun, plan_of, session_kernel, session_tally
from openfelt.simulate.rounds import Rounds
from openfelt.simulate.tally import Tally
from openfelt.simulate.workers import Part, Play, Played, Run

if TYPE_CHECKING:
    from openfelt.simulate.sessions import Sessions

# A launch is at most so long: a fifth of a second on an H200, for the bar and for Ctrl-C.
_ROUNDS_A_LAUNCH: Final = 20_000_000_000
# The number of a shard within a launch has 32 bits.
_SHARDS_A_LAUNCH: Final = 1 << 28


def kernels_of(run: Rounds) -> list[Kernel]:
    """Return the kernels that play a run: of an even game one for every four bets followed."""
    if run.shoe is not None:
        return [shoe_kernel(run.board, run.shoe)]
    followed = () if run.counted else run.sampled
    groups = [followed[at : at + LANES] for at in range(0, len(followed), LANES)]
    return [even_kernel(run.board, group) for group in groups or [()]]


def tally_of(run: Rounds, shards: int, results: Sequence[Mapping[str, Array]]) -> Tally:
    """Return what the kernels of a run came to as `Rounds.play` returns it."""
    added: dict[str, Array] = {"shards": np.array([shards])}
    first = results[0]
    deepest, deepest_sum = (
        np.concatenate([result[name] for result in results]) for name in ("deepest", "deepest_sum")
    )
    if run.shoe is not None:
        names = ("counts", "late_counts", "sums", "squares", "late_sums")
        added |= {name: first[name] for name in names}
        deepest, deepest_sum = deepest[list(run.sampled)], deepest_sum[list(run.sampled)]
    else:
        # Every bet has a unit on it in every round, so the counts say what all of them gained.
        nets = run.board.nets[:, : len(run.board.bets)].astype(np.int64)
        added |= {"counts": first["counts"], "sums": first["counts"] @ nets}
    if run.counted:
        return Tally.of(added)
    followed = slice(0, len(run.sampled))
    added["deepest_sum"] = deepest_sum[followed]
    return Tally.of(added, {"deepest": deepest[followed]})


class Table:
    """A run on the GPU, compiled and ready."""

    def __init__(self, run: Rounds | PlanRun) -> None:
        self._run = run
        kernels = kernels_of(run) if isinstance(run, Rounds) else [session_kernel(run)]
        self._loaded = [Loaded(kernel) for kernel in kernels]

    @property
    def shards_a_launch(self) -> int:
        """How many shards are played at once, if there are so many."""
        run = self._run
        rounds = run.rounds_a_shard if isinstance(run, Rounds) else run.limits[0]
        return min(_SHARDS_A_LAUNCH, _ROUNDS_A_LAUNCH // rounds)

    def play(self, first: int, end: int) -> Tally:
        """Play some shards."""
        run, shards = self._run, end - first
        results = [loaded.play(run.seed, first, shards) for loaded in self._loaded]
        if isinstance(run, Rounds):
            return tally_of(run, shards, results)
        return session_tally(shards, results[0])


def joined(parts: Iterable[Part], stage: Callable[[int], int], most: int) -> Iterator[Part]:
    """Join parts that follow each other in one stage, so that the GPU has enough to do."""
    held: Part | None = None
    for first, end in parts:
        if (
            held is not None
            and held[1] == first
            and stage(held[0]) == stage(first)
            and end - held[0] <= most
        ):
            held = held[0], end
            continue
        if held is not None:
            yield held
        held = first, end
    if held is not None:
        yield held


def on_gpu() -> Play:
    """Play on the GPU, or say at once why that cannot be."""
    cupy()

    def play(run: Run, parts: Iterable[Part]) -> Iterator[Played]:
        from openfelt.simulate.progress import stage_of

        table = Table(run if isinstance(run, Rounds) else plan_of(cast("Sessions", run)))
        batch, most = run.batch, table.shards_a_launch
        for first, end in joined(parts, lambda shard: stage_of(shard, batch), most):
            yield first, end, table.play(first, end)

    return play
