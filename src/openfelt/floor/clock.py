"""Time that has come: what is due, and what it does."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, refuse
from openfelt.floor.day import day_closed
from openfelt.floor.money import ticket_host
from openfelt.floor.money.order import HostOrder
from openfelt.floor.money.payout import unanswered
from openfelt.floor.money.unclaimed import expired
from openfelt.floor.people.task import TaskOverdue, next_overdue
from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.rounds.close_of_play import announced
from openfelt.floor.rounds.notice import next_notice
from openfelt.floor.rounds.round import after_pause, close_wagering
from openfelt.floor.state import BETWEEN, State, Table


class Tick(Command, frozen=True):
    """The clock passed a deadline."""


def next_due(state: State) -> int:
    """Return when the next thing falls due, 0 for nothing."""
    times = [state.day_ends] if state.day_ends else []
    times.extend(due for table in state.tables.values() if (due := _due(table)))
    times.extend(order.due for order in state.orders.values() if order.due)
    task = next_overdue(state)
    if task is not None:
        times.append(task.due)
    return min(times, default=0)


def _due(table: Table) -> int:
    """A table waits for its timer, or between rounds for what was announced."""
    return table.due or next_notice(table)


def tick(state: State, command: Tick, context: Context) -> Answer:
    """Do the one thing that fell due first; the engine ticks again while more is due."""
    due = next_due(state)
    if not due or due > context.now:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "nothing_due")
    for table in state.tables.values():
        if _due(table) == due:
            return _table_due(state, table, context.now)
    for name, order in state.orders.items():
        if order.due == due and isinstance(order, HostOrder):
            return ticket_host.silent(state, name, order, context.now)
        if order.due == due:
            return unanswered(name, order)
    task = next_overdue(state)
    if task is not None and task.due == due:
        return (TaskOverdue(task.kind, task.about),)
    return (day_closed(state, context.now), *expired(state, context.now))


def _table_due(state: State, table: Table, now: int) -> tuple[Event, ...]:
    """Do what a table's timer is for."""
    if not table.due:
        return announced(table, now)
    if table.phase in BETWEEN:
        return after_pause(table, now)
    procedure = procedure_of(state, table)
    if table.phase != "wagering":
        return procedure.timed_out(table)
    # Rule: LT 7.5; SB 3.8.1; AC 3.3.6
    closed = close_wagering(state, table)
    return (closed, *procedure.after_close(state, table, closed.committed, now))


CONCEPT = Concept(decides={Tick: tick})
