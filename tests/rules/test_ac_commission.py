"""AC 3.9.8 and 3.9.15: what Buy and Lay cost on top, and when it comes back."""

from fractions import Fraction
from typing import Final

import pytest

from openfelt.core.money import Cents, commission
from openfelt.core.refusal import Refusal
from openfelt.core.verdict import Result
from openfelt.games.craps.layout import CrapsLayout
from openfelt.rulebooks.ac import AC, COMMISSION
from openfelt.rulebooks.craps import craps_rules

POINTS: Final = (4, 5, 6, 8, 9, 10)

# Stake and commission in cents.  Buy: 5 % of the stake.
BUY: Final = {2000: 100, 100: 5, 20: 1, 19: 0, 39: 1, 40: 2, 2019: 100, 1: 0}

# Lay: 5 % of what it could win, which is a half, two thirds or five sixths of the stake.
LAY: Final = {
    (4, 10): {4000: 100, 100: 2, 40: 1, 39: 0, 79: 1, 4039: 100},
    (5, 9): {3000: 100, 30: 1, 29: 0, 299: 9, 1000: 33, 2999: 99},
    (6, 8): {2400: 100, 24: 1, 23: 0, 2399: 99, 1000: 41},
}

CHARGED: Final = [
    *(
        pytest.param(f"buy:{n}", stake, fee, marks=pytest.mark.clause("AC 3.9.8"))
        for n in POINTS
        for stake, fee in BUY.items()
    ),
    *(
        pytest.param(f"lay:{n}", stake, fee, marks=pytest.mark.clause("AC 3.9.15"))
        for numbers, fees in LAY.items()
        for n in numbers
        for stake, fee in fees.items()
    ),
]


def layout(balance: int) -> CrapsLayout:
    return CrapsLayout(craps_rules(AC), Cents(balance))


@pytest.mark.parametrize(("bet", "stake", "fee"), CHARGED)
def test_commission_is_debited_on_top_and_a_fraction_of_a_cent_dropped(
    bet: str, stake: int, fee: int
) -> None:
    table = layout(10_000)
    assert table.place("w", bet, Cents(stake)) is None
    assert table.balance == 10_000 - stake - fee
    assert table.open["w"].amount == stake


@pytest.mark.parametrize(("bet", "stake", "fee"), CHARGED)
def test_the_credit_must_cover_the_commission_too(bet: str, stake: int, fee: int) -> None:
    short, enough = layout(stake + fee - 1), layout(stake + fee)
    assert short.place("w", bet, Cents(stake)) is Refusal.EXCEEDS_CREDIT
    assert (short.balance, short.open) == (stake + fee - 1, {})
    assert enough.place("w", bet, Cents(stake)) is None
    assert enough.balance == 0


@pytest.mark.parametrize(("bet", "stake", "fee"), CHARGED)
def test_an_undecided_wager_is_given_back_with_its_commission(
    bet: str, stake: int, fee: int
) -> None:
    table = layout(stake + fee)
    table.place("w", bet, Cents(stake))
    table.roll((1, 1))
    assert table.take_down("w") is None
    assert (table.balance, table.open) == (stake + fee, {})


@pytest.mark.parametrize(
    ("bet", "stake", "roll", "result", "balance"),
    [
        pytest.param(*row, marks=pytest.mark.clause(clause))
        for clause, *row in [
            ("AC 3.9.8", "buy:4", 2000, (1, 3), Result.WIN, 13_900),
            ("AC 3.9.8", "buy:9", 2000, (4, 5), Result.WIN, 12_900),
            ("AC 3.9.8", "buy:6", 2000, (3, 4), Result.LOSE, 7_900),
            ("AC 3.9.15", "lay:4", 4000, (3, 4), Result.WIN, 11_900),
            ("AC 3.9.15", "lay:5", 3000, (6, 1), Result.WIN, 11_900),
            ("AC 3.9.15", "lay:8", 2400, (4, 4), Result.LOSE, 7_500),
        ]
    ],
)
def test_commission_is_kept_once_the_wager_is_decided(
    bet: str, stake: int, roll: tuple[int, int], result: Result, balance: int
) -> None:
    table = layout(10_000)
    table.place("w", bet, Cents(stake))
    [settled] = table.roll(roll)
    assert settled.verdict.result is result
    assert table.balance == balance


@pytest.mark.clause("AC 3.9.8", "AC 3.9.15")
def test_no_other_wager_pays_commission() -> None:
    assert set(COMMISSION) == {f"{kind}:{n}" for kind in ("buy", "lay") for n in POINTS}
    assert AC.commission is COMMISSION
    assert craps_rules(AC).commission is COMMISSION
    table = layout(1000)
    table.place("w", "place:4", Cents(1000))
    assert table.balance == 0


@pytest.mark.clause("AC 3.9.8", "AC 3.9.15")
@pytest.mark.parametrize(
    ("stake", "rate", "fee"),
    [
        (2000, "1/20", 100),
        (1999, "1/20", 99),
        (19, "1/20", 0),
        (4000, "1/40", 100),
        (100, "1/30", 3),
        (7, "0", 0),
    ],
)
def test_a_commission_drops_its_fraction_of_a_cent(stake: int, rate: str, fee: int) -> None:
    assert commission(Cents(stake), Fraction(rate)) == fee
