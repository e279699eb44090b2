"""The ticket that a printer is wanted to print."""

from openfelt.floor.money.order import PrintOrder
from openfelt.floor.money.payout import RECEIPT_US, scheme_of
from openfelt.floor.state import State
from openfelt.paper.slip import Slip


def slip_of(state: State, order: PrintOrder) -> Slip:
    """Return a ticket as it is handed to the printer, made when it was ordered."""
    book = scheme_of(state, state.terminals[order.at])
    return Slip(order.number, order.amount, order.at, state.demo, book, order.due - RECEIPT_US)
