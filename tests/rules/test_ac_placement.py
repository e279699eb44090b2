"""AC 3.9: when a wager may be placed, raised and taken down, and how high odds may go."""

from typing import Final

import pytest

from openfelt.core.money import Cents
from openfelt.core.refusal import Refusal
from openfelt.games.craps.placement import (
    ComePhase,
    Standing,
    odds_cap,
    place_refusal,
    raise_refusal,
    take_down_refusal,
)
from openfelt.rulebooks.ac import AC, PAYS
from openfelt.rulebooks.craps import craps_rules

POINTS: Final = (4, 5, 6, 8, 9, 10)
PHASE: Final = Refusal.PHASE_DOES_NOT_ALLOW


def placed(
    bet: str,
    dollars: int,
    *standing: Standing,
    point: int | None = None,
    come_phase: ComePhase = ComePhase.ANY,
) -> Refusal | None:
    return place_refusal(bet, Cents(100 * dollars), point, standing, PAYS, come_phase)


def on(bet: str, point: int | None, dollars: int) -> Standing:
    return Standing(bet, Cents(100 * dollars), point)


@pytest.mark.parametrize(
    "bet",
    [
        pytest.param("pass_line", marks=pytest.mark.clause("AC 3.9.1")),
        pytest.param("dont_pass", marks=pytest.mark.clause("AC 3.9.10")),
    ],
)
def test_a_line_wager_is_placed_before_a_come_out_roll_only(bet: str) -> None:
    assert placed(bet, 10) is None
    assert {point: placed(bet, 10, point=point) for point in POINTS} == dict.fromkeys(POINTS, PHASE)


def test_ac_3_9_11_a_dont_come_is_placed_only_while_a_point_is_on() -> None:
    assert placed("dont_come", 10) is PHASE
    assert {point: placed("dont_come", 10, point=point) for point in POINTS} == dict.fromkeys(
        POINTS
    )


@pytest.mark.parametrize(
    ("come_phase", "point", "refusal"),
    [
        (ComePhase.ANY, None, None),
        (ComePhase.ANY, 6, None),
        (ComePhase.POINT_ONLY, None, PHASE),
        (ComePhase.POINT_ONLY, 6, None),
        (ComePhase.POINT_ONLY, 10, None),
    ],
)
def test_ac_3_9_3_a_come_is_placed_in_any_period_or_only_with_a_point(
    come_phase: ComePhase, point: int | None, refusal: Refusal | None
) -> None:
    assert placed("come", 10, point=point, come_phase=come_phase) is refusal


def test_ac_3_9_3_this_book_is_read_to_take_a_come_in_any_period() -> None:
    assert craps_rules(AC).come_phase is ComePhase.ANY
    assert place_refusal("come", Cents(1000), None, (), PAYS, ComePhase.ANY) is None


@pytest.mark.parametrize("point", [None, 4, 9])
@pytest.mark.parametrize(
    "bet",
    [
        pytest.param(bet, marks=pytest.mark.clause(f"AC 3.9.{number}"))
        for number, bets in {
            5: "big_6",
            6: "big_8",
            7: "place:4 place:9 place:6",
            8: "buy:4 buy:9 buy:8",
            9: "hard:4 hard:8",
            14: "place_lose:4 place_lose:5",
            15: "lay:9 lay:10",
            16: "field",
            17: "any_seven",
            18: "any_craps",
            19: "c",
            20: "e",
            21: "c_and_e",
            22: "horn",
            23: "hop:1-1 hop:2-6",
        }.items()
        for bet in bets.split()
    ],
)
def test_all_other_wagers_are_made_at_any_time(bet: str, point: int | None) -> None:
    assert placed(bet, 40, point=point) is None


@pytest.mark.parametrize(
    ("cents", "refusal"),
    [
        *((cents, None) for cents in (4, 8, 400, 500, 100_000)),
        *((cents, Refusal.NOT_A_MULTIPLE) for cents in (1, 2, 3, 5, 399, 401, 402, 502)),
    ],
)
def test_ac_3_9_22_a_horn_must_split_in_four_whole_cents(
    cents: int, refusal: Refusal | None
) -> None:
    assert place_refusal("horn", Cents(cents), None, (), PAYS, ComePhase.ANY) is refusal
    assert place_refusal("field", Cents(cents), None, (), PAYS, ComePhase.ANY) is None


