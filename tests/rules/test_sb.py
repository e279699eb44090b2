"""Aruze Sic Bo: every bet on every roll.  Rulebook SB, sections 3.9 to 3.11.

The expectations are sets of rolls, built from what the rulebook says and from nothing of ours.
"""

from itertools import permutations

import pytest

from openfelt.core import dice
from openfelt.core.money import Cents
from openfelt.core.verdict import Result
from openfelt.rulebooks import VARIANTS

SB = VARIANTS["SB"]
VERDICTS = SB.columns().verdicts

Roll = tuple[int, int, int]

FACES = (1, 2, 3, 4, 5, 6)
ROLLS: list[Roll] = [(a, b, c) for a in FACES for b in FACES for c in FACES]
TRIPLES: set[Roll] = {(n, n, n) for n in FACES}
STAKE = Cents(700)


def in_any_order(a: int, b: int, c: int) -> set[Roll]:
    return {(x, y, z) for x, y, z in permutations((a, b, c))}


def rolls_of_total(total: int) -> set[Roll]:
    return {roll for roll in ROLLS if sum(roll) == total}


def rolls_with_two(number: int) -> set[Roll]:
    """Exactly two dice show the number."""
    return {
        roll for other in FACES if other != number for roll in in_any_order(number, number, other)
    }


def rolls_with_one(number: int) -> set[Roll]:
    """Exactly one die shows the number."""
    others = [other for other in FACES if other != number]
    return {roll for a in others for b in others for roll in in_any_order(number, a, b)}


def rolls_with_both(first: int, second: int) -> set[Roll]:
    return {roll for third in FACES for roll in in_any_order(first, second, third)}


SMALL = {roll for total in (4, 5, 6, 7, 8, 9, 10) for roll in rolls_of_total(total)} - TRIPLES
BIG = {roll for total in (11, 12, 13, 14, 15, 16, 17) for roll in rolls_of_total(total)} - TRIPLES
# Printed beside the totals 4 to 17.
TOTAL_ODDS = (62, 31, 18, 12, 8, 7, 6, 6, 7, 8, 12, 18, 31, 62)
COMBINATIONS = (
    *((1, 2), (1, 3), (1, 4), (1, 5), (1, 6)),
    *((2, 3), (2, 4), (2, 5), (2, 6)),
    *((3, 4), (3, 5), (3, 6)),
    *((4, 5), (4, 6)),
    (5, 6),
)
NUMBER_CLAUSES = (
    "SB 3.9.8",
    "SB 3.9.10 Any Number 1 die",
    "SB 3.9.10 Any Number 2 dice",
    "SB 3.9.10 Any Number 3 dice",
)

# Bet, the clauses that give it, and the rolls on which it wins by the odds to 1.
Row = tuple[str, tuple[str, ...], dict[int, set[Roll]]]
ROWS: list[Row] = [
    ("small", ("SB 3.9.1", "SB 3.9.1.1", "SB 3.9.1.2", "SB 3.9.10 Small"), {1: SMALL}),
    ("big", ("SB 3.9.2", "SB 3.9.2.1", "SB 3.9.2.2", "SB 3.9.10 Big"), {1: BIG}),
    *((f"triple:{n}", ("SB 3.9.3", "SB 3.9.10 Triple"), {190: {(n, n, n)}}) for n in FACES),
    *(
        (f"double:{n}", ("SB 3.9.4", "SB 3.9.10 Double"), {12: rolls_with_two(n) | {(n, n, n)}})
        for n in FACES
    ),
    ("any_triple", ("SB 3.9.5", "SB 3.9.10 Any Triple"), {31: TRIPLES}),
    *(
        (f"total:{n}", ("SB 3.9.6", f"SB 3.9.10 Total {n}"), {odds: rolls_of_total(n)})
        for n, odds in zip(range(4, 18), TOTAL_ODDS, strict=True)
    ),
    *(
        (
            f"combo:{a}-{b}",
            ("SB 3.9.7", "SB 3.9.10 Two Dice Combination"),
            {6: rolls_with_both(a, b)},
        )
        for a, b in COMBINATIONS
    ),
    *(
        (
            f"number:{n}",
            NUMBER_CLAUSES,
            {1: rolls_with_one(n), 2: rolls_with_two(n), 12: {(n, n, n)}},
        )
        for n in FACES
    ),
]


