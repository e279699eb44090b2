"""Two clocks: what o'clock it is, for what is kept, and how long something lasts, for what is due.

A wall clock that is set back or ahead must not put off what is due.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


def wall_clock() -> int:
    """Return the time in µs UTC."""
    return time.time_ns() // 1_000


def steady_clock() -> int:
    """Return µs that only ever go on."""
    return time.monotonic_ns() // 1_000


@dataclass(frozen=True, slots=True)
class Clocks:
    """Both."""

    wall: Callable[[], int] = wall_clock
    ticks: Callable[[], int] = steady_clock
