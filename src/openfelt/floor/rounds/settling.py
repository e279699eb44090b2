"""What a round pays: looked up, one amount a wager, then summed a terminal."""

from collections.abc import Sequence
from typing import Final

import msgspec

from openfelt.floor.base import Leg
from openfelt.floor.ledger import Account
from openfelt.floor.state import Stake, Table
from openfelt.floor.table import columns_of

# Joined to thousands of terminals at once.
_STAKE: Final = Account.STAKE.of("")
_CREDIT: Final = Account.TERMINAL_CREDIT.of("")


class Paid(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a round did to one terminal: staked, credited, and the winnings in it."""

    terminal: str
    staked: int
    credited: int
    won: int


def returned_on(table: Table, stakes: Sequence[Stake], place: int) -> tuple[int, ...]:
    """Return what each wager gets back on an outcome.

    Rule: LT 4.2.8; LT 8.1; SB 3.9.10
    """
    columns = columns_of(table)
    bets = [columns.bet_index[stake.bet] for stake in stakes]
    return tuple(columns.returned(place, bets, [stake.amount for stake in stakes]))


def paid_to(stakes: Sequence[Stake], returned: Sequence[int]) -> tuple[Paid, ...]:
    """Sum up a terminal's wagers; the win meter counts no stakes.

    Rule: LT 8.1.2; LT 8.1.3; SB 3.4.2
    """
    sums: dict[str, list[int]] = {}
    for stake, back in zip(stakes, returned, strict=True):
        amount = stake.amount
        won = back - amount if back > amount else 0
        figures = sums.get(stake.terminal)
        if figures is None:
            sums[stake.terminal] = [amount, back, won]
        else:
            figures[0] += amount
            figures[1] += back
            figures[2] += won
    return tuple([Paid(terminal, *figures) for terminal, figures in sums.items()])


def legs(table: str, paid: Sequence[Paid]) -> tuple[Leg, ...]:
    """Clear the stakes, credit the terminals, and book the difference to the table's bank."""
    moved: list[Leg] = []
    house = 0
    for one in paid:
        terminal, staked, credited = one.terminal, one.staked, one.credited
        moved += (_STAKE + terminal, staked), (_CREDIT + terminal, -credited)
        house += credited - staked
    moved.append((Account.TABLE_BANK.of(table), house))
    return tuple(moved)
