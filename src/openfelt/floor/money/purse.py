"""What whoever wagers holds: the only place that changes it.

A purse is the credit meter of a terminal; `who` is its name.  Nobody gives less than nothing, and
no purse goes below zero.
"""

from openfelt.floor.state import State


def give(state: State, who: str, amount: int) -> None:
    """Put money into a purse."""
    assert amount >= 0
    state.terminals[who].credit += amount


def take(state: State, who: str, amount: int) -> None:
    """Take money out of a purse that holds it."""
    purse = state.terminals[who]
    assert 0 <= amount <= purse.credit
    purse.credit -= amount
