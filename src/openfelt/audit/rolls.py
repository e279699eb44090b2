"""Rolls played again by the auditor: its own records and rules, and dice that may be other ones.

Everybody's chips are kept apart by account.  Rulebook: AC 6.1, as decision 50 reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from openfelt.audit.craps import (
    cap,
    faces,
    flat_of,
    may_lie,
    on_point,
    point_after,
    stated_place,
)
from openfelt.audit.definition import Odds
from openfelt.audit.event import Stake
from openfelt.audit.table import Chips, Owner, Settled, by_spot

# What lies on a table, everybody's own; whoever came first lies first.
Lies = dict[Owner, dict[str, int]]


@dataclass(slots=True)
class Record:
    """What the auditor says a roll came to."""

    outcome: str
    point: int
    stood: Chips
    played: Chips
    back: Chips
    void: Chips
    lost: Chips
    left: Chips


@dataclass(slots=True)
class Done:
    """What was really done before a roll: chips laid and taken down."""

    laid: Chips
    taken: Chips


@dataclass(slots=True)
class Telling:
    """A history as it is told: records, everybody's cash, and what the house keeps."""

    records: list[Record] = field(default_factory=list)
    cash: dict[Owner, int] = field(default_factory=dict)
    earned: int = 0
    void: Chips = field(default_factory=dict)
    lost: Chips = field(default_factory=dict)


def owned(stakes: Iterable[Stake], accounts: dict[str, int]) -> Chips:
    """Say whose chips these are."""
    return {(one.terminal, accounts.get(one.terminal, 0), one.bet): one.amount for one in stakes}


def plus(*sums: Chips) -> Chips:
    """Add chips up."""
    added: Chips = {}
    for chips in sums:
        for key, amount in chips.items():
            added[key] = added.get(key, 0) + amount
    return {key: amount for key, amount in added.items() if amount}


def less(chips: Chips) -> Chips:
    """Turn what came into what went."""
    return {key: -amount for key, amount in chips.items()}


def _stood(settled: Settled) -> Chips:
    whose = settled.accounts
    return {(who, whose.get(who, 0), bet): n for (who, bet), n in settled.stood.items()}


def done_before(before: Settled, stood: dict[tuple[str, str], int], lost: Chips) -> Chips:
    """Say what was taken down since a roll: what it left and does not stand any more."""
    whose = before.accounts
    left = {(who, whose.get(who, 0), bet): n for (who, bet), n in before.left.items()}
    now = {(who, whose.get(who, 0), bet): n for (who, bet), n in stood.items()}
    return plus(left, less(now), lost)


