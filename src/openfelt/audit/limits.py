"""The sign at a table held against what was laid, confirmed and committed, with own arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from openfelt.audit import correction_event, event
from openfelt.audit.event import Event, Stake
from openfelt.audit.finding import dollars
from openfelt.audit.table import Spot, Table, Tables, by_spot

_SIDES: Final = ("player", "banker")
_PAIRS: Final = ("player_pair", "banker_pair")


@dataclass(frozen=True, slots=True)
class Book:
    """How a book reads a sign.

    `at_once`: the minimum holds for every chip laid, not only for what is played for.
    `steps_of_minimum`: wagers rise by the minimum.  `must_confirm`: what nobody confirmed goes
    back.  `by_piece`: a wager of several pieces is held to the sign piece by piece.
    """

    at_once: bool
    steps_of_minimum: bool = False
    must_confirm: bool = False
    by_piece: bool = True


BOOKS: Final[dict[str, Book]] = {
    "LT": Book(at_once=False),
    "SB": Book(at_once=True),
    "AC": Book(at_once=True, by_piece=False),
    "MT": Book(at_once=True, steps_of_minimum=True, must_confirm=True),
}


def _opened(tables: Tables, e: event.TableOpened) -> None:
    table = tables.tables.get(e.table)
    if table is not None:
        table.limits, table.rejects = e.limits, e.unconfirmed == "reject"


def _changed(tables: Tables, e: event.LimitsChanged) -> None:
    table = tables.find(e.table)
    if table is not None:
        table.limits = e.limits


def _most(table: Table, bet: str) -> int:
    """Return the most that may lie on a bet, 0 where nothing bounds it alone."""
    limits = table.limits
    if bet in _SIDES and limits.differential and table.odds.book == "LT":
        return 0
    if bet == "tie" and limits.tie_maximum:
        return limits.tie_maximum
    if bet in _PAIRS and limits.pair_maximum:
        return limits.pair_maximum
    return limits.maximum


def _check_spot(tables: Tables, table: Table, spot: Spot) -> None:
    """Hold what lies on a spot to its maximum and step, and where it must be to the minimum.

    What stood before another sign went up may stay, whatever is added to it.
    """
    bet, stood = spot[1], table.standing.get(spot, 0)
    stands = table.on_spot(spot)
    book, limits = BOOKS.get(table.odds.book), table.limits
    if book is None:
        return
    pieces = table.odds.pieces.get(bet, 1) if book.by_piece else 1
    minimum = limits.minimum * pieces
    most = _most(table, bet) * pieces
    if most and stands > most:
        tables.say(f"{dollars(stands)} stand on {bet}, the sign allows {dollars(most)}")
    if book.at_once and stands < minimum and not stood:
        tables.say(f"{dollars(stands)} stand on {bet}, the sign asks for {dollars(minimum)}")
    step = minimum if book.steps_of_minimum else limits.unit * pieces
    if (stands - minimum if stands >= minimum else stands) % step and not stood:
        tables.say(f"{dollars(stands)} stand on {bet}, the sign has steps of {dollars(step)}")


def _check_aggregate(tables: Tables, table: Table, terminal: str) -> None:
    most = table.limits.aggregate
    if most and table.stakes_of(terminal) > most:
        total = dollars(table.stakes_of(terminal))
        tables.say(f"{terminal} has {total} on the table, the sign allows {dollars(most)}")


def _laid(tables: Tables, e: event.WagerStaged) -> None:
    _check_laid(tables, e.table, e.terminal, (e.bet,))


def _moved(tables: Tables, e: event.WagerMoved) -> None:
    _check_laid(tables, e.table, e.terminal, (e.to,))
    table = tables.tables.get(e.table)
    book = BOOKS.get(table.odds.book) if table else None
    left = table.layout.get((e.terminal, e.bet), 0) if table else 0
    if table is not None and book is not None and book.steps_of_minimum and left:
        _check_spot(tables, table, (e.terminal, e.bet))


def _layout_laid(tables: Tables, e: event.LayoutStaged) -> None:
    _check_laid(tables, e.table, e.terminal, (stake.bet for stake in e.wagers))


def _check_laid(tables: Tables, name: str, terminal: str, bets: Iterable[str]) -> None:
    table = tables.tables.get(name)
    if table is None:
        return
    for bet in bets:
        _check_spot(tables, table, (terminal, bet))
    _check_aggregate(tables, table, terminal)


def _confirmed(tables: Tables, e: event.WagersConfirmed) -> None:
    """What is locked must be able to stand as it is."""
    table = tables.tables.get(e.table)
    if table is None:
        return
    own = {bet: amount for (who, bet), amount in table.layout.items() if who == e.terminal}
    _check_least(tables, table, [Stake(e.terminal, bet, own.get(bet, 0)) for bet in e.bets])
    _check_total(tables, table, e.terminal, sum(own.values()))
    locked = [Stake(*spot, table.layout.get(spot, 0)) for spot in table.confirmed]
    before = [one for one in locked if one.terminal != e.terminal or one.bet not in e.bets]
    # Wagers that were taken away may have left the sides so: what came now has not widened it.
    if _apart(table, locked) > max(0, _apart(table, before)):
        tables.say("the sides are further apart than the differential")


def _check_least(tables: Tables, table: Table, stakes: Iterable[Stake]) -> None:
    least = table.limits.minimum
    for stake in stakes:
        if stake.amount < least:
            what = f"{stake.terminal} plays {dollars(stake.amount)} on {stake.bet}"
            tables.say(f"{what}, the sign asks for {dollars(least)}")


def _check_total(tables: Tables, table: Table, terminal: str, total: int) -> None:
    least = table.limits.minimum_total
    if 0 < total < least:
        tables.say(f"{terminal} plays {dollars(total)} in all, the sign asks for {dollars(least)}")


def _apart(table: Table, stakes: Iterable[Stake]) -> int:
    """Return by how much the two sides are further apart than they may be."""
    if not table.limits.differential:
        return 0
    sums = dict.fromkeys(_SIDES, 0)
    for stake in stakes:
        if stake.bet in sums:
            sums[stake.bet] += stake.amount
    return abs(sums["player"] - sums["banker"]) - table.limits.differential


def _closed(tables: Tables, e: event.WageringClosed) -> None:
    """Judge what is played for; confirmed wagers were judged when they were."""
    table = tables.tables.get(e.table)
    book = BOOKS.get(table.odds.book) if table else None
    if table is None or book is None:
        return
    loose = [s for s in e.committed if (s.terminal, s.bet) not in table.confirmed]
    if loose and (book.must_confirm or (table.rejects and not book.at_once)):
        tables.say(f"{loose[0].terminal}'s {loose[0].bet} is played for and was not confirmed")
    if book.at_once:
        return
    _check_least(tables, table, loose)
    totals: dict[str, int] = {}
    for (terminal, _), amount in by_spot(e.committed).items():
        totals[terminal] = totals.get(terminal, 0) + amount
    for terminal in dict.fromkeys(stake.terminal for stake in loose):
        _check_total(tables, table, terminal, totals[terminal])
    _check_differential(tables, table, loose)


def _check_differential(tables: Tables, table: Table, loose: list[Stake]) -> None:
    """What is confirmed stays, so only loose wagers can have been left too far apart."""
    if _apart(table, table.committed) <= 0:
        return
    sums = {side: sum(s.amount for s in table.committed if s.bet == side) for side in _SIDES}
    heavier = max(sums, key=sums.__getitem__)
    if any(stake.bet == heavier for stake in loose):
        tables.say("the sides are further apart than the differential")


def _dispensed(tables: Tables, e: correction_event.DispensationGiven) -> None:
    table = tables.tables.get(e.table)
    if table is None:
        return
    if e.stands:
        _check_spot(tables, table, (e.terminal, e.bet))
        _check_least(tables, table, [Stake(e.terminal, e.bet, e.stands)])
    tables.dispensed[e.table, e.terminal] = e.bet in _SIDES or (
        tables.dispensed.get((e.table, e.terminal), False)
    )


def check_dispensed(tables: Tables) -> None:
    """Hold all that a dispensation changed to the sign, now that the last of its rows is read."""
    for (name, terminal), moved_a_side in tables.dispensed.items():
        table = tables.tables[name]
        _check_aggregate(tables, table, terminal)
        own = sum(stake.amount for stake in table.committed if stake.terminal == terminal)
        _check_total(tables, table, terminal, own)
        if moved_a_side and _apart(table, table.committed) > 0:
            tables.say("the sides are further apart than the differential")
    tables.dispensed.clear()


# Asked after the wagers themselves were counted.
RULES: Final[dict[type[Event], Callable[[Tables, Any], None]]] = {
    event.TableOpened: _opened,
    event.LimitsChanged: _changed,
    event.WagerStaged: _laid,
    event.WagerMoved: _moved,
    event.LayoutStaged: _layout_laid,
    event.WagersConfirmed: _confirmed,
    event.WageringClosed: _closed,
    correction_event.DispensationGiven: _dispensed,
}
