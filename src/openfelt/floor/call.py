"""Service calls from terminals.  Rulebooks: LT 11.3; SB 8.3."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused
from openfelt.floor.staff import may
from openfelt.floor.state import State, Task


class CallAttendant(Command, frozen=True):
    """A player calls for service or reports a fault."""

    terminal: str


class AnswerCall(Command, frozen=True):
    """An attendant has come."""

    terminal: str
    person: str


class AttendantCalled(Event, frozen=True):
    terminal: str


class CallAnswered(Event, frozen=True):
    terminal: str
    person: str


def _key(terminal: str) -> str:
    return f"call:{terminal}"


def call(state: State, command: CallAttendant, _: Context) -> Answer:
    """Note a call; a terminal that does not work or may not play can still call."""
    if command.terminal not in state.terminals:
        return Refused(Refusal.TERMINAL_OUT_OF_SERVICE)
    # Rule: LT 11.3; SB 8.3
    return (AttendantCalled(command.terminal),)


def answer(state: State, command: AnswerCall, context: Context) -> Answer:
    refused = may(state, command.person, ("attendant",), context.now)
    if refused:
        return refused
    if _key(command.terminal) not in state.tasks:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    return (CallAnswered(command.terminal, command.person),)


def called(state: State, event: AttendantCalled) -> None:
    state.tasks.setdefault(_key(event.terminal), Task("call", event.terminal, "attendant", 0))


def answered(state: State, event: CallAnswered) -> None:
    del state.tasks[_key(event.terminal)]


CONCEPT = Concept(
    decides={CallAttendant: call, AnswerCall: answer},
    evolves={AttendantCalled: called, CallAnswered: answered},
)
