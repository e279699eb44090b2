"""WebSockets by picows: one callback a frame, no task a connection."""

import asyncio
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Final

from picows import (
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
    ws_create_server,
)

from openfelt.server.feed.transport import (
    PING_AFTER_S,
    POLICY,
    TOO_BIG,
    Handler,
    MakeHandler,
    Socket,
)

_TEXT: Final = WSMsgType.TEXT
_READ_BUFFER: Final = 2_048
# Nothing a station says has a reason to come in more pieces.
_PIECES_MAX: Final = 64
# How many bytes may wait for a client that still gets its pongs.
_PONG_BELOW: Final = 64 * 1024


Send = Callable[[bytes], None]


def _to_nobody(_frame: bytes) -> None:
    """Nobody is there any more."""


class _Connection(WSListener):
    """A connection; its own wire, to save an object for each of thousands."""

    __slots__ = (
        "_all",
        "_deaf",
        "_frame_max",
        "_handler",
        "_pieces",
        "_transport",
        "_whole",
        "send",
    )

    def __init__(self, handler: Handler, frame_max: int, all_of: "set[_Connection]") -> None:
        self._handler = handler
        self._frame_max = frame_max
        self._all = all_of
        self._transport: WSTransport | None = None
        # The transport's own method: it is called for every answer.
        self.send: Send = _to_nobody
        # The message that is coming in pieces, and how many came.
        self._whole: bytearray | None = None
        self._pieces = 0
        self._deaf = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self.send = partial(transport.send, _TEXT)
        self._all.add(self)
        self._handler.opened(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if self._deaf:
            return
        kind = frame.msg_type
        if kind == _TEXT and frame.fin and self._whole is None:
            self._handler.received(frame.get_payload_as_bytes())
        elif kind in (_TEXT, WSMsgType.CONTINUATION):
            self._piece(kind, frame)
        elif kind == WSMsgType.PING:
            # Who does not read gets no answer: it would wait here, and a million like it.
            if self.unsent <= _PONG_BELOW:
                transport.send_pong(frame.get_payload_as_bytes())
        elif kind == WSMsgType.CLOSE:
            transport.send_close(frame.get_close_code(), frame.get_close_message())
            transport.disconnect()
        elif kind == WSMsgType.BINARY:
            self.close(POLICY)

    def _piece(self, kind: WSMsgType, frame: WSFrame) -> None:
        """Join a message that comes in pieces, up to the size of a whole one; empty ones count."""
        if kind == _TEXT and self._whole is None:
            self._whole, self._pieces = bytearray(), 0
        elif kind == _TEXT or self._whole is None:
            return self.close(POLICY)
        self._whole += frame.get_payload_as_bytes()
        self._pieces += 1
        if len(self._whole) > self._frame_max or self._pieces > _PIECES_MAX:
            return self.close(TOO_BIG)
        if frame.fin:
            whole, self._whole = bytes(self._whole), None
            self._handler.received(whole)
        return None

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        self._all.discard(self)
        self._transport, self.send = None, _to_nobody
        self._handler.closed()

    def close(self, code: int) -> None:
        self._deaf = True
        if self._transport is not None:
            self._transport.send_close(WSCloseCode(code))
            self._transport.disconnect()

    def abort(self) -> None:
        self._deaf = True
        if self._transport is not None:
            self._transport.disconnect(graceful=False)

    def pause(self) -> None:
        if self._transport is not None:
            self._transport.underlying_transport.pause_reading()

    def resume(self) -> None:
        if self._transport is not None:
            self._transport.underlying_transport.resume_reading()

    @property
    def unsent(self) -> int:
        transport = self._transport
        return 0 if transport is None else transport.underlying_transport.get_write_buffer_size()


class _Listening:
    def __init__(self, server: asyncio.Server, connections: set[_Connection]) -> None:
        self._server = server
        self._connections = connections

    @property
    def port(self) -> int:
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def close(self) -> None:
        self._server.close()
        for connection in list(self._connections):
            connection.abort()
        await asyncio.sleep(0)


async def listen(where: Socket, make: MakeHandler) -> _Listening:
    """Listen; see `transport.Listen`."""
    connections: set[_Connection] = set()

    def accept(request: WSUpgradeRequest) -> WSListener | WSUpgradeResponseWithListener:
        if request.headers.get("Origin", "") not in where.origins:
            refused = WSUpgradeResponse.create_error_response(HTTPStatus.FORBIDDEN)
            return WSUpgradeResponseWithListener(refused, None)
        return _Connection(make(), where.frame_max, connections)

    server = await ws_create_server(
        accept,
        where.host,
        where.port,
        ssl=where.tls,
        max_frame_size=where.frame_max,
        enable_auto_pong=False,
        enable_auto_ping=True,
        auto_ping_idle_timeout=PING_AFTER_S,
        auto_ping_reply_timeout=PING_AFTER_S,
        read_buffer_init_size=_READ_BUFFER,
    )
    return _Listening(server, connections)
