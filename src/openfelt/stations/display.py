"""What everybody at a table may see: the result display, and the public half of every station."""

from fractions import Fraction
from typing import Final

import msgspec
from msgspec import structs

from openfelt.core.cards import card
from openfelt.core.derived import Derived
from openfelt.core.verdict import Result as Verdict
from openfelt.floor.play.procedure import PROCEDURES, Outcome, procedure_of
from openfelt.floor.state import Limits, Phase, State, Table
from openfelt.floor.wagers.differential import room
from openfelt.floor.wagers.layout import SIDES
from openfelt.floor.wagers.limits import maximum_of, signed_pieces, step_of
from openfelt.games.baccarat.coup import count
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.definition import Definition, Offer
from openfelt.rulebooks.policy import CreditIn
from openfelt.stations.chances import Chance, chances_of
from openfelt.stations.edges import edge_of
from openfelt.stations.line import Line, lines_of
from openfelt.stations.memory import Memory, Past


class Bet(msgspec.Struct, frozen=True, gc=False):
    """A bet of the layout: what it may pay, as printed on the sign, and the most it takes.

    `pieces` are the bets it consists of, each an equal part of it; none where it is itself one.
    One that is not `offered` has its area, and takes nothing.  `edge` is what it costs, a fraction
    of the stake; "" where the table's chances say it.
    """

    code: str
    odds: tuple[str, ...]
    maximum: int
    pieces: tuple[str, ...] = ()
    offered: bool = True
    edge: str = ""


class Result(msgspec.Struct, frozen=True, gc=False):
    """A past round: what lay on the table, which bets won; `void` says why it did not count.

    `corrected`: it was settled once more, on what really came out.  `line` is what a roll of craps
    did to the line.
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
    line: Line = ""


class SeatWin(msgspec.Struct, frozen=True, gc=False):
    """What a seat won in the last round: what its own meter shows."""

    seat: int
    amount: int


class Sign(msgspec.Struct, frozen=True, gc=False):
    """Limits that are announced: they hold from then on, or from the end of the round played then.

    Rule: SB 3.2; AC 3.1
    """

    at: int
    limits: Limits


class DisplayView(msgspec.Struct, frozen=True, gc=False):
    """A table as its sign and its display show it.

    `due` is engine time (µs) of the running deadline, 0 where none runs; `frozen_us` is what was
    left of it when the table was suspended, -1 for nothing.  By `step` wagers rise.  `clauses`
    gives the clause behind a refusal at this table.  `room` is how much more may be confirmed on
    each side of a differential, for all terminals together.  `coups_left` counts from the cutting
    card, -1 before it.  `unread` is the hand on which a card lies that could not be read,
    `under_way` what the shoe was asked for: a card of a hand, one to "burn", or a fresh "shoe".
    For `result_pause_us` a result stays before the next period opens by itself.  `point` is 0
    before a come out roll.  `no_bet` says why the round takes no wagers: a "rule" of the book, or
    an "order".  `wins` are the highest of the last round, of `winners` in all, where the book has
    them on a display.
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
    step: int
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
    no_bet: str
    unread: str
    under_way: str
    coups_left: int
    shooter: str
    shooter_seat: int
    point: int
    shoot_seconds: int
    result_pause_us: int
    chances: tuple[Chance, ...]
    results: tuple[Result, ...]
    wins: tuple[SeatWin, ...] = ()
    winners: int = 0


_WINS_SHOWN: Final = 4
# By fingerprint.
_LAYOUTS: Final[Derived[tuple[str, Limits], tuple[Bet, ...]]] = Derived()
_RESULTS: Final[Derived[tuple[str, Past], Result]] = Derived()
_CACHED_MAX: Final = 20_000
_CLAUSES: Final = {
    book.code: {code.value: clause for code, clause in book.clauses.items()}
    for book in VARIANTS.values()
}


def bets_of(rules: Definition, limits: Limits) -> tuple[Bet, ...]:
    """Return the layout with its odds; made once for each sign."""
    key = (rules.fingerprint, limits)
    known = _LAYOUTS.get(key)
    if known is None:
        known = _LAYOUTS[key] = tuple(_bet(rules, limits, code) for code in rules.layout)
    return known


def _bet(rules: Definition, limits: Limits, code: str) -> Bet:
    offer = rules.bets[code]
    most = maximum_of(limits, rules.policy, code) * signed_pieces(rules, code)
    parts = VARIANTS[rules.code].game.bets[code].parts
    # Rule: MT 8.2(b)(ii)
    offered, edge = rules.offers(code), edge_of(rules, code)
    return Bet(code, _odds(rules, code, offer), most, parts, offered, edge)


