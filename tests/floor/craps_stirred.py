"""The same table, and what else happens at one: sanctions, dispensations, fraud, a close."""

from __future__ import annotations

from craps_model import commission
from craps_past import Kept, Period
from craps_play import Play

from openfelt.floor.base import Command
from openfelt.floor.people.exclusion import VoidWagers
from openfelt.floor.reopening import ReopenTable
from openfelt.floor.rounds.close_of_play import CloseTable
from openfelt.floor.rounds.invalidation import FRAUD, InvalidateOutcome
from openfelt.floor.rounds.round import VoidRound
from openfelt.floor.wagers.dispensation import Dispense
from openfelt.floor.wagers.wager import DoubleLayout, MoveWager, RepeatLayout


class Stirred(Play):
    """A table where more is done than laid, lifted and thrown, and meters may be short."""

    voids = 0.2

    def touch(self) -> None:
        draw, name = self.chance.random(), self.chance.choice(self.names)
        where = name, "A1", self.table.round
        spots = list(self.table.layouts.get(name, {}))
        if draw < 0.03:
            self.try_(VoidWagers(name, "alex", "why"))
        elif draw < 0.06:
            self.try_(RepeatLayout(*where))
        elif draw < 0.09:
            self.try_(DoubleLayout(*where))
        elif spots and draw < 0.15:
            to, amount = self.chance.choice(self.likes(name)), self.chance.choice((0, 500, 700))
            self.try_(MoveWager(*where, self.chance.choice(spots), to, amount))
        else:
            super().touch()

    def closed(self) -> None:
        """Let staff do something between the close and the dice."""
        draw, name = self.chance.random(), self.chance.choice(self.names)
        if draw < 0.1:
            self.try_(VoidWagers(name, "alex", "why"))
        elif draw < 0.3:
            bets = self.likes(name) + tuple(self.table.layouts.get(name, ()))
            bet, amount = self.chance.choice(bets), self.chance.choice((0, 500, 1_000, 2_500))
            self.try_(Dispense("A1", name, bet, amount, "chris", "why"))

    def void(self) -> None:
        """Void the roll, with all that stood, or without one player's chips."""
        draw = self.chance.random()
        if draw < 0.4:
            super().void()
            return
        if draw < 0.6:
            assert self.try_(VoidRound("A1", "alex", "why", whole=True))
            return
        name = self.chance.choice(self.names)
        kept = self._loose(name)
        command = InvalidateOutcome("A1", "alex", FRAUD, "why", (name,))
        if self.try_(command):
            self.now.kept = kept
        else:
            super().void()

    def _loose(self, name: str) -> tuple[Kept, ...]:
        """Return what a player forfeits of the roll that is played, with its commission."""
        spots = self.table.layouts.get(name, {}).values()
        amount = sum(spot.amount - spot.stood for spot in spots)
        fee = sum(commission(s.bet, s.amount) - commission(s.bet, s.stood) for s in spots)
        return (Kept(self.who(name), amount, fee),)

    def untrue(self, number: int) -> Command:
        """Void a settled roll, in half of them for a fraud that forfeits its chips."""
        round_ = self.table.settled[number]
        if self.chance.random() < 0.5 or not round_.layouts:
            return super().untrue(number)
        name = self.chance.choice(list(round_.layouts))
        laid = [spot for spot in round_.layouts[name].values() if spot.amount > spot.stood]
        if not laid:
            return super().untrue(number)
        amount = sum(spot.amount - spot.stood for spot in laid)
        fee = sum(commission(s.bet, s.amount) - commission(s.bet, s.stood) for s in laid)
        self.periods[number].kept = (Kept((name, round_.accounts[name]), amount, fee),)
        return InvalidateOutcome("A1", "alex", FRAUD, "why", (name,), number)

    def shut(self) -> None:
        """Close the table with its wagers given back, and open it again."""
        number = self.table.round
        assert self.try_(CloseTable("A1", "alex", now=False, refund=True))
        self.now.ends = True
        self.now.laid = []
        self.periods[number], self.now = self.now, Period()
        self.check()
        if self.chance.random() < 0.7:
            self.correct()
            self.check()
        assert self.try_(ReopenTable("A1", "alex"))
        self.table = self.pit.state.tables["A1"]
