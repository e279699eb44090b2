"""Strangers: what comes over a plain socket, byte by byte, and what is said to it."""

import asyncio
import socket
import struct
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, NamedTuple

import pytest
import uvloop

from openfelt.server.door import seats
from openfelt.server.door.seats import Seats
from openfelt.server.http.message import Answer, Answering, Request
from openfelt.server.http.web_server import WebServer

# The floor runs on uvloop; whatever else runs it must not be less safe.
EITHER_LOOP = pytest.mark.parametrize(
    "loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"]
)
Loop = Callable[[], asyncio.AbstractEventLoop]
PATIENCE_S = 60
# More than the system keeps for somebody who does not read.
LONG = 16_000_000


class Said(NamedTuple):
    """An answer."""

    status: int
    fields: dict[str, str]
    body: bytes


class Stranger:
    """Somebody at the other end of a plain socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def come(cls, port: int, source: str = "127.0.0.1", **more: Any) -> "Stranger":
        return cls(
            *await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0), **more)
        )

    def say(self, words: bytes) -> None:
        self._writer.write(words)

    async def hear(self, *, with_body: bool = True) -> Said:
        """Wait for a whole answer."""
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        length = int(fields["content-length"]) if with_body else 0
        return Said(int(head[0].split()[1]), fields, await self._reader.readexactly(length))

    async def ask(self, words: bytes) -> Said:
        self.say(words)
        return await self.hear()

    async def ended(self) -> bytes:
        """Wait until the other side has hung up; return what it said before."""
        said = b""
        with suppress(ConnectionError):
            while more := await self._reader.read(65_536):
                said += more
        self.go()
        return said

    async def closing_code(self) -> int:
        """Wait for a WebSocket's last frame, and say why it ends; what comes before is its own."""
        while True:
            kind, size = await self._reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self._reader.readexactly(2), "big")
            payload = await self._reader.readexactly(size)
            if kind == 0x88:
                return int.from_bytes(payload[:2], "big")

    async def drip(self, words: bytes, every_s: float = 0.01) -> None:
        """Say one byte after the other until nobody listens any more."""
        listening = asyncio.create_task(self.ended())
        for place in range(len(words)):
            if listening.done():
                return
            with suppress(ConnectionError):
                self.say(words[place : place + 1])
            await asyncio.wait((listening,), timeout=every_s)
        raise AssertionError("all of it was listened to")

    def stop_reading(self) -> None:
        self._writer.transport.pause_reading()  # type: ignore[attr-defined]

    def read_on(self) -> None:
        self._writer.transport.resume_reading()  # type: ignore[attr-defined]

    def stop_talking(self) -> None:
        self._writer.write_eof()

    def go(self) -> None:
        """Go without a word: nothing more is said, and nothing heard."""
        if not self._writer.is_closing():
            at_once = struct.pack("ii", 1, 0)
            end = self._writer.get_extra_info("socket")
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        self._writer.transport.abort()


class Clerk:
    """A reception that says what it was asked, at once or when the test lets it."""

    def __init__(self) -> None:
        self.heard: list[Request] = []
        self.answered = 0
        self.may_answer = asyncio.Event()

    def __call__(self, request: Request) -> Answering:
        self.heard.append(request)
        if request.head.target == b"/later":
            return self._later(request)
        if request.head.target == b"/long":
            return Answer(200, b"", bytes(LONG))
        return self._said(request)

    def refused(self, status: int) -> Answer:
        return Answer(status, b"", b"no")

    async def _later(self, request: Request) -> Answer:
        await self.may_answer.wait()
        return self._said(request)

    def _said(self, request: Request) -> Answer:
        self.answered += 1
        return Answer(200, b"", request.body or request.head.target)


class Hall:
    """A server with a clerk, and whoever comes to it."""

    def __init__(self, clerk: Clerk, server: WebServer, seats: Seats) -> None:
        self.clerk = clerk
        self.server = server
        self.seats = seats
        self.port = server.port
        self._came: list[Stranger] = []

    async def come(self, source: str = "127.0.0.1", **more: Any) -> Stranger:
        self._came.append(await Stranger.come(self.port, source, **more))
        return self._came[-1]

    async def empties(self) -> None:
        """Wait until nobody has a place."""
        await until(lambda: not len(self.seats))

    async def close(self) -> None:
        self.clerk.may_answer.set()
        self.leave()
        await self.server.stop()

    def leave(self) -> None:
        """Let everybody go."""
        for stranger in self._came:
            stranger.go()


async def until(so: Callable[[], bool]) -> None:
    """Wait until something is so that nobody tells us."""
    while not so():
        await asyncio.sleep(0.005)


def received(loop: Loop, story: Callable[[Hall], Coroutine[Any, Any, None]], **more: Any) -> None:
    """Tell a story in a hall, and not for ever; `more` is said to the seats."""
    tls = more.pop("tls", None)

    async def limited() -> None:
        async with asyncio.timeout(PATIENCE_S):
            seats_ = Seats(**more)
            hall = Hall(Clerk(), WebServer("127.0.0.1", 0, tls, seats_), seats_)
            hall.server.open(hall.clerk)
            try:
                await story(hall)
            finally:
                await hall.close()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(limited())


def look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is due be noticed soon."""
    monkeypatch.setattr(seats, "SWEEP_S", 0.01)
