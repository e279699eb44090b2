"""The life of a shoe: cut, cutting card, burn, and which coup is the last.

Rulebooks: LT 3.10 to 3.13 and 7.4, PB 4.5 to 4.10, MT 8.3(f) to (h).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, assert_never

from openfelt.core.cards import DECK, Card, rank
from openfelt.games.baccarat.coup import POINTS, Coup, deal


class Burn(Enum):
    """How the first card of a shoe is burned."""

    ONE_UNSEEN = "one_unseen"
    ONE_SHOWN = "one_shown"
    POINT_VALUE = "point_value"
    FACE_VALUE = "face_value"


class LastCoup(Enum):
    """What follows the coup in which the cutting card appears."""

    ONE_FURTHER = "one_further"
    ONE_FURTHER_AFTER_A_TIE = "one_further_after_a_tie"


@dataclass(frozen=True, slots=True)
class ShoeRules:
    """What a rulebook says about its shoe.  The first way of burning is the usual one."""

    decks: tuple[int, ...]
    cut_from_either_end: int
    cutting_card_from_back: int
    burns: tuple[Burn, ...]
    last_coup: LastCoup


# Rule: PB 4.8
FACE_VALUES: Final = {**POINTS, **dict.fromkeys("TJQK", 10)}


def cut_is_lawful(rules: ShoeRules, stack: int, place: int) -> bool:
    """Say whether a stack may be cut after `place` cards.

    Rule: LT 3.10; PB 4.5; MT 8.3(f)
    """
    return rules.cut_from_either_end <= place <= stack - rules.cut_from_either_end


def cut(stack: Sequence[Card], place: int) -> tuple[Card, ...]:
    """Put the cards in front of the cut behind the others.

    Rule: LT 3.11; PB 4.6; MT 8.3(f)
    """
    return (*stack[place:], *stack[:place])


def cutting_card_is_lawful(rules: ShoeRules, from_back: int) -> bool:
    """Say whether the cutting card may stand that many cards in from the back.

    Rule: LT 3.11; PB 4.6; MT 8.3(f)
    """
    return from_back >= rules.cutting_card_from_back


def burn_count(way: Burn, first: Card) -> int:
    """Return how many cards are burned, the first among them."""
    match way:
        case Burn.ONE_UNSEEN:
            return 1  # Rule: LT 7.4; PB 4.7.1
        case Burn.ONE_SHOWN:
            return 1  # Rule: PB 4.7.2
        case Burn.POINT_VALUE:
            return 1 + POINTS[rank(first)]  # Rule: MT 8.3(g)
        case Burn.FACE_VALUE:
            return 1 + FACE_VALUES[rank(first)]  # Rule: PB 4.7.3.1; PB 4.7.3.2
        case _:
            assert_never(way)


@dataclass(frozen=True, slots=True)
class ShoeLife:
    """How much longer a shoe is dealt.

    `coups_left` counts the coup in progress, and is None until the cutting
    card has appeared.  Dummy, no bet and void coups count like any other.
    """

    coups_left: int | None = None
    tie_adds_one: bool = False

    @property
    def is_last_coup(self) -> bool:
        """Whether the coup in progress, or the next one, is to be announced as the last."""
        return self.coups_left == 1

    @property
    def ended(self) -> bool:
        """Whether the cards must now be replaced or reshuffled."""
        return self.coups_left == 0


def cutting_card_appeared(rules: ShoeRules, *, as_first_card: bool) -> ShoeLife:
    """Set the end of the shoe when the cutting card comes out.

    `as_first_card`: before any card of the coup; otherwise in its course.
    """
    match rules.last_coup:
        case LastCoup.ONE_FURTHER:
            # Rule: LT 3.12; LT 3.13; PB 4.9; PB 4.10
            return ShoeLife(1 if as_first_card else 2)
        case LastCoup.ONE_FURTHER_AFTER_A_TIE:
            # First card or later, it is all one.  Rule: MT 8.3(h)
            return ShoeLife(1, tie_adds_one=True)
        case _:
            assert_never(rules.last_coup)


def coup_completed(life: ShoeLife, *, tied: bool) -> ShoeLife:
    """Count one coup down; the first tie of an MT last coup earns one more, a second does not.

    Rule: LT 3.12; LT 3.13; PB 4.9; PB 4.10; MT 8.3(h)
    """
    if life.coups_left is None:
        return life
    if tied and life.tie_adds_one:
        return replace(life, tie_adds_one=False)
    return replace(life, coups_left=life.coups_left - 1)


@dataclass(frozen=True, slots=True)
class DealtCoup:
    """A coup with its place in the shoe: its number from 1, and the index of its first card."""

    number: int
    first_card: int
    coup: Coup
    announced_last: bool


def deal_shoe(
    cards: Sequence[Card], rules: ShoeRules, *, cutting_card_from_back: int, burn: Burn
) -> Iterator[DealtCoup]:
    """Deal a cut shoe from its burn to its last coup.

    A lawful cutting card leaves cards enough for the coups that follow it.
    """
    assert burn in rules.burns
    assert len(cards) in {decks * len(DECK) for decks in rules.decks}
    assert cutting_card_is_lawful(rules, cutting_card_from_back)
    place = burn_count(burn, cards[0])
    # Among the burned cards it could only be seen before the first coup.
    cutting_card_at = max(place, len(cards) - cutting_card_from_back)
    life, number = ShoeLife(), 0
    while not life.ended:
        number += 1
        coup = deal(cards[place : place + 6])
        after = place + coup.cards_used
        if place <= cutting_card_at < after:
            life = cutting_card_appeared(rules, as_first_card=cutting_card_at == place)
        yield DealtCoup(number, place, coup, life.is_last_coup)
        life = coup_completed(life, tied=coup.totals.player == coup.totals.banker)
        place = after
