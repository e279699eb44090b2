"""A virtual ticket printer."""

from collections.abc import Callable
from typing import Final

from openfelt.devices.fault import Fault
from openfelt.devices.virtual import VirtualDevice
from openfelt.paper.slip import Slip

Tray = Callable[[Slip], None]

_PRINTED: Final = "printed"


class VirtualPrinter(VirtualDevice):
    """Hands each ticket out once; `tray` is where it goes."""

    tray: Tray | None = None

    async def print_ticket(self, order: str, slip: Slip) -> bool | None:
        """Print, unless there is no paper or it jams."""
        did = await self.once(order, lambda: self._print(slip))
        return None if did is None else did == _PRINTED

    def _print(self, slip: Slip) -> str:
        fault = self.strikes(Fault.NO_PAPER, Fault.JAM)
        if fault:
            return fault
        if self.tray is not None:
            self.tray(slip)
        return _PRINTED
