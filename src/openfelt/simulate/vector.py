"""Vectorised strategies: one call a round for thousands of sessions at once.

The user's function is given a `Table` and lays wagers with `table.place`; every
figure on it is an array with one number a session.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from openfelt.simulate.book import RUINED, STOPPED_LOSS, STOPPED_WIN, TIME_UP
from openfelt.simulate.ended import Ended
from openfelt.simulate.plan import NotAPlan, Session
from openfelt.simulate.rounds import Rounds
from openfelt.simulate.wagers import LOST, STANDS, Wagers

Array = Any

_CHUNK: Final = 100
_SESSIONS_A_BATCH: Final = 16_384


class Table:
    """The layouts of many sessions.

    `credit`, `staked`, `bankroll`, `rounds` and `point` (the number, 0 for none)
    may be read; `place` is the only way to change anything.
    """

    def __init__(self, wagers: Wagers, session: Session, sessions: int) -> None:
        self._wagers, self._limits = wagers, session.limits
        self._points = np.array([point or 0 for point in wagers.points])
        self._standing = np.zeros((len(wagers.positions), sessions), np.int64)
        self._won = np.zeros((len(wagers.positions), sessions), np.int64)
        self._on: set[int] = set()
        self._decided: set[int] = set()
        self._moves: dict[int, list[int]] = {}
        self._point = np.zeros(sessions, np.int64)
        self._is_lacking = np.zeros(sessions, np.bool_)
        self.bankroll = session.bankroll_cents
        self.credit = np.full(sessions, session.bankroll_cents, np.int64)
        self.staked = np.zeros(sessions, np.int64)
        self.rounds = np.zeros(sessions, np.int64)
        self.coin_in = np.zeros(sessions, np.int64)
        self.refused = np.zeros(sessions, np.int64)
        self.highest = self.credit.copy()
        self.deepest = np.zeros(sessions, np.int64)
        self.leaving = np.zeros(sessions, np.int64)
        self.ended = np.zeros(sessions, np.int64)

    def _at(self, code: str) -> int:
        place = self._wagers.index.get(code)
        if place is None:
            raise NotAPlan(f"{self._wagers.rulebook.code} has no bet {code!r}")
        return place

    @property
    def point(self) -> Array:
        """The point of the table, 0 while there is none."""
        return self._points[self._point]

    def standing(self, code: str) -> Array:
        """Return what stands in a position, such as `place:6` or `pass_line@6`."""
        return self._standing[self._at(code)]

    def up(self, code: str) -> Array:
        """Return what a bet has standing in all its positions."""
        bet = self._at(code)
        same = [place for place in self._on if self._wagers.bet_of[place] == bet]
        return self._standing[same].sum(axis=0)

    def won(self, code: str) -> Array:
        """Return what a bet won or, below zero, lost in the last round."""
        return self._won[self._at(code)]

    def place(self, code: str, cents: Array) -> Array:
        """Lay so much on a bet, nothing where it is 0; say where it was laid.

        What the rules refuse is not laid, and counted; nor is what the credit
        does not cover.
        """
        bet, tables = self._at(code), self._wagers.tables
        wanted = np.asarray(cents, np.int64) * (self.leaving == 0)
        asked = wanted != 0
        if not asked.any():
            return asked
        lawful = (wanted > 0) & tables.taken[bet][self._point]
        flat, pieces = tables.behind[bet], tables.pieces[bet]
        # Division is dear: it is done only for the few bets that need it.
        if pieces > 1:
            lawful &= wanted % pieces == 0
        if flat >= 0:
            above, below = tables.caps[bet]
            lawful &= (self._standing[bet] + wanted) * below <= self._standing[flat] * above
        rate, of = tables.commission[bet]
        cost = wanted + wanted * rate // of if rate else wanted
        laid = asked & lawful & (cost <= self.credit)
        self.refused += asked & ~lawful
        self._is_lacking |= asked & lawful & ~laid
        amount = wanted * laid
        self.credit -= cost * laid
        self.coin_in += amount
        self.staked += amount
        self._standing[bet] += amount
        self._on.add(bet)
        return laid

    def begin_round(self, play: Callable[["Table"], None]) -> None:
        """Ask the strategy, and let those go who have nothing standing and leave or are ruined."""
        self._is_lacking[:] = False
        play(self)
        nothing = self.staked == 0
        self.leaving[nothing & self._is_lacking & (self.leaving == 0)] = RUINED
        over = nothing & (self.leaving != 0) & (self.ended == 0)
        self.ended[over] = self.leaving[over]

    def roll(self, outcomes: Array) -> None:
        """Settle a round of every session that goes on."""
        playing = self.ended == 0
        for place in self._decided:
            self._won[place] = 0
        self._decided = {int(self._wagers.bet_of[on]) for on in self._on}
        moved: list[tuple[int, Array]] = []
        for place in sorted(self._on):
            moved += self._settle(place, outcomes)
        for place, amount in moved:
            self._standing[place] += amount
            self._on.add(place)
        self._point = np.where(
            playing, self._wagers.tables.point_after[self._point, outcomes], self._point
        )
        self.rounds += playing
        self._watch(playing)

    def _settle(self, place: int, outcomes: Array) -> list[tuple[int, Array]]:
        """Judge the wagers in a position; return those that move on, each with its new one."""
        amount = self._standing[place]
        if not amount.any():
            self._on.discard(place)
            return []
        tables = self._wagers.tables
        fates = tables.fates[place][outcomes]
        moved = [(onward, amount * (fates == STANDS - onward)) for onward in self._onward(place)]
        pays = fates >= 0
        gain = amount * fates
        parts = tables.parts[place]
        if parts > 1:
            gain = (gain + parts - 1) // parts
        gain *= pays
        kept = amount * pays
        lost = amount * (fates == LOST)
        self._won[tables.bet_of[place]] += gain - lost
        self.credit += gain + kept
        self.staked -= kept + lost
        self._standing[place] = amount * (fates == STANDS - place)
        return moved

    def _onward(self, place: int) -> list[int]:
        """Return the positions to which a wager here can move."""
        if place not in self._moves:
            fates = {int(fate) for fate in self._wagers.tables.fates[place]}
            ahead = sorted(STANDS - fate for fate in fates if fate <= STANDS)
            self._moves[place] = [other for other in ahead if other != place]
        return self._moves[place]

    def _watch(self, playing: Array) -> None:
        worth = self.credit + self.staked
        self.highest = np.maximum(self.highest, worth)
        self.deepest = np.maximum(self.deepest, self.highest - worth)
        rounds, low, high = self._limits
        free = playing & (self.leaving == 0)
        for way, reached in (
            (TIME_UP, self.rounds >= rounds),
            (STOPPED_WIN, worth >= high),
            (STOPPED_LOSS, worth <= low),
        ):
            self.leaving[free & reached] = way


@dataclass(frozen=True)
class Vectorised:
    """A function of the user's, asked once a round for all sessions."""

    session: Session
    function: Callable[[Table], None]

    @property
    def batch(self) -> int:
        """So many that a call of NumPy costs little beside its work."""
        return _SESSIONS_A_BATCH

    def play(self, table: Rounds, wagers: Wagers, first: int, end: int) -> Any:
        """Play some sessions side by side."""
        layouts = Table(wagers, self.session, end - first)
        for outcomes in _outcomes(table, first, end):
            layouts.begin_round(self.function)
            if layouts.ended.all():
                break
            layouts.roll(outcomes)
        return Ended(
            *(layouts.ended, layouts.credit, layouts.rounds),
            *(layouts.coin_in, layouts.deepest, layouts.refused),
        )


def _outcomes(table: Rounds, first: int, end: int) -> Iterator[Array]:
    """Yield the outcomes of each round of these sessions, each from its own stream."""
    from openfelt.simulate.source import Source

    source = Source(table, first, end, _CHUNK)
    while True:
        yield from source.rounds()
