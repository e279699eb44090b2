"""What becomes of money on the layout, as arrays: positions, odds, caps, commission.

From the columns and the placement rules; every figure has its one home there.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, Final, NamedTuple

import numpy as np

from openfelt.core.money import Cents
from openfelt.core.verdict import Result, Verdict
from openfelt.games.craps.bets import POINTS, at
from openfelt.games.craps.placement import FLAT_OF, odds_share, place_refusal
from openfelt.games.craps.point import point_after
from openfelt.rulebooks.columns import Columns
from openfelt.rulebooks.rulebook import Rulebook

Array = np.ndarray[Any, Any]

# What a roll does to a wager, besides winning so many parts: lost, or standing on at a position.
LOST: Final = -1
STANDS: Final = -2


class Tables(NamedTuple):
    """The arrays of a layout, as the kernels take them."""

    fates: Array
    parts: Array
    bet_of: Array
    point_after: Array
    taken: Array
    pieces: Array
    behind: Array
    caps: Array
    commission: Array


@dataclass(frozen=True, eq=False)
class Wagers:
    """A variant's layout.  A position is the index of its code in `columns.bets`."""

    rulebook: Rulebook
    columns: Columns

    @property
    def positions(self) -> tuple[str, ...]:
        """Every position in which a wager can stand."""
        return self.columns.bets

    @cached_property
    def index(self) -> dict[str, int]:
        """Where each position stands."""
        return self.columns.bet_index

    @cached_property
    def points(self) -> tuple[int | None, ...]:
        """The points of the table, none first; other games have no other."""
        return (None, *POINTS) if self.rulebook.game.wagers_stand else (None,)

    @cached_property
    def point_after(self) -> Array:
        """The index of the point after each outcome."""
        outcomes = self.columns.outcomes
        table = np.zeros((len(self.points), len(outcomes)), np.int64)
        if len(self.points) > 1:
            for place, point in enumerate(self.points):
                for number, roll in enumerate(outcomes):
                    table[place, number] = self.points.index(point_after(point, sum(roll)))
        return table

    @cached_property
    def parts(self) -> Array:
        """In which parts of a stake `fates` counts winnings, by position."""
        return np.array(
            [lcm(*(v.net.denominator for v in self.columns.verdicts[p])) for p in self.positions],
            np.int64,
        )

    @cached_property
    def fates(self) -> Array:
        """What each outcome does in each position: winnings in parts, `LOST`, or standing on.

        A wager that stands goes on in position `STANDS` - fate.
        """
        table = np.zeros((len(self.positions), len(self.columns.outcomes)), np.int32)
        for place, position in enumerate(self.positions):
            for number, verdict in enumerate(self.columns.verdicts[position]):
                table[place, number] = self._fate(place, verdict)
        return table

    def _fate(self, place: int, verdict: Verdict) -> int:
        match verdict.result:
            case Result.LOSE:
                return LOST
            case Result.STANDS if verdict.point is None:
                return STANDS - place
            case Result.STANDS:
                return STANDS - self.index[at(self.positions[place], verdict.point)]
            case _:
                return int(verdict.net * int(self.parts[place]))

    @cached_property
    def bet_of(self) -> Array:
        """The bet whose wager stands in each position."""
        return np.array([self.index[p.partition("@")[0]] for p in self.positions], np.int64)

    @cached_property
    def taken(self) -> Array:
        """Whether a new wager is taken, by position and point; odds have caps besides."""
        table = np.zeros((len(self.positions), len(self.points)), np.bool_)
        for place, position in enumerate(self.positions):
            if self.rulebook.game.bets[position].placeable:
                for number, point in enumerate(self.points):
                    table[place, number] = self._is_taken(position, point)
        return table

    def _is_taken(self, bet: str, point: int | None) -> bool:
        if not self.rulebook.game.wagers_stand or bet.partition(":")[0] in FLAT_OF:
            return True
        rules, pieces = self.rulebook, self.rulebook.game.bets[bet].pieces
        phase = rules.come_phase
        return place_refusal(bet, Cents(pieces), point, (), rules.pays, phase) is None

    @cached_property
    def pieces(self) -> Array:
        """Into how many pieces a wager must divide."""
        bets = self.rulebook.game.bets
        return np.array([bets[position].pieces for position in self.positions], np.int64)

    @cached_property
    def behind(self) -> Array:
        """The position behind which an odds wager is laid, -1 for all other bets."""
        found = np.full(len(self.positions), -1, np.int64)
        for place, position in enumerate(self.positions):
            kind, _, number = position.partition(":")
            if self.rulebook.game.wagers_stand and kind in FLAT_OF:
                found[place] = self.index[at(FLAT_OF[kind], int(number))]
        return found

    @cached_property
    def caps(self) -> Array:
        """How much may stand on odds, as numerator and denominator of the wager behind."""
        shares = np.ones((len(self.positions), 2), np.int64)
        for place, position in enumerate(self.positions):
            if self.behind[place] >= 0:
                shares[place] = odds_share(position, self.rulebook.pays).as_integer_ratio()
        return shares

    @cached_property
    def commission(self) -> Array:
        """What is charged on top of a stake, as numerator and denominator of it."""
        rates = (self.rulebook.commission.get(p, Fraction(0)) for p in self.positions)
        return np.array([rate.as_integer_ratio() for rate in rates], np.int64)

    @cached_property
    def tables(self) -> Tables:
        """All of it."""
        return Tables(*(getattr(self, name) for name in Tables._fields))
