"""The floor itself plays craps by fixed plans: each bet's result lies where its exact edge says.

`make soak` rolls a million times; a run beside other tests is short and judges what it can.
"""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from math import sqrt
from random import Random

from craps_model import CODES, NUMBERS, ONE_ROLL, POINTS
from floor_pit import Pit

from openfelt.floor.base import Command
from openfelt.floor.clock import Tick
from openfelt.floor.money.account import CreditFromCms, EnrolTerminal
from openfelt.floor.play.craps.position import code_of
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.rounds.round import RoundSettled
from openfelt.floor.state import Limits, Table
from openfelt.floor.wagers.wager import StageWager
from openfelt.maths import craps
from openfelt.maths.profile import Profile
from openfelt.rulebooks.ac import AC
from openfelt.simulate.verify import EXPECTED_MIN, bound

ROLLS = 1_000_000 if os.environ.get("HYPOTHESIS_PROFILE") == "soak" else 2_000
# Every printed odds pay whole cents on it, and every commission is one.
UNIT = 13_200
RIGHT, WRONG, QUICK = "T1", "T2", "T3"
AGAINST = ("place_lose", "lay")
QUICK_A_ROLL = 4


class House:
    """A craps table with three robots; nobody is long enough on the line to wait for."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(f"craps {seed}")
        self.pit = Pit().staffed()
        self.pit.table("A1", "AC", Limits(100, 10**9, 100), shoot_value=10**9)
        for seat, name in enumerate((RIGHT, WRONG, QUICK), 1):
            self.pit.do(EnrolTerminal(name, ("A1",), seat, (10_000,)))
            self.pit.do(CreditFromCms(name, 10**11, name))
        self.decided: Counter[str] = Counter()
        self.gained: Counter[str] = Counter()
        self.rolls = 0

    @property
    def table(self) -> Table:
        return self.pit.state.tables["A1"]

    def roll(self) -> None:
        """Lay what the plans want, close, and let the dice fall."""
        table = self.table
        for name in (RIGHT, WRONG, QUICK):
            for bet in self._wants(name):
                self._do(StageWager(name, "A1", table.round, bet, UNIT))
        self.pit.now = table.due
        self._do(Tick())
        assert table.phase == "tumbling"
        dice = (self.chance.randint(1, 6), self.chance.randint(1, 6))
        self.pit.now += 1_000_000
        _, settled, *_ = self.pit.do(ReadDice("A1", dice, throw_of(table)))
        assert isinstance(settled, RoundSettled)
        for (_, position, amount), back in zip(
            map(_named, settled.decided), settled.returned, strict=True
        ):
            bet = position.partition("@")[0]
            self.decided[bet] += 1
            self.gained[bet] += back - amount
        self.rolls += 1

    def _do(self, command: Command) -> None:
        self.pit.do(command)

    def _wants(self, name: str) -> list[str]:
        """Say what a robot's plan lays now: one wager on each of its bets, as soon as it may."""
        lies = {code_of(spot) for spot in self.table.layouts.get(name, {})}
        if name == QUICK:
            first = self.rolls * QUICK_A_ROLL
            return [ONE_ROLL[(first + n) % len(ONE_ROLL)] for n in range(QUICK_A_ROLL)]
        point = self.table.play.point  # type: ignore[union-attr]
        right = name == RIGHT
        line, come = ("pass_line", "come") if right else ("dont_pass", "dont_come")
        wants = [] if point else [line]
        if right or point:
            wants.append(come)
        if point and line in lies:
            wants.append(f"{'' if right else 'dont_'}odds:{point}")
        wants += [f"{come}_odds:{n}" for n in POINTS if f"{come}:{n}" in lies]
        wants += [bet for bet in NUMBERS if (bet.partition(":")[0] in AGAINST) is not right]
        return [bet for bet in wants if bet not in lies]


def _named(stake: object) -> tuple[str, str, int]:
    return stake.terminal, stake.bet, stake.amount  # type: ignore[attr-defined]


def _z(profile: Profile, decided: int, gained: int) -> float:
    """Return how many standard deviations what was gained lies from what was to be expected."""
    off = Fraction(gained, UNIT) - decided * profile.mean
    return float(off) / sqrt(decided * profile.variance)


def test_every_bet_comes_to_its_exact_edge() -> None:
    house = House(1)
    while house.rolls < ROLLS:
        house.roll()
    columns = AC.columns().verdicts
    profiles = {bet: craps.profile(bet, columns, Fraction(0)) for bet in house.decided}
    scores = {
        bet: _z(profile, house.decided[bet], house.gained[bet])
        for bet, profile in profiles.items()
        if min(line.p for line in profile.lines) * house.decided[bet] >= EXPECTED_MIN
    }
    worst = max(scores, key=lambda bet: abs(scores[bet]))
    print(f"{house.rolls:,} rolls, {sum(house.decided.values()):,} wagers decided, ", end="")
    print(
        f"{len(scores)} bets judged, worst {worst} {scores[worst]:.2f} of {bound(len(scores)):.2f}"
    )
    assert abs(scores[worst]) <= bound(len(scores)), (worst, scores[worst])
    # All bets of the layout were played, and the house has what the players lost.
    assert set(house.decided) == set(CODES)
    ledger = house.pit.state.ledger
    assert ledger["table_bank:A1"] == sum(house.gained.values())
    assert not sum(ledger.values())
