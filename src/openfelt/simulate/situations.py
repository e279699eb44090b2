"""What a round finds on the layout: nothing of note, except in craps.

A situation is a state of the table together with an outcome, numbered state x
outcomes + outcome.  All games but craps have one state.  In craps one wager on
every bet is kept up: the line wagers since the come out roll, Come and Don't
Come since the first roll on which both are taken, odds behind whatever has its
point.  So a state is the point of the table and the point of the come wagers.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from openfelt.core.money import Cents
from openfelt.core.verdict import Result, Verdict
from openfelt.games.craps.bets import POINTS, at
from openfelt.games.craps.placement import FLAT_OF, place_refusal
from openfelt.games.craps.point import point_after
from openfelt.rulebooks.columns import Columns
from openfelt.rulebooks.rulebook import Rulebook

Array = np.ndarray[Any, Any]

_COME = ("come", "dont_come")


@dataclass(frozen=True)
class State:
    """The point of the table, and that of the come wagers; `come_up` while these are laid."""

    point: int | None = None
    come: int | None = None
    come_up: bool = True


@dataclass(frozen=True)
class Situations:
    """Every state of a rulebook's table, and how outcomes lead from one to the next."""

    rulebook: Rulebook
    columns: Columns

    @cached_property
    def states(self) -> tuple[State, ...]:
        """All states, the first being that of a new table."""
        if not self.rulebook.game.wagers_stand:
            return (State(),)
        points = (None, *POINTS)
        return tuple(self._laid(point, come) for come in points for point in points)

    def _laid(self, point: int | None, come: int | None) -> State:
        taken = all(
            place_refusal(bet, Cents(1), point, (), self.rulebook.pays, self.rulebook.come_phase)
            is None
            for bet in _COME
        )
        return State(point, come, come is not None or taken)

    @cached_property
    def onward(self) -> Array:
        """The state after each situation, already times the number of outcomes."""
        index = {(state.point, state.come): place for place, state in enumerate(self.states)}
        outcomes = self.columns.outcomes
        table = np.zeros(len(self.states) * len(outcomes), np.uint16)
        if len(self.states) > 1:
            for place, state in enumerate(self.states):
                for number, roll in enumerate(outcomes):
                    after = (point_after(state.point, sum(roll)), self._come_after(state, number))
                    table[place * len(outcomes) + number] = index[after] * len(outcomes)
        return table

    def _come_after(self, state: State, roll: int) -> int | None:
        if not state.come_up:
            return None
        verdict = self.columns.verdicts[at("come", state.come)][roll]
        if verdict.result is not Result.STANDS:
            return None
        return verdict.point or state.come

    def position(self, bet: str, state: State) -> str | None:
        """Return the position in which a wager on a bet stands, None where it is not up."""
        if not self.rulebook.game.wagers_stand:
            return bet
        kind, _, number = bet.partition(":")
        flat = FLAT_OF.get(kind, kind)
        is_come = flat in _COME
        point = state.come if is_come else state.point
        if kind in FLAT_OF:
            return bet if str(point) == number else None
        if flat in _COME and not state.come_up:
            return None
        return at(bet, point) if flat in FLAT_OF.values() else bet

    def verdict(self, bet: str, state: State, outcome: int) -> Verdict | None:
        """Return what an outcome does to the wager on a bet, None where it is not up."""
        position = self.position(bet, state)
        return None if position is None else self.columns.verdicts[position][outcome]

    @cached_property
    def bets(self) -> tuple[str, ...]:
        """Every bet on which a player can place."""
        return tuple(bet.code for bet in self.rulebook.game.bets.values() if bet.placeable)
