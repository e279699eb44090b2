"""The gate.  Whatever leaves the engine waits here until the journal is durable up to it."""

from collections import deque
from collections.abc import Callable
from typing import Any

from openfelt.engine.errors import NoLongerOwner

Release = Callable[..., None]
# How many rows must be durable, when it came, what lets it out and with what.
Held = tuple[int, int, Release, tuple[Any, ...]]


class Outbox:
    """Releases in the order things were held, each under the mark of the state it was built from.

    A mark is the number of rows taken by this engine.  Right before each release the journal must
    vouch that nobody else can be the owner yet.
    """

    def __init__(self, may_answer: Callable[[], bool]) -> None:
        self._may_answer = may_answer
        # What is held, the oldest first.
        self.held: deque[Held] = deque()
        self._releasing = False
        # Keep something back.  The queue's own method: it is called for every command.
        self.hold: Callable[[Held], None] = self.held.append

    def durable(self, mark: int) -> None:
        """Let out everything up to the mark; what is held meanwhile goes out in its turn."""
        if self._releasing:
            return
        self._releasing = True
        held, may_answer = self.held, self._may_answer
        try:
            while held and held[0][0] <= mark:
                if not may_answer():
                    raise NoLongerOwner
                _, _, release, what = held.popleft()
                release(*what)
        finally:
            self._releasing = False

    def drop(self) -> list[Held]:
        """Take everything back that will never be let out."""
        dropped = list(self.held)
        self.held.clear()
        return dropped
