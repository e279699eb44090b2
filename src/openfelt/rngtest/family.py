"""All findings together, at one confidence for the whole family (Holm)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openfelt.rngtest.finding import Finding

# The chance that any test of a sound set of devices is held against it.
ALPHA: Final = 0.01


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on a family: for each finding its p for all tests together."""

    together: tuple[float | None, ...]

    @property
    def tests(self) -> int:
        """How many tests had enough to judge."""
        return sum(p is not None for p in self.together)

    @property
    def broken(self) -> tuple[bool, ...]:
        """Which findings a sound device would not give, at the confidence of the family."""
        return tuple(p is not None and p <= ALPHA for p in self.together)

    @property
    def holds(self) -> bool:
        """Whether nothing was held against the devices."""
        return not any(self.broken)

    @property
    def says(self) -> str:
        """The verdict in a sentence."""
        if not self.tests:
            return "too few outcomes to judge anything; take more"
        confidence = f"{1 - ALPHA:.0%} confidence for all {self.tests} tests together"
        if self.holds:
            return f"nothing found against the devices, at {confidence}"
        return f"{sum(self.broken)} of {self.tests} tests BROKEN, at {confidence}"


def judged(found: Sequence[Finding]) -> Judgement:
    """Adjust every p for all tests together.

    Holm's steps hold whatever the tests have to do with each other, and some
    of ours look at the same outcomes.  The smallest p is multiplied by the
    number of tests, the next by one less, and none ends below one before it.
    """
    order = sorted((one.p, place) for place, one in enumerate(found) if one.p is not None)
    together: list[float | None] = [None] * len(found)
    most = 0.0
    for step, (p, place) in enumerate(order):
        most = max(most, min(1.0, p * (len(order) - step)))
        together[place] = most
    return Judgement(tuple(together))
