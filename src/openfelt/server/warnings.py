"""What whoever runs the floor should know while it runs: in `/ready`, and on the office's pages.

Everybody may read the codes; whom or what they are about only staff of the office.  The log has
both, written where the warning is given.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final, Literal

import msgspec

Code = Literal[
    "clock_ahead",
    "clock_behind",
    "credential_changed",
    "folder_open_to_all",
    "codes_guessed",
    "device_refused",
    "pins_tried",
    "tickets_guessed",
    "wrong_tries",
]
# For how long something that happened, and does not last, is told.
TOLD_S: Final = 3_600.0
# Nobody needs to read more; whoever makes more of them is read of in the log.
KEPT: Final = 50


class Concern(msgspec.Struct, frozen=True):
    """Something is not as it should be; `about` says where, `count` how often."""

    code: Code
    about: str = ""
    count: int = 0


class Warnings:
    """The warnings that stand now, the newest last."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._standing: dict[tuple[Code, str], tuple[Concern, float]] = {}
        # Told when what stands has changed.
        self.changed: Callable[[], None] = lambda: None

    def give(self, code: Code, about: str = "", count: int = 0, for_s: float = 0) -> None:
        """Give a warning in place of the one before it, for so long or until it is taken back."""
        until = self._clock() + for_s if for_s else float("inf")
        warning = Concern(code, about, count)
        before = self._standing.pop((code, about), None)
        self._standing[code, about] = warning, until
        if len(self._standing) > KEPT:
            del self._standing[next(iter(self._standing))]
        if before is None or before[0] != warning:
            self.changed()

    def take_back(self, code: Code, about: str = "") -> None:
        """Take a warning back: it is as it should be again."""
        if self._standing.pop((code, about), None) is not None:
            self.changed()

    def let_go(self) -> None:
        """Let go of those whose time is over."""
        now = self._clock()
        over = [key for key, (_, until) in self._standing.items() if until <= now]
        for key in over:
            del self._standing[key]
        if over:
            self.changed()

    def standing(self) -> tuple[Concern, ...]:
        """Return those that stand."""
        return tuple(warning for warning, _ in self._standing.values())

    def codes(self) -> list[str]:
        """Return which kinds stand, for everybody."""
        return sorted({code for code, _ in self._standing})