class Rolls:
    """A table from a roll on."""

    def __init__(self, odds: Odds, first: Settled) -> None:
        self._odds = odds
        self._lies: Lies = {}
        self.point = first.point
        self.told = Telling()
        self._put(_stood(first))
        self.told.cash = {}

    def tell(
        self,
        rounds: list[Settled],
        outcome: str,
        forfeited: tuple[str, ...],
        now: Done | None,
        gone: set[Owner],
    ) -> Telling:
        """Play all rounds, the first on this outcome, or with "" on none."""
        first, told = rounds[0], self.told
        laid, lost = owned(first.committed, first.accounts), first.lost
        if outcome:
            self._put(laid)
            self._roll(outcome, _stood(first), first.void, lost)
            lost = {}
        else:
            self._forfeit(laid, forfeited)
            lost = self._come_back(lost, {key[:2] for key in laid})
        for before, round_ in pairwise(rounds):
            taken = done_before(before, round_.stood, round_.lost)
            chips = plus(owned(round_.committed, round_.accounts), round_.void)
            missed = plus(lost, self._take(taken))
            missed = plus(missed, less(self._make_room(chips)))
            stood = self.chips()
            void = self._lay(chips)
            self._roll(round_.outcome, stood, void, missed)
            lost = {}
        if now is not None:
            missed = self._take(now.taken)
            self.leave(gone)
            told.lost, told.void = plus(lost, missed), self._lay(now.laid)
        else:
            self.leave(set(self._lies))
        return told

    def chips(self) -> Chips:
        """Return all that lies there."""
        return {(*who, bet): n for who, bets in self._lies.items() for bet, n in bets.items()}

    def leave(self, gone: set[Owner]) -> None:
        """Give back all that lies there of these."""
        self._take({key: n for key, n in self.chips().items() if key[:2] in gone})

    def _change(self, who: Owner, bet: str, by: int) -> None:
        """Let so much more lie on a bet, or less; chips and commission are paid or go back."""
        bets, odds = self._lies.setdefault(who, {}), self._odds
        was = bets.pop(bet, 0)
        fee = odds.commission(bet, was + by) - odds.commission(bet, was)
        self.told.cash[who] = self.told.cash.get(who, 0) - by - fee
        if was + by:
            bets[bet] = was + by
        if not bets:
            del self._lies[who]

    def _put(self, chips: Chips) -> None:
        for (terminal, number, bet), amount in chips.items():
            self._change((terminal, number), bet, amount)

    def _take(self, chips: Chips) -> Chips:
        """Take chips down as far as they lie there; say what did not, or came off besides."""
        missed: Chips = {}
        for (terminal, number, bet), amount in chips.items():
            spot = on_point(bet, self.point)
            lies = self._lies.get((terminal, number), {}).get(spot, 0)
            if lies:
                self._change((terminal, number), spot, -min(lies, amount))
            missed[terminal, number, bet] = amount - min(lies, amount)
        for who in {(key[0], key[1]) for key in chips}:
            missed = plus(missed, less(self._uncover(who)))
        return plus(missed)

    def _uncover(self, who: Owner) -> Chips:
        """Take odds down to the cap of what they lie behind."""
        off: Chips = {}
        bets = dict(self._lies.get(who, {}))
        for bet, amount in bets.items():
            most = cap(self._odds, bet, bets.get(flat_of(bet), 0)) if flat_of(bet) else amount
            if amount > most:
                self._change(who, bet, most - amount)
                off[(*who, bet)] = amount - most
        return off

    def _make_room(self, chips: Chips) -> Chips:
        """Give back what lies there of an account whose terminal somebody else plays at now."""
        sits = {key[0]: key[1] for key in chips}
        others = {key: n for key, n in self.chips().items() if sits.get(key[0], key[1]) != key[1]}
        self._take(others)
        return others

    def _come_back(self, lost: Chips, laid_by: set[Owner]) -> Chips:
        """Let lie again what made room for chips that are void now; return what else was lost."""
        sat = dict(laid_by)
        back = {k: -n for k, n in lost.items() if n < 0 and sat.get(k[0], k[1]) != k[1]}
        self._put(back)
        return plus(lost, back)

    def _lay(self, chips: Chips) -> Chips:
        """Lay what may lie there, line wagers before the odds they carry; return the others."""
        void: Chips = {}
        for key in sorted(chips, key=lambda key: bool(flat_of(key[2]))):
            who, bet = (key[0], key[1]), on_point(key[2], self.point)
            if may_lie(self._odds, self.point, self._lies.get(who, {}), bet, chips[key]):
                void[key] = chips[key]
            else:
                self._change(who, bet, chips[key])
        return void

    def _forfeit(self, laid: Chips, forfeited: tuple[str, ...]) -> None:
        """Keep what is forfeited of chips that are void, with its commission."""
        for (terminal, number, bet), amount in laid.items():
            if terminal in forfeited:
                stood = self._lies.get((terminal, number), {}).get(bet, 0)
                self._change((terminal, number), bet, amount)
                odds = self._odds
                fee = odds.commission(bet, stood + amount) - odds.commission(bet, stood)
                self.told.earned += fee
                self._lies[terminal, number][bet] = stood
                if not stood:
                    del self._lies[terminal, number][bet]

    def _roll(self, outcome: str, stood: Chips, void: Chips, lost: Chips) -> None:
        place, played, point = stated_place(outcome), self.chips(), self.point
        back = dict(self._decided(place, played))
        left: Lies = {}
        for (terminal, number, bet), amount in played.items():
            if (terminal, number, bet) in back:
                self.told.earned += self._odds.commission(bet, amount)
                continue
            to = self._odds.stands[bet][place] or bet
            bets = left.setdefault((terminal, number), {})
            bets[to] = bets.get(to, 0) + amount
        for (terminal, number, _), amount in back.items():
            cash = self.told.cash
            cash[terminal, number] = cash.get((terminal, number), 0) + amount
        self._lies, self.point = left, point_after(point, sum(faces(outcome)))
        self.told.records.append(
            Record(outcome, point, stood, played, back, void, lost, self.chips())
        )

    def _decided(self, place: int, played: Chips) -> Iterator[tuple[tuple[str, int, str], int]]:
        for key, amount in played.items():
            if place not in self._odds.stands.get(key[2], ()):
                column = self._odds.returns.get(key[2])
                back = column[place] if column else 0
                yield key, -(-amount * back // self._odds.denominator)


def of_record(settled: Settled) -> tuple[Chips, Chips, Chips]:
    """Return what stood, what was played for and what was left, by whose it was."""
    whose = settled.accounts
    left = {(who, whose.get(who, 0), bet): n for (who, bet), n in settled.left.items()}
    played = by_spot(settled.played)
    return (
        _stood(settled),
        {(who, whose.get(who, 0), bet): n for (who, bet), n in played.items()},
        left,
    )
