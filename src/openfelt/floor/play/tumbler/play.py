"""What a dice table remembers from one throw to the next."""

from typing import ClassVar

import msgspec


class TumblerPlay(msgspec.Struct, tag="tumbler"):
    """Who shoots: how he is chosen, what he must have staked, and where the last one sat.

    `dice` are in its tumbler.  `keeps`: that one has not given the dice on since, which matters
    where a shooter keeps them; `account` is his, for a seat may be another's by the next throw.
    """

    dice: ClassVar[int] = 3

    shooter_mode: str
    shoot_value: int
    shooter: str = ""
    last_seat: int = 0
    keeps: bool = False
    account: int = 0
