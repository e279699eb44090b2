"""Multi Terminal Sic Bo: every bet on every roll.  Rulebook MT, section 10.4.

The expectations count dice; `test_sb.py` builds sets.  Neither asks the game.
"""

from collections import Counter
from itertools import product

import pytest

from openfelt.core import dice
from openfelt.core.money import Cents
from openfelt.rulebooks import VARIANTS

MT_SICBO = VARIANTS["MT_SICBO"]
VERDICTS = MT_SICBO.columns().verdicts

ROLLS = list(product((1, 2, 3, 4, 5, 6), repeat=3))
TOTAL_ODDS = {
    **dict.fromkeys((4, 17), 62),
    **dict.fromkeys((5, 16), 31),
    **dict.fromkeys((6, 15), 18),
    **dict.fromkeys((7, 14), 12),
    **dict.fromkeys((8, 13), 8),
    **dict.fromkeys((9, 12), 7),
    **dict.fromkeys((10, 11), 6),
}
STAKE = Cents(300)


def odds_won(bet: str, roll: tuple[int, ...]) -> int | None:
    """Return the odds to 1 at which a bet wins on a roll by MT 10.4(a), None when it loses."""
    shown = Counter(roll)
    highest, total = max(shown.values()), sum(roll)
    kind, _, what = bet.partition(":")
    numbers = [int(word) for word in what.split("-") if word]
    won = {
        "small": 1 if highest < 3 and total in range(4, 11) else None,
        "big": 1 if highest < 3 and total in range(11, 18) else None,
        "any_triple": 31 if highest == 3 else None,
    }
    if kind in won:
        return won[kind]
    count = shown[numbers[0]]
    if kind == "triple":
        return 180 if count == 3 else None
    if kind == "double":
        return 11 if count in (2, 3) else None
    if kind == "number":
        return {0: None, 1: 1, 2: 2, 3: 12}[count]
    if kind == "combo":
        return 6 if all(shown[number] for number in numbers) else None
    return TOTAL_ODDS[numbers[0]] if total == numbers[0] else None


BETS = {
    "small": ("MT 10.4(a) Small",),
    "big": ("MT 10.4(a) Big",),
    "any_triple": ("MT 10.4(a) Any Triple",),
    **{f"triple:{n}": ("MT 10.4(a) Specific Triple",) for n in range(1, 7)},
    **{f"double:{n}": ("MT 10.4(a) Specific Double",) for n in range(1, 7)},
    **{
        f"total:{n}": (f"MT 10.4(a) Total {min(n, 21 - n)} or {max(n, 21 - n)}",)
        for n in range(4, 18)
    },
    **{
        f"combo:{a}-{b}": ("MT 10.4(a) Two Dice Combination",)
        for a in range(1, 6)
        for b in range(a + 1, 7)
    },
    **{
        f"number:{n}": (
            "MT 10.4(a) Single Die one",
            "MT 10.4(a) Single Die two",
            "MT 10.4(a) Single Die three",
        )
        for n in range(1, 7)
    },
}


@pytest.mark.parametrize(
    "bet",
    [
        pytest.param(bet, marks=pytest.mark.clause("MT 10.4(a)", *clauses))
        for bet, clauses in BETS.items()
    ],
)
def test_a_bet_is_paid_by_the_act_table_on_every_roll(bet: str) -> None:
    for roll, verdict in zip(ROLLS, VERDICTS[bet], strict=True):
        odds = odds_won(bet, roll)
        expected = 0 if odds is None else 300 + 300 * odds
        assert verdict.returned(STAKE) == expected, roll


def test_the_outcomes_are_the_216_ordered_rolls() -> None:
    assert list(MT_SICBO.game.outcomes) == ROLLS


@pytest.mark.clause("MT 10.4(a)")
def test_the_list_of_fifty_bets_is_closed() -> None:
    assert set(VERDICTS) == set(BETS)
    assert len(VERDICTS) == 50


# The examples of the register: clause, bet, roll, stake and winnings in dollars.
EXAMPLES = """
    MT 10.4(a) Small                 small       2-2-3   10   10
    MT 10.4(a) Small                 small       2-2-2   10   lose
    MT 10.4(a) Big                   big         6-6-5   10   10
    MT 10.4(a) Big                   big         5-5-5   10   lose
    MT 10.4(a) Specific Triple       triple:4    4-4-4   1    180
    MT 10.4(a) Specific Double       double:3    3-3-5   1    11
    MT 10.4(a) Specific Double       double:3    3-3-3   1    11
    MT 10.4(a) Any Triple            any_triple  6-6-6   1    31
    MT 10.4(a) Total 4 or 17         total:17    5-6-6   1    62
    MT 10.4(a) Total 5 or 16         total:5     1-2-2   1    31
    MT 10.4(a) Total 6 or 15         total:6     2-2-2   1    18
    MT 10.4(a) Total 7 or 14         total:14    3-5-6   1    12
    MT 10.4(a) Total 8 or 13         total:8     1-3-4   1    8
    MT 10.4(a) Total 9 or 12         total:12    4-4-4   1    7
    MT 10.4(a) Total 10 or 11        total:10    2-3-5   1    6
    MT 10.4(a) Two Dice Combination  combo:4-5   4-4-5   1    6
    MT 10.4(a) Single Die one        number:2    2-3-4   5    5
    MT 10.4(a) Single Die two        number:2    2-2-4   5    10
    MT 10.4(a) Single Die three      number:2    2-2-2   5    60
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


def test_only_triples_and_doubles_are_paid_otherwise_than_in_nsw() -> None:
    nsw = VARIANTS["SB"].columns().verdicts
    assert {bet.partition(":")[0] for bet in BETS if nsw[bet] != VERDICTS[bet]} == {
        "triple",
        "double",
    }
