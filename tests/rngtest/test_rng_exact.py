"""The exact means, variances and chances behind the tests, against counting every case."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product

import numpy as np
import pytest

from openfelt.rngtest.line import coupon_chances as die_chances
from openfelt.rngtest.line import coupon_lengths, expected_runs
from openfelt.rngtest.shoes import coupon_chances, squared_gaps


def moments(values: list[int]) -> tuple[Fraction, Fraction]:
    mean = Fraction(sum(values), len(values))
    return mean, Fraction(sum(v * v for v in values), len(values)) - mean * mean


@pytest.mark.parametrize(("size", "marked"), [(7, 3), (8, 2), (9, 5)])
def test_squared_gaps_by_every_way_of_marking(size: int, marked: int) -> None:
    found = []
    for places in combinations(range(size), marked):
        edges = (-1, *places, size)
        lengths = [b - a - 1 for a, b in pairwise(edges)]
        found.append(sum(length * length for length in lengths))
    assert squared_gaps(size, marked) == moments(found)


@pytest.mark.parametrize(("highs", "lows"), [(4, 4), (3, 6)])
def test_runs_by_every_order(highs: int, lows: int) -> None:
    found = []
    for places in combinations(range(highs + lows), highs):
        order = [place in places for place in range(highs + lows)]
        found.append(1 + sum(a != b for a, b in pairwise(order)))
    mean, variance = moments(found)
    assert expected_runs(highs, lows) == pytest.approx((float(mean), float(variance)))


def test_coupons_of_a_small_shoe_by_every_order() -> None:
    kinds, copies = 3, 2
    cards = [kind for kind in range(kinds) for _ in range(copies)]
    orders = list(permutations(cards))
    last = Counter(max(order.index(kind) for kind in range(kinds)) for order in orders)
    expected = [last[place] / len(orders) for place in range(len(cards))]
    assert coupon_chances(kinds, copies) == pytest.approx(expected)


def test_coupons_of_a_die_by_every_sequence() -> None:
    chances = die_chances(3)
    for length in range(3, 8):
        done = sum(
            len(set(rolls)) == 3 and len(set(rolls[:-1])) == 2
            for rolls in product(range(3), repeat=length)
        )
        assert chances[length] == pytest.approx(done / 3**length)
    assert chances.sum() == pytest.approx(1)


@pytest.mark.parametrize("size", [6, 37, 216])
def test_coupons_take_as_long_as_the_harmonic_sum_says(size: int) -> None:
    chances = die_chances(size)
    mean = float(np.arange(chances.size) @ chances)
    assert mean == pytest.approx(size * sum(1 / n for n in range(1, size + 1)), rel=1e-8)


def test_lengths_end_when_the_last_face_comes() -> None:
    assert coupon_lengths(np.array([0, 1, 1, 2, 2, 1, 0, 0]), 3) == [4, 3]
