"""A player says that an outcome is wrong, or that something does not work, until that is decided.

What he says waits for a supervisor, is put right by the acts the book has for it, and ends with his
decision.  Rulebook: MT 6.4.
"""

from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people.matter import Objection, ObjectionAbout
from openfelt.floor.people.power import at_table
from openfelt.floor.state import State, Table
from openfelt.rulebooks.powers import Act

OUTCOME: Final = "outcome"


class RaiseObjection(Command, frozen=True):
    """A player objects at his terminal; round 0 is the last that came out, or the one that is on.

    `about` is the outcome that was entered, or a malfunction.
    """

    terminal: str
    table: str
    about: str
    round: int = 0


class DecideObjection(Command, frozen=True):
    """Whoever considers what a player said at a terminal decides it."""

    terminal: str
    person: str
    upheld: bool
    reason: str


class ObjectionRaised(Event, frozen=True):
    terminal: str
    table: str
    round: int
    about: ObjectionAbout
    account: int


class ObjectionDecided(Event, frozen=True):
    """`put_right` is what became of the round meanwhile: corrected or void, "" where it stands."""

    terminal: str
    table: str
    round: int
    account: int
    upheld: bool
    put_right: str
    reason: str


def raise_objection(state: State, command: RaiseObjection, _: Context) -> Answer:
    """Take what a player says, one thing at a time; whose account has ended may still object.

    Rule: MT 6.4; MT 6.9
    """
    terminal = state.terminals.get(command.terminal)
    if terminal is None:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_terminal")
    if command.table not in terminal.tables:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    if not may_object(state, command.table):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_act")
    if command.terminal in state.objections:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "already_objected")
    about = _about(command.about)
    if about is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_ground")
    table = state.tables[command.table]
    number = command.round or _last(table, about)
    if not _is_at_hand(table, number, about):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_round", round=number)
    return (ObjectionRaised(command.terminal, table.name, number, about, terminal.account),)


def _about(said: str) -> ObjectionAbout | None:
    match said:
        case "outcome" | "malfunction" as about:
            return about
        case _:
            return None


def may_object(state: State, table: str) -> bool:
    """Say whether the book of a table gives somebody the decision.

    Rule: MT 6.4
    """
    return Act.DECIDE_OBJECTION in state.rules(state.tables[table]).powers


def _last(table: Table, about: ObjectionAbout) -> int:
    if about == OUTCOME and table.phase != "result_pending":
        return max(table.settled, default=0)
    return table.round


def _is_at_hand(table: Table, number: int, about: ObjectionAbout) -> bool:
    """Say whether a round has an outcome one can object to; anything may fail at any time."""
    if number in table.settled:
        return True
    is_on = number == table.round
    return is_on and (about != OUTCOME or table.phase == "result_pending")


def decide(state: State, command: DecideObjection, context: Context) -> Answer:
    """End it; an outcome that was wrong is put right first, by the act the book has for that.

    Rule: MT 6.3; MT 6.4
    """
    terminal = state.terminals.get(command.terminal)
    if terminal is None:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_terminal")
    objection = state.objections.get(command.terminal)
    where = objection.table if objection else terminal.tables[0]
    table = at_table(state, where, command.person, Act.DECIDE_OBJECTION, context.now)
    if isinstance(table, Refused):
        return table
    if objection is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_objection")
    if command.upheld and objection.about == OUTCOME and not objection.put_right:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "round_stands", round=objection.round)
    said = (command.terminal, objection.table, objection.round, objection.account)
    return (ObjectionDecided(*said, command.upheld, objection.put_right, command.reason),)


def raised(state: State, event: ObjectionRaised) -> None:
    said = (event.table, event.round, event.about, event.account, state.now)
    state.objections[event.terminal] = Objection(*said)


def decided(state: State, event: ObjectionDecided) -> None:
    state.objections.pop(event.terminal, None)


def put_right(state: State, table: str, number: int, how: str) -> None:
    """Note what became of a round that somebody objected to.

    Rule: MT 6.4
    """
    for objection in state.objections.values():
        if (objection.table, objection.round) == (table, number):
            objection.put_right = how


CONCEPT = Concept(
    decides={RaiseObjection: raise_objection, DecideObjection: decide},
    evolves={ObjectionRaised: raised, ObjectionDecided: decided},
)
