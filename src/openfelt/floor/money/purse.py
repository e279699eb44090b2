"""What whoever wagers holds: the only place that changes it.

A purse is the credit meter of a terminal; `who` is its name.  Nobody gives less than nothing, and
no purse goes below zero.
"""

from openfelt.floor.state import State


def give(state: State, who: str, amount: int) -> None:
    """Put money into a purse."""
    assert amount >= 0
    purse = state.terminals[who]
    purse.credit += amount
    purse.moved += 1


def take(state: State, who: str, amount: int) -> None:
    """Take money out of a purse that holds it."""
    purse = state.terminals[who]
    assert 0 <= amount <= purse.credit
    purse.credit -= amount
    if purse.unplayed > purse.credit:
        purse.unplayed = purse.credit
    purse.moved += 1