# Odds, the line wager they lie behind, the line wagers they do not, and their clauses.
ODDS: Final = [
    pytest.param("odds", "pass_line", marks=pytest.mark.clause("AC 3.9.2", "AC 3.9.2.1")),
    pytest.param("come_odds", "come", marks=pytest.mark.clause("AC 3.9.4", "AC 3.9.4.1")),
    pytest.param("dont_odds", "dont_pass", marks=pytest.mark.clause("AC 3.9.12", "AC 3.9.12.1")),
    pytest.param(
        "dont_come_odds", "dont_come", marks=pytest.mark.clause("AC 3.9.13", "AC 3.9.13.1")
    ),
]
LINES: Final = ("pass_line", "come", "dont_pass", "dont_come")

# How much may lie behind $10, in cents: twice the stake, or what wins twice the stake.
CAP: Final = {
    "odds": {4: 2000, 5: 2000, 6: 2000, 8: 2000, 9: 2000, 10: 2000},
    "come_odds": {4: 2000, 5: 2000, 6: 2000, 8: 2000, 9: 2000, 10: 2000},
    "dont_odds": {4: 4000, 5: 3000, 6: 2400, 8: 2400, 9: 3000, 10: 4000},
    "dont_come_odds": {4: 4000, 5: 3000, 6: 2400, 8: 2400, 9: 3000, 10: 4000},
}


@pytest.mark.parametrize("number", POINTS)
@pytest.mark.parametrize(("odds", "line"), ODDS)
def test_odds_need_their_own_line_wager_on_their_own_number(
    odds: str, line: str, number: int
) -> None:
    bet = f"{odds}:{number}"
    others = [on(other, number, 10) for other in LINES if other != line]
    elsewhere = [on(line, other, 10) for other in POINTS if other != number]
    undecided = on(line, None, 10)
    needed = Refusal.LINE_WAGER_NEEDED
    assert placed(bet, 1, point=number) is needed
    assert placed(bet, 1, *others, *elsewhere, undecided, point=number) is needed
    assert placed(bet, 1, on(line, number, 10), point=number) is None


@pytest.mark.parametrize("number", POINTS)
@pytest.mark.parametrize(("odds", "line"), ODDS)
def test_odds_reach_their_cap_and_not_a_cent_more(odds: str, line: str, number: int) -> None:
    bet, cap = f"{odds}:{number}", CAP[odds][number]
    flat = (on(line, number, 10),)
    assert place_refusal(bet, Cents(cap), number, flat, PAYS, ComePhase.ANY) is None
    above = place_refusal(bet, Cents(cap + 1), number, flat, PAYS, ComePhase.ANY)
    assert above is Refusal.ABOVE_ODDS_LIMIT


@pytest.mark.parametrize("number", POINTS)
@pytest.mark.parametrize(("odds", "line"), ODDS)
def test_all_line_wagers_on_the_number_and_all_odds_already_there_count(
    odds: str, line: str, number: int
) -> None:
    bet, cap = f"{odds}:{number}", 3 * CAP[odds][number]
    standing = (
        on(line, number, 10),
        Standing(bet, Cents(700)),
        on(line, number, 20),
        on(line, None, 500),
        on("place:6", None, 500),
        Standing(bet, Cents(cap - 1000)),
    )
    assert place_refusal(bet, Cents(300), number, standing, PAYS, ComePhase.ANY) is None
    above = place_refusal(bet, Cents(301), number, standing, PAYS, ComePhase.ANY)
    assert above is Refusal.ABOVE_ODDS_LIMIT


