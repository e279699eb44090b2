"""What an outcome does to a wager: win at odds, lose, stand off, or stand to the next roll."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Final

from openfelt.core.money import CENT, Cents, winnings
from openfelt.core.odds import Odds


class Result(StrEnum):
    """How a wager ended, in the words of the settlement format."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    STANDS = "stands"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One result with the exact gain for each unit staked.

    `point` is the number on which a craps wager now stands, when the roll sent
    it there.  `commission` is what the odds took off the winnings, already gone
    from `net`: a payout shows it beside the net amount.
    """

    result: Result
    net: Fraction
    point: int | None = None
    commission: Fraction = Fraction(0)

    def returned(self, stake: Cents, *, unit: Cents = CENT) -> Cents:
        """Return what is credited for a stake: stake and winnings, the stake, or nothing."""
        assert self.result is not Result.STANDS, "an undecided wager returns nothing yet"
        if self.result is Result.LOSE:
            return Cents(0)
        return Cents(stake + winnings(stake, self.net, unit=unit))


LOSE: Final = Verdict(Result.LOSE, Fraction(-1))
STANDOFF: Final = Verdict(Result.PUSH, Fraction(0))


@cache
def win(odds: Odds) -> Verdict:
    """The wager wins at these odds."""
    return Verdict(Result.WIN, odds.net, commission=Fraction(odds.win, odds.stake) - odds.net)


@cache
def standoff_with_bonus(bonus: Odds) -> Verdict:
    """The stake stays the player's and a part of it is paid besides."""
    return Verdict(Result.PUSH, bonus.net)


@cache
def stands(point: int | None = None) -> Verdict:
    """The wager is undecided and stands to the next roll, on `point` if it has one."""
    return Verdict(Result.STANDS, Fraction(0), point)


def of_pieces(pieces: Sequence[Verdict]) -> Verdict:
    """Join the verdicts of equal pieces into that of the whole wager.

    A wager of pieces wins when any piece wins; its gain is their mean.
    """
    assert pieces
    if all(piece.result is Result.LOSE for piece in pieces):
        return LOSE
    return Verdict(Result.WIN, sum((piece.net for piece in pieces), Fraction(0)) / len(pieces))
