"""Sanctions against the player at a terminal: his wagers void, himself barred from the game.

Rulebooks: LT 12.3; SB 8.7.
"""

from collections.abc import Iterable

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people.power import at_terminal, tables_under
from openfelt.floor.rounds.malfunction import WagersVoided
from openfelt.floor.state import State, Table, Terminal
from openfelt.floor.wagers import layout
from openfelt.rulebooks.powers import Act


class ExcludeTerminal(Command, frozen=True):
    """Bar whoever plays at a terminal."""

    terminal: str
    person: str
    reason: str


class AdmitTerminal(Command, frozen=True):
    """Let a terminal be played at again whose player was barred, or told to keep to another."""

    terminal: str
    person: str
    reason: str


class VoidWagers(Command, frozen=True):
    """Void what a terminal has on its tables; the others play on."""

    terminal: str
    person: str
    reason: str


class TerminalExcluded(Event, frozen=True):
    terminal: str
    reason: str


class TerminalAdmitted(Event, frozen=True):
    terminal: str
    reason: str


def exclude(state: State, command: ExcludeTerminal, context: Context) -> Answer:
    """Bar a terminal from wagers and cash in; what it has, its player may take.

    Rule: LT 12.3.2; SB 8.7.2; MT 7.3(b)
    """
    terminal = _under_control(state, command, context.now)
    if isinstance(terminal, Refused):
        return terminal
    if terminal.excluded:
        return refuse(Refusal.TERMINAL_IS_EXCLUDED)
    return (TerminalExcluded(command.terminal, command.reason),)


def admit(state: State, command: AdmitTerminal, context: Context) -> Answer:
    """End an exclusion: neither a repair nor new money does.

    Rule: LT 12.3.2; SB 8.7.2
    """
    terminal = _under_control(state, command, context.now)
    if isinstance(terminal, Refused):
        return terminal
    if not (terminal.excluded or terminal.keeps_to):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_excluded")
    return (TerminalAdmitted(command.terminal, command.reason),)


def void_wagers(state: State, command: VoidWagers, context: Context) -> Answer:
    """Return the wagers; to keep one needs an outcome that was invalidated for fraud.

    Rule: LT 12.3.1; SB 8.7.1; MT 7.3(a)
    """
    terminal = _under_control(state, command, context.now)
    if isinstance(terminal, Refused):
        return terminal
    tables = tables_under(state, terminal, command.person, Act.MANAGE, context.now)
    return wagers_voided(terminal, tables) or refuse(Refusal.BET_NOT_OFFERED, "had_no_wager")


def wagers_voided(terminal: Terminal, tables: Iterable[Table]) -> tuple[WagersVoided, ...]:
    """Return the void of all a terminal has on these tables."""
    return tuple(
        WagersVoided(table.name, table.round, terminal.name, stakes)
        for table in tables
        if (stakes := layout.stakes_of(table, terminal.name))
    )


def _under_control(
    state: State, command: ExcludeTerminal | AdmitTerminal | VoidWagers, now: int
) -> Terminal | Refused:
    """Return the terminal, to whom the book gives power over its player.

    Rule: LT 12.3; SB 8.7
    """
    return at_terminal(state, command.terminal, command.person, Act.MANAGE, now)


def excluded(state: State, event: TerminalExcluded) -> None:
    state.terminals[event.terminal].excluded = True


def admitted(state: State, event: TerminalAdmitted) -> None:
    terminal = state.terminals[event.terminal]
    terminal.excluded, terminal.keeps_to = False, ""


CONCEPT = Concept(
    decides={ExcludeTerminal: exclude, AdmitTerminal: admit, VoidWagers: void_wagers},
    evolves={TerminalExcluded: excluded, TerminalAdmitted: admitted},
)
