"""Cash-out and ticket-in at a terminal: the pit's side of a ticket.

Rulebooks: LT 8.2, 8.3, 8.7, 4.3.2, 11.6.2.1; SB 3.4, 3.7, 3.8.
"""

from collections.abc import Iterator
from typing import ClassVar

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.demo import is_demo_ticket, marked
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.money import hand_pay, purse
from openfelt.floor.money.account import account_for, credit, may_play, nothing_is_open
from openfelt.floor.money.meters import more
from openfelt.floor.money.order import PrintOrder
from openfelt.floor.people import seat
from openfelt.floor.question import (
    CreditTicket,
    FinishCashOut,
    FinishTicket,
    OpenTicket,
    PrintTicket,
    RedeemAtTerminal,
    ReturnTicket,
)
from openfelt.floor.state import Order, State, Table, Terminal
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.wager import WagersCancelled
from openfelt.rulebooks.policy import CashOut as CashOutWhen
from openfelt.rulebooks.policy import CreditIn, Policy, cash_out_is_open

HOUSE = "house"
# A device that has not said in time what it did has failed.
RECEIPT_US = 20_000_000


class CashOut(Command, frozen=True):
    """The player takes his credit; `number` is a fresh validation number for the ticket."""

    terminal: str
    number: str


class PresentTicket(Command, frozen=True):
    """The player puts a ticket into the terminal."""

    terminal: str
    number: str


class PrinterReceipt(Command, frozen=True):
    """The printer of a terminal says what became of an order."""

    order: str
    printed: bool
    terminal: str


class CashOutRequested(Event, frozen=True):
    """`by_hand`: more than a ticket may be over, so a voucher is asked for at once."""

    terminal: str
    amount: int
    number: str
    scheme: str
    by_hand: bool = False


class TicketPrintOrdered(Event, frozen=True):
    order: str
    terminal: str
    number: str
    amount: int
    due: int


class TicketPrinted(Event, frozen=True):
    order: str
    terminal: str
    number: str


class TicketPrintFailed(Event, frozen=True):
    """The printer reported a fault, or said nothing in time."""

    order: str
    terminal: str
    number: str


class VoucherMade(Event, frozen=True):
    """The house owes the credit by a voucher: the terminal is done."""

    terminal: str
    number: str


class TicketPresented(Event, frozen=True):
    terminal: str
    number: str
    scheme: str


class TicketCredited(Event, frozen=True):
    """`account` is the number of the account it goes to; rows of older releases do not say."""

    version: ClassVar[int] = 2

    terminal: str
    number: str
    amount: int
    account: int = 0


class TicketReturned(Event, frozen=True):
    terminal: str
    number: str
    code: str


def _tables(state: State, terminal: Terminal) -> list[Table]:
    return [state.tables[name] for name in terminal.tables]


def _policies(state: State, terminal: Terminal) -> list[Policy]:
    return [state.rules(table).policy for table in _tables(state, terminal)]


def scheme_of(state: State, terminal: Terminal) -> str:
    """Name the book under which a terminal's tickets are issued."""
    return state.rules(state.tables[terminal.tables[0]]).book


def cash_out(state: State, command: CashOut, _: Context) -> Answer:
    """Turn all credit into a ticket, when the book lets the player leave.

    Rule: LT Diagram A:5
    """
    terminal = state.terminals.get(command.terminal)
    if terminal is None:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_terminal")
    refused = no_cash_out(state, terminal)
    if refused is not None:
        return refused
    if is_demo_ticket(state, command.number):
        return refuse(Refusal.TICKET_UNKNOWN, "demo_ticket")
    released = tuple(_released(state, terminal))
    amount = terminal.credit + sum(stake.amount for one in released for stake in one.wagers)
    limits = [t.ticket_limit for t in _tables(state, terminal) if t.ticket_limit]
    by_hand = amount > min(limits, default=amount)
    scheme = scheme_of(state, terminal)
    number = marked(state, command.number)
    # Rule: MT 4.5
    return (*released, CashOutRequested(command.terminal, amount, number, scheme, by_hand))


def _released(state: State, terminal: Terminal) -> Iterator[WagersCancelled]:
    """Yield what goes back to a player who leaves where only a confirmed wager binds him.

    Rule: MT 4.4(a); MT 4.5(a)
    """
    for table in _tables(state, terminal):
        binds = state.rules(table).policy.cash_out
        loose = layout.unconfirmed(table, terminal.name)
        if binds is CashOutWhen.WITHOUT_A_CONFIRMED_WAGER and loose:
            yield WagersCancelled(terminal.name, table.name, loose)


