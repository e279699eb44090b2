"""A player who must leave the game for the game's sake.  Rulebook: MT 4.4."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people.exclusion import wagers_voided
from openfelt.floor.people.power import at_terminal, tables_under
from openfelt.floor.state import State
from openfelt.rulebooks.powers import Act


class SendAway(Command, frozen=True):
    """Tell the player of a terminal to leave the game."""

    terminal: str
    person: str
    reason: str


class PlayerSentAway(Event, frozen=True):
    """He was told; what he had on the layout goes back in the rows after this."""

    terminal: str
    reason: str


def send_away(state: State, command: SendAway, context: Context) -> Answer:
    """Record the direction and give his wagers back; he cashes out himself, and is not barred.

    Rule: MT 4.4(b); MT 4.4(b)(ii)
    """
    terminal = at_terminal(state, command.terminal, command.person, Act.SEND_AWAY, context.now)
    if isinstance(terminal, Refused):
        return terminal
    if not terminal.open:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "nobody_there")
    said = PlayerSentAway(command.terminal, command.reason)
    tables = tables_under(state, terminal, command.person, Act.SEND_AWAY, context.now)
    return (said, *wagers_voided(state, terminal, tables))


def sent_away(state: State, event: PlayerSentAway) -> None:
    """Let him take his credit at once: the seat is his until he cashes out."""
    state.terminals[event.terminal].sent_away = True


CONCEPT = Concept(decides={SendAway: send_away}, evolves={PlayerSentAway: sent_away})
