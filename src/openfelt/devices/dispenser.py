"""A virtual dispenser of notes and coins: gives pieces out of cassettes, all of them or not."""

from typing import Final

from openfelt.devices.fault import Fault
from openfelt.devices.port import Dispensed
from openfelt.devices.virtual import VirtualDevice

_JAMMED: Final = "jam"


class VirtualDispenser(VirtualDevice):
    """Gives each order once: half of it at a jam, one piece less where it comes out short."""

    async def dispense(self, order: str, pieces: tuple[int, ...]) -> Dispensed | None:
        """Give the pieces, or say again what was given."""
        did = await self.once(order, lambda: self._give(pieces))
        if did is None:
            return None
        given, _, fault = did.partition(" ")
        return Dispensed(tuple(map(int, given.split(","))), jammed=fault == _JAMMED)

    def _give(self, pieces: tuple[int, ...]) -> str:
        fault = self.strikes(Fault.JAM, Fault.SHORT)
        most = sum(pieces)
        if fault is not None:
            most = most // 2 if fault is Fault.JAM else most - 1
        given = ",".join(map(str, _first(pieces, most)))
        return f"{given} {_JAMMED}" if fault is Fault.JAM else given


def _first(pieces: tuple[int, ...], most: int) -> tuple[int, ...]:
    """Return the first so many of some pieces, cassette by cassette."""
    given: list[int] = []
    for many in pieces:
        given.append(min(many, most - sum(given)))
    return tuple(given)
