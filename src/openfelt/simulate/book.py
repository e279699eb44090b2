"""A session's book: where each of its numbers stands.  A strategy is shown all of it."""

from typing import Any, Final, NamedTuple

# What a strategy looks at.
CREDIT: Final = 0
POINT: Final = 1
ROUND: Final = 2
BANKROLL: Final = 3
# What the kernel keeps besides.
STAKED: Final = 4
OPEN: Final = 5
HIGHEST: Final = 6
DEEPEST: Final = 7
COIN_IN: Final = 8
REFUSED: Final = 9
ENDED: Final = 10
LEAVING: Final = 11
DECIDED: Final = 12
UNROLLED: Final = 13
BOOK: Final = 14

# How a session ended.
RUINED: Final = 1
STOPPED_LOSS: Final = 2
STOPPED_WIN: Final = 3
TIME_UP: Final = 4


class Room(NamedTuple):
    """A player's layout, and room to work; a strategy is shown it beside the book.

    By position: what is standing.  By bet, in the position of its code: what is
    up in all, and what it won or lost in the last round.  `memory` is the
    strategy's own, empty when a session begins; it writes its orders, bet and
    cents, to `orders`.  The rest is the kernels'.
    """

    standing: Any
    up: Any
    won: Any
    memory: Any
    orders: Any
    decided: Any
    active: Any
    places: Any
    came: Any
