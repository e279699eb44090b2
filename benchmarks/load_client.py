"""The load generator: a thousand stations in one process, sending by a timetable.

Open loop: every command has its time, and latency counts from that time, not from when the
generator got round to it.  Plain sockets and no event loop: what the generator saves, the server
beside it may use.  Prints one JSON line with what it measured, its own CPU included.
"""

import json
import random
import re
import resource
import select
import socket
import sys
import time
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from benchmarks.load_frames import Inbox, frame_of, pong_of, shake_hands
from benchmarks.load_game import GAMES

# How long answers are waited for after the last command.
PATIENCE_S: Final = 10.0

_READ_MAX: Final = 4_096
# Even one that is late with its commands looks for answers now and then.
_LISTEN_EVERY: Final = 8
# The timetable and the answers are looked at this often and no oftener: a thousand stations have
# processors of their own, here each waking up would be taken from the server beside.  Latency
# counts from the timetable to the look all the same.
_LOOK_S: Final = 0.0005


class _Head(msgspec.Struct):
    """Just enough of a frame to know it."""

    type: str
    number: int = 0
    topic: str = ""
    changes: dict[str, msgspec.Raw] = {}
    code: str = ""


_decode: Final = msgspec.json.Decoder(_Head).decode
_encode: Final = msgspec.json.encode
# The answers that come by the thousand; the echo's is the command itself.  They are not decoded,
# and one that comes alone, as most do, is not even taken out of its frame.
_ANSWER: Final = re.compile(rb'{"type":"(?:ack|command)","number":(\d+)').match
_ALONE: Final = re.compile(rb'\x81.{"type":"ack","number":(\d+)}', re.DOTALL).fullmatch

Timetable = list[tuple[float, "Station", bytes]]


class Station:
    """One station: what it sent and when, what came back and when."""

    def __init__(self, name: str, load: "Load", connection: socket.socket) -> None:
        self.name = name
        self.load = load
        self.number = 0
        self.scheduled: dict[int, float] = {}
        self.connection = connection
        self._inbox = Inbox()

    def readable(self) -> None:
        """Note what came, and when."""
        data = self.connection.recv(_READ_MAX)
        if not data:
            raise RuntimeError(f"the server hung up on {self.name}")
        if self._inbox.is_empty and (alone := _ALONE(data)):
            self.answered(int(alone[1]))
            return
        for is_ping, payload in self._inbox.take(data):
            if is_ping:
                self.connection.sendall(pong_of(payload))
            elif answer := _ANSWER(payload):
                self.answered(int(answer[1]))
            else:
                self.heard(_decode(payload))

    def answered(self, number: int) -> None:
        """Note how long a command took, and send the next one where a closed loop runs."""
        now, load = time.time(), self.load
        load.latencies.append(now - self.scheduled.pop(number))
        load.unanswered -= 1
        if load.until > now:
            load.send_next(now)

    def heard(self, head: _Head) -> None:
        """Note a refusal, an update or a snapshot."""
        now, load = time.time(), self.load
        if head.type == "update":
            load.updates += 1
            phase = head.changes.get("phase")
            if phase is not None:
                load.phases.setdefault((head.topic, bytes(phase).decode()), []).append(now)
            elif b'"committed":[{' in bytes(head.changes.get("play", b"")):
                load.committed.setdefault(self.name, now)
            elif "win" in head.changes:
                load.paid[self.name] = now
        elif head.type == "refusal":
            load.refused[head.code] = load.refused.get(head.code, 0) + 1
            self.answered(head.number)
        elif head.type == "snapshot":
            load.snapshots += 1

    def say(self, payload: bytes) -> None:
        """Send a frame; it is far smaller than what a socket takes at once."""
        self.connection.sendall(frame_of(payload))

    def send(self, command: bytes, due: float) -> None:
        """Send a command that was due then."""
        self.number += 1
        self.scheduled[self.number] = due
        self.load.unanswered += 1
        self.say(b'{"type":"command","number":%d,"command":%b}' % (self.number, command))


