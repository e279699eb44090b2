"""The differential: how far what is locked on Player and on Banker may lie apart."""

from openfelt.floor.state import Table
from openfelt.floor.wagers import layout


def room(table: Table, side: str) -> int:
    """Return how much more may be confirmed on a side; without a differential, its maximum.

    Rule: LT def:maximum bet; LT def:differential:example 1; LT Diagram A:11; LT Diagram A:12
    """
    if not table.limits.differential:
        return table.limits.maximum
    other = "banker" if side == "player" else "player"
    locked = layout.sides(table)
    return table.limits.differential - locked[side] + locked[other]
