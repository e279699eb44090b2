"""Random craps on the floor beside a model written from the book: every act, every cent."""

from __future__ import annotations

from random import Random
from typing import Any

from craps_model import BEHIND, CODES, ODDS, TRAVELLED, Seat, Sign, Table
from floor_pit import Pit
from hypothesis import given, settings
from hypothesis import strategies as st

from openfelt.floor.base import Command, Context, Refused
from openfelt.floor.clock import Tick
from openfelt.floor.people.exclusion import VoidWagers
from openfelt.floor.play.craps.position import play_at
from openfelt.floor.play.tumbler.reading import ReadCockedDice, ReadDice
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.rounds.round import RoundSettled, VoidRound
from openfelt.floor.state import Limits
from openfelt.floor.wagers.take_down import TakeDown
from openfelt.floor.wagers.wager import CancelWager, StageWager
from openfelt.floor.whole import decide

ACTS = 120
SIGNS = (Sign(1, 10**9, 1), Sign(500, 5_000, 100), Sign(100, 10_000, 500))
NAMES = ("T1", "T2", "T3")
FLAT_IN_SEASON = ("pass_line", "dont_pass", "come", "dont_come")
BEHIND_OF = {flat: odds for odds, flat in BEHIND.items()}
NO_BETS = ("x", "come:7", "place:7", "come@7")
AMOUNTS = (1, 7, 100, 500, 500, 1_000, 1_000, 1_001, 1_200, 2_400, 4_000)
WEIGHTS = {"lay": 50, "lift": 18, "roll": 22, "void": 5, "whole": 1, "back": 1}


class Beside:
    """Three players, their wagers and the dice, on the floor and in the model."""

    def __init__(self, random: Random) -> None:
        self.random, self.pit = random, Pit().staffed()
        sign = random.choice(SIGNS)
        self.pit.table("C1", "AC", Limits(sign.least, sign.most, sign.unit))
        self.model = Table(sign, {name: Seat(10_000) for name in NAMES})
        for name in NAMES:
            self.pit.player(name, "C1")

    @property
    def table(self) -> Any:
        return self.pit.state.tables["C1"]

    def taken(self, command: Command) -> bool:
        answer = decide(self.pit.state, command, Context(self.pit.now, "test"))
        if isinstance(answer, Refused):
            return False
        self.pit.apply(*answer)
        return True

    def some_bet(self, name: str) -> str:
        """Draw any bet, one that is likely to be taken, one that lies there, or odds behind it."""
        lies = list(self.model.seats[name].lies)
        behind = [f"{BEHIND_OF[code]}:{on}" for code, on in lies if on]
        there = [f"{code}:{on}" if on and "come" in code else code for code, on in lies]
        rare = (*NO_BETS, *ODDS, *TRAVELLED)
        pools = (FLAT_IN_SEASON, CODES, there or CODES, behind or CODES, behind or CODES, rare)
        return self.random.choice(self.random.choice(pools))

    def act(self) -> None:
        """Do one thing in both, and hold what became of it together."""
        kind = self.random.choices([*WEIGHTS], [*WEIGHTS.values()])[0]
        name = self.random.choice(NAMES)
        where = (name, "C1", self.table.round)
        match kind:
            case "lay":
                bet, amount = self.some_bet(name), self.random.choice(AMOUNTS)
                laid = self.model.lay(name, bet, amount)
                assert self.taken(StageWager(*where, bet, amount)) is laid, (kind, bet, amount)
            case "lift":
                bet, amount = self.some_bet(name), self.random.choice((*AMOUNTS, 0))
                whole = self.random.random() < 0.3
                command = CancelWager(*where, bet) if whole else TakeDown(*where, bet, amount)
                lifted = self.model.lift(name, bet, None if whole else amount)
                assert self.taken(command) is lifted, (kind, bet, amount, whole)
            case "roll":
                self.roll((self.random.randint(1, 6), self.random.randint(1, 6)))
            case "back":
                had = bool(self.model.seats[name].lies)
                assert self.taken(VoidWagers(name, "alex", "why")) is had
                self.model.send_back(name)
            case _:
                self.void(whole=kind == "whole")

    def close(self) -> None:
        while self.table.phase != "tumbling":
            self.pit.now = self.table.due
            self.pit.do(Tick())

    def roll(self, dice: tuple[int, int]) -> None:
        self.close()
        played = {name: seat.staked for name, seat in self.model.seats.items()}
        events = self.pit.do(ReadDice("C1", dice, throw_of(self.table)))
        settled = next(event for event in events if isinstance(event, RoundSettled))
        self.model.roll(dice)
        # A settlement names what was decided or moved, and nothing else.
        decided = sum(stake.amount for stake in settled.decided)
        stands = sum(seat.staked for seat in self.model.seats.values())
        assert decided == sum(played.values()) - stands
        assert all(move.bet != move.to for move in settled.moved)

    def void(self, *, whole: bool) -> None:
        if self.random.random() < 0.5:
            self.close()
            self.pit.do(ReadCockedDice("C1", throw_of(self.table)))
        self.pit.do(VoidRound("C1", "alex", "why", whole=whole))
        self.model.void(whole=whole)

    def agree(self) -> None:
        state, ledger = self.pit.state, self.pit.state.ledger
        assert play_at(self.table).point == self.model.point
        for name, seat in self.model.seats.items():
            assert state.terminals[name].credit == seat.credit
            spots = self.table.layouts.get(name, {})
            assert {bet: (one.amount, one.stood) for bet, one in spots.items()} == {
                f"{code}@{on}" if on else code: tuple(lies)
                for (code, on), lies in seat.lies.items()
            }
            assert -ledger.get(f"stake:{name}", 0) == seat.staked
            assert -ledger.get(f"commission_held:{name}", 0) == seat.held
        assert -ledger.get("table_bank:C1", 0) == self.model.bank
        assert -ledger.get("commission:C1", 0) == self.model.earned
        assert sum(ledger.values()) == 0


@settings(max_examples=100)
@given(st.integers(0, 2**32))
def test_random_craps_on_the_floor_is_the_books(seed: int) -> None:
    both = Beside(Random(seed))
    for _ in range(ACTS):
        both.act()
        both.agree()
