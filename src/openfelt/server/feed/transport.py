"""WebSockets behind one small contract, so that the feed does not know whose they are.

picows carries the floor; aiohttp is the second implementation and passes the same tests.
"""

import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from openfelt.server.door.seats import Seats

# Why the server closes, as the WebSocket protocol numbers it.
OK: Final = 1000
GOING_AWAY: Final = 1001
PROTOCOL_ERROR: Final = 1002
POLICY: Final = 1008
TOO_BIG: Final = 1009

# A station that says nothing and answers no ping for this long is gone.
PING_AFTER_S: Final = 15.0
# Nothing a station says has a reason to come in more pieces.
PIECES_MAX: Final = 64


class Wire(Protocol):
    """One open connection, as the feed sees it."""

    def send(self, frame: bytes) -> None:
        """Send a text frame; on a closed connection this does nothing."""
        ...

    def close(self, code: int) -> None:
        """Close after what was sent; what comes in from now on is not delivered."""
        ...

    def abort(self) -> None:
        """Cut the connection at once."""
        ...

    def known(self) -> None:
        """Count it no longer among the strangers: it has said which station it is."""
        ...

    def pause(self) -> None:
        """Read nothing more for now, so that the other side feels it cannot send."""
        ...

    def resume(self) -> None:
        """Read on."""
        ...

    @property
    def unsent(self) -> int:
        """How many bytes wait because the other side does not read."""
        ...


class Handler(Protocol):
    """What is at the other end of a connection."""

    def opened(self, wire: Wire) -> None:
        """Begin: the handshake is done."""
        ...

    def received(self, frame: bytes) -> None:
        """Take one whole text message of at most `frame_max` bytes."""
        ...

    def closed(self) -> None:
        """End; called once, whoever closed."""
        ...


class Listening(Protocol):
    """A socket that takes connections."""

    @property
    def port(self) -> int:
        """The port, which the system chose where 0 was asked for."""
        ...

    async def close(self) -> None:
        """Take no more connections and cut those that are left."""
        ...


@dataclass(frozen=True, slots=True)
class Socket:
    """Where to listen, and to whom; every Origin or Host that is not listed is turned away."""

    host: str
    port: int
    origins: frozenset[str]
    hosts: frozenset[str]
    frame_max: int
    tls: ssl.SSLContext | None
    seats: Seats


MakeHandler = Callable[[], Handler]
Listen = Callable[[Socket, MakeHandler], Awaitable[Listening]]
Implementation = Literal["picows", "aiohttp"]
