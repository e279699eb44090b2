"""What everybody at a table may see: the result display, and the public half of every station."""

from fractions import Fraction
from typing import Final

import msgspec

from openfelt.core.cards import card
from openfelt.core.verdict import Result as Verdict
from openfelt.floor.play.procedure import PROCEDURES, Outcome, procedure_of
from openfelt.floor.state import Limits, Phase, State, Table
from openfelt.floor.wagers.differential import room
from openfelt.floor.wagers.layout import SIDES
from openfelt.floor.wagers.limits import maximum_of
from openfelt.games.baccarat.coup import count
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.definition import Definition, Offer
from openfelt.rulebooks.policy import CreditIn
from openfelt.stations.memory import Memory, Past


class Bet(msgspec.Struct, frozen=True, gc=False):
    """A bet of the layout: what it may pay, as printed on the sign, and the most it takes.

    `pieces` are the bets it consists of, each an equal part of it; none where it is itself one.
    """

    code: str
    odds: tuple[str, ...]
    maximum: int
    pieces: tuple[str, ...] = ()


class Result(msgspec.Struct, frozen=True, gc=False):
    """A past round: what lay on the table, which bets won; `void` says why it did not count.

    `corrected`: it was settled once more, on what really came out.
    """

    round: int
    void: str = ""
    player: tuple[str, ...] = ()
    banker: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    winners: tuple[str, ...] = ()
    number: int = -1
    corrected: bool = False


class Sign(msgspec.Struct, frozen=True, gc=False):
    """Limits that are announced: they hold from then on, or from the end of the round played then.

    Rule: SB 3.2
    """

    at: int
    limits: Limits


