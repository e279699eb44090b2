"""The outcomes of many sessions side by side, each from its own stream."""

from typing import Any

import numpy as np

from openfelt.simulate.compiler import kernel
from openfelt.simulate.dealing import deal
from openfelt.simulate.generator import begin, draw_even, shuffle
from openfelt.simulate.rounds import Rounds
from openfelt.simulate.shoe import shoe_tables
from openfelt.simulate.streams import SESSIONS

Array = Any
U = np.uint64


@kernel
def begin_all(seed: Any, first: Any, states: Array) -> None:
    """Begin the stream of every session."""
    for session in range(states.shape[0]):
        begin(seed, SESSIONS, first + U(session), states[session])


@kernel
def draw_all(
    states: Array, bound: Any, per_word: Any, product: Any, rejected_below: Any, out: Array
) -> None:
    """Draw the next outcomes of every session."""
    for session in range(states.shape[0]):
        draw_even(states[session], bound, per_word, product, rejected_below, out[session])


@kernel
def deal_all(
    states: Array, cards: Array, shoe: Any, dealt: Array, at: Array, coups: Array, out: Array
) -> None:
    """Deal the next coups of every session, with a new shoe wherever one has ended."""
    for session in range(states.shape[0]):
        for number in range(out.shape[1]):
            if at[session] == coups[session]:
                shuffle(
                    states[session],
                    cards[session],
                    shoe.size,
                    shoe.dealt,
                    shoe.products,
                    shoe.rejected_below,
                )
                coups[session] = deal(cards[session], shoe, dealt[session])
                at[session] = 0
            out[session, number] = dealt[session, at[session]]
            at[session] += 1


class Source:
    """Where a batch of sessions gets its outcomes."""

    def __init__(self, table: Rounds, first: int, end: int, chunk: int) -> None:
        sessions = end - first
        self._table = table
        self._states = np.zeros((sessions, 4), np.uint64)
        begin_all(U(table.seed), U(first), self._states)
        self._out = np.zeros((sessions, chunk), np.uint16)
        if table.shoe is None:
            assert chunk % len(table.board.draws.bounds) == 0
            return
        self._shoe = shoe_tables(table.shoe)
        self._cards = np.tile(self._shoe.cards, (sessions, 1))
        self._dealt = np.zeros((sessions, self._shoe.coups_max), np.uint16)
        self._at, self._coups = np.zeros((2, sessions), np.int64)

    def rounds(self) -> Array:
        """Return the next rounds, a row each with one outcome a session."""
        if self._table.shoe is None:
            draws = self._table.board.draws
            numbers = (self._table.board.outcomes, len(draws.bounds))
            chances = (draws.product, draws.rejected_below)
            draw: Any = draw_all
            draw(self._states, *map(U, (*numbers, *chances)), self._out)
        else:
            deal_all(
                *(self._states, self._cards, self._shoe, self._dealt),
                *(self._at, self._coups, self._out),
            )
        return np.ascontiguousarray(self._out.T).astype(np.int64)
