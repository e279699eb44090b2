"""A demo floor in a process of its own, which a test can kill: server, virtual devices, a seed.

Called with its configuration, a seed and pairs `DEVICE=FAULT` of what is broken; says `open` on
standard output when stations may come.  A line on standard input names a table: the time it waits
for passes at once.  The floor ends with whoever holds the other end.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final
from unittest.mock import patch

from argon2 import PasswordHasher

from openfelt.demo.equipment import DemoEquipment
from openfelt.devices.chance import seeded
from openfelt.devices.fault import Fault, Faults
from openfelt.engine import engine
from openfelt.server import floor_server
from openfelt.server.access import persons
from openfelt.server.access.access import Entry
from openfelt.server.config import checks
from openfelt.server.config import file as config_file
from openfelt.server.feed.protocol import Demo
from openfelt.server.floor_server import FloorServer
from openfelt.server.house_clock import steady_clock, wall_clock
from openfelt.server.log import set_up

PIT: Final = "main"
# Browsers keep a small machine busy, and a wager turned away for that would be another story.
PATIENT_US: Final = 10_000_000
# Time passes for a table by hours at once, and nobody falls idle because of that.
IDLE_MAX_S: Final = 604_800
# How long a good hash takes is another story, too.
QUICK: Final = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)


class Passing:
    """The machine's clocks, and the time that has passed beside them; kept for the next start."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._us = int(file.read_text()) if file.exists() else 0

    def on(self, clock: Callable[[], int]) -> Callable[[], int]:
        return lambda: clock() + self._us

    def wait_for(self, table: str, server: FloorServer) -> None:
        """Let the time pass until what a table waits for is due."""
        due = server.engine.stream(PIT).state.tables[table].due
        assert due, f"{table} waits for no time"
        self._us += max(0, due - server.engine.stamp())
        self._file.write_text(str(self._us))


def listen(passing: Passing, server: FloorServer) -> None:
    """Hear which tables need not wait, until nobody is left who could say so."""

    def hear() -> None:
        heard = os.read(sys.stdin.fileno(), 1_000).decode()
        if not heard:
            os._exit(1)
        for table in heard.split():
            passing.wait_for(table, server)

    asyncio.get_running_loop().add_reader(sys.stdin.fileno(), hear)


async def serve(passing: Passing, path: Path, seed: int, *broken: str) -> None:
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
    listen(passing, server)
    print("open", flush=True)
    await asyncio.gather(server.run(), equipment.run(server.engine))


def run(path: Path, seed: str, *broken: str) -> None:
    passing = Passing(path.with_name("passed"))
    with (
        patch.object(engine, "BUSY_AFTER_US", PATIENT_US),
        patch.object(checks, "_IDLE_MAX_S", IDLE_MAX_S),
        patch.object(persons, "PasswordHasher", QUICK),
        patch.object(floor_server, "wall_clock", passing.on(wall_clock)),
        patch.object(floor_server, "steady_clock", passing.on(steady_clock)),
    ):
        asyncio.run(serve(passing, path, int(seed), *broken))


if __name__ == "__main__":
    run(Path(sys.argv[1]), *sys.argv[2:])
