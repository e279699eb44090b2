"""What a cash desk is told of money that nobody has counted or fetched yet."""

from collections.abc import Iterator

import msgspec

from openfelt.floor.state import State


class DropToCount(msgspec.Struct, frozen=True, gc=False):
    """A note stacker that was taken out.

    What should be in it is shown once it is counted: whoever counts counts what is there.
    """

    drop: str
    pit: str
    terminal: str
    since: int
    expected: int
    counted: int


class CreditWaits(msgspec.Struct, frozen=True, gc=False):
    """Credit that was left at a terminal when the gaming day was over."""

    pit: str
    terminal: str
    account: int
    amount: int


def drops_to_count(state: State) -> Iterator[DropToCount]:
    """Yield every box that waits, and what came of those that were counted today."""
    for name, drop in state.uncollected.drops.items():
        expected = drop.expected if drop.counted >= 0 else 0
        yield DropToCount(name, drop.pit, drop.terminal, drop.since, expected, drop.counted)


def credits_waiting(state: State) -> Iterator[CreditWaits]:
    """Yield who still had credit, pit by pit."""
    for pit, left in state.uncollected.credits.items():
        for one in left.values():
            yield CreditWaits(pit, one.terminal, one.account, one.amount)
