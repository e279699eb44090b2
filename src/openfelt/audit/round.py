"""Rounds judged again: what was closed, dealt, paid or given back, from the journalled odds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.audit import event, ticket_event
from openfelt.audit.event import Event, Stake
from openfelt.audit.finding import dollars
from openfelt.audit.outcome import (
    CARD_PLACES,
    DICE_PLACES,
    NoOutcome,
    cards_place,
    dice_place,
    is_card,
    stated_place,
    whose_card,
    winner,
)
from openfelt.audit.payment import check_payment
from openfelt.audit.table import Table, Tables, by_spot, difference


def _table_opened(tables: Tables, e: event.TableOpened) -> None:
    if e.table in tables.tables:
        tables.say(f"{e.table} is open already")
    lengths = {len(column) for column in e.returns.values()}
    if e.denominator < 1 or len(lengths) != 1 or not lengths <= {DICE_PLACES, CARD_PLACES}:
        tables.say(f"the odds of {e.table} cannot be looked up")
        return
    if any(part < 0 for column in e.returns.values() for part in column):
        tables.say(f"an outcome at {e.table} takes more than the stake")
    tables.tables[e.table] = table = Table(e, lengths.pop())
    if e.wagering:
        table.begin(1)


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


def _card_dealt(tables: Tables, e: event.CardDealt) -> None:
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if not is_card(e.card):
        tables.say(f"{e.card!r} is no card")
        return
    due = whose_card(table.hands)
    if e.hand != due:
        tables.say(f"by the drawing rules the next card is {due or 'nobody'}'s, not {e.hand}'s")
    (table.hands.player if e.hand == "player" else table.hands.banker).append(e.card)


def _foreign_card(tables: Tables, e: event.ForeignCardSeen) -> None:
    idle = tables.find(e.table)
    if idle is None or idle.dummy:
        return  # Nobody plays for this coup.
    table = tables.current(e.table, e.round, "closed")
    if table is not None:
        table.spoiled = True


def _result_entered(tables: Tables, e: event.ResultEntered) -> None:
    idle = tables.find(e.table)
    if idle is None or idle.dummy:
        return  # The result of a coup that nobody plays for.
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if whose_card(table.hands):
        tables.say("the coup is not complete")
    elif e.result != winner(table.hands):
        tables.say(f"the cards {table.hands} give {winner(table.hands)}, not {e.result}")
    table.entered = e.result


def _shooter_called(tables: Tables, e: event.ShooterCalled) -> None:
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if all(stake.terminal != e.terminal for stake in table.committed):
        tables.say(f"{e.terminal} is the shooter and has no wager")
    table.shooter = e.terminal


def _dice_shot(tables: Tables, e: event.DiceShot) -> None:
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if e.by and e.by != table.shooter:
        tables.say(f"{e.by} shot, the shooter is {table.shooter or 'nobody'}")
    table.thrown = True


def _dice_cocked(tables: Tables, e: event.DiceCocked) -> None:
    table = tables.current(e.table, e.round, "closed")
    if table is not None:
        table.thrown = False


def _settled(tables: Tables, e: event.RoundSettled) -> None:
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    try:
        place = _place(table, e.outcome)
    except NoOutcome as error:
        tables.say(str(error))
    else:
        check_payment(tables, table.opened, table.committed, e, place)
    table.keep(e.paid)
    table.end("settled", e.next_due)


def _place(table: Table, outcome: str) -> int:
    if table.places == CARD_PLACES:
        return _coup_place(table, outcome)
    if not table.thrown:
        raise NoOutcome("no dice were thrown, or they lay cocked")
    return dice_place(outcome)


def _coup_place(table: Table, outcome: str) -> int:
    """Take what a supervisor stated, else the cards dealt, whose result must have been entered."""
    if table.spoiled:
        raise NoOutcome("a foreign card was dealt: this coup can only be void")
    if table.stated:
        if outcome != table.stated:
            raise NoOutcome(f"it settles on {outcome}, but {table.stated} was stated")
        return stated_place(outcome)
    if not table.entered:
        raise NoOutcome("no dealer entered the result")
    return cards_place(outcome, table.hands)


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
    table.end("void", e.next_due)


RULES: Final[dict[type[Event], Callable[[Tables, Any], object]]] = {
    event.TableOpened: _table_opened,
    event.TableSuspended: lambda tables, e: tables.find(e.table),
    event.TableResumed: lambda tables, e: tables.find(e.table),
    event.TerminalEnrolled: _terminal_enrolled,
    event.NoteStacked: _note_stacked,
    event.CmsCredited: lambda tables, e: tables.terminal(e.terminal),
    ticket_event.TicketCredited: lambda tables, e: tables.terminal(e.terminal),
    ticket_event.TicketPresented: lambda tables, e: tables.terminal(e.terminal),
    event.RoundOpened: _round_opened,
    event.WageringClosed: _wagering_closed,
    event.CardDealt: _card_dealt,
    event.ForeignCardSeen: _foreign_card,
    event.ResultEntered: _result_entered,
    event.ShooterCalled: _shooter_called,
    event.DiceShot: _dice_shot,
    event.DiceCocked: _dice_cocked,
    event.RoundSettled: _settled,
    event.RoundVoided: _voided,
}
