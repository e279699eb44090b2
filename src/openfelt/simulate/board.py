"""The rulebook's columns as arrays: what each bet gains in each situation, in whole numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Any, Final

import numpy as np

from openfelt.core.verdict import Result
from openfelt.rulebooks.columns import Columns
from openfelt.rulebooks.rulebook import Rulebook
from openfelt.simulate.situations import Situations
from openfelt.simulate.streams import Draws, even_draws

Array = np.ndarray[Any, Any]

# Vectors of the machine: sixteen 16-bit numbers, four 32-bit numbers.
_ROW: Final = 16
LANES: Final = 4


def _padded(width: int, step: int) -> int:
    return -(-width // step) * step


@dataclass(frozen=True, eq=False)
class Board:
    """One variant as it stands on a table, for the kernels."""

    rulebook: Rulebook
    columns: Columns

    @cached_property
    def situations(self) -> Situations:
        """The states of its table."""
        return Situations(self.rulebook, self.columns)

    @property
    def bets(self) -> tuple[str, ...]:
        """Every bet on which a player can place, in the order of the columns of `nets`."""
        return self.situations.bets

    @property
    def outcomes(self) -> int:
        """How many outcomes a round has."""
        return len(self.columns.outcomes)

    @property
    def size(self) -> int:
        """How many situations there are."""
        return len(self.situations.states) * self.outcomes

    @cached_property
    def draws(self) -> Draws:
        """How outcomes are drawn where they are equally likely."""
        assert self.rulebook.shoe is None
        return even_draws(self.outcomes)

    @cached_property
    def scales(self) -> tuple[int, ...]:
        """For each bet the parts of a unit in which its gains are whole numbers."""
        return tuple(
            lcm(
                *(
                    verdict.net.denominator
                    for state in self.situations.states
                    if (position := self.situations.position(bet, state)) is not None
                    for verdict in self.columns.verdicts[position]
                )
            )
            for bet in self.bets
        )

    @cached_property
    def nets(self) -> Array:
        """What each bet gains in each situation, in its parts of a unit; nothing while it stands.

        Rows are padded with bets that never gain, so that a row is whole vectors.
        """
        table = np.zeros((self.size, _padded(len(self.bets), _ROW)), np.int16)
        for place, (bet, scale) in enumerate(zip(self.bets, self.scales, strict=True)):
            gains = [0 if v is None or v.result is Result.STANDS else v.net for v in self._of(bet)]
            table[:, place] = [int(gain * scale) for gain in gains]
        return table

    @cached_property
    def decided(self) -> Array:
        """Whether a wager on each bet is decided in each situation."""
        table = np.zeros((self.size, len(self.bets)), np.bool_)
        for place, bet in enumerate(self.bets):
            table[:, place] = [
                v is not None and v.result is not Result.STANDS for v in self._of(bet)
            ]
        return table

    def _of(self, bet: str) -> list[Any]:
        return [
            self.situations.verdict(bet, state, outcome)
            for state in self.situations.states
            for outcome in range(self.outcomes)
        ]

    @property
    def flush(self) -> int:
        """After how many rounds a 16-bit sum of gains could overflow."""
        return int(np.iinfo(np.int16).max // np.abs(self.nets).max())

    def lanes(self, sample: Sequence[int]) -> Array:
        """Return the gains of some bets only, in 32 bits, for running results."""
        table = np.zeros((self.size, _padded(len(sample), LANES)), np.int32)
        table[:, : len(sample)] = self.nets[:, list(sample)]
        return table
