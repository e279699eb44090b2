"""What a device said is judged by the order it names: told once, in turn, for its own round."""

from __future__ import annotations

from typing import Any

import pytest
from audit_journals import audit, find, forged, played, resealed

CARDS = """
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready
terminal  T1 tables=B1
staff     dana=dealer alex=agm sam=casino_supervisor
T1        insert note 100
dana@B1   new game
T1        bet B1 player 50
shoe@B1   cards 9S 5H
dana@B1   cards KD with=alex
shoe@B1   card unseen
shoe@B1   cards KC
dana@B1   result player
dana@B1   confirm result
dana@B1   new game
T1        bet B1 player 50
shoe@B1   cards 2S 3H KD KC 8S
dana@B1   result banker
shoe@B1   cards 4D
alex      void B1
alex@B1   dummy hand
shoe@B1   cards 3C 4H 4C
alex@B1   cards 4D 3C 4H 4C
alex@B1   confirm result
sam       close B1
clock     +31m
sam       open B1
shoe@B1   cards 5C 6C
"""


def _says(change: dict[str, Any], nth: int = 0, name: str = "CardRead") -> list[str]:
    found = forged(name, lambda fields: fields.update(change), nth, CARDS)
    return [one.what for one in found]


def test_the_story_is_in_order() -> None:
    assert not audit(played(CARDS))


@pytest.mark.parametrize(
    ("change", "nth", "said"),
    [
        ({"order": "read:B1:2:3"}, 0, "read:B1:2:3 was not ordered for round 1"),
        ({"order": "read:B2:1:1"}, 0, "read:B2:1:1 was not ordered for round 1"),
        ({"order": "read:B1:1:x"}, 0, "read:B1:1:x was not ordered for round 1"),
        ({"order": "tumble:B1:1"}, 0, "tumble:B1:1 was not ordered for round 1"),
        ({"round": 2, "order": "read:B1:2:1"}, 0, "read:B1:2:1 was not ordered for round 1"),
        ({"nth": 2}, 0, "card 2 is told, but read:B1:1:1 has card 1 to be told"),
        ({"nth": 1}, 1, "card 1 is told, but read:B1:1:1 has card 2 to be told"),
        ({"nth": 4}, 2, "card 4 is told, but read:B1:1:1 has card 3 to be told"),
        ({"nth": 5}, 4, "card 5 is told, but read:B1:1:1 has card 4 to be told"),
        ({"card": "8S"}, 0, "no shoe gave 9S, and nobody keyed it"),
        ({"card": "8S"}, 2, "no shoe gave KD, and nobody keyed it"),
    ],
)
def test_a_card_that_is_not_told_in_its_turn_is_found(
    change: dict[str, Any], nth: int, said: str
) -> None:
    assert said in _says(change, nth)


def _places(name: str) -> list[int]:
    rows = played(CARDS)
    stream, _ = find(rows, name)
    return [place for place, row in enumerate(rows[stream]) if row.type == name]


@pytest.mark.parametrize("name", ["CardDealt", "ExtraCardDrawn", "DummyCardDrawn"])
def test_a_card_dealt_twice_is_found(name: str) -> None:
    rows = played(CARDS)
    stream, index = find(rows, name)
    rows[stream].insert(index + 1, rows[stream][index])
    rows[stream] = resealed(stream, rows[stream])
    found = [one.what for one in audit(rows)]
    assert any(one.startswith("no shoe gave ") for one in found), found


@pytest.mark.parametrize("after", ["RoundSettled", "RoundVoided", "DummyHandEnded"])
def test_a_card_told_after_its_coup_is_found(after: str) -> None:
    """Of every order the last card is said once more when what it was for has ended."""
    rows = played(CARDS)
    stream, ended = find(rows, after)
    last = max(place for place in _places("CardRead") if place < ended)
    rows[stream].insert(ended + 1, rows[stream][last])
    rows[stream] = resealed(stream, rows[stream])
    found = [one.what for one in audit(rows)]
    assert any(one.endswith(" is over") for one in found), found


def test_a_card_told_by_an_order_of_before_the_close_is_found() -> None:
    rows = played(CARDS)
    stream, _ = find(rows, "CardRead")
    *_, last, new, _ = _places("CardRead")
    old = rows[stream][last]
    rows[stream].insert(new, old)
    rows[stream] = resealed(stream, rows[stream])
    found = [one.what for one in audit(rows)]
    assert any(one.endswith(" is over") for one in found), found


def test_of_no_table_nothing_is_read() -> None:
    assert "no table 'B9' was opened in this stream" in _says({"table": "B9"})


EMPTY = """
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready
terminal  T1 tables=B1
staff     dana=dealer alex=agm
T1        insert note 100
dana@B1   new game
T1        bet B1 player 50
clock     +30s
shoe@B1   cards 9S 5H
shoe@B1   cutting card
shoe@B1   cards KD
shoe@B1   empty
alex      void B1
"""


@pytest.mark.parametrize("name", ["CuttingCardSeen", "ShoeFoundEmpty"])
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"order": "read:B1:1:0"}, "read:B1:1:0 is over"),
        ({"order": "read:B1:2:1"}, "read:B1:2:1 was not ordered for round 1"),
        ({"order": "read:B2:1:1"}, "read:B2:1:1 was not ordered for round 1"),
        ({"order": "draw:shoe:B1:1:5:2"}, "draw:shoe:B1:1:5:2 was not ordered for round 1"),
        ({"order": "read:B1:2:1", "round": 2}, "read:B1:2:1 was not ordered for round 1"),
    ],
)
def test_what_a_shoe_says_beside_its_cards_answers_an_order_too(
    name: str, change: dict[str, Any], said: str
) -> None:
    assert not audit(played(EMPTY))
    found = forged(name, lambda fields: fields.update(change), 0, EMPTY)
    assert said in [one.what for one in found]


@pytest.mark.parametrize("name", ["CuttingCardSeen", "ShoeFoundEmpty"])
def test_an_order_that_an_older_release_kept_not_is_no_finding(name: str) -> None:
    assert not forged(name, lambda fields: fields.update(order=""), 0, EMPTY)