def no_cash_out(state: State, terminal: Terminal) -> Refused | None:
    """Say why a terminal cannot cash out."""
    if terminal.out_of_service:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE)
    if not terminal.open:
        return refuse(Refusal.ACCOUNT_IS_CLOSED)
    if terminal.asked or terminal.paying_out:
        return refuse(Refusal.CASH_OUT_NOT_ALLOWED, "under_way")
    if not terminal.credit and not any(_released(state, terminal)):
        return refuse(Refusal.CASH_OUT_NOT_ALLOWED, "nothing")
    # Rule: LT 8.2; LT 8.7; SB 3.7; AC 3.7
    return _bound(state, terminal)


def _bound(state: State, terminal: Terminal) -> Refused | None:
    """Ask every book the terminal plays by, about all its tables; say which wager binds it.

    Rule: LT 8.2; SB 3.7; MT 4.4; AC 3.7
    """
    tables = _tables(state, terminal)
    # Free credit may go while wagers stand.  Rule: AC 3.7
    found = {
        spot.state
        for table in tables
        for spot in layout.of(table, terminal.name).values()
        if layout.binds(table, spot)
    }
    played, confirmed = not found.isdisjoint(layout.PLAYED), "confirmed" in found
    for table in tables:
        when = state.rules(table).policy.cash_out
        undecided = played or _waits(when, terminal, tables)
        if not cash_out_is_open(
            when,
            staged="staged" in found,
            confirmed=confirmed,
            round_undecided=undecided,
        ):
            return refuse(
                Refusal.CASH_OUT_NOT_ALLOWED,
                "undecided" if undecided else "confirmed" if confirmed else "staged",
            )
    return None


def _waits(when: CashOutWhen, terminal: Terminal, tables: list[Table]) -> bool:
    """Say whether even a player without a wager waits: rounds are played, and no period is open.

    He does not who was told to leave.

    Rule: MT 4.4(a); MT 4.4(b)
    """
    if terminal.sent_away:
        return False
    played = [table.phase for table in tables if table.undecided]
    binds = when is CashOutWhen.WITHOUT_A_CONFIRMED_WAGER
    return binds and bool(played) and "wagering" not in played


def print_ticket(state: State, command: PrintTicket, context: Context) -> Answer:
    order, due = f"print:{command.number}", context.now + RECEIPT_US
    slip = (command.terminal, command.number, command.amount)
    return (TicketPrintOrdered(order, *slip, due),)


def printer_receipt(state: State, command: PrinterReceipt, _: Context) -> Answer:
    order = state.orders.get(command.order)
    if not isinstance(order, PrintOrder) or order.at != command.terminal:
        return refuse(Refusal.TICKET_UNKNOWN, "not_ordered")
    if command.printed:
        return (TicketPrinted(command.order, order.at, order.number),)
    return _not_printed(command.order, order)


def _not_printed(name: str, order: PrintOrder) -> tuple[Event, ...]:
    """Have the amount paid by hand, and somebody see to whoever waits for it."""
    failed = TicketPrintFailed(name, order.at, order.number)
    return (failed, hand_pay.call(order.at, order.number, order.amount))


def unanswered(name: str, order: Order) -> tuple[Event, ...]:
    """Take no receipt in time for a fault; only a printer is given a time."""
    assert isinstance(order, PrintOrder)
    return _not_printed(name, order)


def present(state: State, command: PresentTicket, _: Context) -> Answer:
    """Ask the house about a ticket, where the book takes tickets in."""
    known = state.terminals.get(command.terminal)
    if known is not None and command.number and command.number == known.asked:
        return ()  # The reader says again what it said, and the house has not answered.
    terminal = may_play(state, command.terminal)
    if isinstance(terminal, Refused):
        return terminal
    # Rule: LT 4.3.2; SB 3.4; AC 3.4; AC 3.4.2
    if any(CreditIn.TICKET not in policy.credit_in for policy in _policies(state, terminal)):
        return refuse(Refusal.TICKET_IN_NOT_ALLOWED)
    if terminal.paying_out:
        return refuse(Refusal.CASH_IN_NOT_ALLOWED, "paying_out")
    if terminal.asked:
        return refuse(Refusal.CASH_IN_NOT_ALLOWED, "under_way")
    if nothing_is_open(state, terminal):
        return refuse(Refusal.CASH_IN_NOT_ALLOWED, "closed")
    return (TicketPresented(command.terminal, command.number, scheme_of(state, terminal)),)


