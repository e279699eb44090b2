"""The gate.  Whatever leaves the engine waits here until the journal is durable up to it."""

from collections import deque
from collections.abc import Callable

Release = Callable[[], None]


class Outbox:
    """Releases in order of the mark each thing was held under."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[int, Release]] = deque()

    def hold(self, mark: int, release: Release) -> None:
        """Keep something back until `mark` rows are durable."""
        assert not self._waiting or self._waiting[-1][0] <= mark
        self._waiting.append((mark, release))

    def durable(self, mark: int) -> None:
        """Let out everything up to the mark."""
        while self._waiting and self._waiting[0][0] <= mark:
            self._waiting.popleft()[1]()

    def __len__(self) -> int:
        return len(self._waiting)
