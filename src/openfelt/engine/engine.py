"""The engine of one node: several streams, one committer, one gate."""

import asyncio
from collections.abc import Callable, Sequence

from openfelt.core.refusal import Refusal
from openfelt.engine.outbox import Outbox
from openfelt.engine.request import Reply, Request
from openfelt.engine.stream import Stream, Told
from openfelt.floor.base import Event, Refused
from openfelt.floor.clock import Tick, next_due
from openfelt.floor.pause import Restart
from openfelt.floor.state import Order
from openfelt.floor.wager import StageWager
from openfelt.journal.base import Journal
from openfelt.journal.chain import verify
from openfelt.journal.row import GENESIS, Row

BATCH_MAX = 1_000
BUSY_AFTER_US = 50_000

Clock = Callable[[], int]
SendOrder = Callable[[str, str, Order], None]
OnEvent = Callable[[str, Event], None]


class Engine:
    """Takes requests one at a time, makes them durable in batches, then tells.

    A failed commit stops it for good: what was applied in memory was told to
    nobody, and the next start reads what is really there.
    """

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        send_order: SendOrder,
        *,
        on_event: OnEvent | None = None,
        batch_max: int = BATCH_MAX,
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._send_order = send_order
        self._on_event = on_event
        self._batch_max = batch_max
        self._streams: dict[str, Stream] = {}
        self._now = 0
        self._outbox = Outbox()
        self._rows: list[Row] = []
        self._taken = 0
        self._durable = 0
        self._oldest = 0
        self._sent: set[tuple[str, str]] = set()
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self.failed: BaseException | None = None

    def stream(self, name: str) -> Stream:
        """Return a stream for tests and views that run behind the gate."""
        return self._streams[name]

    async def start(self, names: Sequence[str], node: str) -> None:
        """Recover every stream from the journal, then say that the system restarted."""
        owned = await self._journal.take(names, node)
        asked: dict[str, list[Told]] = {}
        for name in names:
            stream = self._streams[name] = Stream(name, GENESIS)
            asked[name] = []
            head = GENESIS
            async for batch in self._journal.read(name):
                head = verify(name, head, batch)
                for row in batch:
                    self._now = max(self._now, row.time_us)
                    asked[name].extend(stream.fold(row))
            assert stream.head == owned[name].head
        for name in names:
            self.submit(Request(name, Restart(node, owned[name].epoch), "system"))
        for name, asks in asked.items():
            self._deliver(name, asks)

    def stamp(self) -> int:
        """Return engine time: the wall clock, but never back."""
        self._now = max(self._now, self._clock())
        return self._now

    def submit(self, request: Request) -> "asyncio.Future[Reply]":
        """Stamp and decide a request; the future is set when its answer may be told."""
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        now = self.stamp()
        stream = self._streams[request.stream]
        if isinstance(request.command, StageWager) and self._is_busy(now):
            # Given before numbering, and remembered by nobody.
            future.set_result(Reply((), Refused(Refusal.BUSY)))
            return future
        reply, rows, asks = stream.take(request, now)
        if rows and not self._rows:
            self._oldest = now
        self._rows.extend(rows)
        self._taken += len(rows)
        self._outbox.hold(self._taken, lambda: self._answer(future, reply))
        if rows and self._on_event:
            self._outbox.hold(self._taken, lambda: self._publish(request.stream, reply))
        if asks:
            self._outbox.hold(self._taken, lambda: self._deliver(request.stream, asks))
        self._hold_orders(stream)
        self._idle.clear()
        self._wake.set()
        return future

    def _is_busy(self, now: int) -> bool:
        return bool(self._rows) and now - self._oldest > BUSY_AFTER_US

    def _answer(self, future: "asyncio.Future[Reply]", reply: Reply) -> None:
        if not future.done() and self._journal.may_answer():
            future.set_result(reply)

    def _publish(self, stream: str, reply: Reply) -> None:
        assert self._on_event is not None
        for event in reply.events:
            self._on_event(stream, event)

    def _deliver(self, sender: str, asks: Sequence[Told]) -> None:
        """Put questions to the streams of this node; a repeated one is known by its sequence."""
        for ask in asks:
            receiver = self._streams.get(ask.stream)
            if receiver and ask.sequence > receiver.state.taken.get(sender, 0):
                self.submit(
                    Request(ask.stream, ask.command, sender, number=ask.sequence, sender=sender)
                )

    def _hold_orders(self, stream: Stream) -> None:
        """Send each open order once a start; a device answers a known id with what it did."""
        for name, order in stream.state.orders.items():
            key = (stream.name, f"{name} {order.data}")
            if key not in self._sent:
                self._sent.add(key)
                release = _order_release(self._send_order, stream.name, name, order)
                self._outbox.hold(self._taken, release)

    def next_due(self) -> int:
        """Return when the next timer of any stream falls due, 0 for none."""
        times = (next_due(stream.state) for stream in self._streams.values())
        return min((due for due in times if due), default=0)

    def tick(self) -> None:
        """Do what has fallen due, one thing after the other."""
        for stream in self._streams.values():
            while 0 < next_due(stream.state) <= self.stamp():
                self.submit(Request(stream.name, Tick(), "clock"))

    async def run(self) -> None:
        """Commit whatever is pending as one batch whenever the last commit has ended."""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._rows or len(self._outbox):
                    await self._commit()
                self._idle.set()
        except BaseException as error:
            self.failed = error
            self._idle.set()
            raise

    async def _commit(self) -> None:
        batch = self._next_batch()
        if batch:
            await self._journal.append(batch)
        self._durable += len(batch)
        self._oldest = self._now
        self._outbox.durable(self._durable)

    def _next_batch(self) -> list[Row]:
        """Cut at the cap, but never between the events of one command."""
        rows = self._rows
        end = min(len(rows), self._batch_max)
        while 0 < end < len(rows) and _same_command(rows[end - 1], rows[end]):
            end += 1
        batch, self._rows = rows[:end], rows[end:]
        return batch

    async def idle(self) -> None:
        """Wait until everything taken is durable and told."""
        await self._idle.wait()
        if self.failed is not None:
            raise self.failed


def _same_command(before: Row, after: Row) -> bool:
    keys = ("stream", "client", "number", "time_us", "actor")
    return all(getattr(before, key) == getattr(after, key) for key in keys)


def _order_release(send: SendOrder, stream: str, name: str, order: Order) -> Callable[[], None]:
    return lambda: send(stream, name, order)
