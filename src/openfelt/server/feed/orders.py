"""Orders as a device on the feed gets them."""

from openfelt.floor.money.order import PrintOrder, RestOrder
from openfelt.floor.play.cards.order import ReadOrder
from openfelt.floor.play.cards.reading import standing
from openfelt.floor.state import Order, State
from openfelt.paper.ordered import rest_of, slip_of
from openfelt.paper.sheet import Sheet
from openfelt.paper.slip import Letterhead, rest, ticket
from openfelt.server.feed.protocol import DeviceOrder


def open_orders(state: State, device: str, head: Letterhead) -> list[DeviceOrder]:
    """Return everything a device is wanted to do and has not reported."""
    wanted = (*state.orders.items(), *standing(state))
    return [
        DeviceOrder(
            name,
            order.kind,
            order.data,
            _amount(order),
            state.demo,
            order,
            _paper(state, order, head),
        )
        for name, order in wanted
        if order.device == device
    ]


def _paper(state: State, order: Order | ReadOrder, head: Letterhead) -> Sheet | None:
    """Return what a printer shall print, line by line: it need know no rule of the house."""
    if isinstance(order, RestOrder):
        return rest(rest_of(state, order), head)
    return ticket(slip_of(state, order), head) if isinstance(order, PrintOrder) else None


def _amount(order: Order | ReadOrder) -> int:
    return order.amount if isinstance(order, PrintOrder | RestOrder) else 0
