"""One stream: its state, its window, and the head of its chain."""

from openfelt.engine.request import Client, Reply, Request
from openfelt.engine.window import Window
from openfelt.floor.base import Command, Context, Event, Refused
from openfelt.floor.state import State
from openfelt.floor.whole import EVENTS, decide, evolve, told
from openfelt.journal.chain import sealed
from openfelt.journal.codec import Codec
from openfelt.journal.row import Entry, Head, Row, head_of

CODEC = Codec(EVENTS)

_FROM_STREAM = "stream"


class Told:
    """A question for another stream, with the sequence of the event that asks."""

    __slots__ = ("command", "sequence", "stream")

    def __init__(self, stream: str, sequence: int, command: Command) -> None:
        self.stream = stream
        self.sequence = sequence
        self.command = command


class Stream:
    """Decides and applies at once; what it returns must be made durable before anybody hears."""

    def __init__(self, name: str, head: Head) -> None:
        self.name = name
        self.head = head
        self.state = State(name)
        self.window = Window()

    def take(self, request: Request, now: int) -> tuple[Reply, list[Row], list[Told]]:
        """Decide one request; a repeat gets the first answer again and yields no row."""
        if request.client is not None:
            known = self.window.known(request.client, request.number, request.digest())
            if known is not None:
                return known, [], []
        if request.sender and request.number <= self.state.taken.get(request.sender, 0):
            return Reply((), repeated=True), [], []
        answer = decide(self.state, request.command, Context(now, request.actor))
        if isinstance(answer, Refused):
            assert not request.sender, "a question between streams is always answered"
            reply = Reply((), answer)
            self.window.remember(request, reply)
            return reply, [], []
        reply = Reply(answer)
        rows, asks = self._apply(request, answer, now)
        self.window.remember(request, reply)
        return reply, rows, asks

    def _apply(
        self, request: Request, events: tuple[Event, ...], now: int
    ) -> tuple[list[Row], list[Told]]:
        asks: list[Told] = []
        entries = []
        client = _client_column(request)
        for event in events:
            evolve(self.state, event, now)
            name, version, payload = CODEC.encode(event)
            entries.append(
                Entry(now, request.actor, client, request.number, name, version, payload)
            )
            asks.extend(
                Told(stream, self.state.sequence, command)
                for stream, command in told(self.state, event)
            )
        if request.sender:
            self.state.taken[request.sender] = request.number
        rows = sealed(self.name, self.head, entries)
        if rows:
            self.head = head_of(rows[-1])
        return rows, asks

    def fold(self, row: Row) -> list[Told]:
        """Apply a row of the journal, as it was applied when it was written."""
        event = CODEC.decode(row.type, row.version, row.payload)
        assert isinstance(event, Event)
        evolve(self.state, event, row.time_us)
        kind, _, rest = row.client.partition(" ")
        if kind == _FROM_STREAM:
            self.state.taken[rest] = row.number
        elif row.client:
            station, boot, digest = row.client.split(" ")
            self.window.fold(Client(station, boot), row.number, digest, event)
        self.head = head_of(row)
        return [Told(stream, row.sequence, command) for stream, command in told(self.state, event)]


def _client_column(request: Request) -> str:
    if request.sender:
        return f"{_FROM_STREAM} {request.sender}"
    if request.client is None:
        return ""
    return f"{request.client.station} {request.client.boot} {request.digest()}"
