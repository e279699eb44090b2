"""Rolls played again: what other dice make of the wagers that were really committed.

Pure: from the records of settled rounds to records, sums and what stands.  From the wrong roll on
each round keeps its own chips and dice, whatever lay there; what could not have lain there is void.
Rulebook: AC 6.1.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import chain, pairwise
from typing import NamedTuple

from openfelt.floor.play.craps.laying import odds_cap
from openfelt.floor.play.craps.play import Owned
from openfelt.floor.play.craps.position import on_point
from openfelt.floor.rounds.settling import moved_on, returned_on
from openfelt.floor.rounds.standing import left_by
from openfelt.floor.state import Layouts, Move, SettledRound, Spot
from openfelt.floor.wagers import commission, layout
from openfelt.games.craps.placement import FLAT_OF, ComePhase, phase_refuses
from openfelt.games.craps.point import point_after
from openfelt.rulebooks.definition import Definition

# A terminal's account, by its number: somebody.
Owner = tuple[str, int]
_Key = tuple[str, int, str]


class Period(NamedTuple):
    """What players did before a roll, whatever they did it to: chips laid, and taken down."""

    laid: tuple[Owned, ...]
    taken: tuple[Owned, ...]


class Rolled(NamedTuple):
    """What was played for, what each wager got, and where those that stand went."""

    layouts: Layouts
    returned: tuple[int, ...]
    moved: tuple[Move, ...]


class Left(NamedTuple):
    """What a period leaves out of account: chips void, and taken down though not there.

    What had to come off besides is less than 0 there.
    """

    void: tuple[Owned, ...]
    lost: tuple[Owned, ...]


def owned(layouts: Layouts, accounts: Mapping[str, int]) -> tuple[Owned, ...]:
    """Return the chips laid in a round, and whose they are."""
    return tuple(
        Owned(one.terminal, accounts[one.terminal], one.bet, one.amount)
        for one in layout.laid(layouts)
    )


def left_after(round_: SettledRound) -> Layouts:
    """Return what a settled round left standing."""
    return left_by(layout.played_for(round_.layouts), round_.returned, round_.moved)


def taken_between(before: SettledRound, stood: Layouts, lost: Iterable[Owned]) -> tuple[Owned, ...]:
    """Return what was really taken down between a roll and the next close.

    What a roll left and nobody found any more came down, and what was taken down though a history
    that was corrected before had nothing there.
    """
    sums: dict[_Key, int] = {}
    for spot in _spots(left_after(before)):
        now = stood.get(spot.terminal, {}).get(spot.bet)
        key = (spot.terminal, before.accounts[spot.terminal], spot.bet)
        sums[key] = spot.amount - (now.stood if now else 0)
    for one in lost:
        key = one.terminal, one.account, one.bet
        sums[key] = sums.get(key, 0) + one.amount
    return _listed(sums)


def _listed(sums: dict[_Key, int]) -> tuple[Owned, ...]:
    return tuple(Owned(*key, amount) for key, amount in sums.items() if amount)


def _spots(layouts: Layouts) -> Iterator[Spot]:
    return chain.from_iterable(spots.values() for spots in layouts.values())


def periods(rounds: Sequence[SettledRound]) -> Iterator[Period]:
    """Say what was really done before each roll but the first, whose layout stays as it is."""
    for before, round_ in pairwise(rounds):
        laid = owned(round_.layouts, round_.accounts) + round_.void
        stood = layout.standing(round_.layouts)
        yield Period(laid, taken_between(before, stood, round_.lost))


class History:
    """A table's wagers from a roll on, under dice that may be other ones.

    `layouts` is what lies there, `whose` the account that does, by terminal; `cash` what each
    account has got since, less what it laid, and `earned` the commission the house keeps.
    """

    def __init__(self, rules: Definition, first: SettledRound) -> None:
        self._rules = rules
        self.point = first.point
        self.layouts = _copied(first.layouts)
        self.whose = dict(first.accounts)
        self.cash: dict[Owner, int] = {}
        self.earned = 0
        for spot in _spots(self.layouts):
            added = spot.amount - spot.stood
            self._get(spot.terminal, -added - self._fee(spot, spot.stood))

    def take_up(self, period: Period, gone: Collection[Owner] = ()) -> Left:
        """Let players do again what they did, as far as it can be done; some are gone by now."""
        lost = self._take(period.taken)
        self.leave([name for name in self.layouts if (name, self.whose[name]) in gone])
        for one in period.laid:
            if self.whose.get(one.terminal) != one.account:
                self._note(lost, self.leave((one.terminal,)))
                self.whose[one.terminal] = one.account
        # A line wager that is raised carries more odds.
        void = tuple(one for one in sorted(period.laid, key=_is_odds) if not self._lay(one))
        return Left(void, _listed(lost))

    def roll(self, place: int, total: int) -> Rolled:
        """Let the dice decide what lies there, and move the point."""
        self._number()
        wagers = layout.played_for(self.layouts)
        returned = returned_on(self._rules, wagers, place)
        rolled = Rolled(self.layouts, returned, moved_on(self._rules, wagers, place))
        for spot, back in zip(wagers, returned, strict=True):
            if back >= 0:
                self._get(spot.terminal, back)
                self.earned += self._fee(spot, 0)
        self.layouts = left_by(wagers, returned, rolled.moved)
        self.point = point_after(self.point or None, total) or 0
        return rolled

    def no_result(self, forfeit: Collection[str]) -> None:
        """Give back what was laid for a roll that is void, but not to who forfeits it."""
        for spot in _spots(self.layouts):
            if spot.terminal in forfeit:
                self.earned += self._fee(spot, spot.stood)
            else:
                self._get(spot.terminal, spot.amount - spot.stood + self._fee(spot, spot.stood))
        self.layouts = layout.standing(self.layouts)

    def come_back(self, lost: Iterable[Owned]) -> tuple[Owned, ...]:
        """Let lie again what made room for chips that are void; return what else was lost."""
        others, sat = [], dict(self.whose)
        for one in lost:
            if one.amount > 0 or sat.get(one.terminal) == one.account:
                others.append(one)
                continue
            self.whose[one.terminal] = one.account
            spot = Spot(one.terminal, one.bet, 0, self._last(), "standing")
            self.layouts.setdefault(one.terminal, {})[one.bet] = spot
            spot.amount = spot.stood = -one.amount
            self._get(one.terminal, one.amount - self._fee(spot, 0))
        return tuple(others)

    def leave(self, terminals: Iterable[str]) -> tuple[Owned, ...]:
        """Give back all that lies there of accounts that are no more."""
        gone = []
        for terminal in terminals:
            for spot in list(self.layouts.get(terminal, {}).values()):
                gone.append(Owned(terminal, self.whose[terminal], spot.bet, spot.amount))
                self._lift(spot, spot.amount)
        return tuple(gone)

    def staked(self, terminal: str) -> int:
        """Return what lies there of a terminal."""
        return layout.total(self.layouts.get(terminal, {}))

    def held(self, terminal: str) -> int:
        """Return the commission that is held for it."""
        return sum(self._fee(spot, 0) for spot in self.layouts.get(terminal, {}).values())

    def _take(self, taken: Iterable[Owned]) -> dict[_Key, int]:
        lost: dict[_Key, int] = {}
        touched: dict[str, None] = {}
        for one in taken:
            spots = self.layouts.get(one.terminal, {})
            sits = self.whose.get(one.terminal) == one.account
            spot = spots.get(on_point(one.bet, self.point)) if sits else None
            lifted = min(one.amount, spot.amount) if spot else 0
            if spot and lifted:
                self._lift(spot, lifted)
                touched[one.terminal] = None
            lost[one.terminal, one.account, one.bet] = one.amount - lifted
        for terminal in touched:
            self._note(lost, self._cut(terminal))
        return lost

    def _note(self, lost: dict[_Key, int], besides: Iterable[Owned]) -> None:
        for one in besides:
            key = one.terminal, one.account, one.bet
            lost[key] = lost.get(key, 0) - one.amount

    def _cut(self, terminal: str) -> Iterator[Owned]:
        """Give back odds over the cap of the wager they are left with.

        Rule: AC 3.9.12.1; AC 3.9.13.1
        """
        spots = self.layouts.get(terminal, {})
        for spot in [spot for spot in spots.values() if spot.bet.partition(":")[0] in FLAT_OF]:
            over = spot.amount - self._cap(spots, spot.bet)
            if over > 0:
                self._lift(spot, over)
                yield Owned(terminal, self.whose[terminal], spot.bet, over)

    def _cap(self, spots: dict[str, Spot], bet: str) -> int:
        kind, _, number = bet.partition(":")
        flat = spots.get(f"{FLAT_OF[kind]}@{number}")
        return odds_cap(self._rules, bet, flat.amount) if flat else 0

    def _lay(self, one: Owned) -> bool:
        """Lay chips, unless phase, parent wager or cap forbid them: no sign and no meter is asked.

        Rule: AC 6.1
        """
        spots, bet = self.layouts.get(one.terminal, {}), on_point(one.bet, self.point)
        if not self._may_lie(spots, bet, one.amount):
            return False
        spots = self.layouts.setdefault(one.terminal, spots)
        spot = spots.get(bet)
        if spot is None:
            spot = spots[bet] = Spot(one.terminal, bet, 0, self._last(), "committed")
        before = self._fee(spot, 0)
        spot.amount += one.amount
        self._get(one.terminal, before - self._fee(spot, 0) - one.amount)
        return True

    def _last(self) -> int:
        return 1 + max((spot.order for spot in _spots(self.layouts)), default=-1)

    def _may_lie(self, spots: dict[str, Spot], bet: str, amount: int) -> bool:
        lies = spots[bet].amount if bet in spots else 0
        if bet.partition(":")[0] in FLAT_OF:
            return lies + amount <= self._cap(spots, bet)
        if not self._rules.bets[bet].placeable:
            return lies > 0
        return not phase_refuses(bet, self.point or None, ComePhase.ANY)

    def _lift(self, spot: Spot, amount: int) -> None:
        before = self._fee(spot, 0)
        spot.amount -= amount
        spot.stood = min(spot.stood, spot.amount)
        self._get(spot.terminal, amount + before - self._fee(spot, 0))
        if not spot.amount:
            spots = self.layouts[spot.terminal]
            del spots[spot.bet]
            if not spots:
                del self.layouts[spot.terminal]

    def _number(self) -> None:
        for place, spot in enumerate(sorted(_spots(self.layouts), key=lambda one: one.order)):
            spot.order = place

    def _fee(self, spot: Spot, from_: int) -> int:
        """Return what the chips of a spot above an amount cost besides."""
        rules = self._rules
        return commission.of(rules, spot.bet, spot.amount) - commission.of(rules, spot.bet, from_)

    def _get(self, terminal: str, amount: int) -> None:
        owner = terminal, self.whose[terminal]
        self.cash[owner] = self.cash.get(owner, 0) + amount


def _copied(layouts: Layouts) -> Layouts:
    return {
        terminal: {bet: copy(spot) for bet, spot in spots.items()}
        for terminal, spots in layouts.items()
    }


def _is_odds(one: Owned) -> bool:
    return one.bet.partition(":")[0] in FLAT_OF
