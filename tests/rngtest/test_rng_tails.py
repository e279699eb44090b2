"""Probabilities against printed tables, and the verdict on a family of tests."""

from math import exp, factorial, lgamma, log

import pytest

from openfelt.rngtest.family import ALPHA, judged
from openfelt.rngtest.finding import Finding
from openfelt.rngtest.tails import chi_square, normal, poisson

# Upper critical values as every textbook prints them.
PRINTED = [
    (3.841, 1, 0.05),
    (6.635, 1, 0.01),
    (11.070, 5, 0.05),
    (15.086, 5, 0.01),
    (20.515, 5, 0.001),
    (18.307, 10, 0.05),
    (1.145, 5, 0.95),
    (2.558, 10, 0.99),
    (43.773, 30, 0.05),
    (124.342, 100, 0.05),
    (149.449, 100, 0.001),
]


@pytest.mark.parametrize(("found", "freedom", "upper"), PRINTED)
def test_chi_square_tails_are_those_of_the_tables(found: float, freedom: int, upper: float) -> None:
    assert chi_square(found, freedom).upper == pytest.approx(upper, rel=2e-3)
    assert chi_square(found, freedom).lower == pytest.approx(1 - upper, rel=2e-3)


@pytest.mark.parametrize("found", [0.001, 0.5, 3.0, 8.0, 40.0, 700.0])
def test_chi_square_with_two_degrees_is_exactly_exponential(found: float) -> None:
    assert chi_square(found, 2).upper == pytest.approx(exp(-found / 2), rel=1e-12)


@pytest.mark.parametrize("freedom", [4, 40, 400, 1368])
@pytest.mark.parametrize("share", [0.5, 0.9, 1.0, 1.1, 1.5])
def test_chi_square_with_even_degrees_is_a_finite_sum(freedom: int, share: float) -> None:
    half = freedom * share / 2
    total = sum(exp(k * log(half) - half - lgamma(k + 1)) for k in range(freedom // 2))
    tails = chi_square(freedom * share, freedom)
    assert tails.upper == pytest.approx(total, rel=1e-9, abs=1e-13)
    assert tails.lower + tails.upper == pytest.approx(1, abs=1e-13)


def test_a_tiny_lower_tail_keeps_its_digits() -> None:
    # 1 - exp(-x/2) for a very small x is x/2.
    assert chi_square(1e-20, 2).lower == pytest.approx(5e-21, rel=1e-12)
    assert chi_square(0.0, 2).lower == 0


def test_normal_tails_are_those_of_the_tables() -> None:
    assert normal(1.959964) == pytest.approx(0.05, rel=1e-5)
    assert normal(-2.575829) == pytest.approx(0.01, rel=1e-5)
    assert normal(0) == 1


@pytest.mark.parametrize("mean", [0.14, 2.88, 30.0])
@pytest.mark.parametrize("found", [0, 1, 5, 40])
def test_poisson_tails_are_sums(found: int, mean: float) -> None:
    terms = [exp(-mean) * mean**k / factorial(k) for k in range(found + 1)]
    assert poisson(found, mean).lower == pytest.approx(sum(terms), rel=1e-10)
    assert poisson(found, mean).upper == pytest.approx(1 - sum(terms[:-1]), rel=1e-8, abs=1e-12)


def finding(p: float | None) -> Finding:
    return Finding("device", "test", "of", "", p)


def test_holm_steps_are_those_of_a_worked_example() -> None:
    # Sorted 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1, none below one before it.
    judgement = judged([finding(p) for p in (0.01, 0.04, None, 0.03, 0.005)])
    assert judgement.together == pytest.approx((0.03, 0.06, None, 0.06, 0.02))
    assert judgement.tests == 4
    assert judgement.holds


def test_one_small_p_among_many_is_allowed_for() -> None:
    many = [finding(0.5)] * 49
    assert judged([*many, finding(ALPHA / 50 * 1.01)]).holds
    broken = judged([*many, finding(ALPHA / 50 * 0.99)])
    assert not broken.holds
    assert broken.broken == (*(False,) * 49, True)
    assert "1 of 50 tests BROKEN" in broken.says


def test_nothing_judged_is_said_and_not_held_against_a_device() -> None:
    judgement = judged([finding(None)])
    assert judgement.holds
    assert "too few" in judgement.says
