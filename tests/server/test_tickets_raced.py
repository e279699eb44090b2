"""One ticket, presented a hundred times at once at desk, kiosk and terminals of two pits.

The floor and the casino's ticketing host are processes of their own; both are killed in the midst
of it, and the line between them loses, repeats, delays and reorders.  Whatever happens the ticket
is paid once, and is not lost.  How often: `OPENFELT_TICKETS`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from killed_floor import Node
from server_stage import PATIENCE_S, pages

from openfelt.audit import audit_journal
from openfelt.floor.money.payout import HOUSE
from openfelt.journal.sqlite import SqliteJournal
from openfelt.journal.upcasts import fields
from openfelt.server.standing.places import JOURNAL_FILE

TICKETS = int(os.environ.get("OPENFELT_TICKETS", "2"))
PROGRAM = Path(__file__).with_name("race_floor.py")
HOST = Path(__file__).parents[2] / "examples" / "ticket_host.py"
PITS = ("one", "two")


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


def _floor_file(folder: Path) -> Path:
    lines = [
        f'[server]\nfolder = "{folder / "data"}"\nkeys = "{folder / "keys"}"',
        *(f'{one} = "127.0.0.1:0"' for one in ("office", "office_feed")),
        # The host finds the floor where it was, however often that starts.
        *(f'{one} = "127.0.0.1:{_free_port()}"' for one in ("floor", "floor_feed")),
        'follow = false\nlog = "error"\n[floor]\npits = ["one", "two"]',
        '[floor.tickets]\nauthority = "host"',
        '[[floor.staff]]\nperson = "casey"\nrole = "cashier"',
    ]
    for pit in PITS:
        lines.append(f'[[floor.table]]\nname = "{pit}-L"\npit = "{pit}"\nvariant = "LT"')
        lines.append("minimum = 5\nmaximum = 500\nunit = 5\nperiod = 30")
        for seat in (1, 2, 3):
            lines.append(f'[[floor.terminal]]\nname = "{pit}-T{seat}"\npit = "{pit}"')
            lines.append(f'tables = ["{pit}-L"]\nseat = {seat}')
    pages(folder / "web")
    file = folder / "floor.toml"
    file.write_text("\n".join(lines))
    return file


class Host:
    """The process of the ticketing host, started as often as it is killed."""

    def __init__(self, folder: Path, chance: Random) -> None:
        self._folder = folder
        self._chance = chance
        self._process: asyncio.subprocess.Process | None = None
        self._port = 0

    async def start(self, url: str, code: str = "") -> None:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(HOST), "--url", url, "--folder", str(self._folder)),
            *("--faults", str(self._chance.randrange(10**6)), "--code", code),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert await self._line() == "open"

    async def _line(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), PATIENCE_S)
        return line.decode().strip()

    async def other_machine(self, *words: str) -> str:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(" ".join(words).encode() + b"\n")
        return await self._line()

    async def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            await self._process.communicate()
            self._process = None


class Race:
    """A floor and a host that die again and again."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = Random(seed)
        self.node = Node(_floor_file(folder), PROGRAM)
        self.host = Host(folder / "host", self.chance)
        self._url = ""

    async def run(self, number: str) -> None:
        """Let a ticket be presented everywhere while floor and host die somewhere in the midst."""
        opened = await self.node.start(number)
        self._url = opened["urls"]["tickets@house"]
        await self.host.start(self._url, opened["codes"].get("tickets@house", ""))
        if number.startswith("02"):
            assert await self.host.other_machine("print", number, "2000") == "printed"
        deaths = [self._floor_dies, self._host_dies]
        self.chance.shuffle(deaths)
        for dies in deaths:
            await asyncio.sleep(self.chance.uniform(0, 0.4))
            await dies(number)
        while (await self.node.says()).get("paid") != number:
            pass
        assert await self.host.other_machine("state", number) == "given"
        await self._end()

    async def _floor_dies(self, number: str) -> None:
        self.node.signal(signal.SIGKILL)
        await self.node.gone()
        await self.node.start(number)

    async def _host_dies(self, _: str) -> None:
        await self.host.kill()
        await self.host.start(self._url)

    async def _end(self) -> None:
        self.node.signal(signal.SIGKILL)
        await self.node.gone()
        await self.host.kill()


@asynccontextmanager
async def _race(folder: Path) -> AsyncIterator[Race]:
    """See to it that nothing outlives its test."""
    race = Race(folder, TICKETS)
    try:
        await race.node.load()
        yield race
    finally:
        await race.node.end()
        await race.host.kill()


def test_a_ticket_is_paid_once_whoever_dies_between_us_and_the_ticketing_host(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        numbers: list[str] = []
        async with _race(tmp_path) as race:
            for ticket in range(TICKETS):
                # Every second is a ticket of another machine.
                number = f"0{1 + ticket % 2}{race.chance.randrange(10**16):016}"
                await race.run(number)
                numbers.append(number)
        await _judge(tmp_path / "data" / JOURNAL_FILE, numbers)

    asyncio.run(story())


async def _judge(journal: Path, numbers: list[str]) -> None:
    reader = await SqliteJournal.open(journal)
    try:
        counted: Counter[tuple[str, str]] = Counter()
        for stream in (HOUSE, *PITS):
            async for rows in reader.read(stream, 0):
                for row in rows:
                    counted[row.type, fields(row).get("number", "")] += 1
        _, findings = await audit_journal(reader)
    finally:
        await reader.close()
    assert findings == []
    for number in numbers:
        assert counted["TicketRedeemed", number] == 1, "paid more or less than once"
        assert counted["TicketCredited", number] <= 1
        presented = counted["TicketPresented", number]
        answered = counted["TicketCredited", number] + counted["TicketReturned", number]
        assert presented - answered <= 6, "of a terminal that waited when the last kill came"
