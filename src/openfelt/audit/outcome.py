"""Outcomes worked out again: dice and cards to the place that the odds are looked up at.

Baccarat is written down here a second time, from the printed drawing rules and not from the code
that deals.  Rulebooks: LT 2.3, 7.6 and Tables 1 and 2; SB 3.11.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

DICE_PLACES: Final = 6**3
CARD_PLACES: Final = 10 * 10 * 2 * 2

_VALUES: Final = {
    rank + suit: value
    for rank, value in {
        "A": 1,
        **{str(face): face for face in range(2, 10)},
        **dict.fromkeys("TJQK", 0),
    }.items()
    for suit in "SHDC"
}
# The Banker's count, and the Player's third cards on which he draws; he draws on nothing above 6.
_BANKER_DRAWS_ON: Final = {
    0: range(10),
    1: range(10),
    2: range(10),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
}
_STANDS_ON: Final = 6
_NATURAL: Final = 8


class NoOutcome(ValueError):
    """What the journal holds is no outcome of the game."""


@dataclass(slots=True)
class Hands:
    """The cards of a coup so far."""

    player: list[str] = field(default_factory=list)
    banker: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{' '.join(self.player)} / {' '.join(self.banker)}"


def _count(cards: Sequence[str]) -> int:
    return sum(_VALUES[card] for card in cards) % 10


def points(text: str) -> int:
    """Return what a card counts."""
    return _VALUES[text]


def is_card(text: str) -> bool:
    """Say whether a text names a card."""
    return text in _VALUES


def whose_card(hands: Hands) -> str:
    """Say which hand the next card belongs to, nothing when the coup is complete."""
    dealt = len(hands.player) + len(hands.banker)
    if dealt < 4:
        return "banker" if dealt % 2 else "player"
    player, banker = _count(hands.player[:2]), _count(hands.banker[:2])
    if max(player, banker) >= _NATURAL or len(hands.banker) == 3:
        return ""
    if len(hands.player) == 2:
        if player < _STANDS_ON:
            return "player"
        return "banker" if banker < _STANDS_ON else ""
    third = _VALUES[hands.player[2]]
    return "banker" if third in _BANKER_DRAWS_ON.get(banker, ()) else ""


def winner(hands: Hands) -> str:
    """Name the result a dealer must press."""
    player, banker = _count(hands.player), _count(hands.banker)
    if player == banker:
        return "tie"
    return "player" if player > banker else "banker"


def cards_place(outcome: str, hands: Hands) -> int:
    """Return the place of a complete coup; the settlement must name the very cards dealt."""
    if outcome != str(hands):
        raise NoOutcome(f"it settles on {outcome}, but the cards dealt were {hands}")
    if whose_card(hands):
        raise NoOutcome(f"the coup {hands} is not complete: {whose_card(hands)} takes a card")
    pairs = [cards[0][0] == cards[1][0] for cards in (hands.player, hands.banker)]
    return ((_count(hands.player) * 10 + _count(hands.banker)) * 2 + pairs[0]) * 2 + pairs[1]


def stated_place(outcome: str) -> int:
    """Return the place of a coup that somebody states; its cards must follow the drawing rules."""
    player, slash, banker = outcome.partition(" / ")
    hands, dealt = Hands(player.split(), banker.split()), Hands()
    if not slash or not all(map(is_card, (*hands.player, *hands.banker))):
        raise NoOutcome(f"{outcome!r} is no coup")
    while whose := whose_card(dealt):
        to, source = (
            (dealt.player, hands.player) if whose == "player" else (dealt.banker, hands.banker)
        )
        if len(to) == len(source):
            raise NoOutcome(f"the coup {outcome} is not complete: {whose} takes a card")
        to.append(source[len(to)])
    return cards_place(outcome, dealt)


def number_place(outcome: str, numbers: int) -> int:
    """Return the place of one of so many numbers from 0, which is the number itself."""
    if outcome not in map(str, range(numbers)):
        raise NoOutcome(f"{outcome!r} is no number from 0 to {numbers - 1}")
    return int(outcome)


def dice_place(outcome: str) -> int:
    """Return the place of three dice, written 1-2-3."""
    faces = outcome.split("-")
    if len(faces) != 3 or any(face not in "123456" or len(face) != 1 for face in faces):
        raise NoOutcome(f"{outcome!r} is no throw of three dice")
    first, second, third = (int(face) - 1 for face in faces)
    return first * 36 + second * 6 + third
