"""What every virtual device has: a name, a memory, chance, and faults that may strike."""

from collections.abc import Callable
from pathlib import Path

from openfelt.core.draw import ByteSource
from openfelt.devices.chance import SYSTEM
from openfelt.devices.fault import Fault, Faults
from openfelt.devices.memory import Memory


class VirtualDevice:
    """A device that exists only here; it keeps the promises of `port` like a real one."""

    def __init__(
        self,
        name: str,
        faults: Faults | None = None,
        memory: Memory | None = None,
        source: ByteSource = SYSTEM,
    ) -> None:
        self.name = name
        self.faults = faults or Faults()
        self.memory = memory or Memory()
        self.source = source

    async def once(self, order: str, act: Callable[[], str]) -> str | None:
        """Do what an order asks, or recall what was done; None when the answer gets lost."""
        did = self.memory.recall(order)
        if did is None:
            did = act()
            await self.memory.keep(order, did)
        return None if self.strikes(Fault.RECEIPT_LOST) else did

    def strikes(self, *kinds: Fault) -> Fault | None:
        """Return the fault of these kinds that strikes now."""
        return self.faults.strikes(self.name, *kinds)


def memory_of(folder: Path | None, device: str) -> Memory:
    """Return the memory of a device in a folder, or one that lasts as long as the process."""
    return Memory(folder / f"{device.replace('@', '-at-')}.jsonl" if folder else None)
