"""Rounds without wagers judged again: who asked for them, and that nothing lies on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.audit import event
from openfelt.audit.event import Event
from openfelt.audit.table import Table, Tables, by_spot, difference


def _ordered(tables: Tables, e: event.RoundsOrdered) -> None:
    table = tables.find(e.table)
    if table is not None:
        table.rounds_ordered = e.rounds


def _take(tables: Tables, table: Table, e: event.NoBetOpened | event.MadeNoBet) -> None:
    """Count one that was ordered; one that a rule asks for needs no order."""
    if not e.ordered:
        return
    if not table.rounds_ordered:
        tables.say(f"no round without wagers was ordered at {e.table}")
    if table.rounds_ordered > 0:
        table.rounds_ordered -= 1


def _opened(tables: Tables, e: event.NoBetOpened) -> None:
    """A round begins where wagering is closed, with the cards that were drawn too many."""
    table = tables.find(e.table)
    if table is None:
        return
    if table.phase in ("wagering", "closed"):
        tables.say(f"round {table.round} is neither settled nor void")
    if table.closed:
        tables.say(f"{e.table} is closed")
    if e.round != table.round + 1:
        tables.say(f"round {e.round} follows round {table.round}")
    _take(tables, table, e)
    turned = [face for face in table.carried if face]
    table.begin_no_bet(e.round)
    table.deal_out(turned)


def _made(tables: Tables, e: event.MadeNoBet) -> None:
    """A round goes on without the wagers that lay on it."""
    table = tables.current(e.table, e.round, "wagering", "closed")
    if table is None:
        return
    stood = by_spot(table.committed) if table.phase == "closed" else table.layout
    off = difference(by_spot(e.refunded), stood)
    if off:
        tables.say(f"the refund is not what was staked: {off}")
    _take(tables, table, e)
    table.phase, table.layout, table.committed = "closed", {}, ()
    table.confirmed, table.no_bet = set(), True


RULES: Final[dict[type[Event], Callable[[Tables, Any], object]]] = {
    event.RoundsOrdered: _ordered,
    event.NoBetOpened: _opened,
    event.MadeNoBet: _made,
}
