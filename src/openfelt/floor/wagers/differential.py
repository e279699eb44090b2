"""The differential: how far what is locked on Player and on Banker may lie apart."""

from collections.abc import Mapping

from openfelt.floor.state import Table
from openfelt.floor.wagers import layout


def room(table: Table, side: str) -> int:
    """Return how much more may be confirmed on a side; without a differential, its maximum.

    A limit that was lowered, or wagers that were taken away, leave no less than nothing.

    Rule: LT def:maximum bet; LT def:differential:example 1; LT Diagram A:11; LT Diagram A:12;
    LT Diagram B:11; LT Diagram B:12
    """
    if not table.limits.differential:
        return table.limits.maximum
    other = "banker" if side == "player" else "player"
    locked = layout.sides(table)
    return max(0, table.limits.differential - locked[side] + locked[other])


def gap(sides: Mapping[str, int]) -> int:
    """Return how far Player and Banker lie apart."""
    return abs(sides["player"] - sides["banker"])
