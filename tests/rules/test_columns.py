"""Verdicts looked up in bulk give what they give one by one."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openfelt.core.money import Cents
from openfelt.core.odds import Odds
from openfelt.core.verdict import LOSE, STANDOFF, Result, stands, win
from openfelt.floor.rounds.settling import returned_on
from openfelt.floor.state import Stake
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.columns import Columns
from openfelt.rulebooks.definition import Definition, Offer, Ruling

Table = tuple[Definition, Columns]


def tables() -> Iterator[Table]:
    """Yield every table on which a round decides every wager."""
    for rulebook in VARIANTS.values():
        if rulebook.code == "AC":
            continue
        for decks in rulebook.shoe.decks if rulebook.shoe else (None,):
            for percent in rulebook.tie_percents or (None,):
                yield rulebook.definition(decks, percent), rulebook.columns(decks, percent)


TABLES = list(tables())


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Table, int, list[Stake]]:
    """A table, an outcome, and wagers whose amounts split into the pieces of their bets."""
    rules, columns = draw(st.sampled_from(TABLES))
    outcome = draw(st.integers(0, len(columns.outcomes) - 1))
    bets = draw(st.lists(st.sampled_from(columns.bets), max_size=20))
    stakes = [
        Stake("T1", bet, draw(st.integers(1, 100_000_000)) * rules.bets[bet].pieces) for bet in bets
    ]
    return (rules, columns), outcome, stakes


@settings(deadline=None)
@given(rounds(), st.sampled_from([1, 5, 25, 1_00, 7]))
def test_a_whole_round_gives_back_what_its_wagers_give_back_one_by_one(
    played: tuple[Table, int, list[Stake]], unit: int
) -> None:
    (rules, columns), outcome, stakes = played
    one_by_one = [
        columns.verdicts[stake.bet][outcome].returned(Cents(stake.amount), unit=Cents(unit))
        for stake in stakes
    ]
    assert list(returned_on(rules, stakes, outcome, unit=unit)) == one_by_one


@pytest.mark.parametrize("code", [code for code in VARIANTS if code != "AC"])
def test_every_bet_gives_back_the_same_on_every_outcome(code: str) -> None:
    rules, columns = next(table for table in TABLES if table[0].code == code)
    stakes = [Stake("T1", bet, 4995) for bet in columns.bets]
    for outcome in range(len(columns.outcomes)):
        assert list(returned_on(rules, stakes, outcome)) == [
            columns.verdicts[bet][outcome].returned(Cents(4995)) for bet in columns.bets
        ]


SMALL = Columns(
    ("first", "second"),
    {
        "even": (win(Odds(1, 1)), LOSE),
        "short": (win(Odds(19, 20)), STANDOFF),
        "third": (LOSE, win(Odds(1, 3))),
    },
)
# The same as a table has it, in sixtieths.
_RULINGS = (
    Ruling(Result.WIN, 120),
    Ruling(Result.LOSE, 0),
    Ruling(Result.WIN, 117),
    Ruling(Result.PUSH, 60),
    Ruling(Result.WIN, 80),
)
SMALL_TABLE = replace(
    VARIANTS["SB"].definition(),
    denominator=60,
    rulings=_RULINGS,
    bets={"even": Offer((0, 1)), "short": Offer((2, 3)), "third": Offer((1, 4))},
    fingerprint="a small table",
)
STAKES = [
    Stake("T1", *wager) for wager in (("even", 101), ("short", 101), ("third", 101), ("even", 1))
]


@pytest.mark.parametrize(
    ("outcome", "returned"), [(0, (202, 197, 0, 2)), (1, (0, 101, 135, 0))], ids=["first", "second"]
)
def test_amounts_are_rounded_up_wager_by_wager(outcome: int, returned: tuple[int, ...]) -> None:
    assert returned_on(SMALL_TABLE, STAKES, outcome) == returned


@pytest.mark.clause("PB 5.7")
@pytest.mark.parametrize(
    ("outcome", "returned"),
    [(0, (211, 201, 0, 11)), (1, (0, 101, 141, 0))],
    ids=["first", "second"],
)
def test_winnings_are_paid_in_whole_chips_and_the_stake_as_it_is(
    outcome: int, returned: tuple[int, ...]
) -> None:
    assert returned_on(SMALL_TABLE, STAKES, outcome, unit=10) == returned


def test_what_a_cent_gives_back_is_counted_in_common_parts_of_a_cent() -> None:
    assert SMALL.denominator == 60


def test_the_index_of_a_bet_is_its_place() -> None:
    assert SMALL.bets == ("even", "short", "third")
    assert SMALL.bet_index == {"even": 0, "short": 1, "third": 2}


def test_a_wager_that_stands_has_no_net_yet() -> None:
    columns = Columns(("roll",), {"on": (stands(6),), "lost": (LOSE,), "won": (win(Odds(3, 2)),)})
    assert columns.net("on", 0) is None
    assert columns.net("lost", 0) == -1
    assert columns.net("won", 0) == Fraction(3, 2)
