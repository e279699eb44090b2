"""A demo floor in a process of its own, which a test can kill: server, virtual devices, a seed.

Called with its configuration, a seed and pairs `DEVICE=FAULT` of what is broken; says `open` on
standard output when stations may come.
"""

import asyncio
import sys
from pathlib import Path
from typing import Final
from unittest.mock import patch

from openfelt.demo.equipment import DemoEquipment
from openfelt.devices.chance import seeded
from openfelt.devices.fault import Fault, Faults
from openfelt.engine import engine
from openfelt.server.access.access import Entry
from openfelt.server.config import file as config_file
from openfelt.server.feed.protocol import Demo
from openfelt.server.floor_server import FloorServer
from openfelt.server.log import set_up

# Browsers keep a small machine busy, and a wager turned away for that would be another story.
PATIENT_US: Final = 10_000_000


async def serve(path: Path, seed: int, *broken: str) -> None:
    config = config_file.read(path)
    set_up(config.server.log)
    faults = Faults()
    for one in broken:
        device, _, fault = one.partition("=")
        faults.breaks(device, Fault(fault))
    equipment = DemoEquipment(
        {table.name: table.variant for table in config.floor.table},
        {terminal.name: terminal.pit for terminal in config.floor.terminal},
        Path(config.server.folder),
        faults=faults,
        source=seeded(seed),
    )

    def by_hand(entry: Entry, message: Demo) -> None:
        if message.device == "note_acceptor":
            equipment.feed_note(entry.place.name, int(message.data))
        else:
            equipment.feed_ticket(entry.place.name, message.data)

    server = FloorServer(config, equipment)
    await server.start()
    server.feed.on_demo = by_hand
    equipment.tell_returns(server.feed.give_back)
    print("open", flush=True)
    await asyncio.gather(server.run(), equipment.run(server.engine))


if __name__ == "__main__":
    with patch.object(engine, "BUSY_AFTER_US", PATIENT_US):
        asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]))
