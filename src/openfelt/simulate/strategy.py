"""The three forms of a strategy: declared in TOML, compiled, or vectorised Python.

A Python file defines SESSION, a dictionary with the fields of a plan's session,
and one function: `decide`, which is compiled and asked before each round of each
session, or `play`, which is asked before each round of many sessions at once.
Before the file runs, `bet("pass_line")` is defined in it: where a bet stands in
the arrays that both are shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import msgspec
import numpy as np

from openfelt.simulate import book
from openfelt.simulate.ended import Ended
from openfelt.simulate.plan import NotAPlan, Plan, Session, read_plan, settings_of
from openfelt.simulate.rounds import Rounds
from openfelt.simulate.shoe import shoe_tables
from openfelt.simulate.wagers import Wagers

if TYPE_CHECKING:
    from openfelt.simulate.automaton import Unrolled

FORMS: Final = {".toml": "declared", ".py": "python"}

_ROUNDS_A_BATCH: Final = 4_000_000
_SESSIONS_A_BATCH: Final = 4_096


class Strategy(Protocol):
    """A way of playing sessions."""

    @property
    def session(self) -> Session:
        """What a session has and when it ends."""

    @property
    def batch(self) -> int:
        """How many sessions are best played at once."""

    def play(self, table: Rounds, wagers: Wagers, first: int, end: int) -> Any:
        """Play some sessions and return how they ended, a `sessions.Ended`."""


def strategy_of(form: str, text: str, wagers: Wagers) -> Strategy:
    """Read a strategy."""
    if form == "declared":
        return Declared(read_plan(text, wagers), wagers)
    return _python(text, wagers)


def _python(text: str, wagers: Wagers) -> Strategy:
    def bet(code: str) -> int:
        if code not in wagers.index:
            raise NotAPlan(f"{wagers.rulebook.code} has no bet {code!r}")
        return wagers.index[code]

    names: dict[str, Any] = {"bet": bet, "__name__": "strategy"}
    try:
        exec(compile(text, "strategy.py", "exec"), names)  # noqa: S102 - the user's own program
    except NotAPlan:
        raise
    except Exception as error:
        raise NotAPlan(f"the strategy does not run: {type(error).__name__}: {error}") from error
    try:
        session = msgspec.convert(names.get("SESSION"), Session)
        session.limits  # noqa: B018 - refuses a session without an end
    except msgspec.ValidationError as error:
        raise NotAPlan(f"SESSION: {error}") from error
    if callable(names.get("decide")):
        return Compiled(session, names["decide"], np.array(names.get("SETTINGS", [0]), np.int64))
    if callable(names.get("play")):
        from openfelt.simulate.vector import Vectorised

        return Vectorised(session, names["play"])
    raise NotAPlan("a strategy in Python defines decide (compiled) or play (vectorised)")


class Even(NamedTuple):
    """How equally likely outcomes are drawn, and how many at a time."""

    chunk: int
    bound: Any
    per_word: Any
    product: Any
    rejected_below: Any


def _even(table: Rounds, rounds: int) -> Even:
    draws = table.board.draws
    per_word = len(draws.bounds)
    # Not many more than a session needs: what is left of them is thrown away.
    chunk = min(50, -(-rounds // per_word)) * per_word
    numbers = (table.board.outcomes, per_word, draws.product, draws.rejected_below)
    return Even(chunk, *map(np.uint64, numbers))


def _play(
    kernels: tuple[Any, Any],
    table: Rounds,
    wagers: Wagers,
    session: Session,
    settings: Any,
    machine: Unrolled,
    first: int,
    end: int,
) -> Any:
    even, shoes = kernels
    books = np.zeros((end - first, book.BOOK), np.int64)
    begun = (settings, machine, np.uint64(table.seed), np.uint64(first))
    rest = (session.limits, session.bankroll_cents, wagers.tables, books)
    if table.shoe is None:
        even(*begun, _even(table, session.round_limit), *rest)
    else:
        shoes(*begun, shoe_tables(table.shoe), *rest)
    return _ended(books)


def _batch(session: Session) -> int:
    return max(1, min(_SESSIONS_A_BATCH, _ROUNDS_A_BATCH // session.round_limit))


def _ended(books: Any) -> Any:
    columns = (book.ENDED, book.CREDIT, book.ROUND, book.COIN_IN, book.DEEPEST, book.REFUSED)
    return Ended(*(books[:, column] for column in columns))


@dataclass(frozen=True)
class Declared:
    """A plan."""

    plan: Plan
    wagers: Wagers

    @property
    def session(self) -> Session:
        """What a session has and when it ends."""
        return self.plan.session

    @property
    def batch(self) -> int:
        """As many sessions as make a good part of a second."""
        return _batch(self.session)

    def play(self, table: Rounds, wagers: Wagers, first: int, end: int) -> Any:
        """Play some sessions by the compiled plan."""
        from openfelt.simulate.playing import play_even, play_shoes

        kernels = (play_even, play_shoes)
        return _play(kernels, table, wagers, self.session, *self._unrolled, first, end)

    @cached_property
    def _unrolled(self) -> tuple[Any, Unrolled]:
        from openfelt.simulate.automaton import unroll

        settings = settings_of(self.plan.bet, self.wagers)
        return settings, unroll(settings, self.wagers)


@dataclass(frozen=True)
class Compiled:
    """A function of the user's, compiled into the kernel."""

    session: Session
    decide: Callable[..., int]
    settings: Any

    @property
    def batch(self) -> int:
        """As many sessions as make a good part of a second."""
        return _batch(self.session)

    def play(self, table: Rounds, wagers: Wagers, first: int, end: int) -> Any:
        """Play some sessions by the compiled function."""
        from openfelt.simulate.automaton import nothing_unrolled

        kernels, machine = _asking(self.decide), nothing_unrolled()
        return _play(kernels, table, wagers, self.session, self.settings, machine, first, end)


@cache
def _asking(decide: Callable[..., int]) -> tuple[Any, Any]:
    from openfelt.simulate.playing import asking

    return asking(decide)
