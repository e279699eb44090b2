"""What a game is: an outcome space and bets that judge it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from openfelt.core.odds import Odds
from openfelt.core.verdict import Verdict

O = TypeVar("O")  # noqa: E741 - an outcome; the letter stands beside T and K everywhere
Pays = Mapping[str, Odds]
Column = tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class Bet(Generic[O]):
    """A bet: its code and one pure function from outcome and odds to verdict.

    A wager on it is made of `pieces` equal parts, so its amount must divide; `parts` are the bets
    they lie on, where each is an ordinary wager.
    A craps wager that has found its point stands in another position, with a
    code of its own (`come@6`), on which nobody can place.
    """

    code: str
    judge: Callable[[O, Pays], Verdict]
    pieces: int = 1
    placeable: bool = True
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Game(Generic[O]):
    """All outcomes in a fixed order, and all bets.

    `wagers_stand` where one outcome may leave a wager undecided.
    """

    name: str
    outcomes: tuple[O, ...]
    bets: Mapping[str, Bet[O]]
    wagers_stand: bool = False

    def columns(self, pays: Pays) -> dict[str, Column]:
        """Judge every bet on every outcome: what floor, maths and simulation read."""
        return {
            bet.code: tuple(bet.judge(outcome, pays) for outcome in self.outcomes)
            for bet in self.bets.values()
        }


def by_code(*bets: Bet[O]) -> dict[str, Bet[O]]:
    """Index bets by their code; two of one code would be a bug."""
    index = {bet.code: bet for bet in bets}
    assert len(index) == len(bets)
    return index
