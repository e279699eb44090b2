"""The sign at a table, held against every wager by arithmetic of the auditor's own."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from audit_journals import Change, audit, find, forged, played, resealed, with_fields

SIGN = "min=10 max=100 unit=5 min_total=20 aggregate=200 differential=50 tie_max=30"
LT = f"""
table     B1 LT period=30s {SIGN}
terminal  T1 tables=B1
terminal  T2 tables=B1
staff     dana=dealer alex=agm chris=casino_supervisor
T1        insert note 100
T1        insert note 100
T2        insert note 100
dana@B1   new game
T1        bet B1 player 40
T1        bet B1 tie 20
T1        confirm B1
T2        bet B1 banker 20
T2        bet B1 player_pair 20
clock     +30s
chris     dispense B1 T2 banker 30
"""
SB = """
table     S1 SB period=20s min=5 max=100 unit=5
terminal  S8 tables=S1
S8        insert note 100
S8        bet S1 small 20
S8        move S1 small big 10
S8        bet S1 total:9 10
S8        double S1
"""

PIECES = """
table     W1 MT_ROULETTE period=30s min=5 max=500 unit=5
terminal  T1 tables=W1
staff     dana=dealer
T1        insert note 100
dana@W1   new game
T1        bet W1 tier 90
T1        move W1 tier red 30
T1        move W1 tier red
"""
FAULT = """
table     B1 MT_A period=30s min=5 max=500 unit=5 differential=50 shoe=ready
terminal  T1 tables=B1
terminal  T2 tables=B1
terminal  T3 tables=B1
staff     dana=dealer sam=casino_supervisor
T1        insert note 100
T2        insert note 100
T3        insert note 100
dana@B1   new game
T1        bet B1 player 50
T1        confirm B1
T2        bet B1 banker 100
T2        confirm B1
sam       malfunction T1
T3        bet B1 player 20
T3        bet B1 tie 5
T3        confirm B1
"""


def _sign(story: str, change: Change) -> list[str]:
    """Let the table have had another sign, and say what the auditor finds then."""
    return [finding.what for finding in forged("TableOpened", change, story=story)]


def _laid(amount: int, staged: dict[str, Any]) -> None:
    staged.update(amount=amount, stands=amount)


def _limits(**other: int) -> Change:
    return lambda opened: opened["limits"].update(other)


@pytest.mark.parametrize("story", [LT, SB, PIECES, FAULT], ids=["LT", "SB", "pieces", "fault"])
def test_what_keeps_to_the_sign_is_no_finding(story: str) -> None:
    assert audit(played(story)) == []


@pytest.mark.parametrize(
    ("story", "sign", "said"),
    [
        (LT, {"maximum": 1500}, "20.00 stand on player_pair, the sign allows 15.00"),
        (LT, {"tie_maximum": 1500}, "20.00 stand on tie, the sign allows 15.00"),
        (LT, {"pair_maximum": 1500}, "20.00 stand on player_pair, the sign allows 15.00"),
        (LT, {"unit": 1500}, "20.00 stand on tie, the sign has steps of 15.00"),
        (LT, {"aggregate": 5500}, "T1 has 60.00 on the table, the sign allows 55.00"),
        (LT, {"minimum": 2500}, "T1 plays 20.00 on tie, the sign asks for 25.00"),
        (LT, {"minimum_total": 6500}, "T1 plays 60.00 in all, the sign asks for 65.00"),
        (LT, {"minimum_total": 4500}, "T2 plays 40.00 in all, the sign asks for 45.00"),
        (LT, {"differential": 3500}, "the sides are further apart than the differential"),
        (SB, {"maximum": 1500}, "20.00 stand on small, the sign allows 15.00"),
        (SB, {"minimum": 1500, "unit": 500}, "10.00 stand on big, the sign asks for 15.00"),
        (SB, {"unit": 1500}, "10.00 stand on big, the sign has steps of 15.00"),
        (SB, {"aggregate": 3500}, "S8 has 60.00 on the table, the sign allows 35.00"),
    ],
)
def test_a_wager_beyond_the_sign_is_found(story: str, sign: dict[str, int], said: str) -> None:
    assert said in _sign(story, _limits(**sign))


def test_what_a_move_leaves_of_equal_pieces_is_held_to_the_sign() -> None:
    said = [f.what for f in forged("WagerMoved", lambda e: e.update(amount=4000), story=PIECES)]
    assert "50.00 stand on tier, the sign has steps of 30.00" in said


def test_what_widens_a_gap_that_a_fault_left_is_found() -> None:
    said = "the sides are further apart than the differential"
    for amount, is_found in ((20_000, False), (20_500, True)):  # It was 100 apart before.
        laid = partial(_laid, amount)
        found = forged("WagerStaged", laid, nth=2, story=FAULT)
        assert (("WagersConfirmed", said) in [(f.type, f.what) for f in found]) is is_found


def test_the_sign_that_counts_is_the_last_one() -> None:
    rows = played(LT)
    stream, index = find(rows, "RoundOpened")
    limits = json.loads(rows[stream][find(rows, "TableOpened")[1]].payload)["limits"]
    changed = {"table": "B1", "limits": {**limits, "aggregate": 5500}}
    row = rows[stream][index]._replace(actor="system", client="", number=0)
    row = row._replace(type="LimitsChanged", version=1, payload=json.dumps(changed).encode())
    rows[stream] = resealed(stream, [*rows[stream][:index], row, *rows[stream][index:]])
    assert [f.what for f in audit(rows)][:1] == ["T1 has 60.00 on the table, the sign allows 55.00"]


def test_where_the_sign_wants_it_nothing_unconfirmed_is_played_for() -> None:
    said = _sign(LT, lambda opened: opened.update(unconfirmed="reject"))
    assert "T2's banker is played for and was not confirmed" in said


def test_a_loose_wager_that_widens_the_gap_is_found_and_a_confirmed_one_is_not() -> None:
    rows = played(LT)
    stream, index = find(rows, "WagersConfirmed")
    del rows[stream][index]
    opened = find(rows, "TableOpened")[1]
    rows[stream][opened] = with_fields(rows[stream][opened], _limits(differential=1500))
    rows[stream] = resealed(stream, rows[stream])
    first = next(f for f in audit(rows) if "further apart" in f.what)
    assert first.type == "WageringClosed"


def test_a_dispensation_is_held_to_the_sign() -> None:
    said = [f.what for f in forged("DispensationGiven", lambda e: e.update(stands=700), story=LT)]
    assert "7.00 stand on banker, the sign has steps of 5.00" in said
    assert "T2 plays 7.00 on banker, the sign asks for 10.00" in said
