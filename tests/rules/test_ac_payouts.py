"""AC 3.10: what a winning wager gives back, row by row of the printed table, in cents."""

from fractions import Fraction
from typing import Final

import pytest

from openfelt.core.money import Cents, winnings
from openfelt.core.verdict import Result
from openfelt.rulebooks.ac import AC, PAYS
from openfelt.rulebooks.craps import craps_rules

# Row of the book; the wins it pays, as bet and dice; stake -> returned, stake included.
ROWS: Final[list[tuple[str, str, dict[int, int]]]] = [
    ("Pass Line", "pass_line 34, pass_line 56, pass_line@4 13", {1000: 2000, 1: 2}),
    ("Pass Line", "pass_line@5 32, pass_line@9 63", {1000: 2000}),
    ("Odds 4/10", "odds:4 22, odds:10 64", {2000: 6000, 1: 3}),
    ("Odds 5/9", "odds:5 14, odds:9 54", {2000: 5000, 1: 3}),
    ("Odds 6/8", "odds:6 33, odds:8 53", {1500: 3300, 100: 220, 1: 3}),
    ("Come", "come 65, come 61, come@8 62", {1000: 2000, 1: 2}),
    ("Come", "come@6 51, come@10 55", {1000: 2000}),
    ("Come Odds 4/10", "come_odds:4 31, come_odds:10 55", {1000: 3000, 1: 3}),
    ("Come Odds 5/9", "come_odds:5 41, come_odds:9 36", {1000: 2500, 2000: 5000, 1: 3}),
    ("Come Odds 6/8", "come_odds:6 24, come_odds:8 44", {1000: 2200, 1: 3}),
    ("Big 6", "big_6 33, big_6 51", {600: 1200, 1: 2}),
    ("Big 8", "big_8 44, big_8 26", {600: 1200, 1: 2}),
    ("Place 4/10", "place:4 13, place:10 46", {1000: 2800, 1: 3}),
    ("Place 5/9", "place:5 23, place:9 45", {1000: 2400, 1: 3}),
    ("Place 6/8", "place:6 15, place:8 35", {1200: 2600, 1000: 2167, 500: 1084, 1: 3}),
    ("Buy 4/10", "buy:4 22, buy:10 55", {2000: 6000}),
    ("Buy 5/9", "buy:5 32, buy:9 54", {2000: 5000}),
    ("Buy 6/8", "buy:6 42, buy:8 44", {2000: 4400}),
    ("Hardways 4/10", "hard:4 22, hard:10 55", {200: 1700, 1: 9}),
    ("Hardways 6/8", "hard:6 33, hard:8 44", {200: 2000, 500: 5000}),
    ("Don't Pass Line", "dont_pass 11, dont_pass 12, dont_pass@10 43", {1000: 2000}),
    ("Don't Odds 4/10", "dont_odds:4 61, dont_odds:10 52", {4000: 6000, 1: 2}),
    ("Don't Odds 5/9", "dont_odds:5 43, dont_odds:9 16", {3000: 5000, 1000: 1667}),
    ("Don't Odds 6/8", "dont_odds:6 25, dont_odds:8 34", {2400: 4400, 1000: 1834}),
    ("Don't Come", "dont_come 21, dont_come 11, dont_come@4 34", {1000: 2000}),
    ("Don't Come Odds 4/10", "dont_come_odds:4 16, dont_come_odds:10 25", {2000: 3000}),
    ("Don't Come Odds 5/9", "dont_come_odds:5 34, dont_come_odds:9 61", {1500: 2500, 1: 2}),
    ("Don't Come Odds 6/8", "dont_come_odds:6 43, dont_come_odds:8 52", {1200: 2200, 1: 2}),
    ("Place to Lose 4/10", "place_lose:4 34, place_lose:10 61", {1100: 1600, 1000: 1455}),
    ("Place to Lose 5/9", "place_lose:5 52, place_lose:9 16", {800: 1300, 100: 163}),
    ("Place to Lose 6/8", "place_lose:6 25, place_lose:8 43", {500: 900, 1: 2}),
    ("Lay 4/10", "lay:4 34, lay:10 61", {4000: 6000}),
    ("Lay 5/9", "lay:5 43, lay:9 25", {3000: 5000, 1000: 1667}),
    ("Lay 6/8", "lay:6 16, lay:8 52", {2400: 4400, 1000: 1834}),
    ("Field 3,4,9,10,11", "field 12, field 22, field 45", {500: 1000, 1: 2}),
    ("Field 3,4,9,10,11", "field 64, field 56", {500: 1000}),
    ("Field 2/12", "field 11, field 66", {500: 1500}),
    ("Any Seven", "any_seven 34, any_seven 61", {200: 1100, 1: 6}),
    ("Any Craps", "any_craps 11, any_craps 21, any_craps 66", {200: 1700, 1: 9}),
    ("C (Craps)", "c 66, c 12, c 11", {200: 1700, 1: 9}),
    ("E (Eleven)", "e 56, e 65", {100: 1700}),
    ("C&E 2/3/12", "c_and_e 11, c_and_e 12, c_and_e 66", {400: 1700, 1: 5}),
    ("C&E 11", "c_and_e 56, c_and_e 65", {400: 3400, 1: 9}),
    ("Horn 3/11", "horn 12, horn 21, horn 56", {400: 1700, 500: 2125, 4: 17}),
    ("Horn 2/12", "horn 11, horn 66", {400: 3400, 500: 4250, 4: 34}),
    ("Hop hard", "hop:6-6 66, hop:5-5 55, hop:1-1 11", {100: 3400}),
    ("Hop easy", "hop:1-2 21, hop:2-6 62, hop:3-4 34", {100: 1700}),
]


