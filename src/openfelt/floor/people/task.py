"""Tasks: what must be told or done, by whom and by when, until somebody marks it done.

Rulebooks: LT 9.2, 9.3.1, 11.3, 11.6.10.3, 11.6.19, 12.4.2; SB 5.2, 5.3.1, 8.3, 8.8.2.
"""

from typing import Final, NamedTuple

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, refuse
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.staff import may
from openfelt.floor.state import State, Task

MINUTE: Final = 60_000_000


class Kind(NamedTuple):
    """Who has to see to it, and after how long he is reminded."""

    role: str
    within_us: int


# Where a book says at once or sets no time, the time is ours: it only decides when a station
# reminds.  A later book adds its kinds here.
KINDS: Final = {
    "call": Kind("attendant", 5 * MINUTE),  # Rule: LT 11.3; SB 8.3
    "hold": Kind("inspector", 15 * MINUTE),  # Rule: LT 9.2; SB 5.2
    "demand": Kind("inspector", 15 * MINUTE),  # Rule: LT 9.2; SB 5.2
    "void_shoe": Kind("inspector", 15 * MINUTE),  # Rule: LT 11.6.19
    "foreign_card": Kind("inspector", 15 * MINUTE),  # Rule: LT 11.6.10.3
    "missing_card": Kind("inspector", 15 * MINUTE),  # Rule: LT 11.6.10.3
    "card_check": Kind("casino_supervisor", 60 * MINUTE),  # Rule: LT 11.6.10.3
    "fraud": Kind("inspector", 15 * MINUTE),  # Rule: LT 12.4.2; SB 8.8.2
    "payment": Kind("cashier", 0),  # At the time agreed.  Rule: LT 9.3.1; SB 5.3.1
}


class CompleteTask(Command, frozen=True):
    """Whoever has to see to a task says that it is done."""

    kind: str
    about: str
    person: str


class TaskCompleted(Event, frozen=True):
    kind: str
    about: str


class TaskOverdue(Event, frozen=True):
    """Nobody has said in time that it is done; the task stays open."""

    kind: str
    about: str


def key_of(kind: str, about: str) -> str:
    """Name a task: there is one of a kind about a thing."""
    return f"{kind}:{about}"


def duty(kind: str) -> Duty:
    """Return whom a task of this kind falls to today, for the event that begins it."""
    return Duty(*KINDS[kind])


def begin(state: State, kind: str, about: str, given: Duty, *, due: int = 0) -> None:
    """Open a task because of an event; one that is open already keeps its time."""
    task = Task(kind, about, given.role, due or state.now + given.within_us)
    state.tasks.setdefault(key_of(kind, about), task)


def drop(state: State, kind: str, about: str) -> None:
    """Close a task whose reason is gone, if it is still open."""
    state.tasks.pop(key_of(kind, about), None)


def complete(state: State, command: CompleteTask, context: Context) -> Answer:
    """Mark a task done, by whoever was given it when it began."""
    known = state.tasks.get(key_of(command.kind, command.about))
    given = known or KINDS.get(command.kind)
    if given is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_task")
    refused = may(state, command.person, (given.role,), context.now)
    if refused:
        return refused
    if known is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_task")
    return (TaskCompleted(command.kind, command.about),)


def next_overdue(state: State) -> Task | None:
    """Return the task whose time runs out first, of those nobody was reminded of."""
    waiting = (task for task in state.tasks.values() if not task.overdue)
    return min(waiting, key=lambda task: task.due, default=None)


def completed(state: State, event: TaskCompleted) -> None:
    drop(state, event.kind, event.about)


def overdue(state: State, event: TaskOverdue) -> None:
    key = key_of(event.kind, event.about)
    state.tasks[key] = msgspec.structs.replace(state.tasks[key], overdue=True)


CONCEPT = Concept(
    decides={CompleteTask: complete},
    evolves={TaskCompleted: completed, TaskOverdue: overdue},
)
