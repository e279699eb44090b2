"""What everybody at a table may see: the result display, and the public half of every station."""

from functools import cache
from typing import Final

import msgspec

from openfelt.core.cards import card
from openfelt.core.verdict import Result as Verdict
from openfelt.floor.state import Limits, Phase, State, Table
from openfelt.floor.table import columns_of
from openfelt.floor.wagers.limits import maximum_of
from openfelt.games.baccarat.coup import TOTALS, count
from openfelt.games.game import Column
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.policy import CreditIn
from openfelt.stations.memory import Memory, Past


class Bet(msgspec.Struct, frozen=True, gc=False):
    """A bet of the layout: what it may pay, as printed on the sign, and the most it takes."""

    code: str
    odds: tuple[str, ...]
    maximum: int


class Result(msgspec.Struct, frozen=True, gc=False):
    """A past round: what lay on the table, which bets won; `void` says why it did not count."""

    round: int
    void: str = ""
    player: tuple[str, ...] = ()
    banker: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    winners: tuple[str, ...] = ()


class DisplayView(msgspec.Struct, frozen=True, gc=False):
    """A table as its sign and its display show it.

    `due` is engine time (µs) of the running deadline, 0 where none runs; `frozen_us` is what was
    left of it when the table was suspended, -1 for nothing.  `clauses` gives the clause behind a
    refusal at this table.  `coups_left` counts from the cutting card, -1 before it.
    """

    table: str
    variant: str
    game: str
    title: str
    book: str
    demo: bool
    phase: Phase
    round: int
    due: int
    period_us: int
    suspended: str
    frozen_us: int
    limits: Limits
    next_limits: Limits | None
    limits_at: int
    closing_at: int
    confirm_step: bool
    takes_tickets: bool
    bets: tuple[Bet, ...]
    clauses: dict[str, str]
    player: tuple[str, ...]
    banker: tuple[str, ...]
    player_points: int
    banker_points: int
    entered: str
    dummy: str
    coups_left: int
    shooter: str
    shooter_seat: int
    shoot_seconds: int
    results: tuple[Result, ...]


_LAYOUTS: Final[dict[tuple[str, int, int, Limits], tuple[Bet, ...]]] = {}
_RESULTS: Final[dict[tuple[str, int, int, Past], Result]] = {}
_CACHED_MAX: Final = 20_000


def _bets(table: Table) -> tuple[Bet, ...]:
    """Return the layout with its odds; made once for each sign."""
    key = (table.variant, table.decks, table.tie_percent, table.limits)
    known = _LAYOUTS.get(key)
    if known is None:
        book, columns = VARIANTS[table.variant], columns_of(table)
        known = _LAYOUTS[key] = tuple(
            Bet(code, _odds(columns.verdicts[code]), maximum_of(table.limits, book.policy, code))
            for code, bet in book.game.bets.items()
            if bet.placeable
        )
    return known


def _odds(column: Column) -> tuple[str, ...]:
    """Return what a bet may win, dearest last, from the very column it is settled by."""
    nets = {verdict.net for verdict in column if verdict.result is Verdict.WIN}
    return tuple(f"{net.numerator} to {net.denominator}" for net in sorted(nets))


def result_of(table: Table, past: Past) -> Result:
    """Return a past round as roads and statistics need it."""
    key = (table.variant, table.decks, table.tie_percent, past)
    known = _RESULTS.get(key)
    if known is None:
        if len(_RESULTS) >= _CACHED_MAX:
            _RESULTS.clear()
        known = _RESULTS[key] = _judged(table, past)
    return known


def _judged(table: Table, past: Past) -> Result:
    if past.void:
        return Result(past.round, past.void)
    columns = columns_of(table)
    winners = tuple(
        bet for bet, column in columns.verdicts.items() if column[past.place].result is Verdict.WIN
    )
    if VARIANTS[table.variant].shoe is None:
        faces = tuple(map(int, past.outcome.split("-")))
        return Result(past.round, dice=faces, points=(sum(faces),), winners=winners)
    player, banker = (tuple(hand.split()) for hand in past.outcome.split(" / "))
    points = (TOTALS[past.place].player, TOTALS[past.place].banker)
    return Result(past.round, player=player, banker=banker, points=points, winners=winners)


def _points(cards: list[str]) -> int:
    """Count a hand as far as it is dealt, -1 before its first card."""
    return count(tuple(map(card, cards))) if cards else -1


@cache
def _clauses(variant: str) -> dict[str, str]:
    return {code.value: clause for code, clause in VARIANTS[variant].clauses.items()}


def display_view(state: State, name: str, memory: Memory, *, demo: bool) -> DisplayView:
    """Build what the sign at a table shows."""
    table = state.tables[name]
    book = VARIANTS[table.variant]
    policy = book.policy
    shooter = state.terminals.get(table.shooter)
    return DisplayView(
        table=name,
        variant=table.variant,
        game=book.game.name,
        title=book.title,
        book=book.book,
        demo=demo,
        phase=table.phase,
        round=table.round,
        due=table.due,
        period_us=table.period_us,
        suspended=table.suspended,
        frozen_us=table.frozen_us,
        limits=table.limits,
        next_limits=table.next_limits,
        limits_at=table.limits_at,
        closing_at=table.closing_at,
        confirm_step=policy.confirm_step,
        takes_tickets=CreditIn.TICKET in policy.credit_in,
        bets=_bets(table),
        clauses=_clauses(table.variant),
        player=tuple(table.player),
        banker=tuple(table.banker),
        player_points=_points(table.player),
        banker_points=_points(table.banker),
        entered=table.entered,
        dummy=table.dummy,
        coups_left=table.coups_left,
        shooter=table.shooter,
        shooter_seat=shooter.seat if shooter else 0,
        shoot_seconds=policy.shoot_seconds,
        results=tuple(result_of(table, past) for past in memory.of(name)),
    )
