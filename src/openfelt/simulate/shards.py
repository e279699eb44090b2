"""Whole shards, played and settled without a step back into Python."""

from typing import Any

import numpy as np

from openfelt.simulate.compiler import kernel
from openfelt.simulate.dealing import deal
from openfelt.simulate.generator import begin, draw_even, shuffle
from openfelt.simulate.settling import add_all, count, run_down, situate
from openfelt.simulate.streams import ROUNDS, SHOES_A_SHARD

Array = Any
U = np.uint64


@kernel
def deepen(deepest: Array, deepest_max: Array, deepest_sum: Array) -> None:
    """Add the drawdowns of a shard to those of all."""
    for lane in range(deepest.size):
        deepest_max[lane] = max(deepest_max[lane], deepest[lane])
        deepest_sum[lane] += deepest[lane]


@kernel
def count_even(
    seed: Any,
    first: Any,
    shards: Any,
    rounds: Any,
    bound: Any,
    per_word: Any,
    product: Any,
    rejected_below: Any,
    onward: Array,
    counts: Array,
) -> None:
    """Play shards of a game whose outcomes are equally likely, and count the situations."""
    state = np.empty(4, np.uint64)
    outcomes = np.empty(rounds, np.uint16)
    situations = np.empty(rounds, np.uint16)
    for shard in range(shards):
        begin(seed, ROUNDS, first + U(shard), state)
        draw_even(state, bound, per_word, product, rejected_below, outcomes)
        if onward.size > bound:
            situate(outcomes, onward, situations)
            count(situations, counts)
        else:
            count(outcomes, counts)


@kernel
def settle_even(
    seed: Any,
    first: Any,
    shards: Any,
    rounds: Any,
    bound: Any,
    per_word: Any,
    product: Any,
    rejected_below: Any,
    onward: Array,
    nets: Array,
    flush: Any,
    lanes: Array,
    counts: Array,
    sums: Array,
    deepest_max: Array,
    deepest_sum: Array,
) -> None:
    """Play shards as `count_even` does, settling every bet in every round."""
    state = np.empty(4, np.uint64)
    outcomes = np.empty(rounds, np.uint8)
    situations = np.empty(rounds, np.uint16)
    small = np.zeros(nets.shape[1], np.int16)
    running = np.empty((3, lanes.shape[1]), np.int32)
    for shard in range(shards):
        begin(seed, ROUNDS, first + U(shard), state)
        draw_even(state, bound, per_word, product, rejected_below, outcomes)
        running[:] = 0
        if onward.size > bound:
            situate(outcomes, onward, situations)
            count(situations, counts)
            add_all(situations, nets, flush, small, sums)
            run_down(situations, 0, rounds, lanes, running[0], running[1], running[2])
        else:
            count(outcomes, counts)
            add_all(outcomes, nets, flush, small, sums)
            run_down(outcomes, 0, rounds, lanes, running[0], running[1], running[2])
        deepen(running[2], deepest_max, deepest_sum)


@kernel
def settle_shoes(
    seed: Any,
    first: Any,
    shards: Any,
    shoe: Any,
    lanes: Array,
    counts: Array,
    late_counts: Array,
    sums: Array,
    squares: Array,
    late_sums: Array,
    deepest_max: Array,
    deepest_sum: Array,
) -> None:
    """Play shards of baccarat, settling every bet in every coup.

    The coups of fixed index are counted and summed apart from the later ones,
    and the squares of their sums over a shoe are kept: coups of one shoe are not
    independent, shoes are.  A shard begins with new decks and goes on shuffling
    the same cards.
    """
    state = np.empty(4, np.uint64)
    outcomes = np.empty(shoe.coups_max, np.uint16)
    running = np.empty((3, lanes.shape[1]), np.int32)
    gains, gaps, deepest = running[0], running[1], running[2]
    fixed = shoe.fixed_coups
    for shard in range(shards):
        begin(seed, ROUNDS, first + U(shard), state)
        cards = shoe.cards.copy()
        running[:] = 0
        for _ in range(SHOES_A_SHARD):
            shuffle(state, cards, shoe.size, shoe.dealt, shoe.products, shoe.rejected_below)
            coups = np.int64(deal(cards, shoe, outcomes))
            count(outcomes[:fixed], counts)
            count(outcomes[fixed:coups], late_counts)
            run_down(outcomes, 0, fixed, lanes, gains, gaps, deepest)
            for lane in range(lanes.shape[1]):
                gain = np.int64(gains[lane])
                sums[lane] += gain
                squares[lane] += gain * gain
                gains[lane] = 0
            run_down(outcomes, fixed, coups, lanes, gains, gaps, deepest)
            for lane in range(lanes.shape[1]):
                late_sums[lane] += gains[lane]
                gains[lane] = 0
        deepen(deepest, deepest_max, deepest_sum)
