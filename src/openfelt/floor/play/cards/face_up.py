"""A card found face up in the shoe: before a coup's first card it spoils that coup.

Rulebooks: LT 11.6.4, 11.6.5; MT 8.8(e).
"""

from openfelt.floor.base import Answer, Command, Concept, Context, Refused
from openfelt.floor.play.cards import coup, foreign_card
from openfelt.floor.play.cards.dummy import DummyCardDrawn
from openfelt.floor.play.cards.hands import cards_of, play_at
from openfelt.floor.play.cards.reading import Said, heard, with_reading
from openfelt.floor.rounds import no_bet
from openfelt.floor.rounds.notice import closes
from openfelt.floor.rounds.round import void
from openfelt.floor.state import State, Table
from openfelt.floor.wagers import layout
from openfelt.games.baccarat.coup import Hand

REASON = "a card lay face up"


class ReadFaceUpCard(Command, frozen=True):
    """A card lies face up in the shoe, and everybody has seen it before it was drawn."""

    table: str
    card: str
    order: str = ""
    nth: int = 0


def read_face_up(state: State, command: ReadFaceUpCard, context: Context) -> Answer:
    """Deal it as any other card, unless a coup with wagers would begin with it.

    Rule: LT 11.6.5; MT 8.8(e)(ii)
    """
    said = Said(command.table, command.order, command.nth, command.card)
    table = heard(state, said)
    if table is None:
        return ()
    if isinstance(table, Refused):
        return table
    known = cards_of((command.card,)) is not None
    if known and _would_be_first(table):
        spoiled = _spoiled(state, table, command.card, context.now)
        return with_reading(table, command.card, spoiled)
    return with_reading(table, command.card, coup.read(state, table, command.card))


def _would_be_first(table: Table) -> bool:
    """Say whether wagers lie, or may be laid, on a coup whose first card is still to come."""
    play = play_at(table)
    begun = play.player or play.unseen or table.aside
    return table.phase in ("wagering", "closed", "dealing") and not begun


def _spoiled(state: State, table: Table, face: str, now: int) -> Answer:
    """Give the wagers back and let the card open a dummy hand, or a coup without wagers.

    Rule: LT 11.6.4; MT 8.8(e)(i)
    """
    if no_bet.knows(state.rules(table)):
        back = layout.laid(table.layouts)
        made = no_bet.MadeNoBet(table.name, table.round, back, REASON, ordered=False)
        first = coup.CardDealt(table.name, table.round, face, Hand.PLAYER.value)
        return foreign_card.with_alarm(state, table, face, (made, first))
    ended = void(state, table, REASON, now)
    if closes(table, now, stands=False):  # No coup follows, and no dummy hand.
        return ended
    opened = DummyCardDrawn(table.name, face, Hand.PLAYER.value)
    return foreign_card.with_alarm(state, table, face, (*ended, opened))


CONCEPT = Concept(decides={ReadFaceUpCard: read_face_up})
