"""A run of sessions: a strategy with a bankroll, played again and again.

A shard is one session, on a stream of its own.
"""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np

from openfelt.maths.par import Sheet
from openfelt.simulate.ended import Ended
from openfelt.simulate.plan import Rebate
from openfelt.simulate.rounds import Rounds
from openfelt.simulate.strategy import Strategy, strategy_of
from openfelt.simulate.tally import Tally
from openfelt.simulate.wagers import Wagers

# Amounts are kept in classes less than one part in 128 wide.
FINE: Final = 7
CLASSES: Final = 48 << FINE

ENDINGS: Final = ("ruined", "stopped by loss", "stopped by win", "time up")


def classes(cents: Any) -> Any:
    """Return the class of each amount: itself while small, then by its leading eight bits."""
    octave = np.maximum(np.frexp(cents.astype(np.float64))[1] - (FINE + 1), 0)
    return (octave << FINE) + (cents >> octave)


def least_of(class_: int) -> int:
    """Return the least amount of a class."""
    octave = max((class_ >> FINE) - 1, 0)
    return class_ - (octave << FINE) << octave


@dataclass(frozen=True)
class Sessions:
    """What is played: plain data, so that another process can play it too."""

    sheet_key: str
    seed: int
    text: str
    form: str
    burn: str = ""
    cutting_card: int = 0

    unit: ClassVar[str] = "sessions"
    rounds_a_shard: ClassVar[int] = 1

    @cached_property
    def table(self) -> Rounds:
        """The table at which sessions are played."""
        return Rounds(self.sheet_key, self.seed, burn=self.burn, cutting_card=self.cutting_card)

    @property
    def sheet(self) -> Sheet:
        """The variant as it stands on its table."""
        return self.table.sheet

    @cached_property
    def wagers(self) -> Wagers:
        """Its layout."""
        return Wagers(self.sheet.rulebook, self.sheet.columns)

    @cached_property
    def strategy(self) -> Strategy:
        """How it is played."""
        return strategy_of(self.form, self.text, self.wagers)

    @property
    def batch(self) -> int:
        """How many sessions are played at once."""
        return self.strategy.batch

    @property
    def identity(self) -> dict[str, Any]:
        """What makes two runs the same run."""
        shoe = self.table.shoe
        return {
            "kind": "sessions",
            "variant": self.sheet_key,
            "rulebook": self.sheet.rulebook.fingerprint,
            "seed": self.seed,
            "strategy": hashlib.sha256(self.text.encode()).hexdigest(),
            "form": self.form,
            "burn": shoe.burn.value if shoe else None,
            "cutting card": shoe.from_back if shoe else None,
        }

    def check(self) -> None:
        """Refuse what cannot be played, before anything is."""
        self.table.check()
        assert self.strategy.session.round_limit

    def play(self, first: int, end: int) -> Tally:
        """Play some sessions."""
        ended = self.strategy.play(self.table, self.wagers, first, end)
        return _tally(ended, self.strategy.session.bankroll_cents, self.strategy.session.rebate)


def _tally(ended: Ended, bankroll: int, rebate: Rebate | None) -> Tally:
    given = _given_back(ended, bankroll, rebate)
    left = ended.credit + given
    nets = (left - bankroll).tolist()
    by = [int((ended.by == way).sum()) for way in range(1, len(ENDINGS) + 1)]
    return Tally.of(
        {
            "shards": [len(nets)],
            "endings": by,
            "rounds": [ended.rounds.sum()],
            "coin_in": [ended.coin_in.sum()],
            "net": [sum(nets)],
            "net_squares": [sum(net * net for net in nets)],
            "rebates": [given.sum()],
            "refused": [ended.refused.sum()],
            "drawdown": [ended.deepest.sum()],
            "ahead": [(left > bankroll).sum()],
            "left": np.bincount(classes(left), minlength=CLASSES),
            "drawdowns": np.bincount(classes(ended.deepest), minlength=CLASSES),
        },
        {
            "deepest": [ended.deepest.max()],
            "most": [left.max()],
        },
    )


def _given_back(ended: Ended, bankroll: int, rebate: Rebate | None) -> Any:
    """Return what the programme gives back, fractions of a cent dropped."""
    if rebate is None:
        return np.zeros_like(ended.credit)
    base = ended.coin_in if rebate.of == "coin_in" else np.maximum(bankroll - ended.credit, 0)
    return np.where(base > rebate.above_cents, base * rebate.basis_points // 10_000, 0)


def percentile(row: list[int], share: float) -> int:
    """Return the amount that a share of sessions does not exceed, to within a class."""
    wanted, seen = share * sum(row), 0
    for class_, number in enumerate(row):
        seen += number
        if number and seen >= wanted:
            return least_of(class_)
    return 0
