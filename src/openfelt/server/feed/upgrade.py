"""Before the feed: the handshake, read and judged by us, whoever carries the frames afterwards."""

import asyncio
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from openfelt.server.door.head import BadHead, Head, head_end, read_head
from openfelt.server.door.seats import Seat
from openfelt.server.feed.transport import Socket

HEAD_S: Final = 5.0
_LINGER_S: Final = 1.0
_KEY: Final = re.compile(r"[A-Za-z0-9+/]{22}==")
_VERSION: Final = "13"

# Takes the connection with all that came, the handshake included and in our own words.
HandOver = Callable[[Any, bytes], None]

# No library gets to read anything a stranger worded: some take less than a browser says.
_PLAIN: Final = (
    b"GET %b HTTP/1.1\r\nHost: %b\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: %b\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def _tokens(head: Head, name: bytes) -> list[str]:
    return [token.strip() for token in head.field(name).lower().split(",")]


def judge(head: Head, where: Socket) -> int:
    """Return the status a handshake deserves; 101 is the only good one."""
    host = head.field(b"host")
    if (
        head.method != b"GET"
        or head.is_last
        or b"content-length" in head.fields
        or _tokens(head, b"upgrade") != ["websocket"]
        or "upgrade" not in _tokens(head, b"connection")
        or _KEY.fullmatch(head.field(b"sec-websocket-key")) is None
        or (host if host.endswith("]") else host.rpartition(":")[0] or host) not in where.hosts
    ):
        return HTTPStatus.BAD_REQUEST
    if head.field(b"sec-websocket-version") != _VERSION:
        return HTTPStatus.UPGRADE_REQUIRED
    if head.field(b"origin") not in where.origins:
        return HTTPStatus.FORBIDDEN
    return HTTPStatus.SWITCHING_PROTOCOLS


class Upgrade(asyncio.Protocol):
    """A connection until its handshake is whole; then somebody else has it."""

    def __init__(self, where: Socket, seat: Seat, hand_over: HandOver) -> None:
        self._where = where
        self.seat = seat
        self._hand_over = hand_over
        self._transport: Any = None
        self._received = bytearray()
        self._is_over = False

    def connection_made(self, transport: Any) -> None:
        """Begin: a head must come now."""
        self._transport = transport
        self.seat.cut = transport.abort
        self.seat.wait(HEAD_S)

    def connection_lost(self, error: Exception | None) -> None:  # noqa: ARG002
        """End, before anything has begun."""
        self.seat.leave()

    def data_received(self, data: bytes) -> None:
        """Take what came; once it is whole it is judged."""
        if self._is_over:
            return
        self._received += data
        try:
            end = head_end(self._received)
            if end < 0:
                return
            head = read_head(bytes(self._received[:end]))
            status = judge(head, self._where)
        except BadHead as bad:
            status = bad.status
        self._is_over = True
        if status != HTTPStatus.SWITCHING_PROTOCOLS:
            self._refuse(HTTPStatus(status))
            return
        # From here on the feed itself waits for a hello, and not for long.
        self.seat.wait(float("inf"))
        plain = _PLAIN % (head.target, head.fields[b"host"], head.fields[b"sec-websocket-key"])
        self._hand_over(self._transport, plain + self._received[end + 4 :])

    def _refuse(self, status: HTTPStatus) -> None:
        """Say what is wrong, hear no more of it, and close."""
        self._received.clear()
        version = f"sec-websocket-version: {_VERSION}\r\n" if status == 426 else ""
        head = f"HTTP/1.1 {status.value} {status.phrase}\r\n{version}content-length: 0\r\n"
        self._transport.write(f"{head}connection: close\r\n\r\n".encode())
        self.seat.wait(_LINGER_S)
        if self._transport.can_write_eof():
            self._transport.write_eof()
        else:
            self._transport.close()
