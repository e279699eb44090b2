"""Tests of outcomes that are drawn each for itself: a die, a roll, a spin."""

from dataclasses import dataclass
from functools import cache
from math import comb, erfc, exp, expm1, sqrt
from typing import Final

import numpy as np

from openfelt.rngtest.finding import (
    EXPECTED_MIN,
    Finding,
    Real,
    Subject,
    Whole,
    distance,
    fit,
    fit_lengths,
)
from openfelt.rngtest.tails import Tails, poisson

# Blocks are as short as leaves no more pairs of equal ones than this to be expected.
_PAIRS_MAX: Final = 100
_ROUNDS_APART: Final = 20
# A sound device gives fewer lengths than counted on once in 500 million runs.
_SURE: Final = 6
_LENGTHS_MIN: Final = 50
_NEGLIGIBLE: Final = 1e-12
# Stretches are compared as whole numbers below this.
_CODES: Final = 2**63


@dataclass(frozen=True, slots=True)
class Line:
    """Outcomes in the order they fell: whole numbers below the number of chances."""

    device: str
    of: str
    values: Whole
    chances: Real

    @classmethod
    def even(cls, device: str, of: str, values: Whole, size: int) -> "Line":
        """Say that all of so many outcomes are equally likely."""
        return cls(device, of, values, np.full(size, 1 / size))

    @property
    def size(self) -> int:
        """How many outcomes there are."""
        return self.chances.size

    def subject(self, test: str) -> Subject:
        """Say what a test is about."""
        return Subject(self.device, test, self.of)


def frequencies(line: Line) -> Finding:
    """How often each outcome came."""
    counts = np.bincount(line.values, minlength=line.size)
    return fit(line.subject("frequencies"), counts, line.chances * line.values.size)


def serial(line: Line) -> Finding:
    """How often each outcome followed each other; every outcome is in one pair only."""
    first, second = line.values[:-1:2], line.values[1::2]
    counts = np.bincount(first * line.size + second, minlength=line.size**2)
    return fit(
        line.subject("serial"), counts, np.outer(line.chances, line.chances).ravel() * first.size
    )


def runs(line: Line) -> Finding:
    """How often the sequence changed between its lower and its upper half (Wald, Wolfowitz)."""
    subject = line.subject("runs")
    is_high = line.values >= line.size // 2
    highs, everything = int(is_high.sum()), is_high.size
    found = 1 + int((is_high[1:] != is_high[:-1]).sum())
    if not 0 < highs < everything:
        return subject.with_p("all outcomes lie in one half", 0.0)
    mean, variance = expected_runs(highs, everything - highs)
    return subject.deviation(found, mean, variance)


def expected_runs(highs: int, lows: int) -> tuple[float, float]:
    """Return mean and variance of the runs in a random order of so many of two kinds."""
    everything, twice = highs + lows, 2 * highs * lows
    mean = 1 + twice / everything
    return mean, twice * (twice - everything) / (everything**2 * (everything - 1))


