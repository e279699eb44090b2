"""Who may not play lays no chip and shoots no dice, until he is admitted or the terminal works."""

from __future__ import annotations

import pytest
from audit_journals import Change, audit, forged, played

STORY = """
table     S1 SB period=20s min=1 max=500 unit=1
terminal  T1 tables=S1
terminal  T2 tables=S1
terminal  T3 tables=S1
staff     emma=egs
T1        insert note 50
T2        insert note 50
T3        insert note 50
emma      exclude T3
emma      admit T3
emma      malfunction T3
emma      resume T3
emma      keep to T1 not T2
emma      admit T2
T3        bet S1 small 5
T1        bet S1 small 10
emma      exclude T2
emma      malfunction T2
clock     +20s
T1        shoot S1
tumbler@S1 dice 1 2 4
"""


def _set(**values: object) -> Change:
    return lambda fields: fields.update(values)


def test_the_story_is_in_order() -> None:
    assert not audit(played(STORY))


@pytest.mark.parametrize(
    ("name", "change", "what"),
    [
        ("TerminalAdmitted", _set(terminal="T1"), "the player of T3 is excluded"),
        ("TerminalReturned", _set(terminal="T1"), "T3 is out of service"),
        ("PlayerKeptToOne", _set(keeps="T2"), "nobody keeps from T2 to T2"),
    ],
)
def test_a_barred_terminal_lays_nothing(name: str, change: Change, what: str) -> None:
    found = forged(name, change, story=STORY)
    assert any(what in finding.what for finding in found), found


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("TerminalExcluded", "the player of T1 is excluded"),
        ("TerminalTakenOut", "T1 is out of service"),
    ],
)
def test_a_barred_terminal_shoots_no_dice(name: str, what: str) -> None:
    found = forged(name, _set(terminal="T1"), nth=-1, story=STORY)
    assert any(what in finding.what for finding in found), found
