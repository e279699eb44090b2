"""Cards laid out of turn: put to the hands again in the order in which they were drawn.

Rulebook: MT 8.8(a), 8.8(d).
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.play.cards.hands import deal_out, play_at, with_shoe
from openfelt.floor.play.cards.play import CardPlay
from openfelt.floor.state import State
from openfelt.rulebooks.powers import Act


class Reconstruct(Command, frozen=True):
    """Say in which order the cards on the table were drawn: these, and no others."""

    table: str
    person: str
    cards: tuple[str, ...]


class CoupReconstructed(Event, frozen=True):
    """The cards on the table as they were drawn; what the hands do not take was drawn too many."""

    table: str
    round: int
    cards: tuple[str, ...]


def reconstruct(state: State, command: Reconstruct, context: Context) -> Answer:
    """Take another order of the same cards, until the result is confirmed.

    Rule: MT 8.8(d)
    """
    table = with_shoe(state, command.table, command.person, Act.RECONSTRUCT, context.now)
    if isinstance(table, Refused):
        return table
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    if table.phase not in ("dealing", "result_pending"):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_card_due")
    play = play_at(table)
    if play.unseen or "" in play.carried:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "card_unread")
    if sorted(command.cards) != sorted(_on_the_table(play)):
        return refuse(Refusal.RESULT_DOES_NOT_MATCH, "no_whole_coup")
    return (CoupReconstructed(table.name, table.round, command.cards),)


def _on_the_table(play: CardPlay) -> list[str]:
    return [*play.player, *play.banker, *play.carried]


def reconstructed(state: State, event: CoupReconstructed) -> None:
    """Deal the cards out by the drawing rules, as far as they go.

    Rule: MT 8.8(a); MT 8.8(d)
    """
    table = state.tables[event.table]
    play_at(table).entered = ""
    deal_out(state.rules(table), table, event.cards)


CONCEPT = Concept(decides={Reconstruct: reconstruct}, evolves={CoupReconstructed: reconstructed})
