"""Service calls from terminals.  Rulebooks: LT 11.3; SB 8.3."""

from typing import ClassVar

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, refuse
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.state import State


class CallAttendant(Command, frozen=True):
    """A player calls for service or reports a fault."""

    terminal: str


class AttendantCalled(Event, frozen=True):
    version: ClassVar[int] = 2

    terminal: str
    duty: Duty


def call(state: State, command: CallAttendant, _: Context) -> Answer:
    """Note a call; a terminal that does not work or may not play can still call."""
    if command.terminal not in state.terminals:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_terminal")
    # Rule: LT 11.3; LT Diagram A:3; SB 8.3
    return (AttendantCalled(command.terminal, task.duty("call")),)


def called(state: State, event: AttendantCalled) -> None:
    task.begin(state, "call", event.terminal, event.duty)


CONCEPT = Concept(decides={CallAttendant: call}, evolves={AttendantCalled: called})
