"""Tasks: what must be told or done, by whom and by when, until somebody marks it done.

Rulebooks: LT 9.2, 9.3.1, 11.3, 11.6.10.3, 11.6.19, 12.4.2; SB 5.2, 5.3.1, 8.3, 8.8.2.
"""

from typing import ClassVar, Final, NamedTuple

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.matter import Task
from openfelt.floor.people.staff import may
from openfelt.floor.state import State

MINUTE: Final = 60_000_000


class Kind(NamedTuple):
    """Who has to see to it, and after how long he is reminded."""

    role: str
    within_us: int


# Where a book says at once or sets no time, the time is ours: it only decides when a station
# reminds.  A later book adds its kinds here.
KINDS: Final = {
    "call": Kind("attendant", 5 * MINUTE),  # Rule: LT 11.3; SB 8.3; AC 7.3
    "hand_pay": Kind("attendant", 5 * MINUTE),  # Rule: LT 2.2.8; LT 9.1; AC 2.2.3; AC 4.1; SB 5.1
    "hold": Kind("inspector", 15 * MINUTE),  # Rule: LT 9.2; SB 5.2; AC 4.2
    "demand": Kind("inspector", 15 * MINUTE),  # Rule: LT 9.2; SB 5.2; AC 4.2
    "void_shoe": Kind("inspector", 15 * MINUTE),  # Rule: LT 11.6.19
    "foreign_card": Kind("inspector", 15 * MINUTE),  # Rule: LT 11.6.10.3
    "missing_card": Kind("inspector", 15 * MINUTE),  # Rule: LT 11.6.10.3
    "card_check": Kind("casino_supervisor", 60 * MINUTE),  # Rule: LT 11.6.10.3
    "fraud": Kind("inspector", 15 * MINUTE),  # Rule: LT 12.4.2; SB 8.8.2; AC 7.8.2
    "exclusion": Kind("gm", 60 * MINUTE),  # Rule: LT 12.3.3; SB 8.7.3; AC 7.7.3
    "kiosk": Kind("attendant", 5 * MINUTE),
    "complaint": Kind("inspector", 60 * MINUTE),  # Rule: LT 12.12; SB 8.16; AC 7.15
    "ticket_host": Kind("agm", 5 * MINUTE),  # The ticketing host is silent, or says what cannot be.
    "payment": Kind("cashier", 0),  # At the time agreed.  Rule: LT 9.3.1; SB 5.3.1; AC 4.3.1
}


# Whose role the book of a table says, and which end by the act they are about.
ENDS_BY_ITS_ACT: Final = ("review",)


class TakeTask(Command, frozen=True):
    """Whoever has to see to a task says that he does: nobody else need come."""

    kind: str
    about: str
    person: str


class CompleteTask(Command, frozen=True):
    """Whoever has to see to a task says that it is done, and what it was."""

    kind: str
    about: str
    person: str
    reason: str = ""


class TaskTaken(Event, frozen=True):
    """Somebody sees to it now; it may have been somebody else's before."""

    kind: str
    about: str
    person: str


class TaskCompleted(Event, frozen=True):
    version: ClassVar[int] = 2

    kind: str
    about: str
    reason: str


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


def begin(
    state: State, kind: str, about: str, given: Duty, *, due: int = 0, amount: int = 0
) -> None:
    """Open a task because of an event; one that is open already keeps its time."""
    due = due or state.now + given.within_us
    task = Task(kind, about, given.role, due, since=state.now, amount=amount)
    state.tasks.setdefault(key_of(kind, about), task)


def drop(state: State, kind: str, about: str) -> None:
    """Close a task whose reason is gone, if it is still open."""
    state.tasks.pop(key_of(kind, about), None)


def _given(state: State, command: TakeTask | CompleteTask, now: int) -> Task | Refused:
    """Return an open task to whoever was given it when it began."""
    known = state.tasks.get(key_of(command.kind, command.about))
    given = known or KINDS.get(command.kind)
    if given is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_task")
    refused = may(state, command.person, (given.role,), now)
    if refused:
        return refused
    return known or refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_task")


def take(state: State, command: TakeTask, context: Context) -> Answer:
    """Say who sees to a task; another may take it over from him, who is needed elsewhere."""
    task = _given(state, command, context.now)
    if isinstance(task, Refused):
        return task
    if task.by == command.person:
        return ()
    return (TaskTaken(command.kind, command.about, command.person),)


def complete(state: State, command: CompleteTask, context: Context) -> Answer:
    """Mark a task done, whoever took it; one that an act of its own ends is not done by a word."""
    task = _given(state, command, context.now)
    if isinstance(task, Refused):
        return task
    if command.kind in ENDS_BY_ITS_ACT:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "own_act")
    return (TaskCompleted(command.kind, command.about, command.reason),)


def next_overdue(state: State) -> Task | None:
    """Return the task whose time runs out first, of those nobody was reminded of."""
    waiting = (task for task in state.tasks.values() if not task.overdue)
    return min(waiting, key=lambda task: task.due, default=None)


def taken(state: State, event: TaskTaken) -> None:
    key = key_of(event.kind, event.about)
    state.tasks[key] = msgspec.structs.replace(state.tasks[key], by=event.person)


def completed(state: State, event: TaskCompleted) -> None:
    drop(state, event.kind, event.about)


def overdue(state: State, event: TaskOverdue) -> None:
    key = key_of(event.kind, event.about)
    state.tasks[key] = msgspec.structs.replace(state.tasks[key], overdue=True)


CONCEPT = Concept(
    decides={TakeTask: take, CompleteTask: complete},
    evolves={TaskTaken: taken, TaskCompleted: completed, TaskOverdue: overdue},
)
