"""Dice that a dealer tumbles: whoever forges when, by whom or what was said is found."""

from __future__ import annotations

from typing import Any

import pytest
from audit_journals import audit, find, forged, played, resealed

_SET_UP = "period=30s min=5 max=100 unit=5"
_PEOPLE = "terminal  T1 tables=S1\nstaff     dana=dealer sam=casino_supervisor\n"
_ROUND = "dana@S1   new game\nT1        bet S1 big 10\nT1        confirm S1\nclock     +30s\n"
ENTERED = f"""
table     S1 MT_SICBO {_SET_UP}
{_PEOPLE}
T1        insert note 50
{_ROUND}
dana@S1   tumble
dana@S1   dice 6 5 4
{_ROUND}
dana@S1   tumble
tumbler@S1 cocked
dana@S1   new game
tumbler@S1 exposed
dana@S1   tumble
dana@S1   dice 1 2 3
"""
RECOGNISED = f"""
table     S1 MT_SICBO {_SET_UP} dice=recognition
{_PEOPLE}
T1        insert note 50
{_ROUND}
dana@S1   tumble
tumbler@S1 dice 6 5 4
dana@S1   dice 6 5 4
dana@S1   dice 6 5 3
sam       actual S1 dice 6 5 3
dana@S1   dice 6 5 3
dana@S1   new game
"""
BROKEN = f"""
table     S1 MT_SICBO {_SET_UP}
{_PEOPLE}
T1        insert note 50
{_ROUND}
dana@S1   tumble
sam       die broken S1
sam       seal set-2 4712 S1
{_ROUND}
dana@S1   tumble
dana@S1   dice 6 5 4
"""
COVERED = f"""
table     S1 MT_SICBO {_SET_UP} tumble=start dice=recognition
{_PEOPLE}
T1        insert note 50
dana@S1   new game
dana@S1   tumble
clock     +30s
tumbler@S1 dice 6 5 4
dana@S1   new game
dana@S1   tumble
dana@S1   no spin
dana@S1   new game
dana@S1   tumble
tumbler@S1 cocked
dana@S1   new game
dana@S1   tumble
tumbler@S1 exposed
sam       void S1
"""


@pytest.mark.parametrize("story", [ENTERED, RECOGNISED, BROKEN, COVERED])
def test_the_stories_are_in_order(story: str) -> None:
    assert not audit(played(story))


@pytest.mark.parametrize(
    ("story", "name", "change", "said"),
    [
        (ENTERED, "TableOpened", {"tumble": ""}, "S1 is not tumbled at '', nor said by 'dealer'"),
        (ENTERED, "TableOpened", {"dice": "x"}, "S1 is not tumbled at 'end', nor said by 'x'"),
        (ENTERED, "TableOpened", {"tumble": "start"}, "S1 tumbles at the start of wagering"),
        (COVERED, "TableOpened", {"tumble": "end"}, "S1 tumbles at the end of wagering"),
        (ENTERED, "DiceTumbled", {"round": 7}, "it names round 7, but round 1 is played"),
        (ENTERED, "DiceTumbled", {"order": "x"}, "the tumble of round 1 is ordered as x"),
        (
            ENTERED,
            "DiceTumbled",
            {"covered": False, "order": "tumble:S1:1"},
            "the tumble of round 1 is ordered as tumble:S1:1",
        ),
        (COVERED, "DiceUncovered", {"round": 7}, "it names round 7, but round 1 is played"),
        (COVERED, "DiceUncovered", {"order": "x"}, "no dice of round 1 are to be uncovered as x"),
        (
            COVERED,
            "TableOpened",
            {"dice": "dealer"},
            "no dice of round 1 are to be uncovered as uncover:S1:1",
        ),
        (ENTERED, "DiceEntered", {"round": 7}, "it names round 7, but round 1 is played"),
        (
            ENTERED,
            "DiceEntered",
            {"dice": [6, 5, 3]},
            "it settles on 6-5-4, but nobody said that the dice lie so",
        ),
        (
            ENTERED,
            "TableOpened",
            {"dice": "recognition"},
            "the dice of S1 are recognised, and somebody entered them",
        ),
        (RECOGNISED, "DiceRead", {"order": "x"}, "x was not ordered, or was read before"),
        (RECOGNISED, "DiceCompared", {"round": 7}, "it names round 7, but round 1 is played"),
        (RECOGNISED, "DiceCompared", {"agrees": False}, "round 1 was settled on 6-5-4"),
        (RECOGNISED, "DiceCompared", {"dice": [6, 5, 3]}, "round 1 was settled on 6-5-4"),
        (ENTERED, "DiceExposed", {"round": 7}, "it names round 7, but round 3 is played"),
        (ENTERED, "DiceExposed", {"spoils": True}, "S1 tumbles at the end of wagering"),
        (COVERED, "DiceExposed", {"spoils": False}, "S1 tumbles at the start of wagering"),
        (ENTERED, "DiceCocked", {"order": "x"}, "x was not ordered for round 2"),
        (BROKEN, "DieBroken", {"table": "S9"}, "no table 'S9' was opened in this stream"),
        (BROKEN, "DiceSealed", {"table": "S9"}, "no table 'S9' was opened in this stream"),
    ],
)
def test_what_was_changed_is_found(
    story: str, name: str, change: dict[str, Any], said: str
) -> None:
    found = forged(name, lambda fields: fields.update(change), 0, story)
    assert said in [one.what for one in found], found