class Load:
    """All stations, and the figures."""

    def __init__(self, told: dict[str, Any]) -> None:
        self._poll = select.epoll()
        self._tables: int = told["tables"]
        self._game = GAMES[told.get("game", "LT")]
        self.stations: list[Station] = []
        self._by_socket: dict[int, Station] = {}
        self._open_all(told)
        self._chips = [self._chips_of(seat) for seat in range(len(self.stations))]
        self.latencies: list[float] = []
        self.refused: dict[str, int] = {}
        self.phases: dict[tuple[str, str], list[float]] = {}
        self.committed: dict[str, float] = {}
        self.paid: dict[str, float] = {}
        self.snapshots = self.updates = self.unanswered = 0
        # Until when every answer is followed by another command, and how many were sent so.
        self.until = 0.0
        self._sent = 0
        self._cpu_before = 0.0
        # How late the timetable was looked at: a wait of ours, not of the server.
        self._late = 0.0

    def _open_all(self, told: dict[str, Any]) -> None:
        where = urlsplit(told["feed"])
        for name, token in told["tokens"].items():
            connection = socket.create_connection((where.hostname, where.port))
            shake_hands(connection, where.path, told["origin"])
            station = Station(name, self, connection)
            self.stations.append(station)
            self._by_socket[connection.fileno()] = station
            self._poll.register(connection, select.EPOLLIN)
            if not told.get("echo"):
                station.say(_encode({"type": "hello", "token": token, "boot": "b1"}))

    # What to send

    def floor_timetable(self, seconds: float) -> Timetable:
        """Wagers placed and confirmed by each terminal, at random times."""
        start = time.time() + 0.2
        timetable = []
        for seat, station in enumerate(self.stations):
            words = self._words(seat)
            times = sorted(random.uniform(0, seconds) for _ in words)
            timetable += [
                (start + at, station, command) for at, command in zip(times, words, strict=True)
            ]
        return sorted(timetable, key=lambda one: one[0])

    def _words(self, seat: int) -> list[bytes]:
        """Word what one terminal does in a round."""
        where = {"table": f"L{seat % self._tables}", "round": 1}
        confirm = _encode({"type": "ConfirmWagers", **where})
        words = []
        for bet in self._game.bets:
            words.append(_encode({"type": "StageWager", **where, "bet": bet, "amount": 1_000}))
            if self._game.at_once:
                words.append(confirm)
        return words if self._game.at_once else [*words, confirm]

    def steady_timetable(self, a_second: int, seconds: float) -> Timetable:
        """So many commands a second in all."""
        start = time.time() + 0.2
        places = range(int(a_second * seconds))
        return [(start + place / a_second, *self._command(place)) for place in places]

    def _chips_of(self, seat: int) -> tuple[bytes, bytes]:
        """Word the two commands of a long stream: chips are laid and taken off again."""
        where = {"table": f"L{seat % self._tables}", "round": 1, "bet": "player"}
        lay = {"type": "StageWager", **where, "amount": 1_000}
        return _encode(lay), _encode({"type": "CancelWager", **where})

    def _command(self, place: int) -> tuple[Station, bytes]:
        lap, seat = divmod(place, len(self.stations))
        return self.stations[seat], self._chips[seat][lap % 2]

    def send_next(self, now: float) -> None:
        """Send the next of a stream of commands, station by station."""
        station, command = self._command(self._sent)
        self._sent += 1
        station.send(command, now)

    # Sending and hearing

    def hear(self, seconds: float) -> None:
        """Take what comes, waiting so long at most.

        `select` waits to the microsecond, a poll of thousands only to the millisecond.
        """
        if seconds > 0:
            select.select((self._poll,), (), (), seconds)
        for number, _ in self._poll.poll(0):
            self._by_socket[number].readable()

    def hear_until(self, moment: float) -> None:
        """Take what comes until then."""
        while (left := moment - time.time()) > 0:
            self.hear(left)

    def _hear_answers(self) -> None:
        end = time.time() + PATIENCE_S
        while self.unanswered and time.time() < end:
            self.hear(0.01)

    def send_by(self, timetable: Timetable) -> None:
        """Send everything at its time; what is late is sent at once and counts as late."""
        for place, (due, station, command) in enumerate(timetable):
            while due > time.time():
                time.sleep(_LOOK_S)
                self.hear(0)
            self._late = max(self._late, time.time() - due)
            station.send(command, due)
            if place % _LISTEN_EVERY == 0:
                self.hear(0)
        self._hear_answers()

    def saturate(self, under_way: int, seconds: float) -> None:
        """Keep so many commands under way, so that the server always has something to do."""
        now = time.time()
        self.until, self._sent = now + seconds, 0
        for _ in range(under_way):
            self.send_next(now)
        self.hear_until(self.until)
        self._hear_answers()

    def begin(self) -> None:
        """Measure from now on."""
        self.latencies.clear()
        self._late = 0.0
        self._cpu_before = cpu_used()

    def figures(self) -> dict[str, Any]:
        """Return what was measured."""
        return {
            "latencies_ms": percentiles(self.latencies),
            "answers": len(self.latencies),
            "unanswered": self.unanswered,
            "refused": self.refused,
            "updates": self.updates,
            "late_ms": round(1000 * self._late, 1),
            "cpu": cpu_used() - self._cpu_before,
        }

    def orders(self) -> Iterator[dict[str, Any]]:
        """Hear the stations while the driver says nothing."""
        while True:
            ready, _, _ = select.select((self._poll, sys.stdin), (), ())
            if sys.stdin in ready:
                line = sys.stdin.readline()
                if not line:
                    return
                yield json.loads(line)
            self.hear(0)


def cpu_used() -> float:
    """Return the CPU seconds of this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def percentiles(values: list[float]) -> dict[str, float]:
    """Return a few percentiles, in milliseconds."""
    ordered = sorted(values) or [0.0]
    at = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999, "max": 1.0}
    last = len(ordered) - 1
    return {name: round(1000 * ordered[int(last * part)], 2) for name, part in at.items()}


def say(**what: Any) -> None:
    """Print a line for the driver."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def main(told: dict[str, Any]) -> None:
    """Connect, then do what the driver says."""
    load = Load(told)
    while not told.get("echo") and load.snapshots < 2 * len(load.stations):
        load.hear(0.05)
    say(connected=len(load.stations))
    for order in load.orders():
        load.begin()
        if order["do"] == "floor":
            load.send_by(load.floor_timetable(order["seconds"]))
            say(**load.figures())
        elif order["do"] == "steady":
            load.send_by(load.steady_timetable(order["rate"], order["seconds"]))
            say(**load.figures())
        elif order["do"] == "saturate":
            load.saturate(order["under_way"], order["seconds"])
            say(**load.figures())
        else:
            phases = {f"{topic} {phase}": seen for (topic, phase), seen in load.phases.items()}
            say(phases=phases, committed=load.committed, paid=load.paid)


if __name__ == "__main__":
    main(json.loads(sys.stdin.readline()))
