"""A terminal's report is held against the auditor's own sums, and locks it where it differs."""

from __future__ import annotations

import pytest
from audit_journals import Change, audit, forged, played

STORY = """
table     A1 AC period=30s min=5 max=500 unit=1
terminal  T1 tables=A1
terminal  T2 tables=A1
staff     alex=agm
T1        insert note 100
T2        insert note 100
T1        bet A1 come 10
T1        bet A1 place:6 12
T2        bet A1 field 5
clock     +30s
tumbler@A1 dice 3 2
T2        reports A1
T1        bet A1 field 5
T2        bet A1 field 5
clock     +30s
tumbler@A1 dice 5 3
T1        reports A1 wagers=come:5/10,place:6/12,field/5
T2        reports A1 credit=1
clock     +30s
tumbler@A1 dice 5 4
T1        reports A1 fault=sequence wagers=unseen
alex      resume T2
T2        bet A1 field 5
clock     +30s
tumbler@A1 dice 5 3
T1        bet A1 field 5
T2        reports A1 fault=sequence
"""


def _set(**values: object) -> Change:
    return lambda fields: fields.update(values)


def test_the_story_is_in_order() -> None:
    assert not audit(played(STORY))


@pytest.mark.clause("AC 6.1", "AC 6.2.1", "SB 7.1", "SB 7.2.1")
@pytest.mark.parametrize(
    ("nth", "change", "what"),
    [
        (1, _set(credit=1), "nothing is said to be wrong with T1, and credit is"),
        (1, _set(fault="credit"), "credit is said to be wrong with T1, and nothing of its record"),
        (1, _set(wagers={"field": 500}), "nothing is said to be wrong with T1, and wagers is"),
        (1, _set(wagers={"come": 1_000, "place:6": 1_200, "field": 500}), "and wagers is"),
        (2, _set(fault=""), "nothing is said to be wrong with T2, and credit is"),
        (2, _set(fault="sequence"), "sequence is said to be wrong with T2, and credit is"),
    ],
)
def test_what_a_terminal_showed_is_compared(nth: int, change: Change, what: str) -> None:
    found = forged("TerminalReported", change, nth=nth, story=STORY)
    assert any(what in finding.what for finding in found), found


@pytest.mark.clause("AC 6.2.1")
def test_a_terminal_that_shows_what_is_not_so_is_not_played_at() -> None:
    found = forged("TerminalReturned", _set(terminal="T1"), story=STORY)
    assert any("T2 is out of service" in finding.what for finding in found), found


@pytest.mark.clause("AC 6.6.1.1", "SB 7.6.1.1")
@pytest.mark.parametrize(
    "change", [_set(fault="display"), _set(terminals=["T1", "T9"]), _set(terminals=["T2", "T2"])]
)
def test_a_table_stops_for_a_fault_that_several_have(change: Change) -> None:
    found = forged("TerminalsFailAlike", change, story=STORY)
    assert any("A1 stands still for a fault" in finding.what for finding in found), found
