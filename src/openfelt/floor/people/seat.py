"""Seats that are occupied and not played at.  Rulebooks: LT 12.9; SB 8.14."""

from collections.abc import Container

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people.power import at_terminal
from openfelt.floor.state import State, Terminal
from openfelt.floor.wagers import layout
from openfelt.rulebooks.powers import Act


class DirectAway(Command, frozen=True):
    """Tell whoever sits at a terminal without playing to give up the place."""

    terminal: str
    person: str
    reason: str


class PlayerDirectedAway(Event, frozen=True):
    """The player was told; `idle` is how many rounds running he had sat out."""

    terminal: str
    idle: int
    reason: str


def count_round(state: State, table: str, playing: Container[str]) -> None:
    """Count a settled round for those who sit at the table and had no wager on it.

    Whoever plays at another table of his terminal does not sit idle.

    Rule: LT 12.9
    """
    for terminal in state.terminals.values():
        if table not in terminal.tables:
            continue
        if not terminal.open or terminal.name in playing:
            terminal.idle = 0
        elif len(terminal.tables) == 1 or not layout.staked(state, terminal.name):
            terminal.idle += 1


def _may_stay(state: State, terminal: Terminal) -> Refused | None:
    """Refuse to tell a player to leave; where a book sets no number, staff judges.

    Rule: LT 12.9; SB 8.14
    """
    rounds = state.rules(state.tables[terminal.tables[0]]).policy.idle_rounds
    if rounds is None:
        return None
    if terminal.idle < rounds:
        idle = terminal.idle
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_idle", idle=idle, rounds=rounds)
    if not _all_others_taken(state, terminal):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "others_free")
    return None


def _all_others_taken(state: State, terminal: Terminal) -> bool:
    """Say whether nobody else can sit down at the tables of this terminal.

    Rule: LT 12.9
    """
    return all(
        other.open
        for other in state.terminals.values()
        if other is not terminal and not set(other.tables).isdisjoint(terminal.tables)
    )


def direct_away(state: State, command: DirectAway, context: Context) -> Answer:
    """Record the direction; his credit stays his, and he may still cash out."""
    terminal = at_terminal(state, command.terminal, command.person, Act.MANAGE, context.now)
    if isinstance(terminal, Refused):
        return terminal
    if not terminal.open:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "nobody_there")
    return _may_stay(state, terminal) or (
        PlayerDirectedAway(command.terminal, terminal.idle, command.reason),
    )


def directed_away(state: State, event: PlayerDirectedAway) -> None:
    state.terminals[event.terminal].idle = 0


CONCEPT = Concept(decides={DirectAway: direct_away}, evolves={PlayerDirectedAway: directed_away})
