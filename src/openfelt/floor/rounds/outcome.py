"""What cards or dice come to: a place in the columns of the game, and words for the record."""

from typing import NamedTuple

from openfelt.core import dice
from openfelt.core.cards import Card, NotACard, card
from openfelt.floor.state import Table
from openfelt.games.baccarat.coup import Coup, ShoeTooShort, deal
from openfelt.rulebooks import VARIANTS

DICE = 3


class Outcome(NamedTuple):
    """How a round came out; `words` are what the journal keeps."""

    words: str
    place: int


def cards_of(faces: tuple[str, ...]) -> tuple[Card, ...] | None:
    """Read cards, None if one of them is no card."""
    try:
        return tuple(card(face) for face in faces)
    except NotACard:
        return None


def hands(table: Table) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards of the coup that is being dealt."""
    return tuple(map(card, table.player)), tuple(map(card, table.banker))


def of_coup(coup: Coup) -> Outcome:
    """Return what a finished coup comes to."""
    words = f"{' '.join(coup.player)} / {' '.join(coup.banker)}"
    return Outcome(words, coup.totals.place)


def winner(coup: Coup) -> str:
    """Name the winning result as the dealer's keys do."""
    player, banker = coup.totals.player, coup.totals.banker
    if player == banker:
        return "tie"
    return "player" if player > banker else "banker"


def whole_coup(faces: tuple[str, ...]) -> Coup | None:
    """Deal the cards out; None unless they make exactly one coup by the drawing rules."""
    cards = cards_of(faces)
    if cards is None:
        return None
    try:
        coup = deal(cards)
    except ShoeTooShort:
        return None
    return coup if coup.cards_used == len(cards) else None


def of_dice(faces: tuple[int, ...]) -> Outcome | None:
    """Return what three dice come to, None if they are no dice.

    Rule: SB 3.11; SB 2.2
    """
    try:
        roll = dice.faces(faces, DICE)
    except dice.NotADie:
        return None
    return Outcome("-".join(map(str, roll)), dice.index(roll))


def told(table: Table, cards: tuple[str, ...], faces: tuple[int, ...]) -> Outcome | None:
    """Return the outcome somebody states for a table, None if it is none of its game."""
    if VARIANTS[table.variant].shoe is None:
        return None if cards else of_dice(faces)
    coup = None if faces else whole_coup(cards)
    return of_coup(coup) if coup else None
