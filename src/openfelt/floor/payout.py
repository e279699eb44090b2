"""Cash-out and ticket-in at a terminal: the pit's side of a ticket.

Rulebooks: LT 8.2, 8.3, 8.7, 4.3.2; SB 3.4, 3.7, 3.8.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.account import may_play
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.question import (
    CreditTicket,
    FinishTicket,
    OpenTicket,
    PrintTicket,
    RedeemAtTerminal,
    ReturnTicket,
)
from openfelt.floor.state import Order, State, Terminal
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.policy import CreditIn, Policy, cash_out_is_open
from openfelt.rulebooks.rulebook import Rulebook

HOUSE = "house"
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
    """A printer says what became of an order."""

    order: str
    printed: bool


class CashOutRequested(Event, frozen=True):
    terminal: str
    amount: int
    number: str
    scheme: str


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


class TicketPresented(Event, frozen=True):
    terminal: str
    number: str
    scheme: str


class TicketCredited(Event, frozen=True):
    terminal: str
    number: str
    amount: int


class TicketReturned(Event, frozen=True):
    terminal: str
    number: str
    code: str


def _rulebook(state: State, terminal: Terminal) -> Rulebook:
    """Return the one rulebook scheme that a terminal's tables share."""
    return VARIANTS[state.tables[terminal.tables[0]].variant]


def cash_out(state: State, command: CashOut, _: Context) -> Answer:
    """Turn all credit into a ticket, when the book lets the player leave.

    Rule: LT 8.2; LT 8.7; SB 3.7
    """
    terminal = state.terminals.get(command.terminal)
    if terminal is None:
        return Refused(Refusal.TERMINAL_OUT_OF_SERVICE)
    if not terminal.open:
        return Refused(Refusal.ACCOUNT_IS_CLOSED)
    book = _rulebook(state, terminal)
    if not terminal.credit or terminal.asked or not _may_leave(state, terminal, book.policy):
        return Refused(Refusal.CASH_OUT_NOT_ALLOWED)
    return (CashOutRequested(command.terminal, terminal.credit, command.number, book.book),)


def _may_leave(state: State, terminal: Terminal, policy: Policy) -> bool:
    tables = [state.tables[name] for name in terminal.tables]
    spots = [spot for table in tables for spot in table.layouts.get(terminal.name, {}).values()]
    return cash_out_is_open(
        policy.cash_out,
        staged=any(not spot.confirmed for spot in spots),
        confirmed=any(spot.confirmed for spot in spots),
        round_undecided=any(
            stake.terminal == terminal.name for table in tables for stake in table.committed
        ),
    )


def print_ticket(state: State, command: PrintTicket, context: Context) -> Answer:
    return (
        TicketPrintOrdered(
            f"print:{command.number}",
            command.terminal,
            command.number,
            command.amount,
            context.now + RECEIPT_US,
        ),
    )


def printer_receipt(state: State, command: PrinterReceipt, _: Context) -> Answer:
    order = state.orders.get(command.order)
    if order is None or order.kind != "print":
        return Refused(Refusal.TICKET_UNKNOWN)
    terminal = order.device.partition("@")[2]
    receipt = TicketPrinted if command.printed else TicketPrintFailed
    return (receipt(command.order, terminal, order.data),)


def present(state: State, command: PresentTicket, _: Context) -> Answer:
    """Ask the house about a ticket, where the book takes tickets in.

    Rule: LT 4.3.2; SB 3.4
    """
    terminal = may_play(state, command.terminal)
    if isinstance(terminal, Refused):
        return terminal
    book = _rulebook(state, terminal)
    if CreditIn.TICKET not in book.policy.credit_in:
        return Refused(Refusal.TICKET_IN_NOT_ALLOWED)
    if terminal.asked or terminal.paying_out:
        return Refused(Refusal.CASH_IN_NOT_ALLOWED)
    return (TicketPresented(command.terminal, command.number, book.book),)


def credit_ticket(state: State, command: CreditTicket, _: Context) -> Answer:
    return (TicketCredited(command.terminal, command.number, command.amount),)


def return_ticket(state: State, command: ReturnTicket, _: Context) -> Answer:
    return (TicketReturned(command.terminal, command.number, command.code),)


def requested(state: State, event: CashOutRequested) -> None:
    terminal = state.terminals[event.terminal]
    terminal.credit -= event.amount
    terminal.paying_out = event.amount
    terminal.win = 0


def print_ordered(state: State, event: TicketPrintOrdered) -> None:
    device = f"printer@{event.terminal}"
    state.orders[event.order] = Order(device, "print", event.number, event.due)


def _paid_out(state: State, event: TicketPrinted | TicketPrintFailed) -> None:
    """The account closes when its ticket or voucher is made.

    Rule: LT 8.3
    """
    del state.orders[event.order]
    terminal = state.terminals[event.terminal]
    terminal.paying_out = 0
    terminal.open = terminal.credit > 0


def presented(state: State, event: TicketPresented) -> None:
    state.terminals[event.terminal].asked = event.number


def credited(state: State, event: TicketCredited) -> None:
    terminal = state.terminals[event.terminal]
    terminal.asked, terminal.open = "", True
    terminal.credit += event.amount


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
    },
    evolves={
        CashOutRequested: requested,
        TicketPrintOrdered: print_ordered,
        TicketPrinted: _paid_out,
        TicketPrintFailed: _paid_out,
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
                OpenTicket(state.stream, event.terminal, event.number, event.amount, event.scheme),
            ),
        ),
        TicketPrinted: lambda _, event: ((HOUSE, FinishTicket(event.number, printed=True)),),
        TicketPrintFailed: lambda _, event: ((HOUSE, FinishTicket(event.number, printed=False)),),
        TicketPresented: lambda state, event: (
            (HOUSE, RedeemAtTerminal(state.stream, event.terminal, event.number, event.scheme)),
        ),
    },
)
