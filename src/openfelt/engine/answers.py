"""Answers on their way out: to whom, and how many each client still waits for."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from openfelt.engine.outbox import Outbox
from openfelt.engine.request import Client, Reply
from openfelt.engine.stream import CODEC
from openfelt.engine.window import Place
from openfelt.floor.base import Event
from openfelt.journal.base import JournalReader
from openfelt.journal.errors import JournalCorrupt

T = TypeVar("T")
Tell = Callable[[Any, Reply, Client | None], None]


class Answers:
    """What the gate calls when an answer may be told.

    The first answer of a repeated number is read from the journal.  Till the gate opens for the
    repeat its rows are durable, and what was read goes through the gate like any other answer.
    """

    def __init__(self, reader: JournalReader, outbox: Outbox, nudge: Callable[[], None]) -> None:
        self._reader = reader
        self._outbox = outbox
        self._nudge = nudge
        self.reading: dict[asyncio.Task[None], Any] = {}
        self.failed: Callable[[BaseException], None] = lambda _: None

    def resolve(self, future: "asyncio.Future[Reply]", reply: Reply, client: Client | None) -> None:
        """Answer somebody who awaits a future."""
        if client is not None:
            client.waits -= 1
        if not future.done():
            future.set_result(reply)

    def call(self, answer: Callable[[Reply], None], reply: Reply, client: Client | None) -> None:
        """Answer somebody who wants to be called."""
        if client is not None:
            client.waits -= 1
        answer(reply)

    def nobody(self, whom: None, reply: Reply, client: Client | None) -> None:
        """Answer the clock or another stream: they read the journal."""

    def again(
        self, whom: Any, tell: Tell, stamp: int, stream: str, place: Place, client: Client | None
    ) -> None:
        """Read the first answer, to tell it once more."""
        work = self._read(whom, tell, stamp, stream, place, client)
        self.track(asyncio.get_running_loop().create_task(work), whom)

    def track(self, task: asyncio.Task[None], whom: Any) -> None:
        """Count a task by whose end somebody will be told; if it fails, so does the engine."""
        self.reading[task] = whom
        task.add_done_callback(self._read_done)

    async def _read(
        self, whom: Any, tell: Tell, stamp: int, stream: str, place: Place, client: Client | None
    ) -> None:
        events: list[Event] = []
        async for rows in self._reader.read(stream, place.first - 1, place.rows):
            events.extend(map(CODEC.read, rows))
        if len(events) != place.rows:
            raise JournalCorrupt(stream, place.first, "rows that were durable are missing")
        reply = Reply(tuple(events), repeated=True)
        self._outbox.hold((0, stamp, tell, (whom, reply, client)))
        self._nudge()

    def _read_done(self, task: asyncio.Task[None]) -> None:
        self.reading.pop(task, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.failed(error)

    def drop(self) -> list[Any]:
        """Read nothing more; return those who will have no answer."""
        waiting = list(self.reading.values())
        for task in list(self.reading):
            task.cancel()
        return waiting


def show(future: "asyncio.Future[T]", made: T) -> None:
    """Give somebody what was built for him."""
    if not future.done():
        future.set_result(made)
