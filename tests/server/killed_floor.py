"""A floor killed, stopped and taken over with live devices on its feed, and its judgement."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from device_hands import Acceptor, CardShoe, Hand, Printer, Tumbler, Wheel
from server_stage import PATIENCE_S, pages

from openfelt.audit import audit_journal
from openfelt.journal.base import JournalReader
from openfelt.rehearsal.way import STAFF

PROGRAM = Path(__file__).with_name("kill_floor.py")
KINDS: dict[str, type[Hand]] = {
    **{f"tumbler@Q{number}": Tumbler for number in (1, 2, 3)},
    **{f"wheel@X{number}": Wheel for number in (1, 2, 3)},
    **{f"shoe@L{number}": CardShoe for number in (1, 2)},
    "acceptor@T1": Acceptor,
    "printer@T1": Printer,
    "acceptor@T2": Acceptor,
    "printer@T2": Printer,
    "acceptor@T3": Acceptor,
    "printer@T3": Printer,
}
VARIANTS = {"Q": "SB", "X": "MT_ROULETTE", "L": "LT"}
TABLES = [name.split("@")[1] for name in KINDS if name[0] in "tws"]
# Where people play: one table of each kind; the others are dealt for nobody.
PLAYED = ("Q1", "X1", "L1")
MOMENTS = ("order", "said", "answered", "time")


def floor_file(folder: Path, node: str, journal: str, keys: Path) -> Path:
    """Write the file of a node; nodes of one PostgreSQL share their keys."""
    lines = [
        "[server]",
        f'folder = "{folder / node}"',
        f'node = "{node}"',
        f'journal = "{journal}"',
        f'keys = "{keys}"',
        *(f'{one} = "127.0.0.1:0"' for one in ("office", "floor", "floor_feed", "office_feed")),
        'follow = false\nlog = "error"\n[floor]\npits = ["pit"]',
    ]
    for name in TABLES:
        variant = VARIANTS[name[0]]
        lines.append(f'[[floor.table]]\nname = "{name}"\npit = "pit"\nvariant = "{variant}"')
        lines.append("minimum = 5\nmaximum = 500\nunit = 5\nperiod = 1")
    for seat, table in enumerate(PLAYED, 1):
        lines.append(f'[[floor.terminal]]\nname = "T{seat}"\npit = "pit"')
        lines.append(f'tables = ["{table}"]\nseat = {seat}')
    lines += [f'[[floor.device]]\nname = "{name}"\npit = "pit"' for name in KINDS]
    lines += [f'[[floor.staff]]\nperson = "{who}"\nrole = "{role}"' for role, who in STAFF.items()]
    pages(folder / "web")
    file = folder / f"{node}.toml"
    file.write_text("\n".join(lines))
    return file


class Node:
    """A process that starts servers, one after the other; `pid` is the one that is open."""

    def __init__(self, file: Path, program: Path = PROGRAM) -> None:
        self._file = file
        self._program = program
        self._process: asyncio.subprocess.Process | None = None
        self.pid = 0

    async def load(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(self._program),
            str(self._file),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=2**20,
        )

    async def start(self, line: str = "") -> dict[str, Any]:
        """Have a server started, and wait until it is open."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line.encode() + b"\n")
        while "pid" not in (opened := await self.says()):
            pass  # What the one before had still said.
        self.pid = opened["pid"]
        return opened

    async def says(self) -> dict[str, Any]:
        """Hear what the process says next."""
        assert self._process is not None
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), PATIENCE_S)
        said: dict[str, Any] = json.loads(line)
        return said

    def signal(self, number: signal.Signals) -> bool:
        """Send it; say whether the server was there: on a slow machine it may lose its lease."""
        try:
            os.kill(self.pid, number)
        except ProcessLookupError:
            return False
        return True

    async def gone(self) -> None:
        """Wait until the server is no more."""
        async with asyncio.timeout(PATIENCE_S):
            while Path(f"/proc/{self.pid}").exists():
                await asyncio.sleep(0.002)

    async def end(self) -> None:
        """End the process, and with it whatever server it has."""
        if self._process is not None:
            self._process.kill()
            await self._process.communicate()


