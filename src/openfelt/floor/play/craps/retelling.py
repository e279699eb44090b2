"""Rolls as they are told again: the records from a wrong one on, and what happened between them.

Rulebook: AC 6.1.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from openfelt.core import dice
from openfelt.floor.money import account
from openfelt.floor.play.craps.history import (
    History,
    Left,
    Owner,
    Period,
    owned,
    periods,
    taken_between,
)
from openfelt.floor.play.craps.play import Owned
from openfelt.floor.play.craps.position import play_at
from openfelt.floor.play.procedure import Outcome
from openfelt.floor.state import SettledRound, State, Table
from openfelt.floor.wagers import layout
from openfelt.rulebooks.definition import Definition

_ROLLS: Final = dice.rolls(2)


class Again(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A round as it stands on record now."""

    number: int
    settled: SettledRound


class Told(NamedTuple):
    """What is to be played again: the rolls that were settled, and the period that runs.

    Nothing may stand for accounts that are `gone`, nor for any where no period runs.
    """

    rules: Definition
    rounds: tuple[Again, ...]
    now: Period | None
    gone: frozenset[Owner]

    def without(self, gone: Collection[Owned]) -> "Told":
        """Return it without chips that are taken off the layout now."""
        if self.now is None:
            return self
        laid = tuple(one for one in self.now.laid if one not in gone)
        return self._replace(now=self.now._replace(laid=laid))


class Played(NamedTuple):
    """A history: the records of its rolls, and what was left out of account after the last."""

    history: History
    rounds: tuple[Again, ...]
    left: Left

    def cash(self, owner: Owner) -> int:
        """Return what an account has got in it, less what it laid."""
        return self.history.cash.get(owner, 0)


def outcome_of(round_: SettledRound) -> Outcome:
    faces = tuple(map(int, round_.outcome.split("-")))
    return Outcome(round_.outcome, dice.index(faces))


def told_from(
    state: State,
    table: Table,
    found: tuple[int, SettledRound],
    older: Mapping[int, SettledRound],
) -> Told:
    """Collect the rolls from one on, until the table was closed."""
    number, first = found
    known = {**older, **table.settled}
    at_hand = {number: first} | {n: one for n, one in known.items() if n > number}
    rounds = tuple(
        Again(n, one) for n, one in sorted(at_hand.items()) if one.before == first.before
    )
    now = _now(state, table, rounds[-1].settled) if first.before == table.before else None
    played = {owner for again in rounds for owner in _owners(again.settled)}
    is_over = table.phase == "closed_table"
    gone = {owner for owner in played if is_over or account.has_left(state, *owner)}
    return Told(state.rules_of(table, first), rounds, now, frozenset(gone))


def _owners(round_: SettledRound) -> Iterator[Owner]:
    """Yield whoever played in a round, also by another history."""
    yield from round_.accounts.items()
    for one in (*round_.void, *round_.lost):
        yield one.terminal, one.account


def _now(state: State, table: Table, last: SettledRound) -> Period:
    whose = {name: state.terminals[name].account for name in table.layouts}
    taken = taken_between(last, layout.standing(table.layouts), play_at(table).lost)
    return Period(owned(table.layouts, whose), taken)


def play(told: Told, first: Outcome | None, forfeit: Collection[str]) -> Played:
    """Play all rolls, the first with this outcome, or with none.

    Nothing stands for an account that has closed, nor on a table that has.

    Rule: AC 3.7; AC 7.2
    """
    history = History(told.rules, told.rounds[0].settled)
    before = periods([one.settled for one in told.rounds])
    done: list[Again] = []
    left = Left(told.rounds[0].settled.void, told.rounds[0].settled.lost)
    if first is None:
        history.no_result(forfeit)
        left = Left((), history.come_back(left.lost))
    else:
        done.append(_rolled(history, told.rounds[0], first, left))
        left = Left((), ())
    for again, period in zip(told.rounds[1:], before, strict=True):
        # What was taken down before a roll that is void counts as taken down before the next.
        left = _joined(history.take_up(period), left)
        done.append(_rolled(history, again, outcome_of(again.settled), left))
        left = Left((), ())
    if told.now is not None:
        left = _joined(history.take_up(told.now, told.gone), left)
    else:
        history.leave(tuple(history.layouts))
    return Played(history, tuple(done), left)


def _joined(left: Left, before: Left) -> Left:
    return Left(left.void, before.lost + left.lost)


def _rolled(history: History, again: Again, outcome: Outcome, left: Left) -> Again:
    point = history.point
    played, returned, moved = history.roll(outcome.place, sum(_ROLLS[outcome.place]))
    accounts = again.settled.accounts | {name: history.whose[name] for name in played}
    record = replace(
        again.settled,
        layouts=played,
        returned=returned,
        outcome=outcome.words,
        moved=moved,
        accounts=accounts,
        point=point,
        void=left.void,
        lost=left.lost,
    )
    return Again(again.number, record)
