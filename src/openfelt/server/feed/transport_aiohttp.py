"""WebSockets by aiohttp: the second implementation, should picows ever fail us."""

import asyncio
import socket
from collections import deque
from typing import Any, cast
from weakref import WeakKeyDictionary

from aiohttp import WSMsgType, web

from openfelt.server.door.door import HANDSHAKE_S, Door
from openfelt.server.door.seats import Seat
from openfelt.server.feed.frame_rules import FrameRules
from openfelt.server.feed.transport import PING_AFTER_S, POLICY, Handler, MakeHandler, Socket
from openfelt.server.feed.upgrade import Upgrade


class _Wire:
    """Sends in a task of its own: the feed never waits for a reader."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request, seat: Seat) -> None:
        self.known = seat.known
        self._socket = socket
        self._request = request
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._closing = 0
        self._task = asyncio.create_task(self._send_all())

    def send(self, frame: bytes) -> None:
        if not self._closing and not self._socket.closed:
            self._waiting.append(frame)
            self._bytes += len(frame)
            self._wake.set()

    def close(self, code: int) -> None:
        self._closing = self._closing or code
        self._wake.set()

    def abort(self) -> None:
        self._closing = self._closing or POLICY
        self._task.cancel()
        if self._request.transport is not None:
            self._request.transport.abort()

    def pause(self) -> None:
        if self._request.transport is not None:
            self._request.transport.pause_reading()

    def resume(self) -> None:
        if self._request.transport is not None:
            self._request.transport.resume_reading()

    @property
    def is_closing(self) -> bool:
        return bool(self._closing)

    @property
    def unsent(self) -> int:
        return self._bytes

    async def _send_all(self) -> None:
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._waiting:
                    frame = self._waiting.popleft()
                    await self._socket.send_frame(frame, WSMsgType.TEXT)
                    self._bytes -= len(frame)
                if self._closing:
                    await self._socket.close(code=self._closing)
                    return
        except ConnectionError:
            self._closing = self._closing or POLICY

    async def end(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


class _Carried(Upgrade):
    """A connection whose frames aiohttp reads, after we have looked at their heads."""

    def __init__(self, where: Socket, seat: Seat, server: web.Server) -> None:
        super().__init__(where, seat, self._begin)
        self._server = server
        self._inner: Any = None
        self._rules = FrameRules(where.frame_max)
        self.wire: _Wire | None = None
        self._is_deaf = False

    def _begin(self, transport: Any, received: bytes) -> None:
        self._inner = self._server()
        _BY_TRANSPORT[transport] = self
        self._inner.connection_made(transport)
        end = received.index(b"\r\n\r\n") + 4
        self._inner.data_received(received[:end])
        self.data_received(received[end:])

    def data_received(self, data: bytes) -> None:
        """Hand frames on, up to the first that breaks a rule."""
        if self._inner is None:
            super().data_received(data)
        elif data and not self._is_deaf:
            why = self._rules.broken_by(data)
            self._is_deaf = bool(why)
            if not why:
                self._inner.data_received(data)
            elif self.wire is not None:
                self.wire.close(why)
            else:
                self._transport.abort()

    def eof_received(self) -> None:
        """Hand it on."""
        if self._inner is not None:
            self._inner.eof_received()

    def pause_writing(self) -> None:
        """Hand it on."""
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Hand it on."""
        if self._inner is not None:
            self._inner.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        """End."""
        super().connection_lost(error)
        if self._inner is not None:
            self._inner.connection_lost(error)


# Whose request it is that aiohttp hands us: it knows its transport and nothing of ours.
_BY_TRANSPORT: "WeakKeyDictionary[Any, _Carried]" = WeakKeyDictionary()


async def _serve(request: web.Request, handler: Handler, frame_max: int, wires: set[_Wire]) -> None:
    # The size is judged before a message is handed on; one byte more is too big.
    socket = web.WebSocketResponse(
        heartbeat=PING_AFTER_S, max_msg_size=frame_max + 1, compress=False, decode_text=False
    )
    carried = _BY_TRANSPORT[request.transport]
    await socket.prepare(request)
    wire = carried.wire = _Wire(socket, request, carried.seat)
    wires.add(wire)
    handler.opened(wire)
    try:
        async for message in socket:
            if wire.is_closing:
                continue
            if message.type is not WSMsgType.TEXT:
                wire.close(POLICY)
            else:
                handler.received(message.data)
    finally:
        wires.discard(wire)
        await wire.end()
        handler.closed()


class _Listening:
    def __init__(self, runner: web.ServerRunner, door: Door, wires: set[_Wire]) -> None:
        self._runner = runner
        self._door = door
        self._wires = wires
        self.port = door.port

    async def close(self) -> None:
        self._door.close()
        for wire in list(self._wires):
            wire.abort()
        await self._runner.cleanup()


async def listen(where: Socket, make: MakeHandler) -> _Listening:
    """Listen; see `transport.Listen`."""
    wires: set[_Wire] = set()

    async def accept(request: web.BaseRequest) -> web.StreamResponse:
        await _serve(cast("web.Request", request), make(), where.frame_max, wires)
        return web.Response()

    server = web.Server(accept, access_log=None)

    async def connect(connection: socket.socket, seat: Seat) -> None:
        await asyncio.get_running_loop().connect_accepted_socket(
            lambda: _Carried(where, seat, server),
            connection,
            ssl=where.tls,
            ssl_handshake_timeout=HANDSHAKE_S if where.tls else None,
        )

    runner = web.ServerRunner(server, shutdown_timeout=0.1)
    await runner.setup()
    door = Door(where.host, where.port, where.seats, connect)
    door.open()
    return _Listening(runner, door, wires)