@pytest.mark.parametrize(
    ("bet", "wins"),
    [
        pytest.param(bet, wins, id=bet, marks=pytest.mark.clause("SB 3.9.10", *clauses))
        for bet, clauses, wins in ROWS
    ],
)
def test_a_bet_is_paid_on_exactly_the_rolls_of_its_rule(
    bet: str, wins: dict[int, set[Roll]]
) -> None:
    expected = dict.fromkeys(ROLLS, 0)
    for odds, rolls in wins.items():
        expected.update(dict.fromkeys(rolls, 700 + 700 * odds))
    outcomes = SB.game.outcomes
    returned = {
        roll: verdict.returned(STAKE) for roll, verdict in zip(outcomes, VERDICTS[bet], strict=True)
    }
    assert returned == expected


@pytest.mark.parametrize("bet", [bet for bet, _, _ in ROWS])
def test_a_sic_bo_wager_wins_or_loses_and_nothing_else(bet: str) -> None:
    results = {verdict.result for verdict in VERDICTS[bet]}
    assert results == {Result.WIN, Result.LOSE}


@pytest.mark.parametrize(
    ("rolls", "count"),
    [
        *((SMALL, 105), (BIG, 105), (rolls_with_two(3), 15), (rolls_with_one(3), 75)),
        *((rolls_with_both(2, 5), 30), (rolls_of_total(10), 27), (rolls_of_total(4), 3)),
    ],
)
def test_the_expected_sets_have_the_sizes_the_field_knows(rolls: set[Roll], count: int) -> None:
    assert len(rolls) == count


def test_sb_3_9_the_list_of_fifty_bets_is_closed() -> None:
    assert set(VERDICTS) == {bet for bet, _, _ in ROWS}
    assert len(VERDICTS) == 50


@pytest.mark.clause("SB 3.9.6")
@pytest.mark.parametrize("bet", ["total:3", "total:18"])
def test_a_total_that_only_a_triple_makes_is_not_offered(bet: str) -> None:
    assert bet not in VERDICTS


# The examples of the register: clause, bet, roll, stake and winnings in dollars.
EXAMPLES = """
    SB 3.9.1                        small       1-2-4   10   10
    SB 3.9.1.1                      small       2-2-3   10   10
    SB 3.9.1.1                      small       2-2-2   10   lose
    SB 3.9.1.2                      small       5-5-1   10   lose
    SB 3.9.2                        big         6-5-1   10   10
    SB 3.9.2.1                      big         4-4-5   10   10
    SB 3.9.2.1                      big         4-4-4   10   lose
    SB 3.9.2.2                      big         6-6-6   10   lose
    SB 3.9.3                        triple:5    5-5-5   1    190
    SB 3.9.4                        double:3    3-3-3   1    12
    SB 3.9.5                        any_triple  1-1-1   1    31
    SB 3.9.6                        total:9     3-3-3   1    7
    SB 3.9.7                        combo:1-2   1-1-2   1    6
    SB 3.9.8                        number:4    4-4-1   1    2
    SB 3.9.10 Any Number 1 die      number:6    6-1-2   5    5
    SB 3.9.10 Any Number 2 dice     number:6    6-6-2   5    10
    SB 3.9.10 Any Number 3 dice     number:6    6-6-6   5    60
    SB 3.9.10 Any Triple            any_triple  3-3-3   1    31
    SB 3.9.10 Double                double:2    2-2-5   1    12
    SB 3.9.10 Two Dice Combination  combo:5-6   1-5-6   1    6
    SB 3.9.10 Total 6               total:6     2-2-2   1    18
    SB 3.9.10 Total 12              total:12    4-4-4   1    7
"""


@pytest.mark.parametrize(
    ("bet", "rolled", "dollars", "wins"),
    [
        pytest.param(bet, rolled, dollars, wins, marks=pytest.mark.clause(" ".join(clause)))
        for *clause, bet, rolled, dollars, wins in map(str.split, EXAMPLES.strip().splitlines())
    ],
)
def test_an_example_of_the_register_comes_out(
    bet: str, rolled: str, dollars: str, wins: str
) -> None:
    stake = int(dollars) * 100
    expected = 0 if wins == "lose" else stake + int(wins) * 100
    roll = dice.faces([int(face) for face in rolled.split("-")], 3)
    assert VERDICTS[bet][dice.index(roll)].returned(Cents(stake)) == expected


def test_sb_3_9_4_a_double_wins_once_on_its_triple() -> None:
    verdict = VERDICTS["double:3"][dice.index((3, 3, 3))]
    assert verdict.returned(Cents(100)) == 100 + 1200


def test_sb_3_11_the_upper_face_of_each_die_is_the_result() -> None:
    roll = dice.faces([3, 5, 6], 3)
    assert roll == (3, 5, 6)
    assert SB.game.outcomes[dice.index(roll)] == (3, 5, 6)
