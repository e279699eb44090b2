"""A craps table at which random players lay, lift and leave, and rolls are put right."""

from __future__ import annotations

from random import Random

from craps_model import BEHIND, COMES, commission
from craps_past import Chips, Dice, Past, Period, Who, bet_of
from floor_pit import Pit

from openfelt.floor.base import Command, Context, Event, Refused
from openfelt.floor.clock import Tick
from openfelt.floor.money.account import EnrolTerminal, InsertNote
from openfelt.floor.money.case import CasesAsked
from openfelt.floor.money.payout import CashOut
from openfelt.floor.play.craps.correction import RollsReplayed
from openfelt.floor.play.craps.position import play_at
from openfelt.floor.play.tumbler.reading import ReadCockedDice, ReadDice
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.question import FinishCashOut
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.round import RoundSettled, RoundVoided, VoidRound, WageringClosed
from openfelt.floor.state import Limits, Spot
from openfelt.floor.wagers.take_down import TakeDown
from openfelt.floor.wagers.wager import CancelWager, StageWager
from openfelt.floor.whole import decide

NAMES = ("T1", "T2", "T3")
NOTE = 10_000_000
# Whether a point is on, and what is new then: much that hangs on a roll, and little that does not.
LINES = {False: ("pass_line", "dont_pass", "come"), True: ("come", "dont_come")}
OTHERS = ("place:6", "buy:4", "buy:9", "lay:6", "lay:10", "hard:8", "big_6", "field", "horn")
AMOUNTS = (500, 700, 1_000, 1_230, 2_500)
AHEAD = {flat: odds for odds, flat in BEHIND.items()}


