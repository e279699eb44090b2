"""Seats that are occupied and not played at.  Rulebooks: LT 12.9; SB 8.14."""

from collections.abc import Container

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people.power import at_terminal
from openfelt.floor.state import SatOut, State, Terminal
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

    Whoever plays at another table of his terminal does not sit idle.  While another terminal of
    the table is free, rounds running against a player's seat begin anew.

    Rule: LT 12.9
    """
    linked = [one for one in state.terminals.values() if table in one.tables]
    crowded = all(one.open for one in linked)
    for terminal in linked:
        if not terminal.open or terminal.name in playing:
            if terminal.sat_out:
                terminal.sat_out = {}
        elif len(terminal.tables) == 1 or not layout.staked(state, terminal.name):
            sat_out = terminal.sat_out.setdefault(table, SatOut())
            sat_out.rounds += 1
            sat_out.crowded = sat_out.crowded + 1 if crowded else 0


def left(terminal: Terminal) -> None:
    """Let what a player was told go with his account: it is not said to who sits down next.

    Rule: SB 8.1
    """
    terminal.keeps_to = ""


def _may_stay(state: State, terminal: Terminal) -> Refused | None:
    """Refuse to tell a player to leave; where a book sets no number, staff judges.

    Rule: LT 12.9; SB 8.14
    """
    rounds = state.rules(state.tables[terminal.tables[0]]).policy.idle_rounds
    if rounds is None:
        return None
    # Rule: LT 12.9
    if terminal.idle < rounds:
        idle = terminal.idle
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_idle", idle=idle, rounds=rounds)
    # Rule: LT 12.9
    if not any(_kept_a_place(state, terminal, name, rounds) for name in terminal.sat_out):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "others_free")
    return None


def _kept_a_place(state: State, terminal: Terminal, table: str, rounds: int) -> bool:
    """Say whether nobody else could sit down at a table in all these rounds, nor can now.

    Rule: LT 12.9
    """
    return terminal.sat_out[table].crowded >= rounds and all(
        other.open for other in state.terminals.values() if table in other.tables
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
    state.terminals[event.terminal].sat_out = {}


CONCEPT = Concept(decides={DirectAway: direct_away}, evolves={PlayerDirectedAway: directed_away})