def _odds(rules: Definition, code: str, offer: Offer) -> tuple[str, ...]:
    """Return what a bet may win, dearest last, from the very column it is settled by."""
    rulings = {rules.rulings[place] for place in offer.column}
    on_top = rules.on_top(code)
    wins = {
        (ruling.returned, ruling.commission - on_top)
        for ruling in rulings
        if ruling.result is Verdict.WIN
    }
    return tuple(_printed(*win, rules.denominator) for win in sorted(wins))


def _printed(returned: int, commission: int, denominator: int) -> str:
    """Print odds; what is kept of the winnings is said as a part of them.

    Rule: MT 8.7(b)
    """
    gross = Fraction(returned + commission, denominator) - 1
    odds = f"{gross.numerator} to {gross.denominator}"
    if not commission:
        return odds
    return f"{odds} less {Fraction(100 * commission, denominator) / gross}%"


def results_of(state: State, table: Table, memory: Memory) -> tuple[Result, ...]:
    """Return the past of the game a table plays now: rounds of another have no place on a road."""
    rules = state.rules(table)
    results = tuple(
        result_of(state, table, past)
        for past in memory.of(table.name)
        if past.void or _played_by(state, table, past).game == rules.game
    )
    return _with_lines(results) if rules.wagers_stand else results


def _with_lines(results: tuple[Result, ...]) -> tuple[Result, ...]:
    """Add to each roll what it did to the line."""
    if not results:
        return ()
    totals = [sum(result.dice) for result in results]
    lines = lines_of(totals, results[0].round)
    return tuple(
        structs.replace(result, line=line) for result, line in zip(results, lines, strict=True)
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
    """Return the live limit of each side."""
    if not table.limits.differential:
        return {}
    return {side: room(table, side) for side in SIDES}


def _wins(state: State, table: Table, memory: Memory) -> list[SeatWin]:
    """Return what the last round paid to each seat, the most first.

    Rule: AC 3.6; AC 3.6.2; AC 3.6.3; SB 3.6.3; SB 3.6.4
    """
    last = memory.wins.get(table.name)
    if last is None or not VARIANTS[state.rules(table).code].wins_on_display:
        return []
    wins = (SeatWin(state.terminals[name].seat, won) for name, won in last.paid.items())
    return sorted(wins, key=lambda win: (-win.amount, win.seat))


def display_view(state: State, name: str, memory: Memory, *, demo: bool) -> DisplayView:
    """Build what the sign at a table shows."""
    table = state.tables[name]
    rules = state.rules(table)
    policy = rules.policy
    procedure = procedure_of(state, table)
    shown, awaited = procedure.shown(table), procedure.awaited(state, table)
    shooter = state.terminals.get(shown.shooter)
    wins = _wins(state, table, memory)
    return DisplayView(
        table=name,
        variant=rules.code,
        game=rules.game,
        title=rules.title,
        book=rules.book,
        demo=demo,
        phase=table.phase,  # Rule: AC 2.3.1
        round=table.round,
        due=table.due,  # Rule: MT 5.2; AC 2.3.1
        period_us=table.period_us,
        suspended=table.suspended,
        frozen_us=table.frozen_us,
        limits=table.limits,  # Rule: AC 2.3
        step=step_of(table.limits, policy, 1),
        announced=tuple(Sign(sign.at, sign.limits) for sign in table.announced),
        closing_at=table.closing_at,  # Rule: AC 2.3.1
        confirm_step=policy.confirm_step,
        takes_tickets=CreditIn.TICKET in policy.credit_in,
        # Rule: MT def:Player Terminal(a); MT 8.2(b); MT 8.2(b)(i); MT 9.2(a); MT 10.2(a)
        # Rule: AC def:PT; AC diagram A
        bets=bets_of(rules, table.limits),
        room=_room(table),
        clauses=_CLAUSES[rules.code],
        player=shown.player,  # Rule: LT 3.3; MT 8.5(a)
        banker=shown.banker,  # Rule: LT 3.3; MT 8.5(a)
        player_points=_points(shown.player),  # Rule: MT 8.6(a)
        banker_points=_points(shown.banker),  # Rule: MT 8.6(a)
        entered=shown.entered,
        dummy=shown.dummy,
        no_bet=table.no_bet,
        unread=awaited.unread,
        under_way=awaited.under_way,
        coups_left=shown.coups_left,
        shooter=shown.shooter,  # Rule: AC 2.3
        shooter_seat=shooter.seat if shooter else 0,
        point=shown.point,  # Rule: AC 2.3; AC def:come out roll
        shoot_seconds=policy.shoot_seconds,
        result_pause_us=table.result_pause_us,
        chances=chances_of(rules),  # Rule: AC 3.2
        # Rule: LT 8.1; MT def:WND; AC 2.3.2
        results=results_of(state, table, memory),
        wins=tuple(wins[:_WINS_SHOWN]),
        winners=len(wins),
    )
