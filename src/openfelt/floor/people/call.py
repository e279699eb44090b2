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


class WithdrawCall(Command, frozen=True):
    """A player who called needs nobody any more."""

    terminal: str


class AttendantCalled(Event, frozen=True):
    version: ClassVar[int] = 2

    terminal: str
    duty: Duty


class CallWithdrawn(Event, frozen=True):
    terminal: str


def call(state: State, command: CallAttendant, _: Context) -> Answer:
    """Note a call; a terminal that does not work or may not play can still call."""
    if command.terminal not in state.terminals:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_terminal")
    # Rule: LT 11.3; LT Diagram A:3; SB 8.3; AC 7.3
    return (AttendantCalled(command.terminal, task.duty("call")),)


def withdraw(state: State, command: WithdrawCall, _: Context) -> Answer:
    """Take a call back; one that was answered in the same moment is over anyway."""
    if command.terminal not in state.terminals:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_terminal")
    is_open = task.key_of("call", command.terminal) in state.tasks
    return (CallWithdrawn(command.terminal),) if is_open else ()


def called(state: State, event: AttendantCalled) -> None:
    task.begin(state, "call", event.terminal, event.duty)


def withdrawn(state: State, event: CallWithdrawn) -> None:
    task.drop(state, "call", event.terminal)


CONCEPT = Concept(
    decides={CallAttendant: call, WithdrawCall: withdraw},
    evolves={AttendantCalled: called, CallWithdrawn: withdrawn},
)
