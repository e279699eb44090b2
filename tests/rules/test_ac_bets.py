"""AC 3.9: what each of the 36 rolls does to every bet in every position.

The expectations are written here as sets of totals and of dice, with the odds
of the printed table; nothing of the game is used to work them out.
"""

from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import product
from typing import Final

import pytest

from openfelt.cli.case import answer
from openfelt.cli.case_form import CaseError
from openfelt.core.verdict import Result
from openfelt.games.craps.bets import BETS
from openfelt.rulebooks.ac import AC
from openfelt.rulebooks.craps import craps_rules

ROLLS: Final = tuple(product((1, 2, 3, 4, 5, 6), repeat=2))
SEVENS: Final = {(1, 6), (6, 1), (2, 5), (5, 2), (3, 4), (4, 3)}
EASY: Final = {
    4: {(1, 3), (3, 1)},
    6: {(1, 5), (5, 1), (2, 4), (4, 2)},
    8: {(2, 6), (6, 2), (3, 5), (5, 3)},
    10: {(4, 6), (6, 4)},
}

# Result, gain for each unit, and the number the wager is sent to.
Told = tuple[Result, Fraction, int | None]

LOST: Final[Told] = (Result.LOSE, Fraction(-1), None)
DRAWN: Final[Told] = (Result.PUSH, Fraction(0), None)
STAYS: Final[Told] = (Result.STANDS, Fraction(0), None)


def won(net: str) -> Told:
    return Result.WIN, Fraction(net), None


def sent_to(number: int) -> Told:
    return Result.STANDS, Fraction(0), number


def of_game(bet: str) -> dict[tuple[int, ...], Told]:
    """What the game says, roll by roll."""
    column = craps_rules(AC).columns[bet]
    return {
        roll: (verdict.result, verdict.net, verdict.point)
        for roll, verdict in zip(ROLLS, column, strict=True)
    }


def by_total(
    wins: Mapping[int, str], loses: Collection[int] = (), *, draws: int = 0, rest: Told = STAYS
) -> dict[int, Told]:
    told = dict.fromkeys(range(2, 13), rest)
    told |= {total: won(net) for total, net in wins.items()}
    told |= dict.fromkeys(loses, LOST)
    return told | ({draws: DRAWN} if draws else {})


def one_roll(wins: Mapping[int, str]) -> dict[int, Told]:
    return by_total(wins, rest=LOST)


def travelling(decided: dict[int, Told]) -> dict[int, Told]:
    return decided | {number: sent_to(number) for number in (4, 5, 6, 8, 9, 10)}


# Bet, what each total does to it, and the clauses that say so.
Row = tuple[str, dict[int, Told], tuple[str, ...]]

NEW: Final[list[Row]] = [
    (
        "pass_line",
        travelling(by_total({7: "1", 11: "1"}, (2, 3, 12))),
        ("AC 3.9.1.1", "AC 3.9.1.1.1", "AC 3.9.1.2", "AC 3.9.1.2.1"),
    ),
    (
        "come",
        travelling(by_total({7: "1", 11: "1"}, (2, 3, 12))),
        ("AC 3.9.3.1", "AC 3.9.3.1.1", "AC 3.9.3.2", "AC 3.9.3.2.1"),
    ),
    (
        "dont_pass",
        travelling(by_total({2: "1", 3: "1"}, (7, 11), draws=12)),
        (
            *("AC 3.9.10.1", "AC 3.9.10.1.1", "AC 3.9.10.2", "AC 3.9.10.2.1"),
            *("AC 3.9.10.3", "AC def:draw"),
        ),
    ),
    (
        "dont_come",
        travelling(by_total({2: "1", 3: "1"}, (7, 11), draws=12)),
        (
            *("AC 3.9.11.1", "AC 3.9.11.1.1", "AC 3.9.11.2", "AC 3.9.11.2.1"),
            *("AC 3.9.11.3", "AC def:draw"),
        ),
    ),
]

