"""The rack: hands the engine's orders to the devices they are for, and their receipts back.

An order stays open in the floor's state until its receipt is a row of the journal, and every start
sends the open ones again; so the rack keeps nothing that a crash could lose.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final, NamedTuple

from openfelt.core.refusal import Refusal
from openfelt.devices.fault import Fault, Faults
from openfelt.devices.ways import WAYS, Devices
from openfelt.devices.work import Pause, Work
from openfelt.engine.engine import Engine
from openfelt.engine.errors import EngineStopped
from openfelt.floor.base import Command, Event
from openfelt.floor.rounds.pause import TableResumed
from openfelt.floor.rounds.round import RoundVoided
from openfelt.floor.state import Order

LATE_S: Final = 2.0


class _Receipt(NamedTuple):
    """What a device has to say of an order, kept while its table stands still."""

    stream: str
    name: str
    order: Order
    command: Command


class Rack:
    """Obeys orders.  An order for a device that is not here stays open."""

    def __init__(
        self, devices: Devices, faults: Faults | None = None, pause: Pause = asyncio.sleep
    ) -> None:
        self.devices = devices
        self._faults = faults or Faults()
        self._pause = pause
        self._engine: Engine | None = None
        self._at_work: set[asyncio.Task[None]] = set()
        self._kept: dict[tuple[str, str], list[_Receipt]] = {}

    def started(self, engine: Engine) -> None:
        """Report to this engine from now on."""
        self._engine = engine

    # Called by the engine's gate

    def send(self, stream: str, name: str, order: Order) -> None:
        """Take an order; whatever becomes of it is reported as a command."""
        self._start(self.obey(stream, name, order))

    def heard(self, stream: str, event: Event) -> None:
        """Offer again what was not wanted while a table stood still."""
        if isinstance(event, TableResumed | RoundVoided):
            self._offer_again(stream, event.table)

    def _offer_again(self, stream: str, table: str) -> None:
        for receipt in self._kept.pop((stream, table), ()):
            self._start(self._offer(receipt))

    async def _offer(self, receipt: _Receipt) -> None:
        with suppress(EngineStopped):  # The order is open still: the next start sends it again.
            await self._report(receipt)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        """Forget a task; what it raised is a fault of this program and must be seen."""
        self._at_work.discard(task)
        if not task.cancelled():
            task.result()

    @property
    def is_busy(self) -> bool:
        """Whether anything is under way."""
        return bool(self._at_work)

    async def idle(self) -> None:
        """Wait until nothing is under way."""
        while self._at_work:
            await asyncio.wait(self._at_work)

    async def stop(self) -> None:
        """Let go of everything under way; the next start sends it again."""
        for task in list(self._at_work):
            task.cancel()
        await asyncio.gather(*self._at_work, return_exceptions=True)

    # Orders

    async def obey(self, stream: str, name: str, order: Order) -> None:
        """Have a device do what an order asks, and report it."""
        with suppress(EngineStopped):
            command = await self._done(self._work(stream, name, order))
            if command is not None:
                await self._report(_Receipt(stream, name, order, command))

    def _work(self, stream: str, name: str, order: Order) -> Work:
        assert self._engine is not None, "a rack serves an engine"
        return Work(self._engine, self._pause, stream, name, order)

    async def _done(self, work: Work) -> Command | None:
        way = WAYS[type(work.order)]
        device = way.devices(self.devices).get(work.order.device)
        return None if device is None else await way.do(work, work.order, device)

    # Receipts

    async def _report(self, receipt: _Receipt) -> None:
        """Say what a device did; while its table stands still the receipt is kept."""
        stream, name, order, command = receipt
        work = self._work(stream, name, order)
        if self._faults.strikes(order.device, Fault.RECEIPT_LATE):
            await self._pause(LATE_S)
        if self._faults.strikes(order.device, Fault.RECEIPT_TWICE):
            await work.say(command)
        if await work.say(command) is Refusal.TABLE_IS_SUSPENDED:
            self._kept.setdefault((stream, order.at), []).append(receipt)
            # The table may have been resumed between the refusal and this line.
            if not await work.look(lambda state: state.tables[order.at].suspended):
                self._offer_again(stream, order.at)
