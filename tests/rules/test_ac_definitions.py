"""AC section 1 and the clauses around the roll: draw, hard, easy, come out roll, result."""

from itertools import product
from typing import Final

import pytest

from openfelt.core import dice
from openfelt.core.dice import NotADie
from openfelt.core.money import Cents
from openfelt.core.verdict import Result
from openfelt.games.craps.bets import is_hard
from openfelt.games.craps.layout import CrapsLayout
from openfelt.games.craps.point import point_after
from openfelt.rulebooks.ac import AC
from openfelt.rulebooks.craps import craps_rules
from openfelt.rulebooks.policy import CashOut, cash_out_is_open

POINTS: Final = (4, 5, 6, 8, 9, 10)


def layout(balance: int = 10_000) -> CrapsLayout:
    return CrapsLayout(craps_rules(AC), Cents(balance))


@pytest.mark.clause("AC def:Easy")
def test_ac_def_hard_means_two_identical_dice_and_easy_two_different_ones() -> None:
    hard = {(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)}
    rolls = set(product((1, 2, 3, 4, 5, 6), repeat=2))
    assert {roll for roll in rolls if is_hard(roll)} == hard
    assert {(2, 6), (6, 2), (3, 5), (5, 3)} <= {roll for roll in rolls if not is_hard(roll)}


@pytest.mark.parametrize("bet", ["dont_pass", "dont_come"])
def test_ac_def_draw_gives_the_stake_back_and_ends_the_wager(bet: str) -> None:
    table = layout()
    table.point = None if bet == "dont_pass" else 6
    table.place("w", bet, Cents(1000))
    [settled] = table.roll((6, 6))
    assert settled.verdict.result is Result.PUSH
    assert settled.returned == 1000
    assert (table.balance, table.open) == (10_000, {})


def test_ac_def_come_out_roll_is_the_first_and_the_one_after_a_decision() -> None:
    after_come_out = {total: point_after(None, total) for total in range(2, 13)}
    assert after_come_out == dict.fromkeys((2, 3, 7, 11, 12)) | {n: n for n in POINTS}
    for point in POINTS:
        after = {total: point_after(point, total) for total in range(2, 13)}
        assert after == dict.fromkeys(range(2, 13), point) | {point: None, 7: None}


def test_ac_def_come_out_roll_is_kept_by_the_table_without_any_wager() -> None:
    table = layout()
    seen = []
    for roll in [(1, 1), (5, 6), (4, 4), (6, 6), (3, 3), (5, 3), (1, 3), (1, 6), (3, 4), (6, 4)]:
        table.roll(roll)
        seen.append(table.point)
    assert seen == [None, None, 8, 8, 8, None, 4, None, None, 10]


@pytest.mark.parametrize("roll", list(product((1, 2, 3, 4, 5, 6), repeat=2)))
def test_ac_3_12_the_result_is_what_the_upper_faces_show(roll: tuple[int, int]) -> None:
    assert dice.faces(list(roll), 2) == roll
    # Its own hop, and it alone among the hops, hits: the roll was read as it lies.
    table = layout()
    for a, b in product((1, 2, 3, 4, 5, 6), repeat=2):
        if a <= b:
            table.place(f"{a}{b}", f"hop:{a}-{b}", Cents(100))
    settled = table.roll(roll)
    won = [one.wager for one in settled if one.verdict.result is Result.WIN]
    assert won == [f"{min(roll)}{max(roll)}"]
    assert len(settled) == 21
    assert table.balance == 10_000 - 2100 + (3400 if roll[0] == roll[1] else 1700)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (None, "None is not 2 dice"),
        (7, "7 is not 2 dice"),
        ("34", "'34' is not 2 dice"),
        ({3, 4}, "{3, 4} is not 2 dice"),
        ([3], r"\[3\] is not 2 dice"),
        ([], r"\[\] is not 2 dice"),
        ([1, 2, 3], r"\[1, 2, 3\] is not 2 dice"),
        ([0, 3], "0 is no face"),
        ([3, 7], "7 is no face"),
        ([-1, 3], "-1 is no face"),
        ([True, 3], "True is no face"),
        ([3.0, 3], "3.0 is no face"),
        (["3", 3], "'3' is no face"),
        ([None, 3], "None is no face"),
    ],
)
def test_ac_3_12_what_no_two_dice_can_show_is_no_result(values: object, message: str) -> None:
    with pytest.raises(NotADie, match=message):
        dice.faces(values, 2)


def test_ac_3_12_a_roll_settles_what_it_decides_and_moves_what_it_does_not() -> None:
    table = layout()
    for name, bet in [("p", "pass_line"), ("c", "come"), ("six", "place:6"), ("f", "field")]:
        table.place(name, bet, Cents(1000))
    settled = table.roll((5, 4))
    assert [(one.wager, one.returned) for one in settled] == [("f", 2000)]
    assert {name: wager.point for name, wager in table.open.items()} == {
        "p": 9,
        "c": 9,
        "six": None,
    }
    assert (table.point, table.balance) == (9, 8000)
    assert table.roll((1, 4)) == []
    assert {name: wager.point for name, wager in table.open.items()} == {
        "p": 9,
        "c": 9,
        "six": None,
    }
    assert {one.wager: one.returned for one in table.roll((3, 6))} == {"p": 2000, "c": 2000}
    assert (table.point, table.balance) == (None, 12_000)
    assert [(one.wager, one.returned) for one in table.roll((3, 4))] == [("six", 0)]
    assert (table.balance, table.open) == (12_000, {})


def test_ac_3_3_7_a_chip_moved_before_the_close_is_settled_where_it_lies() -> None:
    table = layout()
    table.place("w1", "place:4", Cents(1200))
    table.take_down("w1")
    table.place("w2", "place:6", Cents(1200))
    [settled] = table.roll((2, 4))
    assert (settled.wager, settled.returned, table.balance) == ("w2", 2600, 11_400)


def test_ac_3_3_7_a_roll_looks_at_the_open_wagers_alone_and_none_can_be_changed() -> None:
    table = layout()
    table.place("six", "place:6", Cents(1200))
    table.place("f", "field", Cents(500))
    with pytest.raises(AttributeError):
        table.open["six"].bet = "place:4"  # type: ignore[misc]
    settled = {one.wager: one.returned for one in table.roll((2, 4))}
    assert settled == {"six": 2600, "f": 0}
    assert (table.balance, table.open) == (10_000 - 1700 + 2600, {})


def test_ac_3_7_credit_is_collected_unless_a_round_is_undecided() -> None:
    assert AC.policy.cash_out is CashOut.UNLESS_A_ROUND_IS_UNDECIDED
    answers = {
        (staged, confirmed, undecided): cash_out_is_open(
            AC.policy.cash_out, staged=staged, confirmed=confirmed, round_undecided=undecided
        )
        for staged, confirmed, undecided in product((False, True), repeat=3)
    }
    assert {case for case, is_open in answers.items() if is_open} == {
        (False, False, False),
        (False, True, False),
        (True, False, False),
        (True, True, False),
    }


def test_ac_order_effect_the_rules_are_those_signed_on_2_june_2016() -> None:
    assert (AC.book, AC.version, AC.effective) == (
        "AC",
        "2016-06-02",
        "on publication, signed 2016-06-02",
    )
