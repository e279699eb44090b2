"""The floor's time: it runs on the machine's steady clock and only leans on the one people set.

The wall clock may be set, by hand, by a time server or by an empty battery, at any moment.  So it
is asked once, at start, and from then on the floor's time goes on by the clock that counts since
the machine was switched on (asleep or awake).  Where the two differ by little, the floor's time
follows slowly; where they differ by more, somebody has to say which is right: see decision 44.
"""

import time
from collections.abc import Callable
from typing import Final

import msgspec

_SECOND_US: Final = 1_000_000
_DAY_US: Final = 24 * 3600 * _SECOND_US
# What a time server puts right, a leap second among it; two nodes differ by less.
JUMP_US: Final = 5 * _SECOND_US
# The floor's time goes faster or slower by that many µs a ms: a period of 20 s by 0.1 s.
SLEW: Final = 5
# How much time one look makes good: whoever looked away for an hour does not move a period at once.
LOOK_US: Final = 2 * _SECOND_US
# How long a floor is shut without anybody's word: some rest two days a week.
SHUT_US: Final = 4 * _DAY_US
# What can be made good by going faster or slower: that takes 200 times as long.
FOLLOWED_US: Final = _DAY_US

_SINCE_BOOT: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)

Source = Callable[[], int]


def wall_clock() -> int:
    """Return µs since 1970 UTC, as the machine has it."""
    return time.time_ns() // 1_000


def steady_clock() -> int:
    """Return µs since the machine was switched on; nobody can set it."""
    return time.clock_gettime_ns(_SINCE_BOOT) // 1_000


class Doubt(msgspec.Struct, frozen=True):
    """What is kept over a restart: how far ahead the wall clock was, and whether it was right."""

    ahead_us: int = 0
    accepted: bool = False


class HouseClock:
    """µs since 1970 UTC by the steady clock, and what the wall clock says otherwise."""

    def __init__(self, wall: Source, steady: Source) -> None:
        self._wall = wall
        self._steady = steady
        self._looked = steady()
        self._offset = wall() - self._looked
        # What is still to be made good, since the last look.
        self._towards = 0
        # By how much the wall clock was found ahead, 0 while they agree, less than 0 if behind.
        self.ahead_us = 0
        self._seen_us = 0
        # Whether somebody has said that the wall clock is right.
        self.follows = False

    def now(self) -> int:
        """Return the floor's time: it may go slower, and never goes back nor stands still."""
        steady = self._steady()
        if self._towards:
            return steady + self._offset + self._made_good(steady)
        return steady + self._offset

    def _made_good(self, steady: int) -> int:
        """Return what going faster or slower has come to since the last look."""
        most = min(steady - self._looked, LOOK_US) * SLEW // 1_000
        return max(-most, min(most, self._towards))

    def difference(self) -> int:
        """Return by how much the wall clock is ahead at this moment."""
        return self._wall() - self.now()

    def go_on_after(self, last: int, doubt: Doubt) -> None:
        """Go on after the last moment on record, 0 for none: before the first stamp of a start.

        The wall clock says how long the floor was shut, unless that cannot be, or was doubted
        before and nobody has said since that it is right.
        """
        wall, most = self._wall(), SHUT_US
        began = wall
        if doubt.accepted:
            most += doubt.ahead_us
        elif wall - last >= doubt.ahead_us - JUMP_US:
            # Still as far ahead as it was found to be: less that, it counts the pause.
            began -= doubt.ahead_us
        if last and not last <= began <= last + most:
            began = last
        self._looked = self._steady()
        self._offset = began - self._looked
        self._towards = 0

    def look(self) -> bool:
        """Compare the two, and follow where that is right; say whether there is news."""
        steady = self._steady()
        self._offset += self._made_good(steady)
        self._looked = steady
        ahead = self._wall() - steady - self._offset
        agrees = abs(ahead) <= JUMP_US
        if agrees or abs(ahead - self._seen_us) > JUMP_US:
            self.follows = False  # There is nothing to follow, or it was set once more.
        self._towards = ahead if agrees or self.follows else 0
        self._seen_us = ahead
        found = 0 if agrees else ahead
        if abs(found - self.ahead_us) <= (JUMP_US if found else 0):
            return False
        self.ahead_us = found
        return True
