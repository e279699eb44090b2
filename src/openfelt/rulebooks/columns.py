"""Verdicts looked up: what a rulebook pays on every bet for every outcome.

The only thing the live settlement and the simulation read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from openfelt.core.money import CENT
from openfelt.core.verdict import LOSE, Result
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
        """The parts of a cent in which `returns` counts."""
        return lcm(*(v.net.denominator for column in self.verdicts.values() for v in column))

    @cached_property
    def _rows(self) -> tuple[tuple[int, ...], ...]:
        """What each outcome gives back for each bet, times the denominator, below zero.

        Below zero because floor division of a negative number, negated, rounds
        up: one operation fewer a wager.  A bet that stands gives nothing back yet.
        """
        assert all(
            verdict.result is not Result.STANDS
            for column in self.verdicts.values()
            for verdict in column
        ), "a wager that stands is settled one by one"
        return tuple(
            tuple(
                -int((column[outcome].net - LOSE.net) * self.denominator)
                for column in self.verdicts.values()
            )
            for outcome in range(len(self.outcomes))
        )

    @cached_property
    def returns(self) -> dict[str, tuple[int, ...]]:
        """What each bet gives back on each outcome for a cent staked, in parts of `denominator`."""
        return {
            bet: tuple(-row[place] for row in self._rows) for place, bet in enumerate(self.bets)
        }

    def returned(
        self, outcome: int, bets: Sequence[int], amounts: Sequence[int], *, unit: int = CENT
    ) -> list[int]:
        """Return what a whole round gives back, one amount a wager, winnings rounded up to a unit.

        `bets` holds the index of each wager's bet.  The same figures as
        `Verdict.returned`, made for thousands of wagers at once.

        Rule: PB 5.7
        """
        row, denominator = self._rows[outcome], self.denominator
        if unit != CENT:
            return [
                _in_units(amount, row[bet], denominator, unit)
                for bet, amount in zip(bets, amounts, strict=True)
            ]
        return [
            -(amount * row[bet] // denominator) for bet, amount in zip(bets, amounts, strict=True)
        ]


def _in_units(amount: int, below_zero: int, denominator: int, unit: int) -> int:
    """Give the stake back as it is, and the winnings in whole units."""
    assert unit > 0
    if not below_zero:
        return 0
    return amount - (amount * (below_zero + denominator) // (denominator * unit)) * unit
