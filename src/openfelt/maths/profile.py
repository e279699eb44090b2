"""What a bet is worth: its pay lines with exact probabilities, its edge and its variance."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from openfelt.core.verdict import Result


@dataclass(frozen=True, slots=True)
class Line:
    """One way a wager can end: the gain for each unit staked, and how likely it is."""

    result: Result
    net: Fraction
    p: Fraction


Ending = tuple[Result, Fraction]


@dataclass(frozen=True)
class Profile:
    """A bet's lines from the worst to the best, and what follows from them.

    `commission` is charged on top of each unit staked, won or lost; the nets
    of the lines exclude it.
    """

    lines: tuple[Line, ...]
    commission: Fraction = Fraction(0)
    expected_rolls: Fraction | None = None

    def __post_init__(self) -> None:
        assert sum(line.p for line in self.lines) == 1

    def p(self, result: Result) -> Fraction:
        """Return the probability of a result."""
        return sum((line.p for line in self.lines if line.result is result), Fraction(0))

    @cached_property
    def mean(self) -> Fraction:
        """The expected net of a unit, commission not counted."""
        return sum((line.net * line.p for line in self.lines), Fraction(0))

    @property
    def edge(self) -> Fraction:
        """The expected loss of each unit wagered, pushes counted and commission included."""
        return self.commission - self.mean

    @property
    def edge_per_outlay(self) -> Fraction:
        """The expected loss of each unit put down, the commission being part of it."""
        return self.edge / (1 + self.commission)

    @property
    def variance(self) -> Fraction:
        """The variance of the net of a unit; a commission paid for certain adds none."""
        square = sum((line.net * line.net * line.p for line in self.lines), Fraction(0))
        return square - self.mean * self.mean


def lines_of(weights: Mapping[Ending, int | Fraction], total: int | Fraction) -> tuple[Line, ...]:
    """Turn weights by (result, net) into lines sorted by net."""
    lines = (Line(result, net, Fraction(w) / total) for (result, net), w in weights.items() if w)
    return tuple(sorted(lines, key=lambda line: (line.net, line.result.value)))
