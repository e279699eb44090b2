"""Tables that stand still: suspended by staff or by a restart, and resumed.

Rulebooks: LT 11.1; SB 7.6.
"""

from typing import ClassVar, Final

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.money.payout import RECEIPT_US
from openfelt.floor.people.power import at_open_table, to_resume
from openfelt.floor.rounds.round import void
from openfelt.floor.state import State, Stopped, Table
from openfelt.rulebooks.policy import OnRestart
from openfelt.rulebooks.powers import Act

# A round that stands still because of these can only be declared void.
MUST_BE_VOIDED: Final = ("cocked", "foreign", "missing", "empty", "exposed", "early")


class SuspendTable(Command, frozen=True):
    """Stop a table where it stands."""

    table: str
    person: str
    reason: str


class ResumeTable(Command, frozen=True):
    """Go on where it stopped, with the seconds that were left."""

    table: str
    person: str


class Restart(Command, frozen=True):
    """The first command after every start: the system may have been away for any time."""

    node: str
    epoch: int


class JournalOpened(Event, frozen=True):
    """The first row of a stream."""

    stream: str


class OwnerChanged(Event, frozen=True):
    """A node became the one writer; the epoch rises at every start.

    `signed`: from here on a row that a person caused names him and whoever approved it.
    """

    version: ClassVar[int] = 2

    node: str
    epoch: int
    signed: bool = True


class SystemRestarted(Event, frozen=True):
    """Every open order is sent again; its receipt is due then, 0 where none is awaited."""

    receipts_due: int = 0


class TableSuspended(Event, frozen=True):
    """`left_us` is what remained of the timer that ran, -1 where none did.

    `person` stopped it, or declared the malfunction that did; nobody did where it was a restart.
    """

    version: ClassVar[int] = 2

    table: str
    reason: str
    left_us: int
    restart: bool = False
    person: str = ""


class TableResumed(Event, frozen=True):
    table: str
    due: int


def doubt_ended(table: Table, number: int) -> tuple[Event, ...]:
    """Let a table go on whose last result was doubted, now that somebody has decided on it.

    Rule: MT 10.3(c); MT 6.3
    """
    ends = table.suspended == "doubted" and number == table.round
    return (TableResumed(table.name, 0),) if ends else ()


def suspended_now(
    table: Table, reason: str, now: int, *, person: str = "", restart: bool = False
) -> TableSuspended:
    """Return the stop of a table, with what is left of its timer."""
    left_us = max(0, table.due - now) if table.due else -1
    return TableSuspended(table.name, reason, left_us, restart, person)


def suspend(state: State, command: SuspendTable, context: Context) -> Answer:
    """Stop a table that staff has doubts about.

    Rule: SB 7.6.1.2; AC 6.6.1.2
    """
    table = at_open_table(state, command.table, command.person, Act.MANAGE, context.now)
    if isinstance(table, Refused):
        return table
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    return (suspended_now(table, command.reason, context.now, person=command.person),)


def resume(state: State, command: ResumeTable, context: Context) -> Answer:
    """Go on; a round that dice or cards have spoiled can only be declared void."""
    table = to_resume(state, command.table, command.person, context.now)
    if isinstance(table, Refused):
        return table
    if not table.suspended:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_suspended")
    if table.suspended in MUST_BE_VOIDED:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "must_be_voided")
    # Only other dice end that.  Rule: MT 10.5(b)
    if table.suspended == "broken":
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    due = context.now + table.frozen_us if table.frozen_us >= 0 else 0
    return (TableResumed(table.name, due),)


def restart(state: State, command: Restart, context: Context) -> Answer:
    """Stop every table that would go on by itself; decided by state, not by how long it took.

    Its round is undecided, or the next period would open when the result has been looked at.
    A round whose close is not in the journal was still wagering, also at a table that stands still.
    """
    events: list[Event] = [] if state.sequence else [JournalOpened(state.stream)]
    awaited = any(order.due for order in state.orders.values())
    receipts_due = context.now + RECEIPT_US if awaited else 0
    events.extend((OwnerChanged(command.node, command.epoch), SystemRestarted(receipts_due)))
    for table in state.tables.values():
        policy = state.rules(table).policy
        if policy.on_restart is OnRestart.VOID and table.phase == "wagering":
            events.extend(void(state, table, "restart", context.now))
        elif (table.undecided or table.due) and not table.suspended:
            events.append(suspended_now(table, "restart", context.now, restart=True))
    return tuple(events)


def recorded(state: State, event: Event) -> None:
    """Recorded for the reader; nothing of the floor changes."""


def restarted(state: State, event: SystemRestarted) -> None:
    """Give every device its full time again: nobody listened while the system was away."""
    if event.receipts_due:
        for name, order in state.orders.items():
            if order.due:
                state.orders[name] = msgspec.structs.replace(order, due=event.receipts_due)


def suspended(state: State, event: TableSuspended) -> None:
    table = state.tables[event.table]
    table.suspended = "restart" if event.restart else "staff"
    table.frozen_us, table.due = event.left_us, 0
    table.stopped = Stopped(event.person, event.reason, state.now)


def resumed(state: State, event: TableResumed) -> None:
    table = state.tables[event.table]
    table.suspended, table.frozen_us, table.due = "", -1, event.due


CONCEPT = Concept(
    decides={SuspendTable: suspend, ResumeTable: resume, Restart: restart},
    evolves={
        JournalOpened: recorded,
        OwnerChanged: recorded,
        SystemRestarted: restarted,
        TableSuspended: suspended,
        TableResumed: resumed,
    },
)
