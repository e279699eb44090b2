"""Wagers that stand from earlier rounds, given back undecided.

Rulebook: AC 6.4, 7.2.
"""

from openfelt.floor.base import Concept, Event
from openfelt.floor.money import purse
from openfelt.floor.rounds.round import refund_legs, void
from openfelt.floor.state import Stake, State, Table
from openfelt.floor.wagers import commission, layout


class StandingReturned(Event, frozen=True):
    """What stood before the round went back too; what was laid in it is said in the row after."""

    table: str
    round: int
    refunded: tuple[Stake, ...]
    reason: str


def standing_returned(state: State, table: Table, reason: str) -> tuple[Event, ...]:
    """Give back what stands, with its commission.

    Rule: AC 6.4; AC 7.2
    """
    stakes = layout.stood(table.layouts)
    if not stakes:
        return ()
    fees = commission.whole(state.rules(table), stakes)
    returned = StandingReturned(table.name, table.round, stakes, reason)
    return (returned, *commission.back(table.name, fees))


def void_whole(state: State, table: Table, reason: str, now: int) -> tuple[Event, ...]:
    """Void the round that is played, and with it what stood before.

    Rule: AC 6.4
    """
    return (*standing_returned(state, table, reason), *void(state, table, reason, now, keeps=False))


def returned(state: State, event: StandingReturned) -> None:
    table = state.tables[event.table]
    for stake in event.refunded:
        purse.give(state, stake.terminal, stake.amount)
    layout.no_longer_stands(table, event.refunded)


CONCEPT = Concept(
    evolves={StandingReturned: returned},
    posts={StandingReturned: lambda event: refund_legs(event.refunded)},
)