class Play:
    """A table, and what its players really did, period by period."""

    names = NAMES
    voids = 0.1

    def __init__(self, seed: int, note: int = NOTE) -> None:
        self.chance, self.note = Random(f"corrections {seed}"), note
        self.pit = Pit().staffed()
        self.pit.table("A1", "AC", Limits(100, 1_000_000, 1))
        self.table = self.pit.state.tables["A1"]
        self.periods: dict[int, Period] = {}
        self.now = Period()
        self.put_in: dict[Who, int] = {}
        self.moved: dict[Who, int] = {}
        self.fell: dict[int, Dice] = {}
        for seat, name in enumerate(NAMES, 1):
            self.pit.do(EnrolTerminal(name, ("A1",), seat, (note,)))
            self._sit(name)

    def try_(self, command: Command) -> tuple[Event, ...]:
        """Have a command done if it is granted."""
        answer = decide(self.pit.state, command, Context(self.pit.now, "test"))
        if isinstance(answer, Refused):
            return ()
        before = self._stood()
        self.pit.apply(*answer)
        after = self._stood()
        if not any(
            isinstance(one, WageringClosed | RoundSettled | RollsReplayed) for one in answer
        ):
            for (name, spot), amount in before.items():
                less = amount - after.get((name, spot), 0)
                if less:
                    self.now.taken.append(Chips(self.who(name), spot, less))
        return answer

    def who(self, name: str) -> Who:
        return name, self.pit.state.terminals[name].account

    def _stood(self) -> dict[tuple[str, str], int]:
        layouts = self.table.layouts.values()
        return {(s.terminal, s.bet): s.stood for spots in layouts for s in spots.values()}

    def _sit(self, name: str) -> None:
        self.try_(InsertNote(name, self.note, f"note {self.chance.random()}"))
        self.put_in[self.who(name)] = self.put_in.get(self.who(name), 0) + self.note

    def touch(self) -> None:
        """Let somebody lay or lift chips, or leave."""
        name, draw = self.chance.choice(NAMES), self.chance.random()
        number = self.table.round
        if draw < 0.72:
            bet, amount = self.chance.choice(self.likes(name)), self.chance.choice(AMOUNTS)
            self.try_(StageWager(name, "A1", number, bet, amount))
            return
        spots = list(self.table.layouts.get(name, {}))
        if spots and draw < 0.94:
            bet = self.chance.choice(spots)
            if self.chance.random() < 0.5:
                self.try_(CancelWager(name, "A1", number, bet))
            else:
                self.try_(TakeDown(name, "A1", number, bet, self.chance.choice(AMOUNTS)))
            return
        self.leave(name)

    def likes(self, name: str) -> tuple[str, ...]:
        """Return what somebody may want: odds on what he has or more of it, a line, a number."""
        draw = self.chance.random()
        hangs = tuple(
            bet
            for code, number in map(bet_of, self.table.layouts.get(name, ()))
            if number
            for bet in (f"{AHEAD[code]}:{number}", f"{code}:{number}" if code in COMES else code)
        )
        if hangs and draw < 0.5:
            return hangs
        return LINES[play_at(self.table).point > 0] if draw < 0.85 else OTHERS

    def leave(self, name: str) -> None:
        """Let somebody go, and somebody else take the seat if his account is closed."""
        who, credit = self.who(name), self.pit.state.terminals[name].credit
        number = f"{self.chance.getrandbits(40)}"
        if self.try_(CashOut(name, number)):
            self.put_in[who] -= credit
            self.try_(FinishCashOut(name, number))
        if not self.pit.state.terminals[name].open:
            self._sit(name)

    def roll(self) -> None:
        """Close, and let the dice fall, or lie cocked and be void."""
        self._wait()
        if self.table.phase == "awaiting_shoot":
            self._wait()
        self.closed()
        number, order = self.table.round, throw_of(self.table)
        self.now.laid = self._laid()
        if self.chance.random() < self.voids:
            assert self.try_(ReadCockedDice("A1", order))
            self.void()
        else:
            dice = self.dice()
            assert self.try_(ReadDice("A1", dice, order))
            self.now.dice = self.fell[number] = dice
        self.periods[number], self.now = self.now, Period()

    def _wait(self) -> None:
        """Let the table's time run out; somebody may be reminded of a task before."""
        phase, self.pit.now = self.table.phase, self.table.due
        while self.table.phase == phase:
            assert self.try_(Tick())

    def closed(self) -> None:
        """Let nothing happen between the close and the dice."""

    def void(self) -> None:
        """Void the roll that is played."""
        answer = self.try_(VoidRound("A1", "alex", "cocked"))
        assert any(isinstance(one, RoundVoided) for one in answer)

    def _laid(self) -> list[Chips]:
        """Return the chips laid in the period, the oldest first."""
        spots = [spot for spots in self.table.layouts.values() for spot in spots.values()]
        laid = sorted((spot for spot in spots if spot.amount > spot.stood), key=_order)
        return [Chips(self.who(s.terminal), s.bet, s.amount - s.stood) for s in laid]

    def dice(self) -> Dice:
        return self.chance.randint(1, 6), self.chance.randint(1, 6)

    def correct(self) -> None:
        """Have a random roll put right, back to its first dice or to others, or voided."""
        settled = [n for n, period in self.periods.items() if period.dice]
        if not settled:
            return
        number = self.chance.choice(settled)
        dice = self.fell[number] if self.chance.random() < 0.4 else self.dice()
        void = self.chance.random() < 0.25
        command: Command = (
            self.untrue(number)
            if void
            else StateActualOutcome("A1", "alex", "true", (), dice, number)
        )
        self.periods[number].dice = None if void else dice
        answer = self.try_(command)
        assert answer
        for event in answer:
            if isinstance(event, RollsReplayed):
                for one in event.adjusted:
                    owner = one.terminal, one.account
                    self.moved[owner] = self.moved.get(owner, 0) - one.owed + one.case
            if isinstance(event, CasesAsked):
                assert all(one.amount for one in event.claims)
        past = self.past()
        for who in [who for who, spots in past.lies.items() if spots]:
            if not self.pit.state.terminals[who[0]].open or self.who(who[0]) != who:
                self.now.taken += past.give_up(who)

    def untrue(self, number: int) -> Command:
        """Void a settled roll."""
        return VoidRound("A1", "alex", "false", number)

    def past(self) -> Past:
        return Past([*self.periods.values(), self.now])

    def check(self) -> None:
        """Compare layout, point, accounts and ledger with the past as it is told now."""
        past, state = self.past(), self.pit.state
        assert play_at(self.table).point == past.point
        for name in NAMES:
            lies = {s.bet: s.stood for s in self.table.layouts.get(name, {}).values() if s.stood}
            assert lies == past.spots(name), name
        for who, put_in in self.put_in.items():
            assert self._has(who) == put_in + past.cash.get(who, 0), who
        assert -state.ledger.get("commission:A1", 0) == past.earned
        assert not sum(state.ledger.values())

    def _has(self, who: Who) -> int:
        """Return what an account has in hand and by cases, less what it owes."""
        terminal = self.pit.state.terminals[who[0]]
        moved = self.moved.get(who, 0)
        if not terminal.open or terminal.account != who[1]:
            return moved
        spots = self.table.layouts.get(who[0], {}).values()
        loose = sum(
            s.amount - s.stood + commission(s.bet, s.amount) - commission(s.bet, s.stood)
            for s in spots
        )
        return terminal.credit + loose + moved


def _order(spot: Spot) -> int:
    return spot.order
