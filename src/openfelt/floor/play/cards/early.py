"""A card drawn before the period is over, where the book lets no wager stand then.

Rulebook: MT 8.8(n).
"""

from typing import Final

from openfelt.floor.base import Concept, Event
from openfelt.floor.play.cards import foreign_card
from openfelt.floor.play.cards.hands import next_hand, play_at, put
from openfelt.floor.state import State, Stopped, Table
from openfelt.rulebooks.definition import Definition
from openfelt.rulebooks.policy import EarlyOutcome

# Why a table stands still then.
EARLY: Final = "early"


class CardDrawnEarly(Event, frozen=True):
    """The coup stands still until it is declared void; a card nobody has turned has no face."""

    table: str
    round: int
    card: str
    hand: str


def spoils(rules: Definition, table: Table) -> bool:
    """Say whether a card that is drawn now costs the coup.

    Rule: MT 8.8(n)
    """
    is_void = rules.policy.early_outcome is EarlyOutcome.ROUND_IS_VOID
    return table.phase == "wagering" and is_void


def drawn(rules: Definition, table: Table, face: str) -> CardDrawnEarly:
    """Say whose card it would have been; it is discarded with the coup."""
    hand = next_hand(rules, play_at(table))
    assert hand is not None, "no coup is complete in its wagering period"
    return CardDrawnEarly(table.name, table.round, face, hand.value)


def drawn_early(state: State, event: CardDrawnEarly) -> None:
    """Take no more wagers, and wait for the supervisor.

    Rule: MT 8.8(n)
    """
    table = state.tables[event.table]
    play = play_at(table)
    play.out += not play.unseen  # One that lay unseen was out before.
    play.unseen = not event.card
    if event.card:
        foreign_card.count(table, event.card)
        put(play, event.hand, event.card)
    table.suspended, table.frozen_us, table.due = EARLY, -1, 0
    table.stopped = Stopped(since=state.now)


CONCEPT = Concept(evolves={CardDrawnEarly: drawn_early})
