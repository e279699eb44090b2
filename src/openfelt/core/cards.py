"""Playing cards: thirteen ranks, four suits, no jokers."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NewType

Card = NewType("Card", str)

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
DECK: Final = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
_KNOWN: Final = frozenset(DECK)


class NotACard(ValueError):
    """A text that names no card of a 52-card deck."""

    def __init__(self, text: object) -> None:
        super().__init__(
            f"{text!r} is no card: rank {' '.join(RANKS)}, then suit {' '.join(SUITS)}"
        )


class TooManyCopies(ValueError):
    """More copies of a card than the decks in play hold."""

    def __init__(self, card: Card, copies: int, decks: int) -> None:
        super().__init__(f"{copies} copies of {card}, but {decks} decks hold {decks}")


def card(text: object) -> Card:
    """Read a card such as `TS` or `9H`."""
    if not isinstance(text, str) or text not in _KNOWN:
        raise NotACard(text)
    return Card(text)


def rank(of: Card) -> str:
    """Return the rank alone: suits never matter to a bet of ours."""
    return of[0]


def decks(number: int) -> tuple[Card, ...]:
    """Return that many decks in factory order.

    Rule: LT 2.3.4; PB 3.1; MT 8.3(a)
    """
    assert number > 0
    return DECK * number


def check_copies(cards: Sequence[Card], number_of_decks: int) -> None:
    """Refuse cards that these decks cannot have dealt."""
    if len(cards) <= number_of_decks:
        return
    for found, copies in Counter(cards).items():
        if copies > number_of_decks:
            raise TooManyCopies(found, copies, number_of_decks)
