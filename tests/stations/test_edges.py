"""What a page says a bet costs is what the PAR sheet says, and what the books have published."""

from fractions import Fraction
from functools import cache

import pytest

from openfelt.maths.par import sheets
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.definition import Definition
from openfelt.stations.edges import edge_of


@cache
def _rules(variant: str) -> Definition:
    book = VARIANTS[variant]
    return book.definition(max(book.shoe.decks) if book.shoe else None)


@pytest.mark.clause("LT Diagram A:4", "LT Diagram B:4")
@pytest.mark.parametrize(
    ("variant", "bet", "percent"),
    [
        ("LT", "banker", "1.0579"),
        ("LT", "player", "1.2351"),
        ("LT", "tie", "14.3596"),
        ("LT_EM", "banker", "1.4581"),
        ("SB", "small", "2.7778"),
        ("MT_ROULETTE", "straight:7", "2.7027"),
    ],
)
def test_the_edge_of_a_bet_is_the_published_one(variant: str, bet: str, percent: str) -> None:
    assert f"{float(100 * Fraction(edge_of(_rules(variant), bet))):.4f}" == percent


@pytest.mark.parametrize("variant", ["LT", "LT_EM", "SB", "MT_A", "MT_ROULETTE", "MT_SICBO"])
def test_the_edge_of_every_bet_is_that_of_its_sheet(variant: str) -> None:
    rules = _rules(variant)
    (sheet,) = [
        one
        for one in sheets([variant])
        if one.decks in (None, rules.decks) and one.tie_percent is None
    ]
    profiles = sheet.profiles()
    assert profiles
    assert {bet: Fraction(edge_of(rules, bet)) for bet in profiles} == {
        bet: profile.edge for bet, profile in profiles.items()
    }


def test_where_wagers_outlive_a_round_their_chances_say_it() -> None:
    assert edge_of(_rules("AC"), "pass_line") == ""
