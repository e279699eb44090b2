"""The devices of a floor, as the server meets them: those of this process, or none."""

from typing import Protocol

from openfelt.engine.engine import Engine
from openfelt.floor.base import Event
from openfelt.floor.state import Order
from openfelt.paper.slip import Slip


class Equipment(Protocol):
    """The devices of a floor, as the server needs them."""

    def started(self, engine: Engine) -> None:
        """Report to this engine from now on; called before the first order."""
        ...

    def send(self, stream: str, name: str, order: Order) -> None:
        """Take an order."""
        ...

    def heard(self, stream: str, event: Event) -> None:
        """Hear a durable event."""
        ...

    def face_up(self, table: str, seal: str, sealed: str, number: int) -> str:
        """Return a virtual card that has left its shoe, as whoever stands there sees it."""
        ...

    def in_tray(self, terminal: str) -> Slip | None:
        """Return the ticket that a virtual printer made last, as whoever stands there holds it."""
        ...


class NoEquipment:
    """A floor whose devices are elsewhere: an order waits until one of them asks."""

    def started(self, engine: Engine) -> None:
        """There is nobody to tell."""

    def send(self, stream: str, name: str, order: Order) -> None:
        """Leave it open."""

    def heard(self, stream: str, event: Event) -> None:
        """There is nobody to hear."""

    def face_up(self, _table: str, _seal: str, _sealed: str, _number: int) -> str:
        """Real cards lie where people look at them themselves."""
        return ""

    def in_tray(self, _terminal: str) -> Slip | None:
        """A real ticket is in its player's hand, and its number with it."""
        return None
