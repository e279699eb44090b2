"""One stream: its state, its window, and the end of its chain."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from openfelt.engine.archive import DAY_ENDS, Leaving, leaving_with_the_day, let_go
from openfelt.engine.errors import BadRequest
from openfelt.engine.request import Client, Reply, Request, digest_of
from openfelt.engine.signature import signature
from openfelt.engine.touches import TOUCHED
from openfelt.engine.window import FROM_STREAM, NUMBER_MAX, Place, Refusals, Window
from openfelt.floor.base import Command, Context, Event, Refused
from openfelt.floor.clock import next_due
from openfelt.floor.ended import Thing
from openfelt.floor.state import Order, State
from openfelt.floor.whole import EVENTS, decide, evolve, told
from openfelt.journal.chain import text_of
from openfelt.journal.codec import Codec
from openfelt.journal.row import Columns, Head, Row

CODEC: Final = Codec(EVENTS)


class Told(NamedTuple):
    """A question for another stream, with the sequence of the event that asks."""

    stream: str
    sequence: int
    command: Command


Orders = Sequence[tuple[str, Order]]

# What became of a request: the answer, or the place of the first one when it is a repeat; its
# rows; what it asks of other streams and orders of devices.
Taken = tuple[Reply | Place, list[Columns], Sequence[Told], Orders]

_KNOWN: Final = Reply((), repeated=True)


class Stream:
    """Decides and applies at once; what it returns must be made durable before anybody hears."""

    def __init__(
        self, name: str, head: Head, state: State | None = None, window: Window | None = None
    ) -> None:
        self.name = name
        # What proves that the archive's rounds are ours.
        self.secret = b""
        # The last row taken, and the hash of the last one that was sealed: the commit does that.
        self.sequence = head.sequence
        self.hash = head.hash
        self.state = state or State(name)
        self.window = window or Window()
        self.refusals = Refusals()
        # When the next timer falls due, 0 for none.
        self.due = next_due(self.state)
        # An event that could not be applied: the state is of no use any more.
        self.broken: BaseException | None = None
        self._sent: dict[str, Order] = {}
        # What left the state by the last request, for the archive.
        self.leaving: list[Leaving] = []

    @property
    def head(self) -> Head:
        """The end of the chain, once nothing waits to be committed."""
        return Head(self.sequence, self.hash)

    def take(self, request: Request, now: int, ended: Thing | None = None) -> Taken:
        """Decide one request; a repeat gets the first answer again and yields no row.

        `ended` is what was found in the archive of what the command names.
        """
        client, number, command = request.client, request.number, request.command
        digest, boot = b"", None
        if client is not None:
            if not 0 < number <= NUMBER_MAX:
                raise BadRequest(f"{number} cannot number a command")
            digest = digest_of(command)
            boot = self.window.find(client)
            known = None
            if boot is not None and number <= boot.highest:
                known = boot.known(number, digest)
            if known is None and client.name in self.refusals.by_client:
                known = self.refusals.known(client, number, digest)
            if known is not None:
                return (known if isinstance(known, Place) else Reply((), known)), [], (), ()
        elif request.sender and number <= self.state.taken.get(request.sender, 0):
            return _KNOWN, [], (), ()
        events = decide(self.state, command, Context(now, request.actor, ended))
        if request.seen is not None and not isinstance(events, Refused):
            events = request.seen.judged(self.state, command, events)
        if isinstance(events, Refused):
            assert not request.sender, "a question between streams is always answered"
            if client is not None:
                self.refusals.enter(client, number, digest, events)
            return Reply((), events), [], (), ()
        # Whatever cannot be written must fail here, before anything has changed.
        first = self.sequence + 1
        rows = self._written(request, digest, events, now)
        try:
            asks, orders = self._applied(events, now)
        except BaseException as error:
            self.broken = error
            raise
        if request.seen is not None and rows:
            request.seen.done()
        if client is not None and rows:
            boot = boot or self.window.open(client)
            boot.enter(number, digest, first, len(rows))
        elif request.sender:
            assert rows, "a question between streams is always answered"
            self.state.taken[request.sender] = number
        return Reply(events), rows, asks, orders

    def _written(
        self, request: Request, digest: bytes, events: tuple[Event, ...], now: int
    ) -> list[Columns]:
        """Write the events down, as the rows they become once they are sealed."""
        name, actor, number, sequence = self.name, signature(request), request.number, self.sequence
        # The only text that nobody has looked at yet: it raises if no journal can keep it.
        text_of(actor)
        if request.client is not None:
            column = f"{request.client.name} {digest.hex()}"
        else:
            column = f"{FROM_STREAM} {request.sender}" if request.sender else ""
        rows: list[Columns] = []
        for event in events:
            sequence += 1
            rows.append((name, sequence, now, actor, column, number, *CODEC.encode(event)))
        self.sequence = sequence
        return rows

    def _applied(self, events: tuple[Event, ...], now: int) -> tuple[Sequence[Told], Orders]:
        state = self.state
        if len(events) == 1 and type(events[0]) in TOUCHED:
            evolve(state, events[0], now)
            return (), ()
        asks: list[Told] = []
        for event in events:
            if type(event) in DAY_ENDS:
                self.leaving.append(leaving_with_the_day(state, self.secret))
            evolve(state, event, now)
            if state.left:
                self.leaving.append(let_go(state, self.secret))
            for stream, command in told(state, event):
                asks.append(Told(stream, state.sequence, command))
        self.due = next_due(state)
        return asks, self._new_orders()

    def fold(self, row: Row, *, forget: bool = True) -> None:
        """Apply a row of the journal, as it was applied when it was written.

        The rounds it let go are in the archive; only who looks for them there keeps them a while.
        """
        evolve(self.state, CODEC.read(row), row.time_us)
        if forget and self.state.left:
            self.state.left = {}
        column = row.client
        if column:
            if column.startswith("stream "):
                self.state.taken[column[7:]] = row.number
            else:
                self.window.fold(column, row.number, row.sequence)
        self.sequence, self.hash = row.sequence, row.hash

    def folded(self) -> None:
        """Set the timers after a fold."""
        self.due = next_due(self.state)

    def _new_orders(self) -> Orders:
        """Return the open orders that this start has not sent yet, and count them as sent."""
        orders, sent = self.state.orders, self._sent
        if not orders and not sent:
            return []
        new = [(name, order) for name, order in orders.items() if sent.get(name) != order]
        if new or len(sent) != len(orders):
            self._sent = dict(orders)
        return new


def client_of(column: str) -> Client | None:
    """Return the client whose command a row came of, None for streams and the clock."""
    words = column.split(" ")
    return Client(words[0], words[1]) if len(words) == 3 else None