def _without(story: str, name: str, nth: int = 0) -> list[str]:
    rows = played(story)
    stream, _ = find(rows, name)
    places = [place for place, row in enumerate(rows[stream]) if row.type == name]
    del rows[stream][places[nth]]
    rows[stream] = resealed(stream, rows[stream])
    return [one.what for one in audit(rows)]


@pytest.mark.parametrize(
    ("story", "name", "nth", "said"),
    [
        (ENTERED, "DiceTumbled", 0, "no dice were tumbled, or they lay cocked, or one broke"),
        (ENTERED, "DiceEntered", 0, "it settles on 6-5-4, but nobody said that the dice lie so"),
        (RECOGNISED, "TableResumed", 0, "round 1 is in doubt, and nobody has decided on it"),
        (BROKEN, "DiceSealed", 0, "a die in the tumbler of S1 is broken"),
        (BROKEN, "RoundVoided", 0, "other dice are sealed at S1 in round 1"),
        (COVERED, "DiceTumbled", 2, "no dice of round 3 were thrown yet"),
        (COVERED, "DiceTumbled", 1, "dana had no power to void or replace_cards then"),
    ],
)
def test_what_is_missing_is_found(story: str, name: str, nth: int, said: str) -> None:
    assert said in _without(story, name, nth)


def test_dice_tumbled_twice_are_found() -> None:
    rows = played(ENTERED)
    stream, place = find(rows, "DiceTumbled")
    rows[stream].insert(place + 1, rows[stream][place])
    rows[stream] = resealed(stream, rows[stream])
    assert "the dice of round 1 were tumbled before" in [one.what for one in audit(rows)]


def test_a_round_whose_dice_were_seen_is_neither_resumed_nor_settled() -> None:
    """Put what another round went on and settled by after the dice of this one were seen."""
    rows = played(COVERED)
    stream, _ = find(rows, "RoundVoided")
    others = played(
        f"""
table     S1 MT_SICBO {_SET_UP} tumble=start dice=recognition
{_PEOPLE}
dana@S1   new game
dana@S1   tumble
clock     +30s
sam       suspend S1
sam       resume S1
tumbler@S1 dice 6 5 4
"""
    )
    last = max(at for at, row in enumerate(rows[stream]) if row.type == "RoundVoided")
    moved = [row for row in others[stream] if row.type in ("TableResumed", "RoundSettled")]
    renumbered = [
        row._replace(
            payload=row.payload.replace(b'"round":1,', b'"round":4,'),
            time_us=rows[stream][last].time_us,
        )
        for row in moved
    ]
    rows[stream][last:] = renumbered
    rows[stream] = resealed(stream, rows[stream])
    said = [one.what for one in audit(rows)]
    assert "round 4 of S1 is spoiled and can only be void" in said
    assert "its dice were seen while wagers were taken" in said
