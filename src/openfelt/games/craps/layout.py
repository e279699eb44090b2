"""One player's craps wagers from roll to roll."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from openfelt.core import dice
from openfelt.core.money import Cents, commission
from openfelt.core.refusal import Refusal
from openfelt.core.verdict import Result, Verdict
from openfelt.games.craps.bets import Roll, at
from openfelt.games.craps.placement import (
    FLAT_OF,
    ComePhase,
    Standing,
    flat_behind,
    odds_cap,
    place_refusal,
    raise_refusal,
    take_down_refusal,
)
from openfelt.games.craps.point import point_after
from openfelt.games.game import Column, Pays


@dataclass(frozen=True, slots=True)
class CrapsRules:
    """What a rulebook tells the layout: its verdicts, odds, and commission by bet."""

    columns: Mapping[str, Column]
    pays: Pays
    commission: Mapping[str, Fraction]
    come_phase: ComePhase


@dataclass(frozen=True, slots=True)
class Settled:
    """A wager decided by a roll."""

    wager: str
    standing: Standing
    verdict: Verdict
    returned: Cents


class CrapsLayout:
    """A player's balance, his open wagers by name, and the point of the table."""

    def __init__(self, rules: CrapsRules, balance: Cents) -> None:
        self._rules = rules
        self.balance = balance
        self.point: int | None = None
        self.open: dict[str, Standing] = {}

    def place(self, wager: str, bet: str, amount: Cents) -> Refusal | None:
        """Debit and lay down a new wager, with its commission, unless the rules refuse it."""
        assert wager not in self.open
        standing = tuple(self.open.values())
        rules = self._rules
        refusal = place_refusal(bet, amount, self.point, standing, rules.pays, rules.come_phase)
        cost = amount + self._commission(bet, amount)
        if refusal is None and cost > self.balance:
            refusal = Refusal.EXCEEDS_CREDIT
        if refusal is None:
            self.balance = Cents(self.balance - cost)
            self.open[wager] = Standing(bet, amount)
        return refusal

    def add(self, wager: str, bet: str, amount: Cents) -> Refusal | None:
        """Raise an open Pass Line or Come wager, unless the rules refuse it."""
        target = self.open.get(wager)
        refusal = raise_refusal(bet, target)
        if refusal is None and amount > self.balance:
            refusal = Refusal.EXCEEDS_CREDIT
        if refusal is None:
            assert target is not None
            self.balance = Cents(self.balance - amount)
            self.open[wager] = replace(target, amount=Cents(target.amount + amount))
        return refusal

    def take_down(self, wager: str) -> Refusal | None:
        """Give an undecided wager back with its commission, and odds that lost their cover."""
        target = self.open.get(wager)
        refusal = take_down_refusal(target)
        if refusal is None:
            assert target is not None
            del self.open[wager]
            self._give_back(target.bet, target.amount)
            self._cut_odds_to_cap()
        return refusal

    def roll(self, roll: Roll) -> list[Settled]:
        """Judge every open wager where it lies, credit what is decided, and move the point.

        Rule: AC 3.3.7; AC 3.12
        """
        index = dice.index(roll)
        settled = []
        for wager, standing in list(self.open.items()):
            verdict = self._rules.columns[at(standing.bet, standing.point)][index]
            if verdict.result is not Result.STANDS:
                del self.open[wager]
                returned = verdict.returned(standing.amount)
                self.balance = Cents(self.balance + returned)
                settled.append(Settled(wager, standing, verdict, returned))
            elif verdict.point is not None:
                self.open[wager] = replace(standing, point=verdict.point)
        self.point = point_after(self.point, sum(roll))
        return settled

    def _commission(self, bet: str, amount: Cents) -> Cents:
        rate = self._rules.commission.get(bet)
        return Cents(0) if rate is None else commission(amount, rate)

    def _give_back(self, bet: str, amount: Cents) -> None:
        """Refund stake and commission: no clause keeps a fee on an undecided wager.

        Rule: AC 3.9.8; AC 3.9.15
        """
        self.balance = Cents(self.balance + amount + self._commission(bet, amount))

    def _cut_odds_to_cap(self) -> None:
        """Return odds above what the line wagers left now allow, newest first.

        Rule: AC 3.9.12.1; AC 3.9.13.1
        """
        for wager, odds in reversed(list(self.open.items())):
            if odds.bet.partition(":")[0] not in FLAT_OF:
                continue
            standing = self.open.values()
            cap = odds_cap(odds.bet, flat_behind(odds.bet, standing), self._rules.pays)
            excess = sum(w.amount for w in standing if w.bet == odds.bet) - cap
            if excess <= 0:
                continue
            cut = Cents(min(excess, odds.amount))
            self.balance = Cents(self.balance + cut)
            if cut == odds.amount:
                del self.open[wager]
            else:
                self.open[wager] = replace(odds, amount=Cents(odds.amount - cut))
