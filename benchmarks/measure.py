"""Timing by processor time, five runs, best and worst."""

import resource
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

RUNS = 5


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of CPU of each run, for so many operations a run."""

    seconds: tuple[float, ...]
    operations: int = 1

    @property
    def best(self) -> float:
        """The fastest run's seconds an operation."""
        return min(self.seconds) / self.operations

    @property
    def worst(self) -> float:
        """The slowest run's seconds an operation."""
        return max(self.seconds) / self.operations


def in_process(work: Callable[[], object], operations: int) -> Timing:
    """Time a call in this process."""
    work()  # Once unmeasured: caches filled, modules imported.
    seconds = []
    for _ in range(RUNS):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return Timing(tuple(seconds), operations)


def command(line: Sequence[str], operations: int = 1) -> Timing:
    """Time a whole command from a cold start, its output thrown away."""
    seconds = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return Timing(tuple(seconds), operations)
