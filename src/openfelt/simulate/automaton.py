"""A plan unrolled: for each bet a small machine that knows every amount beforehand.

While a player can afford all that his plan may ever have on the layout, what a
roll does to a planned bet, and what is laid after it, depends on nothing but the
state of that bet.  So it is worked out here, once, for every state and outcome;
`planned.run` only adds up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from openfelt.simulate.settings import (
    BET,
    CENTS,
    FIRST_ODDS,
    LEVEL_COUNT,
    LEVELS,
    ODDS_TIMES,
    ON_LOSS,
    ON_POINTS,
    ON_WIN,
    SHARES,
    moved_level,
)
from openfelt.simulate.wagers import LOST, STANDS, Wagers

Array = np.ndarray[Any, Any]


class Up(NamedTuple):
    """A planned bet: its level, its wager, the odds behind it, and the point of the table."""

    level: int
    position: int = -1
    amount: int = 0
    odds: int = -1
    odds_amount: int = 0
    point: int = 0


class Step(NamedTuple):
    """What an outcome does: the gain, how it leaves the bet, what is then laid at what fee."""

    gain: int
    left: Up
    laid: int
    fee: int
    after: Up


@dataclass(frozen=True)
class Machine:
    """The machine of one row of a plan's settings."""

    wagers: Wagers
    row: Sequence[int]

    def settled(self, up: Up, outcome: int) -> tuple[int, Up]:
        """Judge the wager and its odds; the level moves as soon as the wager is decided."""
        point = int(self.wagers.point_after[up.point, outcome])
        if up.position < 0:
            return 0, up._replace(point=point)
        gain, position = self._fate(up.position, up.amount, outcome)
        more, odds = self._fate(up.odds, up.odds_amount, outcome) if up.odds >= 0 else (0, -1)
        if position >= 0:
            return gain + more, up._replace(position=position, odds=odds, point=point)
        level = up.level
        if gain:
            move = self.row[ON_WIN] if gain > 0 else self.row[ON_LOSS]
            level = moved_level(level, self.row[LEVEL_COUNT], move)
        return gain + more, Up(level, point=point)

    def _fate(self, position: int, amount: int, outcome: int) -> tuple[int, int]:
        fate = int(self.wagers.fates[position, outcome])
        if fate <= STANDS:
            return 0, STANDS - fate
        if fate == LOST:
            return -amount, -1
        return -(-amount * fate // int(self.wagers.parts[position])), -1

    def laid(self, up: Up) -> tuple[int, int, Up]:
        """Lay what the plan wants now; return the amount, its fee, and how the bet stands then."""
        bet, cents, points = self.row[BET], self.row[CENTS], self.row[ON_POINTS]
        if up.position < 0 and points >> up.point & 1:
            amount = cents * self.row[LEVELS + up.level]
            numerator, denominator = map(int, self.wagers.commission[bet])
            fee = amount * numerator // denominator
            return amount, fee, up._replace(position=bet, amount=amount)
        if up.position > bet and up.odds < 0 and self.row[ODDS_TIMES]:
            place = up.position - bet - 1
            share = SHARES + 2 * place
            odds = up.amount * self.row[share] // self.row[share + 1]
            if odds:
                return odds, 0, up._replace(odds=self.row[FIRST_ODDS] + place, odds_amount=odds)
        return 0, 0, up

    @property
    def most(self) -> int:
        """The most that can ever be on the layout for this bet, fees included."""
        on_layout = max(up.amount + up.odds_amount for up in self.states)
        fees = max(step.fee for steps in self.states.values() for step in steps)
        return on_layout + max(fees, self.begin[1])

    @property
    def begin(self) -> tuple[int, int, Up]:
        """What is laid before the first round."""
        return self.laid(Up(0))

    @cached_property
    def states(self) -> dict[Up, list[Step]]:
        """Every state that can be reached, with what each outcome does in it."""
        return _reached(self)


def _reached(machine: Machine) -> dict[Up, list[Step]]:
    found: dict[Up, list[Step]] = {}
    ahead = [machine.begin[2]]
    outcomes = range(machine.wagers.fates.shape[1])
    while ahead:
        state = ahead.pop()
        if state in found:
            continue
        found[state] = []
        for outcome in outcomes:
            gain, left = machine.settled(state, outcome)
            laid, fee, after = machine.laid(left)
            found[state].append(Step(gain, left, laid, fee, after))
            ahead.append(after)
    return found


def _merged(states: dict[Up, list[Step]]) -> dict[Up, int]:
    """Number the states; those that no outcome can ever tell apart get one number.

    The point of the table is part of a state, and most bets do not care for it.
    """
    number = dict.fromkeys(states, 0)
    while True:
        kinds: dict[Any, int] = {}
        again = {}
        for state, steps in states.items():
            alike = tuple(
                (s.gain, s.laid, s.fee, s.left._replace(point=0), number[s.after]) for s in steps
            )
            again[state] = kinds.setdefault((state._replace(point=0), alike), len(kinds))
        if len(kinds) == len(set(number.values())):
            return again
        number = again


class Unrolled(NamedTuple):
    """All machines of a plan, one behind the other.

    By place (a state's first place + outcome): the place where the next state
    begins, the gain, what is laid and its fee, and how the bet was left between
    the two: position, amount, odds, odds' amount, level.
    """

    begins: Array
    nexts: Array
    money: Array
    left: Array
    first: Array
    most: int


def unroll(settings: Array, wagers: Wagers) -> Unrolled:
    """Unroll every row of a plan's settings."""
    begins: list[int] = []
    nexts: list[int] = []
    money: list[tuple[int, ...]] = []
    left: list[tuple[int, ...]] = []
    first, most = [0, 0], 0
    outcomes = wagers.fates.shape[1]
    for row in settings.tolist():
        machine = Machine(wagers, row)
        states = machine.states
        number, base = _merged(states), len(nexts)
        shown = {number[state]: steps for state, steps in states.items()}
        for place in sorted(shown):
            for step in shown[place]:
                nexts.append(base + number[step.after] * outcomes)
                money.append((step.gain, step.laid, step.fee))
                u = step.left
                left.append((u.position, u.amount, u.odds, u.odds_amount, u.level))
        laid, fee, up = machine.begin
        begins.append(base + number[up] * outcomes)
        first = [first[0] + laid, first[1] + fee]
        most += machine.most
    return Unrolled(
        np.array(begins, np.int64),
        np.array(nexts, np.int64),
        np.array(money, np.int64),
        np.array(left, np.int64),
        np.array(first, np.int64),
        most,
    )


def nothing_unrolled() -> Unrolled:
    """Return what stands in the place of a plan where the strategy is another."""
    empty = np.zeros(0, np.int64)
    return Unrolled(empty, empty, np.zeros((0, 3), np.int64), np.zeros((0, 5), np.int64), empty, 0)
