"""What a printer is wanted to print: a ticket, or the slip of a kiosk."""

from openfelt.floor.money.order import PrintOrder, RestOrder
from openfelt.floor.money.payout import RECEIPT_US, scheme_of
from openfelt.floor.state import State
from openfelt.paper.slip import Slip


def slip_of(state: State, order: PrintOrder) -> Slip:
    """Return a ticket as it is handed to the printer, made when it was ordered."""
    book = scheme_of(state, state.terminals[order.at])
    return Slip(order.number, order.amount, order.at, state.demo, book, order.due - RECEIPT_US)


def rest_of(state: State, order: RestOrder) -> Slip:
    """Return what a kiosk leaves to the cash desk as it is handed to its printer."""
    return Slip(order.voucher, order.amount, order.at, state.demo, "", order.since, order.paid)
