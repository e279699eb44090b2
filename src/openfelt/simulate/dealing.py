"""The kernel that deals a shuffled shoe from its burn to its last coup."""

from typing import Any

import numpy as np

from openfelt.simulate.compiler import kernel

Array = Any
U = np.uint64


@kernel
def deal(cards: Array, shoe: Any, out: Array) -> Any:
    """Write the outcome of each coup to `out` and return how many there were.

    What the next coup waits for is only where it begins; everything else is
    worked out beside that.
    """
    player, banker, used, counts = shoe.player, shoe.banker, shoe.used, shoe.counts
    sixth, further = shoe.sixth, shoe.further
    place = U(shoe.burned[cards[0]])
    cut = max(place, U(shoe.cutting_card_at))
    coups, left, is_cut = U(0), U(0), False
    while True:
        p1, b1 = U(cards[place]), U(cards[place + U(1)])
        p2, b2 = U(cards[place + U(2)]), U(cards[place + U(3)])
        opening = (
            U(player[(p1 << U(4)) + p2]) + U(banker[(b1 << U(4)) + b2]) + U(cards[place + U(4)])
        )
        after = place + U(used[opening])
        both = U(counts[opening])
        player_part = both >> U(16)
        banker_part = U(sixth[(both & U(0xFFFF)) + U(cards[place + U(5)])])
        pairs = (U(2) if p1 == p2 else U(0)) + (U(1) if b1 == b2 else U(0))
        out[coups] = player_part + banker_part + pairs
        coups += U(1)
        if after > cut:
            if is_cut:
                left -= U(1)
            else:
                is_cut = True
                tied = player_part == banker_part * U(10)
                left = U(further[1 if place == cut else 0, 1 if tied else 0])
            if left == U(0):
                return coups
        place = after
