"""Orders as a device on the feed gets them."""

from openfelt.floor.money.order import PrintOrder
from openfelt.floor.play.cards.order import ReadOrder
from openfelt.floor.play.cards.reading import standing
from openfelt.floor.state import Order, State
from openfelt.server.feed.protocol import DeviceOrder


def open_orders(state: State, device: str) -> list[DeviceOrder]:
    """Return everything a device is wanted to do and has not reported."""
    wanted = (*state.orders.items(), *standing(state))
    return [
        DeviceOrder(name, order.kind, order.data, _amount(order), state.demo, order)
        for name, order in wanted
        if order.device == device
    ]


def _amount(order: Order | ReadOrder) -> int:
    return order.amount if isinstance(order, PrintOrder) else 0