def gaps(line: Line) -> Finding:
    """How many outcomes lay between two visits to the lowest sixth."""
    subject = line.subject("gaps")
    marked = max(1, line.size // 6)
    p = float(line.chances[:marked].sum())
    visits = np.flatnonzero(line.values < marked)
    found = np.diff(visits, prepend=-1) - 1
    longest = int(np.ceil(np.log(_NEGLIGIBLE) / np.log1p(-p)))
    chances = p * (1 - p) ** np.arange(longest)
    return _lengths(subject, found, np.append(chances, (1 - p) ** longest), line.values.size, 1)


def coupons(line: Line) -> Finding:
    """How many outcomes it took until each had come, again and again."""
    chances = coupon_chances(line.size)
    found = np.array(coupon_lengths(line.values, line.size), dtype=np.int64)
    return _lengths(line.subject("coupon collector"), found, chances, line.values.size, 0)


def _lengths(subject: Subject, found: Whole, chances: Real, outcomes: int, besides: int) -> Finding:
    """Judge as many lengths as a sound device surely gives in so many outcomes.

    Taking whatever was complete at the end would favour short ones.  A length
    takes `besides` outcomes more than it counts.
    """
    sizes = np.arange(chances.size) + besides
    mean = float(sizes @ chances)
    variance = float((sizes - mean) ** 2 @ chances)
    sure = int(outcomes / mean - _SURE * sqrt(outcomes * variance / mean**3))
    if sure < _LENGTHS_MIN:
        return subject.too_few()
    if found.size < sure:
        return subject.with_p(f"{found.size:,} in all, {sure:,} are sure", erfc(_SURE / sqrt(2)))
    return fit_lengths(subject, found[:sure], chances)


@cache
def coupon_chances(size: int) -> Real:
    """Return the chance of each length, followed from draw to draw by how many are still missing.

    The last chance is that of all that remains, which is negligible.
    """
    held = np.arange(size + 1)
    ways = np.zeros(size + 1)
    ways[0] = 1.0
    done = [0.0]
    while ways[:size].sum() > _NEGLIGIBLE:
        before = ways[size]
        ways = ways * (held / size) + np.append(0.0, (ways * (1 - held / size))[:-1])
        done.append(float(ways[size] - before))
    return np.append(done, max(0.0, 1 - sum(done)))


def coupon_lengths(values: Whole, size: int) -> list[int]:
    """Return how long it took each time until every outcome had come."""
    lengths: list[int] = []
    seen: set[int] = set()
    begun = 0
    for place, value in enumerate(values.tolist(), 1):
        seen.add(value)
        if len(seen) == size:
            lengths.append(place - begun)
            begun = place
            seen.clear()
    return lengths


def duplicates(line: Line) -> Finding:
    """How many pairs of equal blocks there are, of a length at which a few are to be expected."""
    length = 1
    while comb(line.values.size // length, 2) > _PAIRS_MAX * line.size**length:
        length += 1
    blocks = line.values.size // length
    numbers = np.zeros(blocks, dtype=np.int64)
    for place in range(length):
        numbers = numbers * line.size + line.values[place : blocks * length : length]
    alike = np.unique(numbers, return_counts=True)[1]
    found = int((alike * (alike - 1) // 2).sum())
    mean = comb(blocks, 2) / line.size**length
    measured = f"{found:,} pairs of {length} in a row, expected {mean:.2f}"
    return line.subject("duplicates").with_p(measured, poisson(found, mean).two_sided)


def replays(line: Line) -> Finding:
    """How long the longest stretch is that came twice, wherever; a replay is longer than chance's.

    Stretches that match begin independently of each other, nearly, and there are
    few that go on for long: their number is that of rare things.
    """
    everything, length = line.values.size, 0
    codes = np.zeros(everything, dtype=np.int64)
    while line.size ** (length + 1) <= _CODES:
        longer = codes[:-1] if length else codes
        longer = longer * line.size + line.values[length:]
        if np.unique(longer).size == longer.size:
            break
        codes, length = longer, length + 1

    def begun(at_least: int) -> float:
        """How many pairs of stretches that match so far are to be expected."""
        pairs = comb(everything - at_least + 1, 2)
        return float(pairs * (1 - 1 / line.size) / line.size**at_least)

    tails = Tails(exp(-begun(length + 1)), -expm1(-begun(length)))
    subject = Subject(line.device, "duplicates", f"{line.of}, the longest")
    return subject.with_p(f"{length} in a row came twice", tails.two_sided)


def successive(line: Line) -> Finding:
    """How far outcomes go with those of the twenty rounds before (Box, Pierce)."""
    subject = Subject(line.device, "interplay", f"{line.of}, {_ROUNDS_APART} rounds on")
    places = np.arange(line.size)
    mean = float(places @ line.chances)
    spread = sqrt(float((places - mean) ** 2 @ line.chances))
    scaled = (line.values - mean) / spread
    if scaled.size < 50 * _ROUNDS_APART:
        return subject.too_few()
    total = 0.0
    for apart in range(1, _ROUNDS_APART + 1):
        total += float((scaled[apart:] * scaled[:-apart]).sum()) ** 2 / (scaled.size - apart)
    return subject.chi_square(total, _ROUNDS_APART)


def interplay(one: Line, other: Line, device: str, of: str) -> Finding:
    """Whether two outcomes of a round go together, whatever each does for itself."""
    subject = Subject(device, "interplay", of)
    rounds = min(one.values.size, other.values.size)
    expected = np.outer(one.chances, other.chances) * rounds
    if expected.min() < EXPECTED_MIN:
        return subject.too_few()
    pairs = one.values[:rounds] * other.size + other.values[:rounds]
    counts = np.bincount(pairs, minlength=expected.size).reshape(expected.shape)
    found, freedom = together(counts, expected)
    return subject.chi_square(found, freedom)


def together(counts: Whole, expected: Real) -> tuple[float, int]:
    """Return what is left of the distance of a table when that of its borders is taken away."""
    borders = sum(distance(counts.sum(axis), expected.sum(axis)) for axis in (0, 1))
    rows, columns = counts.shape
    return distance(counts, expected) - borders, (rows - 1) * (columns - 1)
