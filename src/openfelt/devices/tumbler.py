"""A virtual dice tumbler and a virtual wheel, on the system's secure source."""

from typing import Final

from openfelt.devices import chance
from openfelt.devices.fault import Fault
from openfelt.devices.port import Throw
from openfelt.devices.virtual import VirtualDevice

_COCKED: Final = "cocked"


class VirtualTumbler(VirtualDevice):
    """Shakes once an order; a die may come to rest against the wall."""

    async def tumble(self, order: str, dice: int) -> Throw | None:
        """Shake, or say again how the dice of this order lie."""
        did = await self.once(order, lambda: self._shake(dice))
        if did is None:
            return None
        return Throw(() if did == _COCKED else tuple(map(int, did.split("-"))))

    def _shake(self, dice: int) -> str:
        if self.strikes(Fault.COCKED_DICE):
            return _COCKED
        return "-".join(map(str, chance.tumble(dice, self.source)))


class VirtualWheel(VirtualDevice):
    """Spins once an order."""

    async def spin(self, order: str) -> int | None:
        """Spin, or say again where the ball of this order lies."""
        did = await self.once(order, lambda: str(chance.spin(self.source)))
        return None if did is None else int(did)
