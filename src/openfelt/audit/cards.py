"""Card tables judged again: whose card it was, and what the coup came to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.audit import event
from openfelt.audit.event import Event
from openfelt.audit.outcome import (
    NoOutcome,
    cards_place,
    is_card,
    stated_place,
    whose_card,
    winner,
)
from openfelt.audit.table import Table, Tables


def _card_dealt(tables: Tables, e: event.CardDealt) -> None:
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if not is_card(e.card):
        tables.say(f"{e.card!r} is no card")
        return
    due = whose_card(table.hands)
    if e.hand != due:
        tables.say(f"by the drawing rules the next card is {due or 'nobody'}'s, not {e.hand}'s")
    (table.hands.player if e.hand == "player" else table.hands.banker).append(e.card)


def _foreign_card(tables: Tables, e: event.ForeignCardSeen) -> None:
    idle = tables.find(e.table)
    if idle is None or idle.dummy:
        return  # Nobody plays for this coup.
    table = tables.current(e.table, e.round, "closed")
    if table is not None:
        table.spoiled = True


def _result_entered(tables: Tables, e: event.ResultEntered) -> None:
    idle = tables.find(e.table)
    if idle is None or idle.dummy:
        return  # The result of a coup that nobody plays for.
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if whose_card(table.hands):
        tables.say("the coup is not complete")
    elif e.result != winner(table.hands):
        tables.say(f"the cards {table.hands} give {winner(table.hands)}, not {e.result}")
    table.entered = e.result


def settled_place(table: Table, outcome: str) -> int:
    """Take what a supervisor stated, else the cards dealt, whose result must have been entered."""
    if table.spoiled:
        raise NoOutcome("a foreign card was dealt: this coup can only be void")
    if table.stated:
        if outcome != table.stated:
            raise NoOutcome(f"it settles on {outcome}, but {table.stated} was stated")
        return stated_place(outcome)
    if not table.entered:
        raise NoOutcome("no dealer entered the result")
    return cards_place(outcome, table.hands)


RULES: Final[dict[type[Event], Callable[[Tables, Any], object]]] = {
    event.CardDealt: _card_dealt,
    event.ForeignCardSeen: _foreign_card,
    event.ResultEntered: _result_entered,
}
