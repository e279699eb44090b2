"""One coup: who gets the next card, and what the finished hands are worth.

Rulebooks: LT 2.3.5 to 2.3.6 and 7.6, PB 3.2 to 3.3, 7 and 9, MT 8.3, 8.5 and 8.6.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final, NamedTuple

from openfelt.core.cards import DECK, Card, rank
from openfelt.games.baccarat.tableau import banker_draws, player_draws

# What a card counts.
POINTS: Final = {
    "A": 1,  # Rule: LT 2.3.5.3; PB 3.2.3; MT 8.3(b)(iii)
    # Rule: LT 2.3.5.1; PB 3.2.1; MT 8.3(b)(i)
    **{str(face): face for face in range(2, 10)},
    # Rule: LT 2.3.5.2; PB 3.2.2; MT 8.3(b)(ii)
    **dict.fromkeys("TJQK", 0),
}
_CARD_POINTS: Final = {card: POINTS[rank(card)] for card in DECK}


class ShoeTooShort(ValueError):
    """The cards ran out before the drawing rules were done.

    On a live table this voids the coup.  Rule: LT 11.6.6; PB 14.6; MT 8.8(g)
    """

    def __init__(self, cards: int) -> None:
        super().__init__(f"{cards} cards in the shoe do not complete the coup")


class Hand(Enum):
    """The two hands of a coup, named as the wagers on them are.

    Rule: LT 7.6.2; PB 7.2
    """

    PLAYER = "player"
    BANKER = "banker"


class Totals(NamedTuple):
    """All that any bet looks at: both counts, and whether each hand began with a pair."""

    player: int
    banker: int
    player_pair: bool
    banker_pair: bool

    @property
    def winner(self) -> str:
        """The hand that counts more, or a tie."""
        if self.player == self.banker:
            return "tie"
        return Hand.PLAYER.value if self.player > self.banker else Hand.BANKER.value

    @property
    def place(self) -> int:
        """Where this outcome stands in `TOTALS`."""
        return ((self.player * 10 + self.banker) * 2 + self.player_pair) * 2 + self.banker_pair


TOTALS: Final = tuple(
    Totals(player, banker, player_pair, banker_pair)
    for player in range(10)
    for banker in range(10)
    for player_pair in (False, True)
    for banker_pair in (False, True)
)


def count(cards: Sequence[Card]) -> int:
    """Return the point count of a hand: the units of the sum of its cards.

    Rule: LT 2.3.6.1; LT 2.3.6.2; PB 3.3.1; PB 3.3.2; MT 8.3(c)
    """
    total = 0
    for card in cards:
        total += _CARD_POINTS[card]
    return total % 10


def is_natural(two_card_count: int) -> bool:
    """Say whether a two-card count is a natural.

    Rule: LT def:natural; PB def:natural; MT def:Natural
    """
    return two_card_count >= 8


def is_pair(first: Card, second: Card) -> bool:
    """Say whether two cards pair: the same rank, so a ten with a king does not.

    Rule: LT 5.1.4.1; LT 5.1.4.2; PB 12.3.1; PB 12.3.2; MT 8.7(b) Pairs
    """
    return rank(first) == rank(second)


def next_hand(player: Sequence[Card], banker: Sequence[Card]) -> Hand | None:
    """Say which hand takes the next card, or None when the coup is complete.

    A card that comes when None is due is one too many: the table's alarm.
    """
    if len(banker) < 2:
        return _initial_deal(player, banker)
    player_two, banker_two = count((player[0], player[1])), count((banker[0], banker[1]))
    # A natural ends the deal.  Rule: LT 7.6.4; PB 9.2; MT 8.6(b)
    if is_natural(player_two) or is_natural(banker_two):
        return None
    # One card more and no other.  Rule: LT 7.6.8; PB 9.6
    if len(banker) > 2:
        return None
    if len(player) == 2 and player_draws(player_two):
        return Hand.PLAYER
    player_third = _CARD_POINTS[player[2]] if len(player) > 2 else None
    return Hand.BANKER if banker_draws(banker_two, player_third) else None


def _initial_deal(player: Sequence[Card], banker: Sequence[Card]) -> Hand:
    """Deal four cards in turn, the Player's hand first.

    Rule: LT 7.6.3; PB 7.3; MT 8.5(b)(i); MT 8.5(b)(ii)
    """
    return Hand.PLAYER if len(player) == len(banker) else Hand.BANKER


@dataclass(frozen=True)
class Coup:
    """Two finished hands."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]

    @cached_property
    def totals(self) -> Totals:
        """What the bets look at."""
        player, banker = self.player, self.banker
        return Totals(
            count(player),
            count(banker),
            is_pair(player[0], player[1]),
            is_pair(banker[0], banker[1]),
        )

    @property
    def natural(self) -> bool:
        """Whether either hand had a natural."""
        return is_natural(count(self.player[:2])) or is_natural(count(self.banker[:2]))

    @property
    def cards_used(self) -> int:
        """How many cards left the shoe."""
        return len(self.player) + len(self.banker)


def deal(shoe: Sequence[Card]) -> Coup:
    """Deal one coup from the front of a shoe that may hold more than it needs."""
    player: list[Card] = []
    banker: list[Card] = []
    cards = iter(shoe)
    while (hand := next_hand(player, banker)) is not None:
        card = next(cards, None)
        if card is None:
            raise ShoeTooShort(len(shoe))
        (player if hand is Hand.PLAYER else banker).append(card)
    return Coup(tuple(player), tuple(banker))
