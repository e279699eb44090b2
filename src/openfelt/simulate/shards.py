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
    outcomes = np.empty(rounds, np.uint8)
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
    new_cards: Array,
    size: Any,
    dealt: Any,
    products: Array,
    rejected_below: Array,
    burned: Array,
    cutting_card_at: Any,
    further: Array,
    player: Array,
    banker: Array,
    used: Array,
    openings: Array,
    sixth: Array,
    fixed: Any,
    coups_max: Any,
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

    The first `fixed` coups of each shoe are counted and summed apart from the
    later ones, and the squares of their sums over a shoe are kept: coups of one
    shoe are not independent, shoes are.  A shard begins with new decks and goes
    on shuffling the same cards.
    """
    state = np.empty(4, np.uint64)
    outcomes = np.empty(coups_max, np.uint16)
    running = np.empty((3, lanes.shape[1]), np.int32)
    for shard in range(shards):
        begin(seed, ROUNDS, first + U(shard), state)
        cards = new_cards.copy()
        running[:] = 0
        for _ in range(SHOES_A_SHARD):
            shuffle(state, cards, size, dealt, products, rejected_below)
            coups = np.int64(
                deal(
                    cards,
                    burned,
                    cutting_card_at,
                    further,
                    player,
                    banker,
                    used,
                    openings,
                    sixth,
                    outcomes,
                )
            )
            count(outcomes[:fixed], counts)
            count(outcomes[fixed:coups], late_counts)
            running[0] = 0
            run_down(outcomes, 0, fixed, lanes, running[0], running[1], running[2])
            for lane in range(lanes.shape[1]):
                gain = np.int64(running[0, lane])
                sums[lane] += gain
                squares[lane] += gain * gain
            running[0] = 0
            run_down(outcomes, fixed, coups, lanes, running[0], running[1], running[2])
            for lane in range(lanes.shape[1]):
                late_sums[lane] += running[0, lane]
        deepen(running[2], deepest_max, deepest_sum)
