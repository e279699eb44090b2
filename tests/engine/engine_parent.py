"""The parent of node processes: a client that keeps its numbers and asks again after a crash."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
from engine_process import Ack, Line

from openfelt.engine.request import Client, Request
from openfelt.floor.base import Command
from openfelt.journal.base import JournalReader
from openfelt.journal.row import Row

PROGRAM = Path(__file__).with_name("engine_process.py")
Key = tuple[Client, int]
BOOT = "boot-of-the-parent"
# What a process may take on a busy machine with a slow disk before it counts as stuck.
PATIENCE_S = 120


class Child:
    """One node process after the other, and what was sent to it and heard of it."""

    def __init__(self, place: str, node: str, *streams: str) -> None:
        self._line = (str(PROGRAM), place, node, *streams)
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self._numbers: dict[Client, int] = {}
        self._heard = asyncio.Event()
        self._ready = asyncio.Event()
        self.unanswered: dict[Key, Request] = {}
        self.acks: dict[Key, Ack] = {}
        self.sent: dict[Key, Request] = {}
        self.kills = 0

    async def start(self, *, wait: bool = True) -> None:
        """Start the process; once it serves, send again what has no answer."""
        self._ready.clear()
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self._line,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        self._listening = asyncio.create_task(self._listen(self._process))
        if wait:
            await self.ready()

    async def ready(self) -> None:
        await asyncio.wait_for(self._ready.wait(), PATIENCE_S)
        for request in list(self.unanswered.values()):
            self._write(request)

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            if not line.endswith(b"\n"):
                return
            if line == b"ready\n":
                self._ready.set()
                continue
            ack = msgspec.json.decode(line, type=Ack)
            key = (Client(ack.station, ack.boot), ack.number)
            before = self.acks.get(key)
            assert before is None or before.events == ack.events, (before, ack)
            self.acks[key] = ack
            self.unanswered.pop(key, None)
            self._heard.set()

    def _write(self, request: Request) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(Line.of(request)) + b"\n")

    def last(self, station: str) -> int:
        """Return the last number of a station."""
        return self._numbers.get(Client(station, BOOT), 0)

    def send(self, stream: str, station: str, command: Command) -> Key:
        client = Client(station, BOOT)
        number = self._numbers[client] = self._numbers.get(client, 0) + 1
        key = (client, number)
        request = Request(stream, command, station, client, number)
        self.unanswered[key] = self.sent[key] = request
        if self._ready.is_set():
            self._write(request)
        return key

    async def do(self, stream: str, station: str, command: Command) -> Ack:
        key = self.send(stream, station, command)
        await self.hear(key)
        assert not self.acks[key].refused, (command, self.acks[key])
        return self.acks[key]

    async def hear(self, *keys: Key, seconds: float = PATIENCE_S) -> None:
        """Wait for these answers, or for all."""

        async def heard() -> None:
            while any(key in self.unanswered for key in keys or tuple(self.unanswered)):
                self._heard.clear()
                await self._heard.wait()

        await asyncio.wait_for(heard(), seconds)

    async def kill(self) -> None:
        """Kill it, and hear what it had said before."""
        self.kills += 1
        self.signal(signal.SIGKILL)
        await self.ended()

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        os.kill(self._process.pid, number)

    async def ended(self) -> tuple[int, str]:
        """Wait until the process is gone; return its code and its last words."""
        assert self._process is not None
        assert self._process.stderr is not None
        assert self._listening is not None
        self._ready.clear()
        words = await asyncio.wait_for(self._process.stderr.read(), PATIENCE_S)
        await self._listening
        return await self._process.wait(), words.decode()

    async def end(self) -> None:
        """Close its input: it finishes and gives its streams back."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.close()
        code, words = await self.ended()
        assert code == 0, words


@asynccontextmanager
async def running(*children: Child) -> AsyncIterator[None]:
    """See to it that no process outlives its test."""
    try:
        yield
    finally:
        for child in children:
            process = child._process
            if process is not None and process.returncode is None:
                process.kill()
                await process.wait()
                await asyncio.sleep(0)


async def all_rows(reader: JournalReader, stream: str) -> list[Row]:
    return [row async for batch in reader.read(stream) for row in batch]


def commands_in(rows: list[Row]) -> list[Key]:
    """Return the commands of clients whose rows these are; one applied twice is there twice."""
    found: list[Key] = []
    last: tuple[str, int] | None = None
    for row in rows:
        this = (row.client, row.number)
        if row.client and not row.client.startswith("stream ") and this != last:
            station, boot, _ = row.client.split(" ")
            found.append((Client(station, boot), row.number))
        last = this
    return found