# Bets that win on their number and lose on 7: what 4, 5, 6 pay (10, 9, 8 the same).
FOR: Final = {
    "pass_line@": ("1 1 1", "AC 3.9.1.1 AC 3.9.1.1.2 AC 3.9.1.2 AC 3.9.1.2.2"),
    "come@": ("1 1 1", "AC 3.9.3.1 AC 3.9.3.1.2 AC 3.9.3.2 AC 3.9.3.2.2"),
    "odds:": ("2 3/2 6/5", "AC 3.9.2.2 AC 3.9.2.3"),
    "come_odds:": ("2 3/2 6/5", "AC 3.9.4.2 AC 3.9.4.3"),
    "place:": ("9/5 7/5 7/6", "AC 3.9.7 AC 3.9.7.1 AC 3.9.7.2"),
    "buy:": ("2 3/2 6/5", "AC 3.9.8"),
}

# Bets that win on 7 and lose on their number.
AGAINST: Final = {
    "dont_pass@": ("1 1 1", "AC 3.9.10.1 AC 3.9.10.1.2 AC 3.9.10.2 AC 3.9.10.2.2"),
    "dont_come@": ("1 1 1", "AC 3.9.11.1 AC 3.9.11.1.2 AC 3.9.11.2 AC 3.9.11.2.2"),
    "dont_odds:": ("1/2 2/3 5/6", "AC 3.9.12.2 AC 3.9.12.3"),
    "dont_come_odds:": ("1/2 2/3 5/6", "AC 3.9.13.2 AC 3.9.13.3"),
    "place_lose:": ("5/11 5/8 4/5", "AC 3.9.14 AC 3.9.14.1 AC 3.9.14.2"),
    "lay:": ("1/2 2/3 5/6", "AC 3.9.15"),
}

CRAPS_AT_15_TO_2: Final = {2: "15/2", 3: "15/2", 12: "15/2"}

FIXED: Final[list[Row]] = [
    ("big_6", by_total({6: "1"}, (7,)), ("AC 3.9.5",)),
    ("big_8", by_total({8: "1"}, (7,)), ("AC 3.9.6",)),
    (
        "field",
        one_roll({2: "2", 3: "1", 4: "1", 9: "1", 10: "1", 11: "1", 12: "2"}),
        ("AC 3.9.16",),
    ),
    ("any_seven", one_roll({7: "9/2"}), ("AC 3.9.17",)),
    ("any_craps", one_roll(CRAPS_AT_15_TO_2), ("AC 3.9.18",)),
    ("c", one_roll(CRAPS_AT_15_TO_2), ("AC 3.9.19",)),
    ("e", one_roll({11: "16"}), ("AC 3.9.20",)),
    ("c_and_e", one_roll({2: "13/4", 3: "13/4", 11: "15/2", 12: "13/4"}), ("AC 3.9.21",)),
    # A quarter pays 33 or 16 to 1 and the other three are lost: (33 - 3) / 4, (16 - 3) / 4.
    ("horn", one_roll({2: "30/4", 3: "13/4", 11: "13/4", 12: "30/4"}), ("AC 3.9.22",)),
]


def _clauses(text: str) -> tuple[str, ...]:
    return tuple(f"AC {number}" for number in text.replace("AC ", "").split())


def _numbered() -> list[Row]:
    rows: list[Row] = []
    for code, (pays, clauses) in FOR.items():
        for net, numbers in zip(pays.split(), ((4, 10), (5, 9), (6, 8)), strict=True):
            rows += [(f"{code}{n}", by_total({n: net}, (7,)), _clauses(clauses)) for n in numbers]
    for code, (pays, clauses) in AGAINST.items():
        for net, numbers in zip(pays.split(), ((4, 10), (5, 9), (6, 8)), strict=True):
            rows += [(f"{code}{n}", by_total({7: net}, (n,)), _clauses(clauses)) for n in numbers]
    return rows


