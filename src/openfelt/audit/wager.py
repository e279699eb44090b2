"""Chips on the layouts, counted again from every touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.audit import craps, event
from openfelt.audit.event import Event, Stake
from openfelt.audit.finding import dollars
from openfelt.audit.table import Table, Tables


def _lay(tables: Tables, table: Table, terminal: str, bet: str, amount: int) -> int:
    """Add chips and return what stands now."""
    if bet not in table.odds.returns:
        tables.say(f"{table.name} has no odds for {bet!r}")
    tables.check_may_play(terminal)
    _refuse_confirmed(tables, table, terminal, bet)
    spot = terminal, bet
    if table.odds.stands:
        craps.check_laid(tables, table, spot, amount)
        craps.touch(tables, table, terminal)
    table.layout[spot] = table.layout.get(spot, 0) + amount
    return table.layout[spot] + table.standing.get(spot, 0)


def _lift(tables: Tables, table: Table, terminal: str, bet: str, amount: int) -> None:
    """Take chips up: those laid in this period first."""
    _refuse_confirmed(tables, table, terminal, bet)
    spot = terminal, bet
    stood = table.standing.get(spot, 0)
    left = table.layout.pop(spot, 0) + stood - amount
    if left < 0:
        tables.say(f"{dollars(amount)} were taken off {bet}, {dollars(left + amount)} lay there")
    if table.odds.stands:
        craps.touch(tables, table, terminal)
    if stood and left < stood:
        craps.check_lifted(tables, spot)
        # A copy: the round before knows what it left.
        kept = table.standing | {spot: max(0, left)}
        table.standing = {where: amount for where, amount in kept.items() if amount}
    if left > stood:
        table.layout[spot] = left - stood


def _refuse_confirmed(tables: Tables, table: Table, terminal: str, bet: str) -> None:
    if (terminal, bet) in table.confirmed:
        tables.say(f"{terminal}'s wager on {bet} is confirmed and cannot change")


def _check_stands(tables: Tables, said: int, stands: int) -> None:
    if said != stands:
        tables.say(f"it says that {dollars(said)} stand there now, but {dollars(stands)} do")


def _check_owner(tables: Tables, terminal: str, stakes: tuple[Stake, ...]) -> None:
    if any(stake.terminal != terminal for stake in stakes):
        tables.say(f"it touches wagers of others than {terminal}")


def _staged(tables: Tables, e: event.WagerStaged) -> None:
    table = tables.wagering(e.table, e.terminal)
    if table is not None:
        _check_stands(tables, e.stands, _lay(tables, table, e.terminal, e.bet, e.amount))


def _moved(tables: Tables, e: event.WagerMoved) -> None:
    table = tables.wagering(e.table, e.terminal)
    if table is None:
        return
    if e.amount <= 0 or e.bet == e.to:
        tables.say(f"it moves {dollars(e.amount)} from {e.bet} to {e.to}")
    stands = _lay(tables, table, e.terminal, e.to, e.amount)
    _lift(tables, table, e.terminal, e.bet, e.amount)
    _check_stands(tables, e.stands, stands)


def _taken_down(tables: Tables, e: event.WagerTakenDown) -> None:
    table = tables.wagering(e.table, e.terminal)
    if table is None:
        return
    if e.amount <= 0:
        tables.say(f"it takes {dollars(e.amount)} off {e.bet}")
    _lift(tables, table, e.terminal, e.bet, e.amount)
    _check_stands(tables, e.stands, table.on_spot((e.terminal, e.bet)))


def _cancelled(tables: Tables, e: event.WagersCancelled) -> None:
    table = tables.wagering(e.table, e.terminal)
    if table is None:
        return
    _check_owner(tables, e.terminal, e.wagers)
    for stake in e.wagers:
        spot = e.terminal, stake.bet
        lay = table.on_spot(spot)
        if 0 < stake.amount < lay and stake.amount != table.layout.get(spot):
            tables.say(f"{dollars(stake.amount)} of {dollars(lay)} on {stake.bet} came back")
        _lift(tables, table, e.terminal, stake.bet, stake.amount)


def _layout_staged(tables: Tables, e: event.LayoutStaged) -> None:
    table = tables.wagering(e.table, e.terminal)
    if table is None:
        return
    _check_owner(tables, e.terminal, e.wagers)
    for stake in e.wagers:
        _lay(tables, table, e.terminal, stake.bet, stake.amount)


def _confirmed(tables: Tables, e: event.WagersConfirmed) -> None:
    table = tables.wagering(e.table, e.terminal)
    if table is None:
        return
    for bet in e.bets:
        spot = (e.terminal, bet)
        if spot in table.confirmed or not table.layout.get(spot):
            tables.say(f"{e.terminal} has no unconfirmed wager on {bet}")
        table.confirmed.add(spot)
    table.rounds_ordered = max(0, table.rounds_ordered)


RULES: Final[dict[type[Event], Callable[[Tables, Any], object]]] = {
    event.WagerStaged: _staged,
    event.WagerMoved: _moved,
    event.WagerTakenDown: _taken_down,
    event.WagersCancelled: _cancelled,
    event.LayoutStaged: _layout_staged,
    event.WagersConfirmed: _confirmed,
}