@pytest.mark.clause("AC 3.10")
@pytest.mark.parametrize(
    ("win", "stake", "returned"),
    [
        pytest.param(win, stake, back, marks=pytest.mark.clause(f"AC 3.10 {row}"))
        for row, wins, amounts in ROWS
        for win in wins.split(", ")
        for stake, back in amounts.items()
    ],
)
def test_a_winning_wager_is_paid_by_its_row_of_the_table(
    win: str, stake: int, returned: int
) -> None:
    bet, dice = win.split()
    verdict = craps_rules(AC).columns[bet][(int(dice[0]) - 1) * 6 + int(dice[1]) - 1]
    assert verdict.result is Result.WIN
    assert verdict.returned(Cents(stake)) == returned


def test_ac_3_10_the_table_has_the_44_rows_of_the_book() -> None:
    clauses = {PAYS.clause(name) for name in PAYS}
    assert clauses == {f"AC 3.10 {row}" for row, _, _ in ROWS}
    assert len(clauses) == 44


@pytest.mark.parametrize(
    ("stake", "net", "unit", "won"),
    [
        (600, "7/6", 1, 700),
        (500, "7/6", 1, 584),
        (1, "5/11", 1, 1),
        (1000, "5/11", 1, 455),
        (1000, "5/11", 5, 455),
        (1100, "5/11", 5, 500),
        (1000, "7/6", 100, 1200),
        (1200, "7/6", 100, 1400),
    ],
)
def test_ac_3_10_a_fraction_of_what_can_be_paid_is_rounded_up(
    stake: int, net: str, unit: int, won: int
) -> None:
    assert winnings(Cents(stake), Fraction(net), unit=Cents(unit)) == won


WAYS: Final = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}


@pytest.mark.parametrize(
    "bet",
    [
        pytest.param("buy", marks=pytest.mark.clause("AC 3.9.8")),
        pytest.param("odds", marks=pytest.mark.clause("AC 3.10")),
        pytest.param("come_odds", marks=pytest.mark.clause("AC 3.10")),
    ],
)
def test_odds_for_a_number_are_true_six_to_its_ways(bet: str) -> None:
    assert {n: PAYS[f"{bet}:{n}"].net for n in WAYS} == {n: Fraction(6, w) for n, w in WAYS.items()}


@pytest.mark.parametrize(
    "bet",
    [
        pytest.param("lay", marks=pytest.mark.clause("AC 3.9.15")),
        pytest.param("dont_odds", marks=pytest.mark.clause("AC 3.10")),
        pytest.param("dont_come_odds", marks=pytest.mark.clause("AC 3.10")),
    ],
)
def test_odds_against_a_number_are_true_its_ways_to_six(bet: str) -> None:
    assert {n: PAYS[f"{bet}:{n}"].net for n in WAYS} == {n: Fraction(w, 6) for n, w in WAYS.items()}
