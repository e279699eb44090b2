"""Wagers that stand over rolls: floor, auditor and follower, and what a forger tries with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from audit_journals import ROLLED, Change, audit, find, played, resealed, with_fields

from openfelt.core.refusal import Refusal
from openfelt.engine.stream import Stream
from openfelt.floor.state import State
from openfelt.follow.file import open_writing
from openfelt.follow.rounds import Rounds
from openfelt.journal.row import GENESIS
from openfelt.stations.memory import Memory
from openfelt.stations.player import player_view

FIRST_ROLL = """
table     C1 AC period=20s min=5 max=500 unit=5
terminal  T1 tables=C1
terminal  T2 tables=C1
staff     alex=agm
T1        insert note 100
T2        insert note 100
T1        bet C1 pass_line 10
T1        bet C1 place:6 30
T1        bet C1 field 5
T2        bet C1 come 5
T2        bet C1 hard:8 10
clock     +30s
tumbler@C1 dice 3 3
"""
MORE = """
T2        bet C1 come 5
clock     +30s
tumbler@C1 dice 4 4
alex      actual C1 dice 4 4 round=1
"""


def test_a_fresh_fold_and_a_snapshot_have_what_stands() -> None:
    stream = Stream("pit", GENESIS)
    for row in played(FIRST_ROLL)["pit"]:
        stream.fold(row)
    state = stream.state
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State) == state
    view = player_view(state, "T2", Memory(), state.now)
    assert view.play["C1"].staked == 1500
    assert view.cash_out is not Refusal.CASH_OUT_NOT_ALLOWED


def test_a_game_of_one_round_writes_what_it_always_wrote() -> None:
    rows = played()
    stream, index = find(rows, "RoundSettled")
    assert list(json.loads(rows[stream][index].payload))[-3:] == ["returned", "paid", "next_due"]


def test_the_follower_notes_what_became_of_wagers_that_stood(tmp_path: Path) -> None:
    connection = open_writing(tmp_path / "standing.follow")
    rounds = Rounds(connection, "pit")
    for row in played(FIRST_ROLL + MORE)["pit"]:
        rounds.take(row)
    noted = connection.execute(
        "SELECT number, terminal, bet, moved_to, returned, decided_in FROM wager "
        "ORDER BY number, place"
    ).fetchall()
    corrected = connection.execute("SELECT number, outcome, corrections FROM round").fetchall()
    connection.close()
    # On 4-4 line and Come were on the 8 at once, and won on the second.
    assert noted == [
        (1, "T1", "pass_line", "pass_line@8", 2_000, 2),
        (1, "T1", "place:6", None, None, None),
        (1, "T1", "field", None, 0, 1),
        (1, "T2", "come", "come@8", 1_000, 2),
        (1, "T2", "hard:8", None, 10_000, 1),
        (2, "T2", "come", "come@8", None, None),
    ]
    assert corrected[:2] == [(1, "4-4", 1), (2, "4-4", 0)]


def _drop_a_move(e: dict[str, Any]) -> None:
    e["moved"].pop()


def _move_elsewhere(e: dict[str, Any]) -> None:
    e["moved"][0][2] = "pass_line@8"


def _decide_another(e: dict[str, Any]) -> None:
    e["decided"][1] = ["T2", "hard:8", 1000]


def _decide_one_more(e: dict[str, Any]) -> None:
    e["decided"].append(["T2", "hard:8", 1000])
    e["returned"].append(0)


def _count_wrong(e: dict[str, Any]) -> None:
    e["standing"] = 2


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (_drop_a_move, "moved elsewhere than the outcome takes them"),
        (_move_elsewhere, "moved elsewhere than the outcome takes them"),
        (_decide_another, "names other wagers than the outcome decides"),
        (_decide_one_more, "it pays 3 wagers, 2 had to be paid"),
        (_count_wrong, "it lets 2 wagers stand instead of 3"),
    ],
)
def test_a_forged_settlement_is_found(change: Change, what: str) -> None:
    assert _found(FIRST_ROLL, "RoundSettled", change, what)


def _found(story: str, type_: str, change: Change, what: str, nth: int = 0) -> bool:
    rows = played(story)
    stream, index = find(rows, type_, nth)
    rows[stream][index] = with_fields(rows[stream][index], change)
    rows[stream] = resealed(stream, rows[stream])
    return any(what in finding.what for finding in audit(rows))


def _other_dice(e: dict[str, Any]) -> None:
    e["rounds"][0][1]["outcome"] = "1-1"


def _no_dice(e: dict[str, Any]) -> None:
    e["rounds"][0][1]["outcome"] = "1-7"


def _forget_a_roll(e: dict[str, Any]) -> None:
    e["rounds"].pop()


def _point(e: dict[str, Any]) -> None:
    e["point"] = 4


def _stand_more(e: dict[str, Any]) -> None:
    e["standing"].append(["T1", "hard:8", 500])


def _keep_more(e: dict[str, Any]) -> None:
    e["earned"] += 100


def _forfeit(e: dict[str, Any]) -> None:
    e["forfeited"] = ["T1"]


def _pay_more(e: dict[str, Any]) -> None:
    e["adjusted"][0][2] += 100


def _over_the_meter(e: dict[str, Any]) -> None:
    last = next(one for one in e["adjusted"] if one[4])
    last[2], last[4] = last[4], 0


def _twice(e: dict[str, Any]) -> None:
    e["adjusted"].append(e["adjusted"][0])


def _no_returns(e: dict[str, Any]) -> None:
    e["rounds"][0][1]["returned"].pop()


def _older(e: dict[str, Any]) -> None:
    e["round"] = 77


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (_other_dice, "round 2: what is left is"),
        (_no_dice, "is no roll of two dice"),
        (_forget_a_roll, "it does not tell of every round that followed"),
        (_point, "the point is 4 now"),
        (_stand_more, "stand now instead of"),
        (_keep_more, "more of commission are kept instead of"),
        (_forfeit, "are kept, but no fraud was declared"),
        (_forfeit, "are kept of a roll that has a result"),
        (_pay_more, "account 1 of T1 gets"),
        (_over_the_meter, "has closed"),
        (_twice, "an account is adjusted twice"),
        (_no_returns, "it does not say what each wager of a round got"),
        (_older, "round 77 is not settled"),
    ],
)
def test_a_forged_correction_of_a_roll_is_found(change: Change, what: str) -> None:
    assert _found(ROLLED, "RollsReplayed", change, what)


def _to_a_line(e: dict[str, Any]) -> None:
    e["bet"] = "pass_line"


def _on_nothing(e: dict[str, Any]) -> None:
    e["bet"] = "come@9"


def _dont_come(e: dict[str, Any]) -> None:
    e["bet"] = "dont_come"


def _too_much(e: dict[str, Any]) -> None:
    e["amount"] = e["stands"] = 4_500


@pytest.mark.parametrize(
    ("nth", "change", "what"),
    [
        (0, _dont_come, "dont_come was laid before a come out roll"),
        (3, _to_a_line, "pass_line was laid on the point 8"),
        (3, _on_nothing, "nothing may be laid on come@9"),
        (4, _too_much, "odds:8 is 5.00 over its cap"),
    ],
)
def test_chips_that_may_not_lie_there_are_found(nth: int, change: Change, what: str) -> None:
    assert _found(ROLLED, "WagerStaged", change, what, nth)


def _pass_line_down(e: dict[str, Any]) -> None:
    e["terminal"], e["bet"] = "T1", "pass_line@8"


def test_a_bound_wager_that_came_down_is_found() -> None:
    what = "pass_line@8 stands and cannot be taken down"
    assert _found(ROLLED, "WagerTakenDown", _pass_line_down, what, 1)


def _cheaper(e: dict[str, Any]) -> None:
    e["amount"] -= 1


def test_a_commission_too_little_is_found() -> None:
    assert _found(ROLLED, "CommissionHeld", _cheaper, "are held of T1, its chips cost")


def _another_shooter(e: dict[str, Any]) -> None:
    e["terminal"] = "T2"


@pytest.mark.parametrize(
    ("nth", "what"), [(1, "T1 has not lost the dice"), (6, "has not the value on the line")]
)
def test_a_wrong_shooter_is_found(nth: int, what: str) -> None:
    assert _found(ROLLED, "ShooterCalled", _another_shooter, what, nth)


def _higher(e: dict[str, Any]) -> None:
    e["point"] = 9


def test_a_wrong_point_is_found() -> None:
    assert _found(ROLLED, "PointMoved", _higher, "it says that the point is 9")


@pytest.mark.parametrize("type_", ["PointMoved", "DicePassed"])
def test_a_row_that_has_to_follow_a_roll_is_missed(type_: str) -> None:
    rows = played(ROLLED)
    stream, index = find(rows, type_)
    del rows[stream][index]
    rows[stream] = resealed(stream, rows[stream])
    assert any("no row says that" in finding.what for finding in audit(rows))
