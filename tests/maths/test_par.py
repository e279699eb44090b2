"""PAR sheets: known values, exact values, and the published format."""

from fractions import Fraction
from functools import cache

import pytest

from openfelt.core.verdict import Result
from openfelt.maths.par import Sheet, UnknownSheet, as_json, as_text, sheets
from openfelt.maths.profile import Line, Profile

SHEETS = {sheet.key: sheet for sheet in sheets()}

# First coups of a full eight-deck shoe, in order of six cards.
BANKER, PLAYER, TIE = 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216
ALL = BANKER + PLAYER + TIE


@cache
def profiles(key: str) -> dict[str, Profile]:
    """Work a sheet out when the first test asks for it: reading this file takes no time."""
    return SHEETS[key].profiles()


def keys_published() -> set[str]:
    eight_decks = {f"{variant}/8" for variant in ("LT", "LT_EM", "MT_A", "MT_B")}
    premium = ["PB", "PB_EM", *(f"PB_TIE_{percent:02}" for percent in range(1, 11))]
    by_decks = {f"{variant}/{decks}" for variant in premium for decks in (3, 4, 6, 8)}
    return eight_decks | by_decks | {"SB", "MT_SICBO", "MT_ROULETTE", "AC"}


def test_the_sheets_are_those_the_format_names() -> None:
    assert set(SHEETS) == keys_published()
    assert len(sheets()) == len(SHEETS)


def test_680_bets_are_worked_out() -> None:
    assert sum(len(profiles(key)) for key in SHEETS) == 680
    assert {key: len(profiles(key)) for key in ("LT/8", "SB", "MT_ROULETTE", "AC")} == {
        "LT/8": 5,
        "SB": 50,
        "MT_ROULETTE": 234,
        "AC": 86,
    }


@pytest.mark.parametrize("key", list(SHEETS))
def test_the_lines_of_a_bet_are_certain_merged_and_sorted(key: str) -> None:
    for profile in profiles(key).values():
        assert sum(line.p for line in profile.lines) == 1
        assert all(line.p > 0 for line in profile.lines)
        assert [line.net for line in profile.lines] == sorted(line.net for line in profile.lines)
        assert len({(line.result, line.net) for line in profile.lines}) == len(profile.lines)


@pytest.mark.parametrize("key", list(SHEETS))
def test_no_bet_of_the_books_favours_the_player(key: str) -> None:
    assert all(0 <= profile.edge < Fraction(1, 2) for profile in profiles(key).values())


@pytest.mark.parametrize(
    ("key", "bet", "edge", "millionths"),
    [
        ("LT/8", "banker", Fraction(20 * PLAYER - 19 * BANKER, 20 * ALL), 10_579),
        ("LT/8", "player", Fraction(BANKER - PLAYER, ALL), 12_351),
        ("LT/8", "tie", Fraction(BANKER + PLAYER - 8 * TIE, ALL), 143_596),
        ("LT/8", "player_pair", 1 - 12 * Fraction(31, 415), 103_614),
        ("PB/8", "banker", Fraction(20 * PLAYER - 19 * BANKER, 20 * ALL), 10_579),
        ("MT_A/8", "banker", Fraction(20 * PLAYER - 19 * BANKER, 20 * ALL), 10_579),
    ],
)
def test_the_edges_of_eight_decks_are_the_known_ones(
    key: str, bet: str, edge: Fraction, millionths: int
) -> None:
    assert profiles(key)[bet].edge == edge
    assert round(edge * 1_000_000) == millionths


@pytest.mark.parametrize("key", ["LT_EM/8", "PB_EM/8", "MT_B/8"])
def test_even_money_costs_half_of_what_banker_wins_with_6(key: str) -> None:
    edge = profiles(key)["banker"].edge
    (half,) = (line for line in profiles(key)["banker"].lines if line.net == Fraction(1, 2))
    assert edge == Fraction(PLAYER - BANKER, ALL) + half.p / 2
    assert round(half.p * 1_000_000) == 53_864
    assert round(edge * 1_000_000) == 14_581


@pytest.mark.parametrize("percent", range(1, 11))
def test_a_tie_bonus_is_a_push_that_pays_its_per_cent(percent: int) -> None:
    tie = Fraction(TIE, ALL)
    for bet, odds in (("player", Fraction(1)), ("banker", Fraction(19, 20))):
        profile = profiles(f"PB_TIE_{percent:02}/8")[bet]
        assert [(line.result, line.net) for line in profile.lines] == [
            (Result.LOSE, Fraction(-1)),
            (Result.PUSH, Fraction(percent, 100)),
            (Result.WIN, odds),
        ]
        assert profile.p(Result.PUSH) == tie
        assert profile.edge == profiles("PB/8")[bet].edge - tie * percent / 100


def test_every_roulette_bet_costs_one_in_37() -> None:
    assert {profile.edge for profile in profiles("MT_ROULETTE").values()} == {Fraction(1, 37)}


TOTALS = {
    **{n: Fraction(1, 8) for n in (4, 8, 10, 11, 13, 17)},
    **{n: Fraction(1, 9) for n in (5, 16)},
    **{n: Fraction(13, 108) for n in (6, 15)},
    **{n: Fraction(7, 72) for n in (7, 14)},
    **{n: Fraction(2, 27) for n in (9, 12)},
}
SICBO = {
    "small": Fraction(1, 36),
    "big": Fraction(1, 36),
    "any_triple": Fraction(1, 9),
    **{f"total:{n}": edge for n, edge in TOTALS.items()},
    **{f"combo:{a}-{b}": Fraction(1, 36) for a in range(1, 7) for b in range(a + 1, 7)},
    **{f"number:{n}": Fraction(1, 27) for n in range(1, 7)},
}


