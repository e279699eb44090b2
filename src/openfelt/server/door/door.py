"""A listening socket that takes no more connections than there is room for.

A loop's own server takes all there are, and when descriptors run out tries again and again.
"""

import asyncio
import os
import socket
import ssl
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from openfelt.engine.process import allow_files
from openfelt.server.door.seats import Seat, Seats
from openfelt.server.log import log

# So many in one turn of the loop: stations have theirs in between.
AT_A_TIME: Final = 8
BACKLOG: Final = 1_024
# What a browser needs for the first step, be it over a bad radio.
HANDSHAKE_S: Final = 5.0
# Descriptors no connection gets: for the journal, the follower, what is imported late.
KEPT_BACK: Final = 32
_AT_LEAST: Final = 8
_REST_S: Final = 0.5
# Whoever took another's place has so long to use it, times the places there are.
_PUSHED_S: Final = 0.005

# Puts a protocol on an accepted socket, with TLS where that is wanted.
Connect = Callable[[socket.socket, Seat], Awaitable[Any]]


def room_for(wanted: int) -> int:
    """Return how many connections there may be: as many as wanted, 0 for all that can be had."""
    allowed = allow_files()
    room = max(_AT_LEAST, allowed - _in_use() - KEPT_BACK)
    return min(wanted, room) if wanted else room


def _in_use() -> int:
    for listed in ("/proc/self/fd", "/dev/fd"):
        if Path(listed).is_dir():
            return len(os.listdir(listed))  # noqa: PTH208 - only their number
    return KEPT_BACK


def bound(host: str, port: int) -> socket.socket:
    """Return a socket at an address, which nobody can connect to yet."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.settimeout(0.0)
        listening.bind((host, port))
    except BaseException:
        listening.close()
        raise
    return listening


class Door:
    """Takes connections while there is room, and rests while there is none."""

    def __init__(self, host: str, port: int, seats: Seats, connect: Connect) -> None:
        self._socket = bound(host, port)
        self._seats = seats
        self._connect = connect
        self._loop = asyncio.get_running_loop()
        self._coming: set[asyncio.Task[None]] = set()
        self._is_open = False

    @property
    def port(self) -> int:
        """The port, which the system chose where 0 was asked for."""
        port: int = self._socket.getsockname()[1]
        return port

    def open(self) -> None:
        """Listen from now on."""
        self._socket.listen(BACKLOG)
        self._is_open = True
        self._go_on()

    def close(self) -> None:
        """Take nobody more, and let go of those who are just coming in."""
        if self._is_open:
            self._loop.remove_reader(self._socket)
        self._is_open = False
        self._socket.close()
        for task in list(self._coming):
            task.cancel()

    def _go_on(self) -> None:
        if self._is_open:
            self._loop.add_reader(self._socket, self._accept)

    def _rest(self) -> None:
        self._loop.remove_reader(self._socket)

    def _accept(self) -> None:
        """Take those who wait, but not all in one turn."""
        for _ in range(AT_A_TIME):
            pushed_out = self._seats.pushed_out
            if not self._seats.make_room():
                self._rest()
                self._seats.wake(self._go_on)
                return
            took_one = self._took_one()
            if self._seats.pushed_out != pushed_out:
                # A crowd that only pushes would push out whoever has come to ask, too.
                self._rest()
                self._loop.call_later(_PUSHED_S, self._go_on)
                return
            # When it is full nobody goes before the loop says that somebody is there.
            if not took_one or self._seats.is_full:
                return

    def _took_one(self) -> bool:
        try:
            connection, address = self._socket.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return False
        except OSError as error:
            # Others on this machine hold all the descriptors or buffers there are.
            log.warning("no connection can be taken for now", why=error.strerror)
            self._rest()
            self._loop.call_later(_REST_S, self._go_on)
            return False
        seat = self._seats.admit(address[0])
        if seat is None:
            connection.close()
            return True
        connection.settimeout(0.0)
        task = self._loop.create_task(self._let_in(connection, seat))
        seat.cut = task.cancel
        seat.wait(HANDSHAKE_S)
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)
        return True

    async def _let_in(self, connection: socket.socket, seat: Seat) -> None:
        try:
            await self._connect(connection, seat)
        except (OSError, ssl.SSLError, asyncio.CancelledError):
            # He hung up, or spoke no TLS, or took too long for it.
            connection.close()
            seat.leave()
