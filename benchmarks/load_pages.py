"""The readers of the load benchmark: browsers that read pages, in a process of their own.

Each has a connection that it keeps and asks for one thing at a time: a station's page, then what
the page needs.  Open loop: every request has its time, and latency counts from that time.
"""

import json
import re
import select
import socket
import sys
import time
from collections import deque
from itertools import count
from typing import Any, Final
from urllib.parse import urlsplit

from benchmarks.load_client import PATIENCE_S, cpu_used, percentiles, say

_READ_MAX: Final = 262_144
_LENGTH: Final = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)
_ASSET: Final = re.compile(rb"/assets/[\w.-]+")


class Reader:
    """A browser: what it waits for, and since when it should have had it."""

    def __init__(self, where: tuple[str, int]) -> None:
        self.connection = socket.create_connection(where)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._host = f"{where[0]}:{where[1]}"
        self._due: deque[tuple[float, str]] = deque()
        self._head = b""
        self._left = 0
        self.latencies: list[float] = []
        self.bytes = self.failed = 0

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self._due)

    def ask(self, path: str, due: float) -> None:
        """Ask for something that was due then, once what was asked before is here."""
        self._due.append((due, path))
        if len(self._due) == 1:
            self._send()

    def _send(self) -> None:
        request = f"GET {self._due[0][1]} HTTP/1.1\r\nHost: {self._host}\r\n\r\n"
        self.connection.sendall(request.encode())

    def readable(self) -> None:
        """Take what came; only heads are looked at."""
        data = self.connection.recv(_READ_MAX)
        if not data:
            raise RuntimeError("the server hung up on a reader")
        self.bytes += len(data)
        if not self._left:
            head, found, data = (self._head + data).partition(b"\r\n\r\n")
            if not found:
                self._head = head
                return
            self._head = b""
            self._left = self._length(head + b"\r\n")
        self._left -= len(data)
        if not self._left:
            self._done()

    def _length(self, head: bytes) -> int:
        self.failed += b" 200 " not in head.partition(b"\r\n")[0]
        found = _LENGTH.search(head)
        assert found is not None
        return int(found[1])

    def _done(self) -> None:
        due, _ = self._due.popleft()
        self.latencies.append(time.time() - due)
        if self._due:
            self._send()


class Readers:
    """All of them, and the figures."""

    def __init__(self, told: dict[str, Any]) -> None:
        where = urlsplit(told["origin"])
        assert where.hostname is not None
        assert where.port is not None
        self._stations: int = told["stations"]
        self._all = [Reader((where.hostname, where.port)) for _ in range(told["readers"])]
        self._assets = _assets_of(where.hostname, where.port)
        self._poll = select.epoll()
        self._by_socket = {reader.connection.fileno(): reader for reader in self._all}
        for number in self._by_socket:
            self._poll.register(number, select.EPOLLIN)

    def _path(self, turn: int) -> str:
        """Say what is read in which turn: of every reader a page, then its files, one by one."""
        turn, reader = divmod(turn, len(self._all))
        wanted = turn % (1 + len(self._assets))
        station = (turn // (1 + len(self._assets)) * len(self._all) + reader) % self._stations
        return self._assets[wanted - 1] if wanted else f"/s/T{station}/"

    def read(self, rate: int, seconds: float) -> dict[str, Any]:
        """Read so many pages a second in all; return what was measured."""
        cpu, began = cpu_used(), time.time()
        for reader in self._all:
            reader.latencies.clear()
            reader.bytes = reader.failed = 0
        for turn in count():
            due = began + turn / rate
            if due >= began + seconds:
                break
            while (left := due - time.time()) > 0:
                self._hear(left)
            self._hear(0)
            self._all[turn % len(self._all)].ask(self._path(turn), due)
        end = time.time() + PATIENCE_S
        while time.time() < end and any(reader.is_waiting for reader in self._all):
            self._hear(0.01)
        took = time.time() - began
        latencies = [one for reader in self._all for one in reader.latencies]
        return {
            "pages": len(latencies),
            "a_second": len(latencies) / took,
            "bytes": sum(reader.bytes for reader in self._all),
            "failed": sum(reader.failed for reader in self._all),
            "unanswered": sum(reader.is_waiting for reader in self._all),
            "latencies_ms": percentiles(latencies),
            "cpu": cpu_used() - cpu,
            "took": took,
        }

    def _hear(self, seconds: float) -> None:
        for number, _ in self._poll.poll(seconds):
            self._by_socket[number].readable()


def _assets_of(host: str, port: int) -> list[str]:
    """Return what a player's page asks for; it must be built."""
    with socket.create_connection((host, port)) as connection:
        head = f"GET /s/T0/ HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n"
        connection.sendall(head.encode())
        page = b""
        while more := connection.recv(_READ_MAX):
            page += more
    if not page.startswith(b"HTTP/1.1 200 "):
        raise RuntimeError("there are no pages to read: run `make web` first")
    return sorted({found.decode() for found in _ASSET.findall(page)})


def main() -> None:
    """Connect, then read as often as the driver says."""
    readers = Readers(json.loads(sys.stdin.readline()))
    say(connected=True)
    for line in sys.stdin:
        order = json.loads(line)
        say(**readers.read(order["rate"], order["seconds"]))


if __name__ == "__main__":
    main()
