"""Forfeits and dispensations: what is kept must be said, and what is changed must fit."""

from __future__ import annotations

from typing import Any

import pytest
from audit_journals import Change, audit, find, forged, played, resealed

STORY = """
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready unconfirmed=reject
terminal  T1 tables=B1
terminal  T2 tables=B1
staff     dana=dealer alex=agm
T1        insert note 100
T2        insert note 100
dana@B1   new game
T1        bet B1 player 50
T2        bet B1 tie 10
alex      invalidate B1 ground=fraud forfeit=T1
dana@B1   new game
T1        bet B1 player 30
T2        bet B1 tie 10
T2        confirm B1
clock     +30s
alex      dispense B1 T1 player 20
alex      dispense B1 T1 player 15
shoe@B1   cards 9S 5H KD KC
dana@B1   result player
dana@B1   confirm result
alex      invalidate B1 ground=fraud round=2 forfeit=T1
"""


def _set(**values: object) -> Change:
    return lambda fields: fields.update(values)


def _kept(fields: dict[str, Any]) -> None:
    fields["refunded"], fields["forfeited"] = [], fields["refunded"] + fields["forfeited"]


def test_the_story_is_in_order() -> None:
    assert not audit(played(STORY))


@pytest.mark.parametrize(
    ("name", "change", "what"),
    [
        ("OutcomeInvalidated", _set(ground="disruption"), "but no fraud was declared"),
        ("OutcomeInvalidated", _set(round=9), "but no fraud was declared"),
        ("RoundVoided", _set(forfeited=[]), "the refund is not what was staked"),
        ("SettledRoundVoided", _set(forfeited=[]), "the refund is not what was staked"),
        ("SettledRoundVoided", _kept, "T2's credit and debt make 10.00 instead of 0.00"),
        ("DispensationGiven", _set(stood=500), "0.00 stood there, not 5.00"),
        ("DispensationGiven", _set(terminal="T2", bet="tie"), "is confirmed and cannot change"),
        ("DispensationGiven", _set(bet="big"), "has no odds for 'big'"),
        ("DispensationGiven", _set(round=1), "has ended already"),
        ("DispensationGiven", _set(stands=20_000), "terminal_credit:T1 would stand at"),
    ],
)
def test_a_forged_remedy_is_found(name: str, change: Change, what: str) -> None:
    found = forged(name, change, story=STORY)
    assert any(what in finding.what for finding in found), found


def test_a_forfeit_that_nobody_declared_is_found() -> None:
    rows = played(STORY)
    stream, index = find(rows, "OutcomeInvalidated", 1)
    del rows[stream][index]
    rows[stream] = resealed(stream, rows[stream])
    assert any("no fraud was declared" in finding.what for finding in audit(rows))