@pytest.mark.parametrize(
    ("bet", "flat", "cap"),
    [
        pytest.param(f"{odds}:{number}", flat, cap, marks=pytest.mark.clause(clause))
        for odds, clause, caps in [
            ("odds", "AC 3.9.2.1", {4: {1: 2, 1500: 3000}, 8: {7: 14}}),
            ("come_odds", "AC 3.9.4.1", {9: {1: 2, 1500: 3000}, 6: {7: 14}}),
            (
                "dont_odds",
                "AC 3.9.12.1",
                {
                    10: {1: 4, 7: 28},
                    5: {1: 3, 7: 21},
                    6: {1: 2, 2: 4, 3: 7, 4: 9, 5: 12, 1001: 2402},
                },
            ),
            (
                "dont_come_odds",
                "AC 3.9.13.1",
                {4: {1: 4, 7: 28}, 9: {1: 3, 7: 21}, 8: {1: 2, 2: 4, 3: 7, 4: 9, 500: 1200}},
            ),
        ]
        for number, by_flat in caps.items()
        for flat, cap in by_flat.items()
    ],
)
def test_a_cap_that_is_no_whole_cent_is_rounded_down(bet: str, flat: int, cap: int) -> None:
    assert odds_cap(bet, Cents(flat), PAYS) == cap


@pytest.mark.parametrize("point", [None, *POINTS])
@pytest.mark.parametrize(
    "bet",
    [
        pytest.param("pass_line", marks=pytest.mark.clause("AC 3.9.1")),
        pytest.param("come", marks=pytest.mark.clause("AC 3.9.3")),
    ],
)
def test_a_pass_line_or_come_can_be_added_to(bet: str, point: int | None) -> None:
    assert raise_refusal(bet, on(bet, point, 10)) is None


@pytest.mark.clause("AC 3.9.1", "AC 3.9.3")
@pytest.mark.parametrize(
    ("bet", "target"),
    [
        ("pass_line", None),
        ("come", None),
        ("come", on("pass_line", 6, 10)),
        ("pass_line", on("come", 6, 10)),
        ("field", on("pass_line", 6, 10)),
        ("come", on("place:6", None, 10)),
        ("odds:6", on("odds:6", None, 10)),
        ("place:6", on("place:6", None, 10)),
        pytest.param("dont_pass", on("dont_pass", 6, 10), marks=pytest.mark.clause("AC 3.9.10")),
        pytest.param("dont_come", on("dont_come", 6, 10), marks=pytest.mark.clause("AC 3.9.11")),
    ],
)
def test_money_is_added_to_no_other_wager(bet: str, target: Standing | None) -> None:
    assert raise_refusal(bet, target) is Refusal.WAGER_CANNOT_BE_RAISED


@pytest.mark.parametrize(
    "bet",
    [
        pytest.param("pass_line", marks=pytest.mark.clause("AC 3.9.1")),
        pytest.param("come", marks=pytest.mark.clause("AC 3.9.3")),
    ],
)
def test_a_pass_line_or_come_is_bound_once_it_has_its_point(bet: str) -> None:
    assert take_down_refusal(on(bet, None, 10)) is None
    for point in POINTS:
        refusal = take_down_refusal(on(bet, point, 10))
        assert refusal is Refusal.WAGER_CANNOT_BE_TAKEN_DOWN


@pytest.mark.clause("AC 3.9.1", "AC 3.9.3")
@pytest.mark.parametrize(
    "target",
    [
        pytest.param(on("dont_pass", 6, 10), marks=pytest.mark.clause("AC 3.9.10")),
        pytest.param(on("dont_come", 9, 10), marks=pytest.mark.clause("AC 3.9.11")),
        on("dont_pass", None, 10),
        on("odds:6", None, 10),
        on("come_odds:4", None, 10),
        on("place:6", None, 10),
        on("hard:8", None, 10),
        on("field", None, 10),
    ],
)
def test_every_other_wager_may_come_down(target: Standing) -> None:
    assert take_down_refusal(target) is None


@pytest.mark.clause("AC 3.9.1", "AC 3.9.3")
def test_a_wager_that_is_not_there_cannot_be_taken_down() -> None:
    assert take_down_refusal(None) is Refusal.WAGER_CANNOT_BE_TAKEN_DOWN
