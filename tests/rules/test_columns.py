"""Verdicts looked up in bulk give what they give one by one."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openfelt.core.money import Cents
from openfelt.core.odds import Odds
from openfelt.core.verdict import LOSE, STANDOFF, stands, win
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.columns import Columns
from openfelt.rulebooks.rulebook import Rulebook

Table = tuple[Rulebook, Columns]


def tables() -> Iterator[Table]:
    """Yield every table on which a round decides every wager."""
    for rulebook in VARIANTS.values():
        if rulebook.code == "AC":
            continue
        for decks in rulebook.shoe.decks if rulebook.shoe else (None,):
            for percent in rulebook.tie_percents or (None,):
                yield rulebook, rulebook.columns(decks, percent)


TABLES = list(tables())


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Columns, int, list[str], list[int]]:
    """A table, an outcome, and wagers whose amounts split into the pieces of their bets."""
    rulebook, columns = draw(st.sampled_from(TABLES))
    outcome = draw(st.integers(0, len(columns.outcomes) - 1))
    bets = draw(st.lists(st.sampled_from(columns.bets), max_size=20))
    pieces = [rulebook.game.bets[bet].pieces for bet in bets]
    amounts = [draw(st.integers(1, 100_000_000)) * count for count in pieces]
    return columns, outcome, bets, amounts


@settings(deadline=None)
@given(rounds(), st.sampled_from([1, 5, 25, 1_00, 7]))
def test_a_whole_round_gives_back_what_its_wagers_give_back_one_by_one(
    played: tuple[Columns, int, list[str], list[int]], unit: int
) -> None:
    columns, outcome, bets, amounts = played
    one_by_one = [
        columns.verdicts[bet][outcome].returned(Cents(amount), unit=Cents(unit))
        for bet, amount in zip(bets, amounts, strict=True)
    ]
    indices = [columns.bet_index[bet] for bet in bets]
    assert columns.returned(outcome, indices, amounts, unit=unit) == one_by_one


@pytest.mark.parametrize("code", [code for code in VARIANTS if code != "AC"])
def test_every_bet_gives_back_the_same_on_every_outcome(code: str) -> None:
    _, columns = next(table for table in TABLES if table[0].code == code)
    every_bet = range(len(columns.bets))
    amounts = [Cents(4995)] * len(columns.bets)
    for outcome in range(len(columns.outcomes)):
        assert columns.returned(outcome, every_bet, amounts) == [
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


@pytest.mark.parametrize(
    ("outcome", "returned"), [(0, [202, 197, 0, 2]), (1, [0, 101, 135, 0])], ids=["first", "second"]
)
def test_amounts_are_rounded_up_wager_by_wager(outcome: int, returned: list[int]) -> None:
    assert SMALL.returned(outcome, [0, 1, 2, 0], [101, 101, 101, 1]) == returned


@pytest.mark.clause("PB 5.7")
@pytest.mark.parametrize(
    ("outcome", "returned"),
    [(0, [211, 201, 0, 11]), (1, [0, 101, 141, 0])],
    ids=["first", "second"],
)
def test_winnings_are_paid_in_whole_chips_and_the_stake_as_it_is(
    outcome: int, returned: list[int]
) -> None:
    assert SMALL.returned(outcome, [0, 1, 2, 0], [101, 101, 101, 1], unit=10) == returned


def test_what_a_cent_gives_back_is_counted_in_common_parts_of_a_cent() -> None:
    assert SMALL.denominator == 60
    assert SMALL.returns == {"even": (120, 0), "short": (117, 60), "third": (0, 80)}


def test_the_index_of_a_bet_is_its_place() -> None:
    assert SMALL.bets == ("even", "short", "third")
    assert SMALL.bet_index == {"even": 0, "short": 1, "third": 2}


def test_as_many_amounts_as_bets_are_needed() -> None:
    with pytest.raises(ValueError, match="zip"):
        SMALL.returned(0, [0, 1], [100])


def test_craps_wagers_stand_and_are_not_settled_in_bulk() -> None:
    with pytest.raises(AssertionError, match="a wager that stands is settled one by one"):
        VARIANTS["AC"].columns().returned(0, [0], [100])


def test_a_wager_that_stands_has_no_net_yet() -> None:
    columns = Columns(("roll",), {"on": (stands(6),), "lost": (LOSE,), "won": (win(Odds(3, 2)),)})
    assert columns.net("on", 0) is None
    assert columns.net("lost", 0) == -1
    assert columns.net("won", 0) == Fraction(3, 2)
