"""Kernels that settle rounds: counting, sums of all bets, running results of some.

`situate` turns outcomes into situations first, where a table has states.
"""

from typing import Any

import numpy as np

from openfelt.simulate.compiler import kernel

Array = Any
I = np.int32  # noqa: E741 - the letter of the machine's own 32-bit whole number
U = np.uint64


@kernel
def situate(outcomes: Array, onward: Array, situations: Array) -> None:
    """Follow a new table through its outcomes."""
    state = U(0)
    for at in range(outcomes.size):
        situation = state + U(outcomes[at])
        situations[at] = situation
        state = U(onward[situation])


@kernel
def count(situations: Array, counts: Array) -> None:
    """Count how often each situation came."""
    for at in range(situations.size):
        counts[situations[at]] += 1


@kernel
def add_all(situations: Array, nets: Array, flush: Any, small: Array, sums: Array) -> None:
    """Settle every bet in every round.

    Eight rounds at a time: the sums of a bet would else go through memory once
    a round.  They are 16 bits wide and moved to `sums` before they can overflow.
    """
    at, size, width = 0, situations.size, nets.shape[1]
    while at < size:
        end = min(size, at + flush)
        while at + 8 <= end:
            a, b = U(situations[at]), U(situations[at + 1])
            c, d = U(situations[at + 2]), U(situations[at + 3])
            e, f = U(situations[at + 4]), U(situations[at + 5])
            g, h = U(situations[at + 6]), U(situations[at + 7])
            for bet in range(width):
                small[bet] += ((nets[a, bet] + nets[b, bet]) + (nets[c, bet] + nets[d, bet])) + (
                    (nets[e, bet] + nets[f, bet]) + (nets[g, bet] + nets[h, bet])
                )
            at += 8
        while at < end:
            a = U(situations[at])
            for bet in range(width):
                small[bet] += nets[a, bet]
            at += 1
        for bet in range(width):
            sums[bet] += small[bet]
            small[bet] = 0


@kernel
def run_down(
    situations: Array, first: Any, end: Any, lanes: Array, sums: Array, gaps: Array, deepest: Array
) -> None:
    """Follow the balances of some bets round by round, a unit on each.

    `gaps` is how far each is below its highest so far, `deepest` the farthest it
    ever was.  Four bets at a time, which the compiler makes one vector.
    """
    zero = I(0)
    for group in range(lanes.shape[1] // 4):
        l0 = U(4 * group)
        l1, l2, l3 = l0 + U(1), l0 + U(2), l0 + U(3)
        s0, s1, s2, s3 = sums[l0], sums[l1], sums[l2], sums[l3]
        g0, g1, g2, g3 = gaps[l0], gaps[l1], gaps[l2], gaps[l3]
        d0, d1, d2, d3 = deepest[l0], deepest[l1], deepest[l2], deepest[l3]
        for at in range(first, end):
            row = U(situations[at])
            n0, n1, n2, n3 = lanes[row, l0], lanes[row, l1], lanes[row, l2], lanes[row, l3]
            s0, s1, s2, s3 = I(s0 + n0), I(s1 + n1), I(s2 + n2), I(s3 + n3)
            g0, g1 = max(I(g0 - n0), zero), max(I(g1 - n1), zero)
            g2, g3 = max(I(g2 - n2), zero), max(I(g3 - n3), zero)
            d0, d1, d2, d3 = max(d0, g0), max(d1, g1), max(d2, g2), max(d3, g3)
        sums[l0], sums[l1], sums[l2], sums[l3] = s0, s1, s2, s3
        gaps[l0], gaps[l1], gaps[l2], gaps[l3] = g0, g1, g2, g3
        deepest[l0], deepest[l1], deepest[l2], deepest[l3] = d0, d1, d2, d3
