"""Premium Baccarat: a wager that chips cannot pay exactly is paid upwards.  Book PB, rule 5.7."""

from fractions import Fraction
from itertools import product

import pytest
from baccarat_table import Table, outcome
from hypothesis import given, settings
from hypothesis import strategies as st

from openfelt.core.money import Cents, winnings

NETS = [Fraction(*odds) for odds in [(1, 1), (19, 20), (1, 2), (8, 1), (11, 1), (3, 100), (0, 1)]]


def smallest_payable(exact: Fraction, chip: int) -> int:
    """Count chips one by one until they are enough."""
    paid = 0
    while paid < exact:
        paid += chip
    return paid


@pytest.mark.parametrize("net", NETS, ids=str)
@pytest.mark.parametrize("chip", [1, 5, 25, 100])
def test_pb_5_7_winnings_are_the_fewest_chips_that_are_not_less_than_the_odds(
    net: Fraction, chip: int
) -> None:
    for stake in (1, 2, 3, 19, 20, 21, 99, 100, 101, 250):
        paid = winnings(Cents(stake), net, unit=Cents(chip))
        assert paid == smallest_payable(stake * net, chip)


@settings(deadline=None)
@given(
    stake=st.integers(1, 10**9),
    net=st.fractions(0, 200, max_denominator=1000),
    chip=st.integers(1, 100_000),
)
def test_pb_5_7_a_player_is_never_underpaid_nor_overpaid_by_a_whole_chip(
    stake: int, net: Fraction, chip: int
) -> None:
    paid = winnings(Cents(stake), net, unit=Cents(chip))
    assert paid % chip == 0
    assert paid - chip < stake * net <= paid


@pytest.mark.parametrize(
    ("stake", "chip", "paid"),
    [
        (25_00, 1_00, 24_00),
        (20_00, 1_00, 19_00),
        (21_00, 1_00, 20_00),
        (25_00, 25, 23_75),
        (25_00, 50, 24_00),
        (25_00, 25_00, 25_00),
    ],
)
def test_pb_5_7_a_winning_banker_wager_is_paid_in_chips(stake: int, chip: int, paid: int) -> None:
    table = Table("PB", chip=chip)
    assert table.gain(outcome(2, 7), banker=stake) == paid


def test_pb_5_7_each_wager_is_rounded_by_itself() -> None:
    # 1.50 and 1.20 make 2.70, hence 3; paid apart they are 2 and 2.
    table = Table("PB_TIE", tie_percent=10, chip=1_00)
    assert table.gain(outcome(4, 4), player=15_00, banker=12_00) == 2_00 + 2_00
    two_seats = [table.gain(outcome(2, 7), banker=25_00) for _ in range(2)]
    assert sum(two_seats) == 48_00


def test_pb_5_7_the_stake_itself_goes_back_exact_and_a_lost_one_not_at_all() -> None:
    table = Table("PB", chip=5_00)
    for points, bet in product(range(10), ("player", "banker")):
        assert table.settle(outcome(points, points), **{bet: 12_34}).credited == 12_34
    assert table.settle(outcome(3, 1), banker=12_34).credited == 0
