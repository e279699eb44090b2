"""A node as a process of its own: requests come in by lines, answers go out by lines.

    engine_process.py sqlite:PATH NODE STREAM…
    engine_process.py postgres:SCHEMA:DSN NODE STREAM…

Its parent kills, stops and restarts it at moments of its own choice.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import Union

import msgspec

from openfelt.engine.engine import Engine
from openfelt.engine.request import Client, Reply, Request
from openfelt.engine.timers import keep_time
from openfelt.floor.base import Command
from openfelt.floor.money.order import PrintOrder
from openfelt.floor.money.payout import PrinterReceipt
from openfelt.floor.state import Order
from openfelt.floor.whole import COMMANDS
from openfelt.journal.base import Journal
from openfelt.journal.errors import OwnedByAnother
from openfelt.journal.postgres import PostgresJournal
from openfelt.journal.sqlite import SqliteJournal

_decode = msgspec.json.Decoder(Union[tuple(COMMANDS)]).decode  # noqa: UP007


class Line(msgspec.Struct):
    """A request on its way to a process."""

    stream: str
    station: str
    boot: str
    number: int
    command: msgspec.Raw

    @classmethod
    def of(cls, request: Request) -> Line:
        assert request.client is not None
        client = request.client
        command = msgspec.Raw(msgspec.json.encode(request.command))
        return cls(request.stream, client.station, client.boot, request.number, command)

    def request(self) -> Request:
        command: Command = _decode(self.command)
        client = Client(self.station, self.boot)
        return Request(self.stream, command, self.station, client, self.number)


class Ack(msgspec.Struct):
    """An answer on its way back."""

    station: str
    boot: str
    number: int
    refused: str
    events: list[str]


def now_us() -> int:
    return time.time_ns() // 1_000


def say(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


async def open_journal(place: str) -> Journal:
    kind, _, rest = place.partition(":")
    if kind == "sqlite":
        return await SqliteJournal.open(Path(rest))
    schema, _, dsn = rest.partition(":")
    return await PostgresJournal.open(dsn, schema)


async def start(engine: Engine, streams: list[str], node: str) -> None:
    """Wait for the lease of whoever was the owner."""
    while True:
        try:
            return await engine.start(streams, node)
        except OwnedByAnother:
            await asyncio.sleep(0.1)


def answer(engine: Engine, line: bytes) -> None:
    request = msgspec.json.decode(line, type=Line).request()
    client = request.client
    assert client is not None

    def told(reply: Reply) -> None:
        refused = reply.refused.code.value if reply.refused else ""
        events = [type(event).__name__ for event in reply.events]
        ack = Ack(client.station, client.boot, request.number, refused, events)
        say(msgspec.json.encode(ack))

    engine.tell(request, told)


async def main(place: str, node: str, streams: list[str]) -> None:
    loop = asyncio.get_running_loop()
    journal = await open_journal(place)

    def printed(stream: str, name: str, order: Order) -> None:
        if isinstance(order, PrintOrder):
            receipt = Request(
                stream, PrinterReceipt(name, printed=True, terminal=order.at), order.device
            )
            loop.call_soon(engine.submit, receipt)

    engine = Engine(journal, now_us, printed, poll_s=0.01)
    await start(engine, streams, node)
    running = asyncio.create_task(engine.run())
    timing = asyncio.create_task(keep_time(engine, now_us))
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    say(b"ready")

    async def read() -> None:
        while line := await reader.readline():
            answer(engine, line)
        await engine.idle()

    reading = asyncio.create_task(read())
    await asyncio.wait((running, reading, timing), return_when=asyncio.FIRST_COMPLETED)
    for task in (running, reading, timing):
        if task.done():
            await task
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await journal.release()
    await journal.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