class Devices:
    """All devices of the floor; whoever kills it waits here for the right moment."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.all = {name: kind(name, Random(chance.random())) for name, kind in KINDS.items()}
        self._working: list[asyncio.Task[None]] = []
        self._moments: dict[str, asyncio.Event] = {one: asyncio.Event() for one in MOMENTS}

    def of(self, *kinds: type[Hand]) -> list[Hand]:
        return [one for one in self.all.values() if isinstance(one, kinds)]

    async def enrol(self, opened: dict[str, Any]) -> None:
        for name, device in self.all.items():
            await device.enrol(opened["urls"][name], opened["codes"][name])
            device.moment = self._comes
        self.follow(opened)
        self._working = [asyncio.create_task(device.run()) for device in self.all.values()]

    def follow(self, opened: dict[str, Any]) -> None:
        """Let them come to another server."""
        for name, device in self.all.items():
            device.url = opened["urls"][name]

    def _comes(self, moment: str) -> None:
        self._moments[moment].set()

    async def moment(self) -> None:
        """Wait for one of the moments at which a kill hurts, or just a while."""
        for known in self._moments.values():
            known.clear()
        await asyncio.sleep(self.chance.uniform(0, 0.1))
        which = self._moments[self.chance.choice(MOMENTS)]
        which.clear()
        try:
            async with asyncio.timeout(self.chance.choice((0.05, 0.1, 0.2, 1.2))):
                await which.wait()
        except TimeoutError:
            pass

    def progress(self) -> int:
        return sum(len(device.taken) for device in self.all.values())

    async def close(self) -> None:
        for task in self._working:
            task.cancel()
        ended = await asyncio.gather(*self._working, return_exceptions=True)
        for device in self.all.values():
            await device.close()
        failed = [one for one in ended if not isinstance(one, asyncio.CancelledError)]
        assert not failed, failed


@asynccontextmanager
async def floor_of(nodes: Iterable[Node], devices: Devices) -> AsyncIterator[None]:
    """See to it that nothing outlives its test."""
    try:
        for node in nodes:
            await node.load()
        yield
    finally:
        await devices.close()
        for node in nodes:
            await node.end()


# Judgement


async def judge(reader: JournalReader, devices: Devices) -> dict[str, int]:
    """Hold the journal against what every device did and was told; return how much there was."""
    rows = [row async for batch in reader.read("pit") for row in batch]
    said: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        said.setdefault(row.type, []).append(json.loads(row.payload))
    throws = [(one["order"], one["dice"]) for one in said["DiceRead"]]
    spins = [(one["order"], one["number"]) for one in said["NumberEntered"] if one["read"]]
    cards = [(f"{one['order']} {one['nth']}", one["card"]) for one in said["CardRead"]]
    found = {
        "throws": _same(devices.of(Tumbler), throws),
        "spins": _same(devices.of(Wheel), spins),
        "cards": _same(devices.of(CardShoe), cards),
        "tickets": _tickets(devices, said),
        "notes": _notes(devices, said),
        "refused": sum(device.refused for device in devices.all.values()),
    }
    wrong = [one for device in devices.all.values() for one in device.wrong]
    assert not wrong, wrong
    for kind, name in (("tumble", "DiceRead"), ("spin", "NumberEntered"), ("read", "CardRead")):
        for one in said[name]:
            own = f"{kind}:{one['table']}:{one['round']}"
            assert f"{one['order']}:".startswith(f"{own}:") or not one.get("read", True), one
    _, findings = await audit_journal(reader)
    assert not findings, findings
    return found


def _same(devices: list[Hand], on_record: list[tuple[str, Any]]) -> int:
    """Nothing twice, nothing that its device did not do, nothing missing that was acknowledged."""
    kept = dict(on_record)
    did = {key: what for device in devices for key, what in device.did.items()}
    assert len(kept) == len(on_record), "an order was answered twice"
    wrong = [(key, what, did.get(key)) for key, what in on_record if did.get(key) != what]
    assert not wrong, f"on record, and not what its device did: {wrong}"
    taken = [one for device in devices for one in device.taken.items()]
    lost = [(key, what) for key, what in taken if kept.get(key) != what]
    assert not lost, f"acknowledged and lost: {lost}"
    return len(on_record)


def _tickets(devices: Devices, said: dict[str, list[dict[str, Any]]]) -> int:
    printed = [one["order"] for one in said["TicketPrinted"]]
    failed = [one["order"] for one in said.get("TicketPrintFailed", ())]
    assert len({*printed, *failed}) == len(printed) + len(failed), "answered twice"
    taken = {order for device in devices.of(Printer) for order in device.taken}
    assert taken <= set(printed), "printed, acknowledged and lost"
    assert set(printed) <= {order for device in devices.of(Printer) for order in device.did}
    return len(printed)


def _notes(devices: Devices, said: dict[str, list[dict[str, Any]]]) -> int:
    notes = [one["note"] for one in said["NoteStacked"]]
    assert len(notes) == len(set(notes)), "a note was credited twice"
    for device in devices.of(Acceptor):
        assert isinstance(device, Acceptor)
        assert set(device.taken) <= set(notes), "acknowledged and lost"
        assert not device.given_back.intersection(notes), "given back, and credited"
    return len(notes)
