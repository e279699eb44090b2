"""Rounds judged again: what was closed, dealt, paid or given back, from the journalled odds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from openfelt.audit import craps, event, no_bet, ticket_event
from openfelt.audit.definition import READ, Odds, fingerprint_of, unpacked
from openfelt.audit.event import Event, Stake
from openfelt.audit.finding import dollars
from openfelt.audit.outcome import NoOutcome
from openfelt.audit.payment import check_payment, left_by
from openfelt.audit.table import Table, Tables, by_spot, difference
from openfelt.audit.ways import WAYS

# When a dealer tumbles, and who says the dice, where one does.
_TUMBLED: Final = tuple((at, by) for at in ("end", "start") for by in ("dealer", "recognition"))
_NOT_TUMBLED: Final = (("", ""),)
_NONE: Final = b"null"
# Since this version a definition is read as it was written.
_AS_WRITTEN: Final = 3


def _table_opened(tables: Tables, e: event.TableOpened) -> None:
    before = tables.tables.get(e.table)
    if before is not None and not before.closed:
        tables.say(f"{e.table} is open already")
    odds = _odds(tables, e)
    if odds is None:
        return
    if (e.tumble, e.dice) not in (_TUMBLED if odds.procedure == "dealt_dice" else _NOT_TUMBLED):
        tables.say(f"{e.table} is not tumbled at {e.tumble!r}, nor said by {e.dice!r}")
    table = Table(e.table, odds, pause_us=e.result_pause_us, tumble=e.tumble, said_by=e.dice)
    table.shoot_value = e.shoot_value
    tables.tables[e.table] = table
    if before is not None:
        table.go_on(before)
    if e.wagering:
        table.begin(table.round + 1)
    elif e.result_pause_us:
        tables.say(f"whoever deals at {e.table} opens the next period: no pause does")


def _odds(tables: Tables, e: event.TableOpened) -> Odds | None:
    """Return what a table plays by: journalled with it, or with an earlier one of its stream."""
    if bytes(e.definition) == _NONE:
        if e.fingerprint not in tables.odds:
            tables.say(f"nothing in this stream says what {e.table} plays by")
        return tables.odds.get(e.fingerprint)
    defined = READ(e.definition)
    # What is lifted does not give its hash; a row of today has nothing to be lifted.
    lifted = defined.lifted and tables.version < _AS_WRITTEN
    written = msgspec.json.decode(e.definition)
    true = defined.fingerprint if lifted else fingerprint_of(written)
    if not defined.fingerprint == e.fingerprint == true:
        tables.say(f"the definition of {e.table} does not give its fingerprint")
    odds = unpacked(defined)
    if isinstance(odds, str):
        tables.say(f"{e.table}: {odds}")
        return None
    way = WAYS.get(odds.procedure)
    if way is None or odds.outcomes != way.outcomes:
        tables.say(f"{e.table} is played by no procedure known: {odds.procedure!r}")
        return None
    tables.odds[odds.fingerprint] = odds
    return odds


def _terminal_enrolled(tables: Tables, e: event.TerminalEnrolled) -> None:
    if e.terminal in tables.terminals:
        tables.say(f"{e.terminal} is set up already")
    tables.terminals[e.terminal] = e
    for name in e.tables:
        tables.find(name)


def _note_stacked(tables: Tables, e: event.NoteStacked) -> None:
    terminal = tables.terminal(e.terminal)
    if terminal is not None and e.amount not in terminal.notes:
        tables.say(f"{e.terminal} takes no note of {dollars(e.amount)}")


def _round_opened(tables: Tables, e: event.RoundOpened) -> None:
    table = tables.find(e.table)
    if table is None:
        return
    if table.phase in ("wagering", "closed"):
        tables.say(f"round {table.round} is neither settled nor void")
    if table.closed:
        tables.say(f"{e.table} is closed")
    if e.round != table.round + 1:
        tables.say(f"round {e.round} follows round {table.round}")
    if table.doubted:
        tables.say(f"round {table.round} is in doubt, and nobody has decided on it")
    if tables.time_us < table.opens_at:
        tables.say(f"the result of round {table.round} was still to be looked at")
    table.begin(e.round)


def _wagering_closed(tables: Tables, e: event.WageringClosed) -> None:
    table = tables.current(e.table, e.round, "wagering")
    if table is None:
        return
    committed = by_spot(e.committed)
    if len(committed) != len(e.committed) or any(s.amount <= 0 for s in e.committed):
        tables.say("a wager is committed twice, or nothing is committed on it")
    off = difference(by_spot(e.committed + e.returned), table.layout)
    if off:
        tables.say(f"committed and returned are not what stood on the layouts: {off}")
    for spot in table.confirmed:
        if committed.get(spot, 0) != table.layout.get(spot, 0):
            tables.say(f"{spot[0]}'s confirmed wager on {spot[1]} is not committed as it stood")
    table.phase, table.committed, table.layout = "closed", e.committed, {}


def _settled(tables: Tables, e: event.RoundSettled) -> None:
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    point = table.point
    try:
        place = WAYS[table.odds.procedure].place(table, e.outcome)
    except NoOutcome as error:
        tables.say(str(error))
    else:
        check_payment(tables, table.odds, table.played, e, place)
        point = craps.rolled(table, e.outcome) if table.odds.stands else 0
    craps.touch(tables, table, *(stake.terminal for stake in table.played))
    table.keep(e.paid, left_by(table.played, e), e.outcome)
    table.outcome, table.point = e.outcome, point
    table.end("settled", e.next_due)
    tables.check_pause(table, e.next_due, e.opens_at)


def _resumed(tables: Tables, e: event.TableResumed) -> None:
    table = tables.find(e.table)
    if table is None:
        return
    if table.spoiled and table.phase == "closed":
        tables.say(f"round {table.round} of {e.table} is spoiled and can only be void")
    table.doubted = False


def check_forfeit(tables: Tables, table: Table, number: int, kept: tuple[Stake, ...]) -> None:
    """Only fraud, said in a row before, costs a player his stake; then it costs all of it."""
    fraud, table.fraud = table.fraud, 0
    if kept and fraud != number:
        tables.say(f"stakes of {kept[0].terminal} are kept, but no fraud was declared")


def _voided(tables: Tables, e: event.RoundVoided) -> None:
    table = tables.current(e.table, e.round, "wagering", "closed")
    if table is None:
        return
    stood = by_spot(table.committed) if table.phase == "closed" else table.layout
    off = difference(by_spot(e.refunded + e.forfeited), stood)
    if off:
        tables.say(f"the refund is not what was staked: {off}")
    check_forfeit(tables, table, e.round, e.forfeited)
    craps.touch(tables, table, *(terminal for terminal, _ in stood))
    table.end("void", e.next_due)


RULES: Final[dict[type[Event], Callable[[Tables, Any], object]]] = {
    event.TableOpened: _table_opened,
    event.TableSuspended: lambda tables, e: tables.find(e.table),
    event.TableResumed: _resumed,
    event.TerminalEnrolled: _terminal_enrolled,
    event.NoteStacked: _note_stacked,
    event.CmsCredited: lambda tables, e: tables.terminal(e.terminal),
    ticket_event.TicketCredited: lambda tables, e: tables.terminal(e.terminal),
    ticket_event.TicketPresented: lambda tables, e: tables.terminal(e.terminal),
    event.RoundOpened: _round_opened,
    **no_bet.RULES,
    event.WageringClosed: _wagering_closed,
    event.RoundSettled: _settled,
    event.RoundVoided: _voided,
    **{kind: rule for way in WAYS.values() for kind, rule in way.rules.items()},
}
