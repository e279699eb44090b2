"""Counting wrong tries by whom they come from, in little memory whoever comes."""

from collections.abc import Callable, Hashable
from typing import Final

# Nobody mistypes a code more often; whoever guesses needs millions.
WRONG_MOST: Final = 10
WINDOW_US: Final = 60_000_000
_KEPT: Final = 1_000


class Tally:
    """Counts by name, for so many names at most: the one counted longest ago is forgotten."""

    def __init__(self, most: int = _KEPT) -> None:
        self._most = most
        self._counts: dict[Hashable, int] = {}

    def of(self, name: Hashable) -> int:
        """Return how often a name was counted."""
        return self._counts.get(name, 0)

    def add(self, name: Hashable) -> int:
        """Count a name once more; return how often that makes."""
        count = self._counts.pop(name, 0) + 1
        self._counts[name] = count
        if len(self._counts) > self._most:
            del self._counts[next(iter(self._counts))]
        return count


class Throttle:
    """Shuts an address out for the rest of a minute in which it was wrong too often."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._since = clock()
        self._wrong = Tally()

    def is_shut(self, address: str) -> bool:
        """Say whether an address must wait."""
        return self._now_counted().of(address) >= WRONG_MOST

    def wrong(self, address: str) -> bool:
        """Count a wrong try; say whether it is the one after which the address must wait."""
        return self._now_counted().add(address) == WRONG_MOST

    def _now_counted(self) -> Tally:
        now = self._clock()
        # A clock that was put back begins a new minute as well.
        if not self._since <= now < self._since + WINDOW_US:
            self._since, self._wrong = now, Tally()
        return self._wrong
