"""Seats that are occupied and not played at.  Rulebooks: LT 12.9; SB 8.14; AC 7.13."""

from collections.abc import Container
from typing import ClassVar

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people.power import at_terminal
from openfelt.floor.state import SatOut, State, Terminal
from openfelt.floor.wagers import layout
from openfelt.rulebooks.powers import Act


class DirectAway(Command, frozen=True):
    """Tell whoever sits at a terminal without playing to give up the place.

    `area`: it is somebody beside it who keeps others from it.
    """

    terminal: str
    person: str
    reason: str
    area: bool = False


class PlayerDirectedAway(Event, frozen=True):
    """Somebody was told; `idle` is how many rounds running the player there had sat out."""

    version: ClassVar[int] = 2

    terminal: str
    idle: int
    reason: str
    area: bool = False


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

    Rule: SB 8.1; AC 7.1
    """
    terminal.keeps_to, terminal.sent_away = "", False


def _may_stay(state: State, terminal: Terminal) -> Refused | None:
    """Refuse to tell a player to leave; where a book sets no number, staff judges.

    Rule: LT 12.9; SB 8.14; AC 7.13
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
    """Record the direction; his credit stays his, and he may still cash out.

    Whoever stands in the way beside a terminal need not have played there.
    """
    terminal = at_terminal(state, command.terminal, command.person, Act.MANAGE, context.now)
    if isinstance(terminal, Refused):
        return terminal
    told = (PlayerDirectedAway(command.terminal, terminal.idle, command.reason, command.area),)
    # Rule: AC 7.13.2; SB 8.14.2
    if command.area:
        return told
    # Rule: AC 7.13.1; SB 8.14.1
    if not terminal.open:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "nobody_there")
    return _may_stay(state, terminal) or told


def directed_away(state: State, event: PlayerDirectedAway) -> None:
    if not event.area:
        state.terminals[event.terminal].sat_out = {}


CONCEPT = Concept(decides={DirectAway: direct_away}, evolves={PlayerDirectedAway: directed_away})
