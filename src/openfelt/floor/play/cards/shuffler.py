"""Shoes that a shuffler has checked card by card: they wait until one is brought to the table.

Rulebook: MT 8.3(a), 8.3(d), and the definition of the shuffler.
"""

from openfelt.core.cards import DECK
from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, refuse
from openfelt.floor.play.cards.hands import card_table, play_at
from openfelt.floor.state import State

HELD_MAX = 3  # Rule: MT def:Multi deck Shuffler (MD3)


class VerifyShoe(Command, frozen=True):
    """The shuffler has read and shuffled so many cards, and keeps them as a shoe."""

    table: str
    size: int


class ShoeVerified(Event, frozen=True):
    """A shoe lies shuffled and checked; `waiting` are those that do, with it."""

    table: str
    waiting: int


def verify(state: State, command: VerifyShoe, _: Context) -> Answer:
    """Take a whole shoe, if there is room for it.

    Rule: MT def:Multi deck Shuffler (MD3); MT 8.3(a); MT 8.3(d)
    """
    table = card_table(state, command.table)
    if table is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    if command.size != state.rules(table).decks * len(DECK):
        return refuse(Refusal.RESULT_DOES_NOT_MATCH, "not_so_many_cards")
    waiting = play_at(table).waiting + 1
    if waiting > HELD_MAX:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "shuffler_full")
    return (ShoeVerified(table.name, waiting),)


def verified(state: State, event: ShoeVerified) -> None:
    play_at(state.tables[event.table]).waiting = event.waiting


CONCEPT = Concept(decides={VerifyShoe: verify}, evolves={ShoeVerified: verified})
