"""A player of several terminals told to keep to one of them.

Rulebook: SB 8.1.  The floor knows no person but by the account that is open: it is that account
which may not be played with, until it is cashed out.  Who sits down there next is free.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people.power import at_terminal
from openfelt.floor.state import State
from openfelt.rulebooks.powers import Act


class KeepToOneTerminal(Command, frozen=True):
    """Tell the player of a terminal that he plays at another one: he keeps to that."""

    terminal: str
    keeps: str
    person: str
    reason: str


class PlayerKeptToOne(Event, frozen=True):
    terminal: str
    keeps: str
    reason: str


def keep_to_one(state: State, command: KeepToOneTerminal, context: Context) -> Answer:
    """Close a terminal to its player; what he has laid is played for, and he may cash out.

    Rule: SB 8.1; AC 7.1
    """
    terminal = at_terminal(state, command.terminal, command.person, Act.KEEP_TO_ONE, context.now)
    if isinstance(terminal, Refused):
        return terminal
    kept = state.terminals.get(command.keeps)
    if kept is None or kept is terminal:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_terminal")
    if not (terminal.open and kept.open):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "nobody_there")
    if terminal.keeps_to:
        return refuse(Refusal.TERMINAL_IS_EXCLUDED, "keeps_to", where=terminal.keeps_to)
    if kept.keeps_to == terminal.name:
        return refuse(Refusal.TERMINAL_IS_EXCLUDED, "keeps_to", where=terminal.name)
    return (PlayerKeptToOne(command.terminal, command.keeps, command.reason),)


def kept_to_one(state: State, event: PlayerKeptToOne) -> None:
    state.terminals[event.terminal].keeps_to = event.keeps


CONCEPT = Concept(decides={KeepToOneTerminal: keep_to_one}, evolves={PlayerKeptToOne: kept_to_one})
