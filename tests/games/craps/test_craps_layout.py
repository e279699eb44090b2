"""A player's layout from roll to roll: scripts told step by step."""

from typing import Final

import pytest

from openfelt.cli.case import answer
from openfelt.core.money import Cents
from openfelt.core.refusal import Refusal
from openfelt.core.verdict import Result
from openfelt.games.craps.layout import CrapsLayout
from openfelt.games.craps.placement import Standing
from openfelt.rulebooks.ac import AC
from openfelt.rulebooks.craps import craps_rules

DONT_ODDS: Final = [
    pytest.param("dont_odds", "dont_pass", marks=pytest.mark.clause("AC 3.9.12.1")),
    pytest.param("dont_come_odds", "dont_come", marks=pytest.mark.clause("AC 3.9.13.1")),
]


def layout(balance: int = 100_000) -> CrapsLayout:
    return CrapsLayout(craps_rules(AC), Cents(balance))


def amounts(table: CrapsLayout, prefix: str = "") -> dict[str, int]:
    return {name: w.amount for name, w in table.open.items() if name.startswith(prefix)}


def behind_ten_and_twenty(odds: str, line: str, number: int, stakes: list[int]) -> CrapsLayout:
    """Put $10 and $20 of line wager on a number, other wagers, and odds behind them."""
    table = layout()
    if line == "dont_come":
        table.roll((1, 3) if number != 4 else (5, 5))
    assert table.place("ten", line, Cents(1000)) is None
    assert table.place("twenty", line, Cents(2000)) is None
    table.roll((number // 2, number - number // 2))
    assert table.place("bystander", "place:5", Cents(500)) is None
    for place, stake in enumerate(stakes):
        assert table.place(f"odds{place}", f"{odds}:{number}", Cents(stake)) is None
    return table


@pytest.mark.parametrize(
    ("number", "stakes", "left"),
    [
        (4, [6000, 6000], [4000, 0]),
        (4, [1000, 2000, 9000], [1000, 2000, 1000]),
        (5, [4000, 1000], [3000, 0]),
        (6, [2401], [2400]),
        (6, [2400], [2400]),
        (8, [2000, 399, 2], [2000, 399, 1]),
        (9, [1000, 1000], [1000, 1000]),
        (10, [100], [100]),
        (10, [3999, 1, 1], [3999, 1, 0]),
    ],
)
@pytest.mark.parametrize(("odds", "line"), DONT_ODDS)
def test_a_line_taken_down_cuts_the_newest_odds_to_the_new_cap(
    odds: str, line: str, number: int, stakes: list[int], left: list[int]
) -> None:
    table = behind_ten_and_twenty(odds, line, number, stakes)
    before = table.balance
    assert table.take_down("twenty") is None
    assert amounts(table, "odds") == {f"odds{at}": stake for at, stake in enumerate(left) if stake}
    assert table.balance == before + 2000 + sum(stakes) - sum(left)
    assert table.take_down("ten") is None
    assert amounts(table) == {"bystander": 500}
    assert table.balance == before + 3000 + sum(stakes)


@pytest.mark.parametrize(("odds", "line"), DONT_ODDS)
def test_odds_on_another_number_keep_their_cover(odds: str, line: str) -> None:
    table = layout()
    other = "dont_come" if line == "dont_pass" else "dont_pass"
    other_odds = f"{other}_odds:6" if other == "dont_come" else "dont_odds:4"
    table.place("dp", "dont_pass", Cents(1000))
    table.roll((2, 2))
    table.place("dc", "dont_come", Cents(1000))
    table.roll((3, 3))
    for name, bet in [("a", "dont_odds:4"), ("b", "dont_come_odds:6")]:
        assert table.place(name, bet, Cents(2400)) is None
    table.take_down("dp" if line == "dont_pass" else "dc")
    assert {w.bet for w in table.open.values()} == {other, other_odds}
    assert table.balance == 100_000 - 3400


@pytest.mark.clause("AC 3.9.12.1", "AC 3.9.13.1")
def test_taking_odds_down_leaves_the_other_odds_alone() -> None:
    table = behind_ten_and_twenty("dont_odds", "dont_pass", 4, [4000, 8000])
    assert table.take_down("odds0") is None
    assert amounts(table) == {"ten": 1000, "twenty": 2000, "bystander": 500, "odds1": 8000}
    assert table.balance == 100_000 - 11_500


def test_a_refused_step_changes_nothing() -> None:
    table = layout(1000)
    table.place("p", "pass_line", Cents(900))
    before = (table.balance, dict(table.open), table.point)
    answers = [
        table.place("w", "dont_come", Cents(50)),
        table.place("w", "odds:6", Cents(50)),
        table.place("w", "horn", Cents(50)),
        table.place("w", "field", Cents(101)),
        table.add("p", "pass_line", Cents(101)),
        table.add("p", "come", Cents(50)),
        table.add("nobody", "pass_line", Cents(50)),
        table.take_down("nobody"),
    ]
    assert answers == [
        Refusal.PHASE_DOES_NOT_ALLOW,
        Refusal.LINE_WAGER_NEEDED,
        Refusal.NOT_A_MULTIPLE,
        Refusal.EXCEEDS_CREDIT,
        Refusal.EXCEEDS_CREDIT,
        Refusal.WAGER_CANNOT_BE_RAISED,
        Refusal.WAGER_CANNOT_BE_RAISED,
        Refusal.WAGER_CANNOT_BE_TAKEN_DOWN,
    ]
    assert (table.balance, table.open, table.point) == before


def test_the_rules_are_asked_before_the_credit() -> None:
    table = layout(1)
    assert table.place("w", "dont_come", Cents(500)) is Refusal.PHASE_DOES_NOT_ALLOW
    assert table.place("w", "horn", Cents(501)) is Refusal.NOT_A_MULTIPLE
    assert table.add("w", "pass_line", Cents(500)) is Refusal.WAGER_CANNOT_BE_RAISED


def test_the_last_cent_may_be_staked() -> None:
    table = layout(300)
    assert table.place("p", "pass_line", Cents(100)) is None
    table.roll((3, 3))
    assert table.add("p", "pass_line", Cents(200)) is None
    assert table.balance == 0
    assert table.open == {"p": Standing("pass_line", Cents(300), 6)}


def test_a_wager_name_in_use_is_a_bug_of_the_caller() -> None:
    table = layout()
    table.place("w", "field", Cents(100))
    with pytest.raises(AssertionError):
        table.place("w", "field", Cents(100))


def test_a_standing_wager_wins_once_and_comes_down() -> None:
    table = layout()
    table.place("six", "place:6", Cents(600))
    assert [settled.returned for settled in table.roll((3, 3))] == [1300]
    assert table.roll((3, 3)) == []
    assert table.balance == 100_700


def test_everything_works_on_a_come_out_roll() -> None:
    table = layout()
    table.roll((5, 5))
    table.place("come", "come", Cents(1000))
    table.roll((2, 3))
    table.place("odds", "come_odds:5", Cents(2000))
    table.roll((4, 6))
    assert table.point is None
    for name, bet in [("buy", "buy:6"), ("hard", "hard:8"), ("lay", "lay:9"), ("big", "big_6")]:
        table.place(name, bet, Cents(600))
    results = {settled.wager: settled.verdict.result for settled in table.roll((3, 4))}
    assert results == dict.fromkeys(("come", "odds", "buy", "hard", "big"), Result.LOSE) | {
        "lay": Result.WIN
    }


def test_two_comes_travel_to_points_of_their_own() -> None:
    table = layout()
    table.place("pass", "pass_line", Cents(1000))
    table.roll((4, 4))
    table.place("first", "come", Cents(1000))
    table.roll((2, 3))
    table.place("second", "come", Cents(1000))
    table.roll((4, 5))
    points = {name: wager.point for name, wager in table.open.items()}
    assert points == {"pass": 8, "first": 5, "second": 9}
    assert [settled.wager for settled in table.roll((1, 4))] == ["first"]
    assert [settled.wager for settled in table.roll((6, 2))] == ["pass"]
    assert [settled.wager for settled in table.roll((6, 1))] == ["second"]
    assert table.balance == 101_000


def place(name: str, bet: str, amount: int, **more: str) -> dict[str, object]:
    return {"place": {"id": name, "bet": bet, "amount_cents": amount, **more}}


def test_the_settlement_format_tells_every_step_of_a_script() -> None:
    steps = [
        place("p", "pass_line", 1000),
        {"roll": [2, 4]},
        place("more", "pass_line", 500, adds_to="p"),
        place("too much", "odds:6", 3001),
        place("o", "odds:6", 3000),
        place("b", "buy:4", 2000),
        {"take_down": {"id": "b"}},
        place("l", "lay:10", 4000),
        {"roll": [3, 3]},
        place("d", "dont_pass", 100),
        {"roll": [6, 6]},
    ]
    told = answer({"id": 7, "variant": "AC", "start_balance_cents": 10_000, "steps": steps})
    won = {"result": "win"}
    assert told == {
        "id": 7,
        "balance_after_step": [
            *(9000, 9000, 8500, 8500, 5500, 3400, 5500),
            *(1400, 11_000, 10_900, 11_000),
        ],
        "rolls": [
            {"step": 1, "balance_cents": 9000, "open_cents": 1000, "point_after": 6, "settled": []},
            {
                "step": 8,
                "balance_cents": 11_000,
                "open_cents": 4000,
                "point_after": None,
                "settled": [
                    won
                    | {"id": "p", "bet": "pass_line", "returned_cents": 3000, "amount_cents": 1500},
                    won
                    | {"id": "o", "bet": "odds:6", "returned_cents": 6600, "amount_cents": 3000},
                ],
            },
            {
                "step": 10,
                "balance_cents": 11_000,
                "open_cents": 4000,
                "point_after": None,
                "settled": [
                    {
                        "id": "d",
                        "bet": "dont_pass",
                        "result": "push",
                        "returned_cents": 100,
                        "amount_cents": 100,
                    }
                ],
            },
        ],
        "final_balance_cents": 11_000,
        "still_open": [{"id": "l", "bet": "lay:10", "amount_cents": 4000}],
    }
