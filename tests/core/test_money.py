"""Rounding of whole cents, against exact fractions."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openfelt.core.money import Cents, commission, winnings

stakes = st.integers(1, 1_000_000_000).map(Cents)
units = st.integers(1, 10_000).map(Cents)
odds = st.builds(Fraction, st.integers(0, 500), st.integers(1, 500))
rates = st.builds(Fraction, st.integers(0, 100), st.integers(1, 1000))


@pytest.mark.clause("PB 5.7", "AC 3.10")
@settings(deadline=None)
@given(stakes, odds, units)
def test_winnings_are_the_least_payable_amount_that_is_not_too_little(
    stake: Cents, net: Fraction, unit: Cents
) -> None:
    paid = winnings(stake, net, unit=unit)
    assert paid % unit == 0
    assert paid - unit < stake * net <= paid


@pytest.mark.clause("AC 3.10")
@settings(deadline=None)
@given(stakes, odds)
def test_the_payable_unit_is_the_cent_unless_said_otherwise(stake: Cents, net: Fraction) -> None:
    assert 0 <= winnings(stake, net) - stake * net < 1


@settings(deadline=None)
@given(stakes, st.integers(0, 500))
def test_winnings_that_come_out_in_cents_are_not_rounded(stake: Cents, odds_to_one: int) -> None:
    assert winnings(stake, Fraction(odds_to_one)) == stake * odds_to_one


@pytest.mark.parametrize(
    ("stake", "net", "unit", "paid"),
    [
        pytest.param(2500, (19, 20), 100, 2400, marks=pytest.mark.clause("PB 5.7")),
        pytest.param(2000, (19, 20), 100, 1900, marks=pytest.mark.clause("PB 5.7")),
        pytest.param(2500, (19, 20), 250, 2500, marks=pytest.mark.clause("PB 5.7")),
        pytest.param(500, (7, 6), 1, 584, marks=pytest.mark.clause("AC 3.10")),
        pytest.param(1000, (7, 6), 1, 1167, marks=pytest.mark.clause("AC 3.10 Place 6/8")),
        pytest.param(1000, (5, 11), 1, 455, marks=pytest.mark.clause("AC 3.10 Place to Lose 4/10")),
        pytest.param(100, (5, 8), 1, 63, marks=pytest.mark.clause("AC 3.10 Place to Lose 5/9")),
        pytest.param(1, (1, 500), 1, 1, marks=pytest.mark.clause("AC 3.10")),
        pytest.param(1, (0, 1), 1, 0, marks=pytest.mark.clause("AC 3.10")),
    ],
)
def test_an_amount_that_cannot_be_paid_is_paid_to_the_next_highest(
    stake: int, net: tuple[int, int], unit: int, paid: int
) -> None:
    assert winnings(Cents(stake), Fraction(*net), unit=Cents(unit)) == paid


@pytest.mark.clause("AC 3.9.8", "AC 3.9.15")
@settings(deadline=None)
@given(stakes, rates)
def test_a_commission_drops_the_fraction_of_a_cent(stake: Cents, rate: Fraction) -> None:
    assert commission(stake, rate) == floor(stake * rate)


@pytest.mark.parametrize(
    ("stake", "rate", "owed"),
    [
        pytest.param(2000, (1, 20), 100, marks=pytest.mark.clause("AC 3.9.8")),
        pytest.param(1990, (1, 20), 99, marks=pytest.mark.clause("AC 3.9.8")),
        pytest.param(19, (1, 20), 0, marks=pytest.mark.clause("AC 3.9.8")),
        pytest.param(4000, (1, 40), 100, marks=pytest.mark.clause("AC 3.9.15")),
        pytest.param(100, (1, 30), 3, marks=pytest.mark.clause("AC 3.9.15")),
        pytest.param(100, (0, 1), 0, marks=pytest.mark.clause("AC 3.9.15")),
    ],
)
def test_a_commission_is_never_more_than_its_rate(
    stake: int, rate: tuple[int, int], owed: int
) -> None:
    assert commission(Cents(stake), Fraction(*rate)) == owed


@pytest.mark.parametrize(
    ("stake", "net", "unit"), [(0, 1, 1), (-5, 1, 1), (5, -1, 1), (5, 1, 0), (5, 1, -1)]
)
def test_winnings_of_what_is_no_wager_are_a_bug(stake: int, net: int, unit: int) -> None:
    with pytest.raises(AssertionError):
        winnings(Cents(stake), Fraction(net), unit=Cents(unit))


@pytest.mark.parametrize(("stake", "rate"), [(0, 1), (-1, 1), (1, -1)])
def test_commission_on_what_is_no_wager_is_a_bug(stake: int, rate: int) -> None:
    with pytest.raises(AssertionError):
        commission(Cents(stake), Fraction(rate))