@pytest.mark.parametrize(
    ("key", "triple", "double"),
    [("SB", Fraction(25, 216), Fraction(1, 27)), ("MT_SICBO", Fraction(35, 216), Fraction(1, 9))],
)
def test_sic_bo_costs_what_its_dice_say(key: str, triple: Fraction, double: Fraction) -> None:
    expected = {
        **SICBO,
        **{f"triple:{n}": triple for n in range(1, 7)},
        **{f"double:{n}": double for n in range(1, 7)},
    }
    assert {bet: profile.edge for bet, profile in profiles(key).items()} == expected


@pytest.mark.parametrize(
    ("bet", "edge", "rolls"),
    [
        ("pass_line", Fraction(7, 495), Fraction(557, 165)),
        ("come", Fraction(7, 495), Fraction(557, 165)),
        ("dont_pass", Fraction(3, 220), Fraction(557, 165)),
        ("odds:4", Fraction(0), Fraction(4)),
        ("dont_odds:6", Fraction(0), Fraction(36, 11)),
        ("big_6", Fraction(1, 11), Fraction(36, 11)),
        ("place:6", Fraction(1, 66), Fraction(36, 11)),
        ("place:4", Fraction(1, 15), Fraction(4)),
        ("hard:4", Fraction(1, 18), Fraction(4)),
        ("hard:8", Fraction(1, 11), Fraction(36, 11)),
        ("any_seven", Fraction(1, 12), Fraction(1)),
        ("field", Fraction(1, 18), Fraction(1)),
    ],
)
def test_craps_costs_and_lasts_what_the_field_knows(
    bet: str, edge: Fraction, rolls: Fraction
) -> None:
    assert profiles("AC")[bet].edge == edge
    assert profiles("AC")[bet].expected_rolls == rolls


@pytest.mark.parametrize(
    ("bet", "commission", "edge", "per_outlay"),
    [
        ("buy:4", Fraction(1, 20), Fraction(1, 20), Fraction(1, 21)),
        ("buy:6", Fraction(1, 20), Fraction(1, 20), Fraction(1, 21)),
        ("lay:4", Fraction(1, 40), Fraction(1, 40), Fraction(1, 41)),
        ("lay:5", Fraction(1, 30), Fraction(1, 30), Fraction(1, 31)),
        ("lay:8", Fraction(1, 24), Fraction(1, 24), Fraction(1, 25)),
    ],
)
def test_true_odds_cost_their_commission(
    bet: str, commission: Fraction, edge: Fraction, per_outlay: Fraction
) -> None:
    profile = profiles("AC")[bet]
    assert (profile.commission, profile.edge) == (commission, edge)
    assert profile.edge_per_outlay == per_outlay


def test_a_sheet_is_published_as_fractions_in_lowest_terms() -> None:
    assert as_json(profiles("SB")["small"]) == {
        "p_win": "35/72",
        "p_lose": "37/72",
        "p_push": "0/1",
        "lines": [
            {"result": "lose", "net": "-1/1", "p": "37/72"},
            {"result": "win", "net": "1/1", "p": "35/72"},
        ],
        "edge": "1/36",
        "variance": "1295/1296",
    }


def test_craps_publishes_its_rolls_and_a_commission_its_outlay() -> None:
    plain, bought = as_json(profiles("AC")["field"]), as_json(profiles("AC")["buy:4"])
    assert plain["expected_rolls"] == "1/1"
    assert "edge_per_outlay" not in plain
    assert bought["edge_per_outlay"] == "1/21"
    assert bought["variance"] == "2/1"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(2, 4), "1/2"),
        (Fraction(0), "0/1"),
        (Fraction(-6, 3), "-2/1"),
        (Fraction(3, -9), "-1/3"),
        (Fraction(7), "7/1"),
    ],
)
def test_a_fraction_is_written_in_lowest_terms(value: Fraction, text: str) -> None:
    assert as_text(value) == text


@pytest.mark.parametrize(
    ("names", "keys"),
    [
        (["LT"], ["LT/8"]),
        (["PB"], ["PB/3", "PB/4", "PB/6", "PB/8"]),
        (["PB_TIE_05/6"], ["PB_TIE_05/6"]),
        (["AC", "SB", "AC"], ["AC", "SB"]),
        (["PB/8", "PB"], ["PB/8", "PB/3", "PB/4", "PB/6"]),
    ],
)
def test_sheets_are_chosen_by_variant_or_key_each_once(names: list[str], keys: list[str]) -> None:
    assert [sheet.key for sheet in sheets(names)] == keys


def test_a_variant_with_ten_bonuses_has_forty_sheets() -> None:
    chosen: list[Sheet] = sheets(["PB_TIE"])
    assert len(chosen) == 40
    assert {(sheet.decks, sheet.tie_percent) for sheet in chosen} == {
        (decks, percent) for decks in (3, 4, 6, 8) for percent in range(1, 11)
    }


@pytest.mark.parametrize("name", ["LT/6", "XX", "PB_TIE_11/8", "lt", ""])
def test_an_unknown_sheet_is_refused_with_what_there_is(name: str) -> None:
    with pytest.raises(UnknownSheet, match=f"no variant or sheet '{name}'; variants: LT LT_EM AC"):
        sheets(["SB", name])


def test_a_profile_that_is_not_certain_is_a_bug() -> None:
    with pytest.raises(AssertionError):
        Profile((Line(Result.WIN, Fraction(1), Fraction(1, 2)),))
