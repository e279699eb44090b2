"""Whole cents.  Every division says how it rounds, and none of them uses a float."""

from fractions import Fraction
from typing import Final, NewType

Cents = NewType("Cents", int)

CENT: Final = Cents(1)


def winnings(stake: Cents, net: Fraction, *, unit: Cents = CENT) -> Cents:
    """Return what a winning stake is paid besides the stake itself.

    An amount that cannot be paid exactly is paid to the next highest payable
    unit, each wager by itself, so the remainder always favours the player.
    Printed odds are never underpaid; only PB prints the rule, the other books
    are read the same way.

    Rule: PB 5.7; AC 3.10
    """
    assert stake > 0
    assert unit > 0
    win, per = net.as_integer_ratio()
    assert win >= 0
    return Cents(-(-stake * win // (per * unit)) * unit)


def commission(stake: Cents, rate: Fraction) -> Cents:
    """Return the commission a stake owes at a rate, fractions of a cent dropped.

    Rule: AC 3.9.8; AC 3.9.15
    """
    assert stake > 0
    assert rate.numerator >= 0
    return Cents(stake * rate.numerator // rate.denominator)
