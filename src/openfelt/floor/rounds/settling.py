"""What a round pays: looked up, one amount a wager, then summed a terminal."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from openfelt.core.money import CENT
from openfelt.floor.base import Leg
from openfelt.floor.ledger import Account
from openfelt.floor.state import Stake
from openfelt.rulebooks.definition import Definition

# Joined to thousands of terminals at once.
_STAKE: Final = Account.STAKE.of("")
_CREDIT: Final = Account.TERMINAL_CREDIT.of("")
# A cache made from definitions, which never change, by fingerprint and outcome.
_ROWS: Final[dict[tuple[str, int], Mapping[str, int]]] = {}


class Paid(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a round did to one terminal: staked, credited, and the winnings in it."""

    terminal: str
    staked: int
    credited: int
    won: int


def returned_on(
    rules: Definition, stakes: Sequence[Stake], place: int, *, unit: int = CENT
) -> tuple[int, ...]:
    """Return what each wager gets back on an outcome, winnings in whole units of what can be paid.

    The stakes as they stood at the close are all it looks at.  The floor, `openfelt settle` and
    the tests settle here and nowhere else.

    Rule: LT 4.2.8; LT 8.1; SB 3.9.10; MT 2.6; MT 2.8
    """
    row, denominator = _row(rules, place), rules.denominator
    if unit == CENT:
        return tuple([-(stake.amount * row[stake.bet] // denominator) for stake in stakes])
    return tuple([_in_units(s.amount, -row[s.bet], denominator, unit) for s in stakes])


def _in_units(stake: int, returned: int, denominator: int, unit: int) -> int:
    """Round winnings up to what can be paid; a stake goes back as it is.

    Rule: PB 5.7
    """
    if returned <= denominator:
        return stake * returned // denominator
    won = stake * (returned - denominator)
    return stake - won // (-denominator * unit) * unit


def _row(rules: Definition, place: int) -> Mapping[str, int]:
    """Return what an outcome gives back for each bet, in parts of the denominator, below zero.

    Below zero because floor division of a negative number, negated, rounds up: one operation
    fewer a wager.
    """
    known = _ROWS.get((rules.fingerprint, place))
    if known is None:
        made = {bet: -rules.ruling(bet, place).returned for bet in rules.bets}
        known = _ROWS[rules.fingerprint, place] = made
    return known


def paid_to(stakes: Sequence[Stake], returned: Sequence[int]) -> tuple[Paid, ...]:
    """Sum up each terminal's wagers, one posting a terminal; the win meter counts no stakes.

    Rule: LT 8.1.2; LT 8.1.3; SB 3.4.2; MT 2.8(a); MT 2.8(a)(ii)
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
    """Clear the stakes, credit the terminals, and book the difference to the table's bank.

    Rule: LT 8.1.1; MT 2.8(a)(i)
    """
    moved: list[Leg] = []
    house = 0
    for one in paid:
        terminal, staked, credited = one.terminal, one.staked, one.credited
        moved += (_STAKE + terminal, staked), (_CREDIT + terminal, -credited)
        house += credited - staked
    moved.append((Account.TABLE_BANK.of(table), house))
    return tuple(moved)
