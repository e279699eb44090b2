"""One turn of the feed: everything that came is taken in one go, everything that goes is sent so.

A processor's nearest memory has room for a frame's way through the kernel or for a command's way
through the floor, not for both: a hundred of the one and then a hundred of the other take a tenth
less time than turn about.
"""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from openfelt.server.log import log

# So many frames are a turn: who sends thousands of them at once is taken, and judged, before more
# is read, and what goes is in the sockets before more is made.
FULL: Final = 512

Send = Callable[[bytes], None]


class Taker(Protocol):
    """A connection, as far as a turn needs it."""

    @property
    def station(self) -> str:
        """Whose it is, as far as we know."""
        ...

    def take(self, frame: bytes) -> None:
        """Do what a frame asks for."""
        ...

    def cut(self) -> None:
        """Hang up at once."""
        ...


class Turn:
    """Frames that came and were not taken yet, frames that were made and not sent yet; in order.

    `may_send` is asked once more before anything goes: the process may have slept since the gate.
    """

    def __init__(self, may_send: Callable[[], bool]) -> None:
        self._may_send = may_send
        self._soon = asyncio.get_running_loop().call_soon
        self._came: list[tuple[Taker, bytes]] = []
        self._goes: list[tuple[Send, bytes]] = []

    def came(self, taker: Taker, frame: bytes) -> None:
        """Have a frame taken once the others that have come were read too.

        Answers that may go by now go first: hence not in this turn of the loop but in the next.
        """
        if not self._came:
            self._soon(self._soon, self.take)
        self._came.append((taker, frame))
        if len(self._came) >= FULL:
            self.take()

    def goes(self, send: Send, frame: bytes) -> None:
        """Have a frame sent once the others that may go were made too."""
        if not self._goes:
            self._soon(self.send)
        self._goes.append((send, frame))
        if len(self._goes) >= FULL:
            self.send()

    def take(self) -> None:
        """Take what came; whoever sent what we cannot bear is cut off, and the others go on."""
        came, self._came = self._came, []
        for taker, frame in came:
            try:
                taker.take(frame)
            except Exception as error:
                log.error("a frame was not taken", station=taker.station, exc_info=error)
                taker.cut()

    def send(self) -> None:
        """Send what goes, unless another node may answer by now."""
        goes, self._goes = self._goes, []
        if not self._may_send():
            return
        for send, frame in goes:
            try:
                send(frame)
            except Exception as error:
                log.error("a frame was not sent", exc_info=error)
