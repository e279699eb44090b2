"""What a craps table remembers from one roll to the next."""

from typing import ClassVar

import msgspec

from openfelt.floor.play.tumbler.play import TumblerPlay


class Owned(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Chips on a bet, and whose they are: an account of a terminal, by its number."""

    terminal: str
    account: int
    bet: str
    amount: int


class CrapsPlay(TumblerPlay, tag="craps"):
    """The shooter and the point, which is 0 before a come out roll.

    `lost` was taken down since the last roll, but does not lie there any more by a corrected
    history; less than 0 what had to come off besides.

    Rule: AC def:come out roll
    """

    dice: ClassVar[int] = 2

    point: int = 0
    lost: tuple[Owned, ...] = ()
