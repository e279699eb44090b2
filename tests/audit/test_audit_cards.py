"""Cards and what hangs on them: a coup that has begun, and one whose cards were not right."""

from __future__ import annotations

import json
from typing import Any

import pytest
from audit_journals import audit, find, played, resealed

from openfelt.audit import Finding
from openfelt.audit.known import KNOWN

STORY = """
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready
terminal  T1 tables=B1
staff     dana=dealer alex=agm
T1        insert note 100
dana@B1   new game
T1        bet B1 player 50
clock     +30s
shoe@B1   cards 9S 5H KD KC 7D
dana@B1   result player
dana@B1   confirm result
alex      void B1 round=1
alex      void B1
dana@B1   new game
T1        bet B1 player 50
shoe@B1   card unseen
shoe@B1   cards 9S 5H KD KC
dana@B1   result player
dana@B1   confirm result
alex      invalidate B1 ground=fraud round=2
"""


def _planted(before: str, name: str, story: str = STORY, **fields: Any) -> list[Finding]:
    """Audit a story with a row more, just before another."""
    rows = played(story)
    stream, index = find(rows, before)
    payload = json.dumps({"table": "B1", **fields}).encode()
    version = KNOWN[name].version
    row = rows[stream][index]._replace(type=name, version=version, payload=payload)
    rows[stream].insert(index, row)
    rows[stream] = resealed(stream, rows[stream])
    return audit(rows)


def test_the_story_is_in_order() -> None:
    assert not audit(played(STORY))


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("NextCoupCommenced", {}),
        ("ShoeBrought", {}),
        ("TableClosed", {}),
        ("CardDrawnUnseen", {"round": 1}),
        ("ShoeFoundEmpty", {"round": 1, "order": ""}),
        (
            "CardsReported",
            {
                "round": 1,
                "found": "missing",
                "reason": "",
                "duty": ["inspector", 1],
                "check": ["inspector", 1],
            },
        ),
    ],
)
def test_lt_11_6_2_3_a_coup_that_is_final_is_not_taken_back(
    name: str, fields: dict[str, Any]
) -> None:
    found = _planted("SettlementReversed", name, **fields)
    assert any("round 1 is final" in finding.what for finding in found), found


def test_lt_11_6_2_3_a_first_card_makes_the_coup_before_final() -> None:
    story = STORY.replace(" 7D\n", "\n").replace("alex      void B1\n", "")
    assert not audit(played(story))
    found = _planted("SettlementReversed", "DummyCardDrawn", story, card="2C", hand="player")
    assert any("round 1 is final" in finding.what for finding in found), found


@pytest.mark.parametrize("name", ["ShoeFoundEmpty", "ForeignCardSeen", "CardsReported"])
def test_lt_11_6_6_a_coup_that_cannot_be_completed_is_not_settled(name: str) -> None:
    found = _planted("RoundSettled", name, round=1, order="", card="XX", found="missing", reason="")
    assert any("this coup can only be void" in finding.what for finding in found), found


def test_lt_4_6_a_card_drawn_while_players_wager_is_found() -> None:
    found = _planted("WageringClosed", "CardDrawnUnseen", round=1)
    assert any("wagering was not closed" in finding.what for finding in found), found
