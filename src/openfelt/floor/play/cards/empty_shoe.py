"""No card is left though one is due: the coup is void, or stands still until somebody says so.

Rulebooks: LT 11.6.6; MT 8.8(g).
"""

from typing import ClassVar, Final

from msgspec.structs import replace

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.play.cards.hands import reading
from openfelt.floor.play.cards.reading import order_of
from openfelt.floor.rounds import no_bet
from openfelt.floor.rounds.notice import make_final
from openfelt.floor.rounds.round import void
from openfelt.floor.state import State, Stopped

REASON: Final = "no card is left"


class ReadEmptyShoe(Command, frozen=True):
    """The shoe has no card to give."""

    table: str
    order: str = ""


class ShoeFoundEmpty(Event, frozen=True):
    """A hand cannot be completed; with the void the shoe is at its end.

    Older releases kept no order.
    """

    version: ClassVar[int] = 2

    table: str
    round: int
    order: str


def read_empty(state: State, command: ReadEmptyShoe, context: Context) -> Answer:
    """Stop a coup, or a dummy hand, that wants another card; by a book's own rule it is void.

    Rule: LT 11.6.6; MT 8.8(g)
    """
    table = reading(state, command.table)
    if isinstance(table, Refused):
        return table
    if command.order != order_of(table):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_ordered")
    if table.phase not in ("closed", "dealing"):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_card_due")
    found = ShoeFoundEmpty(table.name, table.round, command.order)
    if not no_bet.knows(state.rules(table)):
        return (found,)
    return (found, *void(state, replace(table, suspended="empty"), REASON, context.now))


def found_empty(state: State, event: ShoeFoundEmpty) -> None:
    """Stand still; no card is left in the shoe, so what was settled is final.

    Rule: LT 11.6.6; LT 11.6.2.3
    """
    table = state.tables[event.table]
    make_final(state, table)
    table.suspended, table.frozen_us, table.due = "empty", -1, 0
    table.stopped = Stopped(since=state.now)


CONCEPT = Concept(decides={ReadEmptyShoe: read_empty}, evolves={ShoeFoundEmpty: found_empty})
