"""Orders as a device on the feed gets them."""

from openfelt.floor.state import State
from openfelt.server.feed.protocol import DeviceOrder


def open_orders(state: State, device: str) -> list[DeviceOrder]:
    """Return everything a device is wanted to do and has not reported."""
    terminal = state.terminals.get(device.partition("@")[2])
    amount = terminal.paying_out if terminal is not None else 0
    return [
        DeviceOrder(name, order.kind, order.data, amount, state.demo)
        for name, order in state.orders.items()
        if order.device == device
    ]
