"""Time that has come: what is due, and what it does."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused
from openfelt.floor.payout import TicketPrintFailed
from openfelt.floor.round import close_wagering
from openfelt.floor.shooter import DiceShot, after_close
from openfelt.floor.state import State, Table
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.policy import Shooter


class Tick(Command, frozen=True):
    """The clock passed a deadline."""


def next_due(state: State) -> int:
    """Return when the next thing falls due, 0 for nothing."""
    times = [table.due for table in state.tables.values() if table.due]
    times.extend(order.due for order in state.orders.values() if order.due)
    return min(times, default=0)


def tick(state: State, command: Tick, context: Context) -> Answer:
    """Do the one thing that fell due first; the engine ticks again while more is due."""
    due = next_due(state)
    if not due or due > context.now:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    for table in state.tables.values():
        if table.due == due:
            return _table_due(state, table, context.now)
    for name, order in state.orders.items():
        if order.due == due:
            return (TicketPrintFailed(name, order.device.partition("@")[2], order.data),)
    raise AssertionError("something was due")


def _table_due(state: State, table: Table, now: int) -> tuple[Event, ...]:
    if table.phase == "awaiting_shoot":
        # Rule: SB 3.10.3
        return (DiceShot(table.name, table.round, ""),)
    closed = close_wagering(table)
    if VARIANTS[table.variant].policy.shooter is Shooter.NONE:
        return (closed,)
    totals: dict[str, tuple[int, int]] = {}
    for stake in closed.committed:
        total, _ = totals.get(stake.terminal, (0, 0))
        latest = max(spot.order for spot in table.layouts[stake.terminal].values())
        totals[stake.terminal] = (total + stake.amount, latest)
    return closed, after_close(state, table, totals, now)


CONCEPT = Concept(decides={Tick: tick})
