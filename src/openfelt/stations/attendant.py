"""An attendant's page: who called, who waits for his money, what fails, and what is disputed."""

from typing import Literal

import msgspec

from openfelt.floor.money import hand_pay
from openfelt.floor.people.dispute import DecideDispute
from openfelt.floor.people.matter import Task
from openfelt.floor.state import State
from openfelt.rulebooks.powers import Act, Role
from openfelt.stations.alarm import Alarm, terminal_alarms
from openfelt.stations.allowed import refusal_of
from openfelt.stations.dispute import CalledBy, DisputeView, dispute_views, roles_of_act
from openfelt.stations.presence import Presence


class Job(msgspec.Struct, frozen=True, gc=False):
    """A task of an attendant: `by` is the name of whoever comes, "" while nobody does.

    `mine`: it is he who is signed in.  `amount` is what a player waits for.  Of the number of a
    slip only the last digits are shown.
    """

    kind: Literal["call", "hand_pay"]
    about: str
    slip: str
    table: str
    terminal: str
    seat: int
    since: int
    due: int
    overdue: bool
    by: str
    mine: bool
    amount: int


class Disputable(msgspec.Struct, frozen=True, gc=False):
    """A terminal whose player may dispute something at a table, and the roles that decide first.

    `alone`: whoever is signed in decides it himself.
    """

    terminal: str
    seat: int
    table: str
    decides: tuple[str, ...]
    alone: bool


class AttendantView(msgspec.Struct, frozen=True, gc=False):
    """A pit to its attendant; `faults` are of its terminals, the newest first."""

    pit: str
    person: str
    jobs: tuple[Job, ...]
    faults: tuple[Alarm, ...]
    disputes: tuple[DisputeView, ...]
    disputable: tuple[Disputable, ...]


def attendant_view(
    state: State,
    tables: tuple[str, ...],
    person: str,
    presence: Presence,
    called: CalledBy,
    now: int,
) -> AttendantView:
    """Build the page of an attendant of a pit for the person who is signed in.

    Rule: LT 11.3; SB 8.3; AC 7.3
    """
    tasks = (one for one in state.tasks.values() if one.role == Role.ATTENDANT)
    jobs = sorted((_job(state, one, person, called) for one in tasks), key=_order)
    return AttendantView(
        state.stream,
        person,
        tuple(jobs),
        terminal_alarms(state, presence, now),
        dispute_views(state, tables, person, now, called),
        _disputable(state, tables, person, now),
    )


def _order(job: Job) -> tuple[int, int]:
    """Put first what he does himself, last where another goes, and else who waits longest."""
    return (0 if job.mine else 2 if job.by else 1), job.since


def _job(state: State, task: Task, person: str, called: CalledBy) -> Job:
    name, _, number = task.about.partition("/")
    terminal = state.terminals[name]
    return Job(
        "hand_pay" if task.kind == hand_pay.KIND else "call",
        task.about,
        number[-4:],
        terminal.tables[0],
        name,
        terminal.seat,
        task.since,
        task.due,
        task.overdue,
        called(task.by) if task.by else "",
        mine=task.by == person,
        amount=task.amount,
    )


def _disputable(
    state: State, tables: tuple[str, ...], person: str, now: int
) -> tuple[Disputable, ...]:
    """Return where a dispute may be about, at tables whose books know who decides it."""
    return tuple(
        Disputable(
            terminal.name,
            terminal.seat,
            table,
            roles_of_act(state, state.tables[table], Act.DECIDE_DISPUTE),
            alone=_decides(state, table, terminal.name, person, now),
        )
        for terminal in state.terminals.values()
        for table in terminal.tables
        if table in tables and Act.DECIDE_DISPUTE in state.rules(state.tables[table]).powers
    )


def _decides(state: State, table: str, terminal: str, person: str, now: int) -> bool:
    asked = DecideDispute(table, terminal, person, "other", "", upheld=False, reason="")
    return refusal_of(state, asked, now) is None
