"""Excluding the player at a terminal from the game.  Rulebooks: LT 12.3.2; SB 8.7.2."""

from openfelt.core.refusal import Refusal
from openfelt.floor import power
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused
from openfelt.floor.staff import may
from openfelt.floor.state import State


class ExcludeTerminal(Command, frozen=True):
    """Bar whoever plays at a terminal."""

    terminal: str
    person: str
    reason: str


class TerminalExcluded(Event, frozen=True):
    terminal: str
    reason: str


def exclude(state: State, command: ExcludeTerminal, context: Context) -> Answer:
    """Bar a terminal from wagers and cash in; what it has, its player may take.

    Rule: LT 12.3.2; SB 8.7.2
    """
    terminal = state.terminals.get(command.terminal)
    if terminal is None:
        return Refused(Refusal.TERMINAL_OUT_OF_SERVICE)
    roles = power.manages(state.tables[terminal.tables[0]])
    refused = may(state, command.person, roles, context.now)
    if refused:
        return refused
    if terminal.excluded:
        return Refused(Refusal.TERMINAL_IS_EXCLUDED)
    return (TerminalExcluded(command.terminal, command.reason),)


def excluded(state: State, event: TerminalExcluded) -> None:
    state.terminals[event.terminal].excluded = True


CONCEPT = Concept(decides={ExcludeTerminal: exclude}, evolves={TerminalExcluded: excluded})