BY_TOTAL: Final = [*NEW, *_numbered(), *FIXED]
HOPS: Final = [(a, b) for a, b in ROLLS if a <= b]


@pytest.mark.clause("AC 3.9")
@pytest.mark.parametrize(
    ("bet", "told"),
    [
        pytest.param(bet, told, marks=pytest.mark.clause(*clauses), id=bet)
        for bet, told, clauses in BY_TOTAL
    ],
)
def test_every_roll_does_to_a_wager_what_the_book_says(bet: str, told: dict[int, Told]) -> None:
    assert of_game(bet) == {roll: told[sum(roll)] for roll in ROLLS}


@pytest.mark.clause("AC 3.9", "AC def:Hard", "AC def:Easy")
@pytest.mark.parametrize(
    ("number", "face", "net"), [(4, 2, "15/2"), (6, 3, "9"), (8, 4, "9"), (10, 5, "15/2")]
)
def test_ac_3_9_9_a_hardway_wins_hard_and_loses_easy_or_on_seven(
    number: int, face: int, net: str
) -> None:
    told = dict.fromkeys(ROLLS, STAYS)
    told |= dict.fromkeys(EASY[number] | SEVENS, LOST)
    told[face, face] = won(net)
    assert of_game(f"hard:{number}") == told


@pytest.mark.clause("AC 3.9", "AC def:Hard", "AC def:Easy")
@pytest.mark.parametrize(("a", "b"), HOPS)
def test_ac_3_9_23_a_hop_wins_on_its_two_dice_in_either_order(a: int, b: int) -> None:
    told = dict.fromkeys(ROLLS, LOST)
    told[a, b] = told[b, a] = won("33" if a == b else "16")
    assert of_game(f"hop:{a}-{b}") == told


def test_ac_3_9_the_permitted_wagers_are_these_23_kinds_and_no_others() -> None:
    kinds = {bet.partition(":")[0] for bet in BETS if "@" not in bet}
    assert kinds == {
        *("pass_line", "odds", "come", "come_odds", "big_6", "big_8", "place", "buy", "hard"),
        *("dont_pass", "dont_come", "dont_odds", "dont_come_odds", "place_lose", "lay", "field"),
        *("any_seven", "any_craps", "c", "e", "c_and_e", "horn", "hop"),
    }
    assert len(kinds) == 23


def test_ac_3_9_every_bet_of_the_list_is_judged_above() -> None:
    judged = {bet for bet, _, _ in BY_TOTAL}
    judged |= {f"hard:{number}" for number in EASY} | {f"hop:{a}-{b}" for a, b in HOPS}
    assert set(BETS) == judged
    assert {code: bet.code for code, bet in BETS.items()} == {code: code for code in judged}


def test_ac_3_9_only_a_wager_without_its_point_can_be_placed() -> None:
    assert {code for code, bet in BETS.items() if not bet.placeable} == {
        f"{line}@{number}"
        for line in ("pass_line", "come", "dont_pass", "dont_come")
        for number in (4, 5, 6, 8, 9, 10)
    }


def test_ac_3_9_only_a_horn_is_made_of_pieces_and_it_has_four() -> None:
    assert {code: bet.pieces for code, bet in BETS.items() if bet.pieces != 1} == {"horn": 4}


@pytest.mark.parametrize(
    "bet", ["fire_bet", "pass_line@6", "place:7", "hard:5", "hop:2-1", "big_7"]
)
def test_ac_3_9_a_wager_the_book_does_not_know_is_rejected(bet: str) -> None:
    step = {"place": {"id": "w", "bet": bet, "amount_cents": 400}}
    script = {"id": 1, "variant": "AC", "start_balance_cents": 1000, "steps": [step]}
    with pytest.raises(CaseError, match=f"AC offers no bet '{bet}'"):
        answer(script)
