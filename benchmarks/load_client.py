"""The load generator: a thousand stations in one process, sending by a timetable.

Open loop: every command has its time, and latency counts from that time, not from when the
generator got round to it.  Prints one JSON line with what it measured, its own CPU included.
"""

import asyncio
import json
import random
import re
import resource
import sys
import time
from typing import Any, Final

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

BETS: Final = ("player", "banker", "tie")
_TEXT: Final = WSMsgType.TEXT


class _Head(msgspec.Struct):
    """Just enough of a frame to know it."""

    type: str
    number: int = 0
    topic: str = ""
    changes: dict[str, msgspec.Raw] = {}
    code: str = ""


_decode: Final = msgspec.json.Decoder(_Head).decode
_encode: Final = msgspec.json.encode
# The answers that come by the thousand; the echo's is the command itself.  They are not decoded:
# what the generator saves, the server beside it may use.
_ANSWER: Final = re.compile(rb'{"type":"(?:ack|command)","number":(\d+)').match


class Station(WSListener):
    """One station: what it sent and when, what came back and when."""

    def __init__(self, name: str, load: "Load") -> None:
        self.name = name
        self.load = load
        self.number = 0
        self.scheduled: dict[int, float] = {}
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Remember the connection."""
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        """Note what came, and when."""
        if frame.msg_type != _TEXT:
            return
        payload = frame.get_payload_as_bytes()
        answer = _ANSWER(payload)
        if answer:
            self.answered(int(answer[1]))
        else:
            self.heard(_decode(payload))

    def answered(self, number: int) -> None:
        """Note how long a command took, and send the next one where a closed loop runs."""
        now, load = time.time(), self.load
        load.latencies.append(now - self.scheduled.pop(number))
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

    def send(self, command: bytes, due: float) -> None:
        """Send a command that was due then."""
        self.number += 1
        self.scheduled[self.number] = due
        assert self.transport is not None
        self.transport.send(
            _TEXT, b'{"type":"command","number":%d,"command":%b}' % (self.number, command)
        )


class Load:
    """All stations, and the figures."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.told = told
        self.stations = [Station(name, self) for name in told["tokens"]]
        self.latencies: list[float] = []
        self.refused: dict[str, int] = {}
        self.phases: dict[tuple[str, str], list[float]] = {}
        self.committed: dict[str, float] = {}
        self.paid: dict[str, float] = {}
        self.snapshots = self.updates = 0
        # Until when every answer is followed by another command, and how many were sent so.
        self.until = 0.0
        self.sent = 0

    async def connect(self) -> None:
        """Open every station and wait for its snapshots."""
        for station in self.stations:
            await ws_connect(
                lambda station=station: station,
                self.told["feed"],
                extra_headers={"Origin": self.told["origin"]},
            )
            assert station.transport is not None
            if self.told.get("echo"):
                continue
            token = self.told["tokens"][station.name]
            hello = {"type": "hello", "token": token, "boot": "b1"}
            station.transport.send(_TEXT, msgspec.json.encode(hello))
        while not self.told.get("echo") and self.snapshots < 2 * len(self.stations):
            await asyncio.sleep(0.05)

    async def send_by(self, timetable: list[tuple[float, Station, bytes]]) -> None:
        """Send everything at its time; what is late is sent at once and counts as late."""
        timetable.sort(key=lambda one: one[0])
        for due, station, command in timetable:
            wait = due - time.time()
            if wait > 0.0005:
                await asyncio.sleep(wait)
            station.send(command, due)
        end = time.time() + 10
        while any(station.scheduled for station in self.stations) and time.time() < end:
            await asyncio.sleep(0.01)

    async def saturate(self, under_way: int, seconds: float) -> None:
        """Keep so many commands under way, so that the server always has something to do."""
        now = time.time()
        self.until, self.sent = now + seconds, 0
        for _ in range(under_way):
            self.send_next(now)
        end = self.until + 10
        while any(station.scheduled for station in self.stations) and time.time() < end:
            await asyncio.sleep(0.01)

    def send_next(self, now: float) -> None:
        """Send the next of a stream of commands, station by station."""
        station, command = self._chips(self.sent)
        self.sent += 1
        station.send(command, now)

    def floor_timetable(self, seconds: float) -> list[tuple[float, Station, bytes]]:
        """Three wagers placed and confirmed by each terminal, at random times."""
        tables, start = self.told["tables"], time.time() + 0.2
        table_of = {s.name: f"L{seat % tables}" for seat, s in enumerate(self.stations)}
        timetable = []
        for station in self.stations:
            where = {"table": table_of[station.name], "round": 1}
            times = sorted(random.uniform(0, seconds) for _ in range(6))
            for place, at in enumerate(times):
                bet = {"type": "StageWager", **where, "bet": BETS[place // 2], "amount": 1_000}
                command = {"type": "ConfirmWagers", **where} if place % 2 else bet
                timetable.append((start + at, station, _encode(command)))
        return timetable

    def steady_timetable(self, a_second: int, seconds: float) -> list[tuple[float, Station, bytes]]:
        """So many commands a second in all."""
        start = time.time() + 0.2
        places = range(int(a_second * seconds))
        return [(start + place / a_second, *self._chips(place)) for place in places]

    def _chips(self, place: int) -> tuple[Station, bytes]:
        """Return a command of a long stream: every station lays chips and takes them off again."""
        lap, seat = divmod(place, len(self.stations))
        where = {"table": f"L{seat % self.told['tables']}", "round": 1, "bet": "player"}
        lay = {"type": "StageWager", **where, "amount": 1_000}
        return self.stations[seat], _encode({"type": "CancelWager", **where} if lap % 2 else lay)

    def figures(self) -> dict[str, Any]:
        """Return what was measured."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        return {
            "latencies_ms": percentiles(self.latencies),
            "answers": len(self.latencies),
            "unanswered": sum(len(station.scheduled) for station in self.stations),
            "refused": self.refused,
            "updates": self.updates,
            "cpu": used.ru_utime + used.ru_stime,
        }


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


async def main(told: dict[str, Any]) -> None:
    """Connect, then do what the driver says."""
    load = Load(told)
    await load.connect()
    say(connected=len(load.stations))
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    while line := (await reader.readline()).decode().strip():
        order = json.loads(line)
        if order["do"] == "floor":
            await load.send_by(load.floor_timetable(order["seconds"]))
            say(**load.figures())
        elif order["do"] == "steady":
            load.latencies.clear()
            await load.send_by(load.steady_timetable(order["rate"], order["seconds"]))
            say(**load.figures())
        elif order["do"] == "saturate":
            load.latencies.clear()
            await load.saturate(order["under_way"], order["seconds"])
            say(**load.figures())
        else:
            phases = {f"{topic} {phase}": seen for (topic, phase), seen in load.phases.items()}
            say(phases=phases, committed=load.committed, paid=load.paid)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(json.loads(sys.stdin.readline())))
