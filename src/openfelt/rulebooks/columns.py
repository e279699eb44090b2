"""Verdicts looked up: what a rulebook pays on every bet for every outcome.

The simulation reads them, and a table's definition is made of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from openfelt.core.verdict import Result
from openfelt.games.game import Column


@dataclass(frozen=True)
class Columns:
    """One column of verdicts a bet, one place in it an outcome."""

    outcomes: tuple[Any, ...]
    verdicts: Mapping[str, Column]

    @cached_property
    def bets(self) -> tuple[str, ...]:
        """Bet codes in order: the index of a bet is its place here."""
        return tuple(self.verdicts)

    @cached_property
    def bet_index(self) -> dict[str, int]:
        """Where each bet stands in `bets`."""
        return {bet: place for place, bet in enumerate(self.bets)}

    def net(self, bet: str, outcome: int) -> Fraction | None:
        """Return the exact gain for each unit staked, None while the wager stands."""
        verdict = self.verdicts[bet][outcome]
        return None if verdict.result is Result.STANDS else verdict.net

    @cached_property
    def denominator(self) -> int:
        """The parts of a cent in which a definition counts what comes back."""
        return lcm(*(v.net.denominator for column in self.verdicts.values() for v in column))
