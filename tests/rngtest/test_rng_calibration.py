"""Of sound outcomes a tenth has a p below a tenth, and so on: each p is what it says."""

from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest

from openfelt.rngtest import line, shoes
from openfelt.rngtest.finding import Finding, Whole
from openfelt.rngtest.line import Line

RUNS = 250
# Farther from an even spread lies one sample of a thousand (Kolmogorov).
FARTHEST = 1.95 / sqrt(RUNS)


def farthest(values: list[float]) -> float:
    """Return the largest distance between the steps of a sample and an even spread."""
    steps = np.arange(len(values) + 1) / len(values)
    ordered = np.sort(values)
    return float(max((steps[1:] - ordered).max(), (ordered - steps[:-1]).max()))


def even(chance: np.random.Generator, size: int, rounds: int) -> Line:
    return Line.even("device", "outcomes", chance.integers(size, size=rounds), size)


def values(test: Callable[[np.random.Generator], Finding], runs: int = RUNS) -> list[float]:
    chance = np.random.default_rng(11)
    found = [test(chance).p for _ in range(runs)]
    assert None not in found
    return [p for p in found if p is not None]


@pytest.mark.parametrize("size", [6, 37])
@pytest.mark.parametrize(
    "test", [line.frequencies, line.serial, line.runs, line.gaps, line.coupons, line.successive]
)
def test_p_of_independent_outcomes_is_evenly_spread(
    test: Callable[[Line], Finding], size: int
) -> None:
    found = values(lambda chance: test(even(chance, size, 14_000)))
    assert farthest(found) < FARTHEST


def test_p_of_interplay_is_evenly_spread() -> None:
    found = values(
        lambda chance: line.interplay(
            even(chance, 6, 14_000), even(chance, 37, 14_000), "devices", "both"
        )
    )
    assert farthest(found) < FARTHEST


SIZE, SHOES = 416, 40


def shuffles(chance: np.random.Generator) -> Whole:
    return chance.permuted(np.tile(np.tile(np.arange(52), 8), (SHOES, 1)), axis=1)


SHOE_TESTS = (
    *(shoes.frequencies, shoes.serial, shoes.runs, shoes.gaps, shoes.coupons),
    shoes.successive,
)


@pytest.fixture(scope="module")
def of_shoes() -> dict[str, list[float]]:
    """The p of every test of shoes, all made of the same shoes."""
    chance = np.random.default_rng(12)
    found: dict[str, list[float]] = {}
    for _ in range(RUNS):
        dealt = shuffles(chance)
        for test in SHOE_TESTS:
            one = test("shoe", dealt)
            assert one.p is not None
            found.setdefault(one.test, []).append(one.p)
    return found


@pytest.mark.parametrize(
    "test", ["frequencies", "serial", "runs", "gaps", "coupon collector", "interplay"]
)
def test_p_of_shoes_is_evenly_spread(of_shoes: dict[str, list[float]], test: str) -> None:
    assert farthest(of_shoes[test]) < FARTHEST


@pytest.mark.parametrize("test", [line.duplicates, line.replays])
@pytest.mark.parametrize("size", [6, 37, 216])
def test_p_of_a_count_is_never_smaller_than_it_should_be(
    test: Callable[[Line], Finding], size: int
) -> None:
    """Counts come in steps, so their p may be too large, but not too small."""
    found = values(lambda chance: test(even(chance, size, 2_000)), 400)
    for bound in set(found) - {1.0}:
        share = sum(p <= bound for p in found) / len(found)
        assert share < bound + 3.3 * sqrt(bound * (1 - bound) / len(found))
    assert min(found) < 0.5


def mean_distance(test: Callable[[str, Whole], Finding], decks: int, runs: int) -> float:
    """Return the mean chi-square of so many single decks; a shoe of one shows what is left out."""
    chance = np.random.default_rng(13)
    dealt = (chance.permuted(np.tile(np.arange(52), (decks, 1)), axis=1) for _ in range(runs))
    measured = [test("shoe", shoe).measured for shoe in dealt]
    return float(np.mean([float(words.removeprefix("χ² ").split(",")[0]) for words in measured]))


def test_cards_by_place_are_as_far_from_even_as_the_fixed_copies_make_them() -> None:
    """Two in a hundred farther, were the copies of a card not allowed for."""
    freedom, runs = 51 * 3, 2000
    found = mean_distance(shoes.frequencies, 20, runs)
    assert found == pytest.approx(freedom, abs=3.3 * sqrt(2 * freedom / runs))


def test_pairs_of_ranks_are_as_far_from_even_as_the_cards_taken_out_make_them() -> None:
    """Five in a hundred farther, were a rank as likely to follow itself as any other."""
    freedom, runs = 12 * 12, 500
    found = mean_distance(shoes.serial, 60, runs)
    assert found == pytest.approx(freedom, abs=3.3 * sqrt(2 * freedom / runs) + 1)
