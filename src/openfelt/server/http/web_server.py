"""An HTTP server for a face, inside our own loop and with our own end."""

import asyncio
import socket
import ssl
from typing import Final

from openfelt.server.door.door import HANDSHAKE_S, Door
from openfelt.server.door.seats import Seat, Seats
from openfelt.server.http.conversation import Conversation
from openfelt.server.http.message import Reception

# What whoever is being answered may take when the server ends.
_END_S: Final = 2.0
_STEP_S: Final = 0.02


class WebServer:
    """Serves one face on one socket."""

    def __init__(self, host: str, port: int, tls: ssl.SSLContext | None, seats: Seats) -> None:
        self._tls = tls
        self._seats = seats
        self._door = Door(host, port, seats, self._connect)
        self._conversations: set[Conversation] = set()
        self._reception: Reception | None = None

    @property
    def port(self) -> int:
        """The port, which the system chose where 0 was asked for."""
        return self._door.port

    def open(self, reception: Reception) -> None:
        """Listen; whoever connects from now on is answered."""
        self._reception = reception
        self._door.open()

    async def _connect(self, connection: socket.socket, seat: Seat) -> None:
        assert self._reception is not None
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        begun = Conversation(self._reception, self._seats, seat, self._conversations)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: begun,
                connection,
                ssl=self._tls,
                ssl_handshake_timeout=HANDSHAKE_S if self._tls else None,
            )
        except BaseException:
            # uvloop may have begun it before it heard that he is cut, and never says that it ended.
            self._conversations.discard(begun)
            raise

    async def stop(self) -> None:
        """Finish what is being answered, for two seconds at most."""
        self._door.close()
        for conversation in list(self._conversations):
            conversation.hang_up()
        until = asyncio.get_running_loop().time() + _END_S
        while self._conversations and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(_STEP_S)
        for conversation in list(self._conversations):
            conversation.cut()
