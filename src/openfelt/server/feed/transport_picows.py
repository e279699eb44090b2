"""WebSockets by picows: one callback a frame, no task a connection."""

import asyncio
import logging
import socket
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import aiofastnet
from picows import WSAutoPingStrategy, WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport
from picows.picows import WSProtocol  # type: ignore[attr-defined]

from openfelt.server.door.door import HANDSHAKE_S, Door
from openfelt.server.door.seats import Seat
from openfelt.server.feed.transport import (
    OK,
    PIECES_MAX,
    PING_AFTER_S,
    POLICY,
    PROTOCOL_ERROR,
    TOO_BIG,
    Handler,
    MakeHandler,
    Socket,
)
from openfelt.server.feed.upgrade import Upgrade

_TEXT: Final = WSMsgType.TEXT
_READ_BUFFER: Final = 2_048
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
        "_seat",
        "_transport",
        "_whole",
        "known",
        "send",
    )

    def __init__(
        self, handler: Handler, frame_max: int, seat: Seat, all_of: "set[_Connection]"
    ) -> None:
        self._handler = handler
        self._seat = seat
        self.known = seat.known
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
        # What picows refuses it closes by itself, but still hands on what comes behind it.
        if self._deaf or transport.is_close_frame_sent:
            return
        kind = frame.msg_type
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close(PROTOCOL_ERROR)
        elif kind == _TEXT and frame.fin and self._whole is None:
            self._handler.received(frame.get_payload_as_bytes())
        elif kind in (_TEXT, WSMsgType.CONTINUATION):
            self._piece(kind, frame)
        elif kind == WSMsgType.PING:
            # Who does not read gets no answer: it would wait here, and a million like it.
            if self.unsent <= _PONG_BELOW:
                transport.send_pong(frame.get_payload_as_bytes())
        elif kind == WSMsgType.CLOSE:
            # Whoever says goodbye says nothing after it, and need not say why.
            self.close(OK)
        elif kind == WSMsgType.BINARY:
            self.close(POLICY)

    def _piece(self, kind: WSMsgType, frame: WSFrame) -> None:
        """Join a message that comes in pieces, up to the size of a whole one; empty ones count."""
        if kind == _TEXT and self._whole is None:
            self._whole, self._pieces = bytearray(), 0
        elif kind == _TEXT or self._whole is None:
            return self.close(PROTOCOL_ERROR)
        self._whole += frame.get_payload_as_bytes()
        self._pieces += 1
        if len(self._whole) > self._frame_max or self._pieces > PIECES_MAX:
            return self.close(TOO_BIG)
        if frame.fin:
            whole, self._whole = bytes(self._whole), None
            self._handler.received(whole)
        return None

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        self._all.discard(self)
        self._transport, self.send = None, _to_nobody
        self._seat.leave()
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
    def __init__(self, door: Door, connections: set[_Connection]) -> None:
        self._door = door
        self._connections = connections
        self.port = door.port

    async def close(self) -> None:
        self._door.close()
        for connection in list(self._connections):
            connection.abort()
        await asyncio.sleep(0)


def _begin(
    connection: _Connection, frame_max: int, logger: logging.Logger, transport: Any, received: bytes
) -> None:
    """Let picows have a connection whose handshake is good, as if it had come to it."""
    protocol = WSProtocol(
        host_port=None,
        ws_path=None,
        is_client_side=False,
        ws_listener_factory=lambda _: connection,
        logger=logger,
        disconnect_on_exception=True,
        websocket_handshake_timeout=None,
        enable_auto_ping=True,
        auto_ping_idle_timeout=PING_AFTER_S,
        auto_ping_reply_timeout=PING_AFTER_S,
        auto_ping_strategy=WSAutoPingStrategy.PING_WHEN_IDLE,
        enable_auto_pong=False,
        max_frame_size=frame_max,
        extra_headers=None,
        read_buffer_init_size=_READ_BUFFER,
    )
    transport.set_protocol(protocol)
    protocol.connection_made(transport)
    while received and not transport.is_closing():
        room = protocol.get_buffer(-1)
        step = min(len(room), len(received))
        room[:step] = received[:step]
        protocol.buffer_updated(step)
        received = received[step:]


async def listen(where: Socket, make: MakeHandler) -> _Listening:
    """Listen; see `transport.Listen`.

    picows has a server of its own, on which nothing can be done before its handshake.
    """
    connections: set[_Connection] = set()
    logger = logging.getLogger("picows.server")

    def upgrade(seat: Seat) -> Upgrade:
        def begin(transport: Any, received: bytes) -> None:
            connection = _Connection(make(), where.frame_max, seat, connections)
            _begin(connection, where.frame_max, logger, transport, received)

        return Upgrade(where, seat, begin)

    async def connect(connection: socket.socket, seat: Seat) -> None:
        await aiofastnet.connect_accepted_socket(
            asyncio.get_running_loop(),
            lambda: upgrade(seat),
            connection,
            ssl=where.tls,
            ssl_handshake_timeout=HANDSHAKE_S if where.tls else None,
        )

    door = Door(where.host, where.port, where.seats, connect)
    door.open()
    return _Listening(door, connections)
