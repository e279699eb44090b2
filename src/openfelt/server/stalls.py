"""Stalls: when everybody had to wait, for how long, and what for.

The loop beats; a beat that comes late was kept waiting, and so was every answer.  Whoever may have
kept it is asked: the collector, the disk, the kernel, which knows how long a thread that could run
was not let.  What is left is our own work.
"""

import asyncio
import gc
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple

from openfelt.server.log import log

BEAT_S: Final = 0.01
# What nobody at a table can see is none.
NOTICED_S: Final = 0.005
# What everybody at it can.
TOLD_S: Final = 0.5

COLLECTOR: Final = "the collector"
DISK: Final = "the disk"
PROCESSOR: Final = "another program had the processor"
WORK: Final = "our own work"
ASLEEP: Final = "it or the machine stood still"


class Stall(NamedTuple):
    """How long, why, and when it was over (by the monotonic clock)."""

    seconds: float
    cause: str
    at: float


class Used(NamedTuple):
    """What a thread has spent so far, in seconds."""

    collector: float
    disk: float
    processor: float
    work: float


def cause_of(seconds: float, used: Used) -> str:
    """Say what most of a stall went by with, of what was used meanwhile."""
    # A collection is work of this thread too, and so is a part of every commit.
    work = max(0.0, used.work - used.collector - used.disk)
    known = {COLLECTOR: used.collector, DISK: used.disk, PROCESSOR: used.processor, WORK: work}
    known[ASLEEP] = seconds - sum(known.values())
    return max(known, key=lambda cause: known[cause])


class Stalls:
    """The longest stall of each cause; what a table would have seen is logged."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.longest: dict[str, Stall] = {}
        self.count = 0
        self._collector = self._collecting = self._disk = 0.0
        self._kernel = -1
        # What was used up to the last beat.
        self._beat = Used(0.0, 0.0, 0.0, 0.0)

    def committed(self, seconds: float) -> None:
        """Hear how long a commit took: whether or not the loop ran on, its answers waited."""
        self._disk += seconds
        if seconds >= NOTICED_S:
            waited = self._kept_waiting() - self._beat.processor
            self._note(seconds, PROCESSOR if waited > seconds / 2 else DISK)

    async def watch(self) -> None:
        """Beat until cancelled, in the thread and loop that are watched."""
        with self._listening():
            self._beat, due = self._used(), self._clock() + BEAT_S
            while True:
                await asyncio.sleep(max(0.0, due - self._clock()))
                now, before, self._beat = self._clock(), self._beat, self._used()
                if now - due >= NOTICED_S:
                    self._late(now - due, before, self._beat)
                due = now + BEAT_S

    def _late(self, seconds: float, before: Used, used: Used) -> None:
        cause = cause_of(seconds, Used(*(b - a for a, b in zip(before, used, strict=True))))
        if cause != DISK:  # Which has been heard of.
            self._note(seconds, cause)

    def _note(self, seconds: float, cause: str) -> None:
        self.count += 1
        stall = Stall(seconds, cause, self._clock())
        before = self.longest.get(cause)
        if before is None or before.seconds < seconds:
            self.longest[cause] = stall
        if seconds >= TOLD_S:
            log.warning("everybody had to wait", seconds=round(seconds, 3), why=cause)

    def seconds(self) -> dict[str, float]:
        """Return how long the longest of each cause was."""
        return {cause: stall.seconds for cause, stall in self.longest.items()}

    # Who knows

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Hear the collector and the kernel, where it is one that tells."""
        gc.callbacks.append(self._on_collection)
        with suppress(OSError):
            path = f"/proc/self/task/{threading.get_native_id()}/schedstat"
            self._kernel = os.open(path, os.O_RDONLY)
        try:
            yield
        finally:
            gc.callbacks.remove(self._on_collection)
            if self._kernel >= 0:
                os.close(self._kernel)
                self._kernel = -1

    def _on_collection(self, phase: str, _info: dict[str, int]) -> None:
        if phase == "start":
            self._collecting = self._clock()
        else:
            self._collector += self._clock() - self._collecting

    def _used(self) -> Used:
        return Used(self._collector, self._disk, self._kept_waiting(), time.thread_time())

    def _kept_waiting(self) -> float:
        """Return how long this thread could have run and was not let."""
        if self._kernel < 0:
            return 0.0
        return int(os.pread(self._kernel, 64, 0).split()[1]) / 1e9
