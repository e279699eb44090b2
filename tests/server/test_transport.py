"""Both WebSocket implementations keep the same contract, seen from a client of a third kind."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, WSServerHandshakeError

from openfelt.server.door.seats import Seats
from openfelt.server.feed import transport
from openfelt.server.feed.listening import listen_with
from openfelt.server.feed.transport import Implementation, Listening, Socket, Wire

ORIGIN = "http://station.test"
FRAME_MAX = 200
EITHER = pytest.mark.parametrize("implementation", ["picows", "aiohttp"])


class Echo:
    """Says everything twice, and remembers what happened."""

    made: list["Echo"]

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.wire: Wire | None = None
        self.ended = asyncio.Event()

    def opened(self, wire: Wire) -> None:
        self.wire = wire
        wire.send(b'"hello"')

    def received(self, frame: bytes) -> None:
        assert self.wire is not None
        self.heard.append(frame)
        if frame == b"close":
            self.wire.close(transport.POLICY)
        elif frame == b"abort":
            self.wire.abort()
        else:
            self.wire.send(frame)
            self.wire.send(frame)

    def closed(self) -> None:
        assert not self.ended.is_set()
        self.ended.set()


def told(implementation: Implementation, story: Any) -> None:
    async def limited() -> None:
        handlers: list[Echo] = []

        def make() -> Echo:
            handlers.append(Echo())
            return handlers[-1]

        where = Socket(
            "127.0.0.1", 0, frozenset({ORIGIN}), frozenset({"127.0.0.1"}), FRAME_MAX, None, Seats()
        )
        listening = await listen_with(implementation)(where, make)
        async with asyncio.timeout(60), ClientSession() as session:
            try:
                await story(session, listening, handlers)
            finally:
                await listening.close()

    asyncio.run(limited())


def connect(
    session: ClientSession, listening: Listening, origin: str = ORIGIN
) -> Coroutine[Any, Any, ClientWebSocketResponse]:
    address = f"http://127.0.0.1:{listening.port}/feed"

    async def opened() -> ClientWebSocketResponse:
        socket = await session.ws_connect(address, origin=origin or None)
        assert await socket.receive_str() == '"hello"'
        return socket

    return opened()


@EITHER
def test_frames_come_whole_and_in_order(implementation: Implementation) -> None:
    async def story(session: ClientSession, listening: Listening, handlers: list[Echo]) -> None:
        socket = await connect(session, listening)
        for number in range(50):
            await socket.send_str(f"frame {number}")
        said = [await socket.receive_str() for _ in range(100)]
        assert said == [f"frame {number // 2}" for number in range(100)]
        await socket.close()
        await handlers[0].ended.wait()

    told(implementation, story)


@EITHER
@pytest.mark.parametrize("origin", ["", "http://elsewhere.test", "null"])
def test_a_page_of_another_origin_is_turned_away(
    implementation: Implementation, origin: str
) -> None:
    async def story(session: ClientSession, listening: Listening, handlers: list[Echo]) -> None:
        with pytest.raises(WSServerHandshakeError) as refused:
            await connect(session, listening, origin)
        assert refused.value.status == 403
        assert not handlers

    told(implementation, story)


@EITHER
def test_a_frame_too_big_ends_the_connection_and_is_not_delivered(
    implementation: Implementation,
) -> None:
    async def story(session: ClientSession, listening: Listening, handlers: list[Echo]) -> None:
        socket = await connect(session, listening)
        await socket.send_str("x" * FRAME_MAX)
        assert len(await socket.receive_str()) == FRAME_MAX
        await socket.send_str("x" * (FRAME_MAX + 2))
        await handlers[0].ended.wait()
        assert handlers[0].heard == [b"x" * FRAME_MAX]

    told(implementation, story)


@EITHER
def test_binary_frames_are_none_of_ours(implementation: Implementation) -> None:
    async def story(session: ClientSession, listening: Listening, handlers: list[Echo]) -> None:
        socket = await connect(session, listening)
        await socket.send_bytes(b"hello")
        message = await socket.receive()
        assert message.type in (WSMsgType.CLOSE, WSMsgType.CLOSED)
        await handlers[0].ended.wait()
        assert handlers[0].heard == []

    told(implementation, story)


@EITHER
def test_pieces_are_joined_up_to_the_size_of_a_frame(implementation: Implementation) -> None:
    async def story(session: ClientSession, listening: Listening, handlers: list[Echo]) -> None:
        socket = await connect(session, listening)
        writer = socket._writer
        raw = writer.transport
        raw.write(_piece(0x01, b"one ") + _piece(0x00, b"whole ") + _piece(0x80, b"frame"))
        assert await socket.receive_str() == "one whole frame"
        raw.write(_piece(0x01, b"x" * 150) + _piece(0x00, b"x" * 100))
        await handlers[0].ended.wait()
        assert handlers[0].heard == [b"one whole frame"]

    told(implementation, story)


@pytest.mark.parametrize("first", [b"", b"{"])
def test_an_endless_row_of_pieces_is_cut_off(first: bytes) -> None:
    async def story(session: ClientSession, listening: Listening, handlers: list[Echo]) -> None:
        socket = await connect(session, listening)
        socket._writer.transport.write(_piece(0x01, first) + 1_000 * _piece(0x00, b""))
        await handlers[0].ended.wait()
        assert handlers[0].heard == []

    told("picows", story)


@EITHER
def test_who_pings_and_does_not_read_gets_no_pongs(implementation: Implementation) -> None:
    async def story(session: ClientSession, listening: Listening, handlers: list[Echo]) -> None:
        socket = await connect(session, listening)
        await socket.ping(b"there?")
        await socket.send_str("whether")
        assert await socket.receive_str() == "whether", "a pong in between is not shown"
        assert await socket.receive_str() == "whether"
        transport_ = socket._conn.transport if socket._conn else None
        wire = handlers[0].wire
        assert transport_ is not None
        assert wire is not None
        transport_.pause_reading()
        for _ in range(400):
            wire.send(b"y" * 65_536)
            await asyncio.sleep(0)
            if wire.unsent > 1_000_000:
                break
        waiting = wire.unsent
        for _ in range(2_000):
            await socket.ping(b"x" * 120)
        await socket.send_str("the last")
        while handlers[0].heard[-1] != b"the last":
            await asyncio.sleep(0.01)
        assert wire.unsent <= waiting + 2 * len("the last") + 100
        wire.abort()
        await handlers[0].ended.wait()

    told(implementation, story)


def _piece(head: int, payload: bytes) -> bytes:
    """A masked client frame; the mask of zeros leaves the payload as it is."""
    length = len(payload)
    size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
    return bytes([head]) + size + bytes(4) + payload


@EITHER
@pytest.mark.parametrize("how", ["close", "abort"])
def test_the_server_can_end_a_connection(implementation: Implementation, how: str) -> None:
    async def story(session: ClientSession, listening: Listening, handlers: list[Echo]) -> None:
        socket = await connect(session, listening)
        await socket.send_str(how)
        message = await socket.receive()
        assert message.type in (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.ERROR)
        await handlers[0].ended.wait()
        wire = handlers[0].wire
        assert wire is not None
        wire.send(b"to nobody")
        assert wire.unsent == 0 or how == "abort"

    told(implementation, story)


@EITHER
def test_who_does_not_read_is_seen_by_what_waits(implementation: Implementation) -> None:
    async def story(session: ClientSession, listening: Listening, handlers: list[Echo]) -> None:
        socket = await connect(session, listening)
        transport_ = socket._conn.transport if socket._conn else None
        assert transport_ is not None
        transport_.pause_reading()
        wire = handlers[0].wire
        assert wire is not None
        for _ in range(400):
            wire.send(b"y" * 65_536)
            await asyncio.sleep(0)
            if wire.unsent > 1_000_000:
                break
        assert wire.unsent > 1_000_000
        wire.abort()
        await handlers[0].ended.wait()

    told(implementation, story)


@EITHER
def test_closing_the_socket_ends_every_connection(implementation: Implementation) -> None:
    async def story(session: ClientSession, listening: Listening, handlers: list[Echo]) -> None:
        for _ in range(3):
            await connect(session, listening)
        await listening.close()
        for handler in handlers:
            await handler.ended.wait()

    told(implementation, story)