def credit_ticket(state: State, command: CreditTicket, _: Context) -> Answer:
    account = account_for(state.terminals[command.terminal])
    return (TicketCredited(command.terminal, command.number, command.amount, account),)


def return_ticket(state: State, command: ReturnTicket, _: Context) -> Answer:
    return (TicketReturned(command.terminal, command.number, command.code),)


def finish_cash_out(state: State, command: FinishCashOut, _: Context) -> Answer:
    owed = state.terminals[command.terminal].paying_out
    made = VoucherMade(command.terminal, command.number)
    return (made, hand_pay.call(command.terminal, command.number, owed))


def requested(state: State, event: CashOutRequested) -> None:
    terminal = state.terminals[event.terminal]
    purse.take(state, event.terminal, event.amount)
    terminal.paying_out = event.amount
    terminal.meters = more(terminal.meters, paid_out=event.amount)
    terminal.win = 0
    for table in _tables(state, terminal):
        _remember(table, terminal, event.number)


def _remember(table: Table, terminal: Terminal, number: str) -> None:
    """Keep by which slip an account leaves, where a round it played in can be corrected.

    Rule: LT 11.6.2.1; SB 7.1; AC 6.1
    """
    for round_ in table.settled.values():
        if round_.accounts.get(terminal.name) == terminal.account:
            round_.slips[terminal.name] = number


def print_ordered(state: State, event: TicketPrintOrdered) -> None:
    order = PrintOrder(event.terminal, event.number, event.amount, event.due)
    state.orders[event.order] = order


def _leave(state: State, name: str) -> None:
    """The account closes when its ticket or voucher is made, unless wagers still stand.

    Rule: LT 8.3; LT 8.8; SB 3.8; AC 3.8
    """
    terminal = state.terminals[name]
    terminal.paying_out = 0
    terminal.leaving = not terminal.credit
    # Rule: MT 4.6; MT A.4
    terminal.open = terminal.credit > 0 or layout.staked(state, name) > 0
    if not terminal.open:
        seat.left(terminal)


def printed_or_failed(state: State, event: TicketPrinted | TicketPrintFailed) -> None:
    del state.orders[event.order]
    state.terminals[event.terminal].printer_failed = isinstance(event, TicketPrintFailed)
    _leave(state, event.terminal)


def voucher_made(state: State, event: VoucherMade) -> None:
    _leave(state, event.terminal)


def presented(state: State, event: TicketPresented) -> None:
    state.terminals[event.terminal].asked = event.number


def credited(state: State, event: TicketCredited) -> None:
    terminal = state.terminals[event.terminal]
    terminal.asked = ""
    terminal.meters = more(terminal.meters, tickets=event.amount)
    credit(state, event.terminal, event.amount, event.account)


def returned(state: State, event: TicketReturned) -> None:
    state.terminals[event.terminal].asked = ""


CONCEPT = Concept(
    decides={
        CashOut: cash_out,
        PrintTicket: print_ticket,
        PrinterReceipt: printer_receipt,
        PresentTicket: present,
        CreditTicket: credit_ticket,
        ReturnTicket: return_ticket,
        FinishCashOut: finish_cash_out,
    },
    evolves={
        CashOutRequested: requested,
        TicketPrintOrdered: print_ordered,
        TicketPrinted: printed_or_failed,
        TicketPrintFailed: printed_or_failed,
        VoucherMade: voucher_made,
        TicketPresented: presented,
        TicketCredited: credited,
        TicketReturned: returned,
    },
    posts={
        CashOutRequested: lambda event: transfer(
            event.amount,
            debit=Account.TERMINAL_CREDIT.of(event.terminal),
            credit=Account.IN_TRANSIT.of(HOUSE),
        ),
        TicketCredited: lambda event: transfer(
            event.amount,
            debit=Account.IN_TRANSIT.of(HOUSE),
            credit=Account.TERMINAL_CREDIT.of(event.terminal),
        ),
    },
    tells={
        CashOutRequested: lambda state, event: (
            (
                HOUSE,
                OpenTicket(
                    state.stream,
                    event.terminal,
                    event.number,
                    event.amount,
                    event.scheme,
                    event.by_hand,
                ),
            ),
        ),
        TicketPrinted: lambda _, event: ((HOUSE, FinishTicket(event.number, printed=True)),),
        TicketPrintFailed: lambda _, event: ((HOUSE, FinishTicket(event.number, printed=False)),),
        TicketPresented: lambda state, event: (
            (HOUSE, RedeemAtTerminal(state.stream, event.terminal, event.number, event.scheme)),
        ),
    },
)
