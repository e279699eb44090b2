"""As much of the WebSocket protocol as a load generator needs: whole text frames, pings, hello."""

import base64
import os
import socket
from typing import Final

_TEXT: Final = 0x81
_PING: Final = 0x89
_PONG: Final = 0x8A
# A client must mask; with a mask of zeros nothing changes, and masking costs nothing.
_MASKED: Final = 0x80
_MASK: Final = bytes(4)
_SHORT: Final = 126


def frame_of(payload: bytes, kind: int = _TEXT) -> bytes:
    """Return a client's frame."""
    size = len(payload)
    if size < _SHORT:
        return bytes((kind, _MASKED | size)) + _MASK + payload
    return bytes((kind, _MASKED | _SHORT)) + size.to_bytes(2, "big") + _MASK + payload


def pong_of(payload: bytes) -> bytes:
    """Return the answer to a ping."""
    return frame_of(payload, _PONG)


class Inbox:
    """Takes bytes as they come and gives whole frames."""

    __slots__ = ("_rest",)

    def __init__(self) -> None:
        self._rest = b""

    @property
    def is_empty(self) -> bool:
        """Whether no beginning of a frame waits for its rest."""
        return not self._rest

    def take(self, data: bytes) -> list[tuple[bool, bytes]]:
        """Return the payloads that are whole now, and whether each is a ping's."""
        if self._rest:
            data = self._rest + data
        frames, at, end = [], 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size >= _SHORT:
                width = 2 if size == _SHORT else 8
                start += width
                size = int.from_bytes(data[at + 2 : start], "big")
            if start + size > end:
                break
            kind = data[at]
            if kind not in (_TEXT, _PING):
                raise RuntimeError(f"a frame of kind {kind:#x}: {data[start : start + size]!r}")
            frames.append((kind == _PING, data[start : start + size]))
            at = start + size
        self._rest = data[at:]
        return frames


def shake_hands(connection: socket.socket, path: str, origin: str) -> None:
    """Ask for the protocol; nothing else comes before the server's yes."""
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    host, port = connection.getpeername()[:2]
    lines = (
        f"GET {path} HTTP/1.1",
        f"Host: {host}:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        f"Origin: {origin}",
    )
    connection.sendall("\r\n".join((*lines, "", "")).encode())
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        said = connection.recv(4_096)
        if not said:
            break
        answer += said
    if b" 101 " not in answer.partition(b"\r\n")[0]:
        raise RuntimeError(f"the server does not speak WebSocket here: {answer!r}")
