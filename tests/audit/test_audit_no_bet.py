"""Rounds without wagers, and cards of Multi Terminal baccarat: what is told wrong is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from audit_journals import WITHOUT_WAGERS, audited, forged, played

Fields = dict[str, Any]


def test_what_happened_is_no_finding() -> None:
    auditor, findings = audited(played(WITHOUT_WAGERS))
    assert findings == []
    assert (auditor.summary().rounds_settled, auditor.summary().rounds_void) == (4, 1)


def _put(**fields: object) -> Callable[[Fields], None]:
    return lambda row: row.update(fields)


FORGED: list[tuple[str, Callable[[Fields], None], str]] = [
    ("NoBetOpened", _put(round=9), "round 9 follows round"),
    ("NoBetOpened", _put(table="B9"), "no table 'B9' was opened"),
    ("RoundsOrdered", _put(rounds=0), "no round without wagers was ordered"),
    ("RoundsOrdered", _put(table="B9"), "no table 'B9' was opened"),
    ("MadeNoBet", _put(refunded=[]), "the refund is not what was staked"),
    ("MadeNoBet", _put(round=9), "it names round 9"),
    ("CardDrawnEarly", _put(hand="banker"), "the first card is nobody's but the player's"),
    ("CardDrawnEarly", _put(card="5D"), "no shoe gave 5D"),
    ("CardDrawnEarly", _put(round=9), "it names round 9"),
    ("CoupReconstructed", _put(cards=["9S", "3H", "KD", "5C"]), "other cards are put to the hands"),
    ("CoupReconstructed", _put(round=9), "it names round 9"),
    ("BurnShown", _put(more=3), "3 cards are to go with a burned 7H"),
    ("BurnShown", _put(table="B9"), "no table 'B9' was opened"),
    ("MoreBurned", _put(cards=8), "8 cards are burned, and 7 were to be"),
    ("MoreBurned", _put(table="B9"), "no table 'B9' was opened"),
]


@pytest.mark.parametrize(("name", "change", "what"), FORGED)
def test_a_row_that_is_told_otherwise_is_found(
    name: str, change: Callable[[Fields], None], what: str
) -> None:
    findings = forged(name, change, story=WITHOUT_WAGERS)
    assert any(what in str(finding) for finding in findings), [str(one) for one in findings]


def test_a_round_that_nobody_ordered_is_found() -> None:
    findings = forged("NoBetOpened", _put(ordered=True), 1, WITHOUT_WAGERS)
    assert "no round without wagers was ordered at M1" in str(findings[0])
