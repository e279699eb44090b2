"""A bare echo server on the same transport: what the wire costs before any floor is behind it."""

import asyncio
import json
import resource
import sys
from typing import Any

import uvloop

from openfelt.server.door.seats import Seats
from openfelt.server.feed.listening import listen_with
from openfelt.server.feed.protocol import FRAME_MAX
from openfelt.server.feed.transport import Socket, Wire

ORIGIN = "http://echo.test"


class Echo:
    """Sends back what it hears."""

    def opened(self, wire: Wire) -> None:
        """Remember the wire."""
        self._wire = wire

    def received(self, frame: bytes) -> None:
        """Send it back."""
        self._wire.send(frame)

    def closed(self) -> None:
        """There is nothing to end."""


def say(**what: Any) -> None:
    """Print a line for the driver."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


async def main(terminals: int) -> None:
    """Echo until the input ends; every line read is answered with the CPU used."""
    here = "127.0.0.1"
    # Nobody says hello here, so all are counted as strangers.
    seats = Seats(most_an_address=terminals + 1)
    where = Socket(here, 0, frozenset({ORIGIN}), frozenset({here}), FRAME_MAX, None, seats)
    listening = await listen_with("picows")(where, Echo)
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    tokens = {f"T{seat}": "" for seat in range(terminals)}
    say(tokens=tokens, feed=f"ws://127.0.0.1:{listening.port}/feed", origin=ORIGIN, echo=True)
    while await reader.readline():
        used = resource.getrusage(resource.RUSAGE_SELF)
        say(cpu=used.ru_utime + used.ru_stime)
    await listening.close()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(int(sys.argv[1])))