class DisplayView(msgspec.Struct, frozen=True, gc=False):
    """A table as its sign and its display show it.

    `due` is engine time (µs) of the running deadline, 0 where none runs; `frozen_us` is what was
    left of it when the table was suspended, -1 for nothing.  `clauses` gives the clause behind a
    refusal at this table.  `room` is how much more may be confirmed on each side of a differential,
    for all terminals together.  `coups_left` counts from the cutting card, -1 before it.  `unread`
    is the hand on which a card lies that could not be read, `under_way` what the shoe was asked
    for: a card of a hand, one to "burn", or a fresh "shoe".  For `result_pause_us` a result stays
    before the next period opens by itself.
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
    announced: tuple[Sign, ...]
    closing_at: int
    confirm_step: bool
    takes_tickets: bool
    bets: tuple[Bet, ...]
    room: dict[str, int]
    clauses: dict[str, str]
    player: tuple[str, ...]
    banker: tuple[str, ...]
    player_points: int
    banker_points: int
    entered: str
    dummy: str
    unread: str
    under_way: str
    coups_left: int
    shooter: str
    shooter_seat: int
    shoot_seconds: int
    result_pause_us: int
    results: tuple[Result, ...]


# Made from definitions, which never change, by fingerprint.
_LAYOUTS: Final[dict[tuple[str, Limits], tuple[Bet, ...]]] = {}
_RESULTS: Final[dict[tuple[str, Past], Result]] = {}
_CACHED_MAX: Final = 20_000
_CLAUSES: Final = {
    book.code: {code.value: clause for code, clause in book.clauses.items()}
    for book in VARIANTS.values()
}


def _bets(rules: Definition, limits: Limits) -> tuple[Bet, ...]:
    """Return the layout with its odds; made once for each sign."""
    key = (rules.fingerprint, limits)
    known = _LAYOUTS.get(key)
    if known is None:
        known = _LAYOUTS[key] = tuple(_bet(rules, limits, code) for code in rules.layout)
    return known


def _bet(rules: Definition, limits: Limits, code: str) -> Bet:
    offer = rules.bets[code]
    most = maximum_of(limits, rules.policy, code) * offer.pieces
    return Bet(code, _odds(rules, offer), most, VARIANTS[rules.code].game.bets[code].parts)


def _odds(rules: Definition, offer: Offer) -> tuple[str, ...]:
    """Return what a bet may win, dearest last, from the very column it is settled by."""
    rulings = {rules.rulings[place] for place in offer.column}
    wins = {ruling.returned for ruling in rulings if ruling.result is Verdict.WIN}
    nets = sorted(Fraction(back, rules.denominator) - 1 for back in wins)
    return tuple(f"{net.numerator} to {net.denominator}" for net in nets)


def results_of(state: State, table: Table, memory: Memory) -> tuple[Result, ...]:
    """Return the past of the game a table plays now: rounds of another have no place on a road."""
    game = state.rules(table).game
    return tuple(
        result_of(state, table, past)
        for past in memory.of(table.name)
        if past.void or _played_by(state, table, past).game == game
    )


def _played_by(state: State, table: Table, past: Past) -> Definition:
    return state.definitions[past.fingerprint or table.fingerprint]


def result_of(state: State, table: Table, past: Past) -> Result:
    """Return a past round as roads and statistics need it, judged by what it was played by."""
    rules = _played_by(state, table, past)
    key = (rules.fingerprint, past)
    known = _RESULTS.get(key)
    if known is None:
        if len(_RESULTS) >= _CACHED_MAX:
            _RESULTS.clear()
        known = _RESULTS[key] = _judged(rules, past)
    return known


def _judged(rules: Definition, past: Past) -> Result:
    if past.void:
        return Result(past.round, past.void, corrected=past.corrected)
    winners = tuple(
        bet for bet in rules.bets if rules.ruling(bet, past.place).result is Verdict.WIN
    )
    was = PROCEDURES[rules.procedure].recalled(Outcome(past.outcome, past.place))
    lay = (was.player, was.banker, was.points, was.dice)
    return Result(past.round, "", *lay, winners, was.number, past.corrected)


def _points(cards: tuple[str, ...]) -> int:
    """Count a hand as far as it is dealt, -1 before its first card."""
    return count(tuple(map(card, cards))) if cards else -1


def _room(table: Table) -> dict[str, int]:
    """Return the live limit of each side; a limit that was lowered may leave less than none."""
    if not table.limits.differential:
        return {}
    return {side: max(0, room(table, side)) for side in SIDES}


def display_view(state: State, name: str, memory: Memory, *, demo: bool) -> DisplayView:
    """Build what the sign at a table shows."""
    table = state.tables[name]
    rules = state.rules(table)
    policy = rules.policy
    procedure = procedure_of(state, table)
    shown, awaited = procedure.shown(table), procedure.awaited(state, table)
    shooter = state.terminals.get(shown.shooter)
    return DisplayView(
        table=name,
        variant=rules.code,
        game=rules.game,
        title=rules.title,
        book=rules.book,
        demo=demo,
        phase=table.phase,
        round=table.round,
        due=table.due,
        period_us=table.period_us,
        suspended=table.suspended,
        frozen_us=table.frozen_us,
        limits=table.limits,
        announced=tuple(Sign(sign.at, sign.limits) for sign in table.announced),
        closing_at=table.closing_at,
        confirm_step=policy.confirm_step,
        takes_tickets=CreditIn.TICKET in policy.credit_in,
        bets=_bets(rules, table.limits),
        room=_room(table),
        clauses=_CLAUSES[rules.code],
        player=shown.player,  # Rule: LT 3.3
        banker=shown.banker,  # Rule: LT 3.3
        player_points=_points(shown.player),
        banker_points=_points(shown.banker),
        entered=shown.entered,
        dummy=shown.dummy,
        unread=awaited.unread,
        under_way=awaited.under_way,
        coups_left=shown.coups_left,
        shooter=shown.shooter,
        shooter_seat=shooter.seat if shooter else 0,
        shoot_seconds=policy.shoot_seconds,
        result_pause_us=table.result_pause_us,
        # Rule: LT 8.1
        results=results_of(state, table, memory),
    )
