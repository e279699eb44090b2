"""What one test found, and how likely that is if the device is sound."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from openfelt.rngtest.tails import chi_square, normal

Whole = NDArray[np.int64]
Real = NDArray[np.float64]

# A cell is judged when it is expected so often; rarer ones are joined, or the test is left out.
EXPECTED_MIN: Final = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """One test of one device.  Without a `p` it had too little to judge."""

    device: str
    test: str
    of: str
    measured: str
    p: float | None


@dataclass(frozen=True, slots=True)
class Subject:
    """What is tested by what; it says how the figures are made a finding."""

    device: str
    test: str
    of: str

    def chi_square(self, found: float, freedom: int) -> Finding:
        """Judge a sum of squares."""
        p = chi_square(found, freedom).two_sided
        return self.with_p(f"χ² {found:,.1f}, {freedom:,} df", p)

    def deviation(self, found: float, mean: float, variance: float) -> Finding:
        """Judge a sum of very many small parts, whose mean and variance are known."""
        z = (found - mean) / sqrt(variance)
        return self.with_p(f"{found:,.0f}, expected {mean:,.0f} ± {sqrt(variance):,.0f}", normal(z))

    def with_p(self, measured: str, p: float) -> Finding:
        """Judge by a probability worked out elsewhere."""
        return Finding(self.device, self.test, self.of, measured, p)

    def too_few(self) -> Finding:
        """Leave it out."""
        return Finding(self.device, self.test, self.of, "too few outcomes to judge", None)


def distance(counts: Whole, expected: Real) -> float:
    """Return Pearson's sum: how far counts lie from what was expected."""
    return float((((counts - expected) ** 2) / expected).sum())


def fit(subject: Subject, counts: Whole, expected: Real) -> Finding:
    """Judge counts whose cells all are expected often enough."""
    if expected.min() < EXPECTED_MIN:
        return subject.too_few()
    return subject.chi_square(distance(counts, expected), counts.size - 1)


def fit_lengths(subject: Subject, lengths: Whole, chances: Real) -> Finding:
    """Judge lengths by the chance of each; the last chance is that of all longer ones.

    Neighbouring lengths that are rare are joined into one cell.
    """
    counts = np.bincount(np.minimum(lengths, chances.size - 1), minlength=chances.size)
    borders = _borders(chances * lengths.size)
    if len(borders) < 2:
        return subject.too_few()
    return fit(
        subject,
        np.add.reduceat(counts, borders),
        np.add.reduceat(chances * lengths.size, borders),
    )


def _borders(expected: Real) -> list[int]:
    """Return where cells begin, each expected often enough, the last one too."""
    borders, held = [0], 0.0
    rest = float(expected.sum())
    for place, value in enumerate(expected):
        if held >= EXPECTED_MIN and rest >= EXPECTED_MIN:
            borders.append(place)
            held = 0.0
        held += value
        rest -= value
    return borders
