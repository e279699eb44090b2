"""Service calls from terminals.  Rulebooks: LT 11.3; SB 8.3."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused
from openfelt.floor.people import task
from openfelt.floor.state import State


class CallAttendant(Command, frozen=True):
    """A player calls for service or reports a fault."""

    terminal: str


class AttendantCalled(Event, frozen=True):
    terminal: str


def call(state: State, command: CallAttendant, _: Context) -> Answer:
    """Note a call; a terminal that does not work or may not play can still call."""
    if command.terminal not in state.terminals:
        return Refused(Refusal.TERMINAL_OUT_OF_SERVICE)
    # Rule: LT 11.3; LT Diagram A:3; SB 8.3
    return (AttendantCalled(command.terminal),)


def called(state: State, event: AttendantCalled) -> None:
    task.begin(state, "call", event.terminal)


CONCEPT = Concept(decides={CallAttendant: call}, evolves={AttendantCalled: called})
