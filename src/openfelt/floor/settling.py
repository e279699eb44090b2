"""What a round pays: looked up, one amount a wager, then summed a terminal."""

from collections.abc import Sequence

import msgspec

from openfelt.floor.base import Leg
from openfelt.floor.ledger import Account
from openfelt.floor.state import Stake, Table
from openfelt.floor.table import columns_of


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
        figures = sums.setdefault(stake.terminal, [0, 0, 0])
        figures[0] += stake.amount
        figures[1] += back
        figures[2] += max(0, back - stake.amount)
    return tuple(Paid(terminal, *figures) for terminal, figures in sums.items())


def legs(table: str, paid: Sequence[Paid]) -> tuple[Leg, ...]:
    """Clear the stakes, credit the terminals, and book the difference to the table's bank."""
    moved: list[Leg] = []
    for one in paid:
        moved.append((Account.STAKE.of(one.terminal), one.staked))
        moved.append((Account.TERMINAL_CREDIT.of(one.terminal), -one.credited))
    house = sum(one.credited - one.staked for one in paid)
    return (*moved, (Account.TABLE_BANK.of(table), house))
