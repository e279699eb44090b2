"""The rack: hands the engine's orders to the devices they are for, and their receipts back.

An order stays open in the floor's state until its receipt is a row of the journal, and every start
sends the open ones again; so the rack keeps nothing that a crash could lose.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeVar

from openfelt.core.refusal import Refusal
from openfelt.devices.fault import Fault, Faults
from openfelt.devices.port import DiceTumbler, ReadingShoe, Shuffler, Slip, TicketPrinter
from openfelt.engine.engine import Engine
from openfelt.engine.errors import EngineStopped
from openfelt.engine.request import Request
from openfelt.floor.base import Command, Event
from openfelt.floor.money.payout import PrinterReceipt
from openfelt.floor.play.cards.shoe import ReadCuttingCard
from openfelt.floor.play.cards.virtual_shoe import GiveCard, LoadShoe
from openfelt.floor.play.tumbler.shooter import DICE, ReadCockedDice, ReadDice
from openfelt.floor.rounds.pause import TableResumed
from openfelt.floor.rounds.round import RoundVoided
from openfelt.floor.seal import OpenSeal
from openfelt.floor.state import Order, State

# A device that does not answer is asked again; the floor gives a printer 20 seconds in all.
ASK_AGAIN_S: Final = 4.0
ASKED_MOST: Final = 4
LATE_S: Final = 2.0

T = TypeVar("T")
Pause = Callable[[float], Awaitable[object]]


@dataclass(slots=True)
class Devices:
    """The devices of a floor by name, as orders name them: `printer@T1`, `shoe@B1`."""

    printers: dict[str, TicketPrinter] = field(default_factory=dict)
    tumblers: dict[str, DiceTumbler] = field(default_factory=dict)
    shufflers: dict[str, Shuffler] = field(default_factory=dict)
    shoes: dict[str, ReadingShoe] = field(default_factory=dict)


class _Receipt(NamedTuple):
    """What a device has to say, kept while its table stands still."""

    stream: str
    device: str
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
            await self._report(*receipt)

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
            command = await self._done(stream, name, order)
            if command is not None:
                await self._report(stream, order.device, command)

    async def _done(self, stream: str, name: str, order: Order) -> Command | None:
        devices, device = self.devices, order.device
        match order.kind:
            case "print" if device in devices.printers:
                return await self._print(stream, name, order)
            case "tumble" if device in devices.tumblers:
                return await self._tumble(order)
            case "shuffle" if device in devices.shufflers:
                return await self._shuffle(stream, name, order)
            case "draw" if device in devices.shoes:
                return await self._draw(stream, name, order)
            case "open" if device in devices.shoes:
                sealed = await self._look(stream, lambda s: s.seals[order.data].sealed)
                return OpenSeal(order.data, await devices.shoes[device].open(order.data, sealed))
            case _:
                return None

    async def _print(self, stream: str, name: str, order: Order) -> Command | None:
        terminal = order.device.partition("@")[2]
        amount, demo = await self._look(
            stream, lambda s: (s.terminals[terminal].paying_out, s.demo)
        )
        slip = Slip(order.data, amount, terminal, demo)
        printer = self.devices.printers[order.device]
        printed = await self._ask(lambda: printer.print_ticket(name, slip))
        return None if printed is None else PrinterReceipt(name, printed)

    async def _tumble(self, order: Order) -> Command | None:
        table, tumbler = order.device.partition("@")[2], self.devices.tumblers[order.device]
        # A table's order is always called the same; its round tells one throw from the next.
        throw = await self._ask(lambda: tumbler.tumble(f"{table} {order.data}", DICE))
        if throw is None:
            return None
        return ReadDice(table, throw.faces) if throw.faces else ReadCockedDice(table)

    async def _shuffle(self, stream: str, name: str, order: Order) -> Command | None:
        at, seal = order.device.partition("@")[2], order.data
        rules = await self._look(stream, lambda s: s.rules(s.tables[at]))
        shoe, shuffler = rules.shoe, self.devices.shufflers[order.device]
        assert shoe is not None, "only a table with a shoe has one shuffled"
        sealed = await self._ask(lambda: shuffler.shuffle(seal, seal, rules.decks, shoe))
        return None if sealed is None else LoadShoe(name, sealed.digest, sealed.sealed)

    async def _draw(self, stream: str, name: str, order: Order) -> Command | None:
        seal, number, _ = order.data.split(" ")
        sealed = await self._look(stream, lambda s: s.seals[seal].sealed)
        shoe = self.devices.shoes[order.device]
        drawn = await self._ask(lambda: shoe.draw(order.data, seal, sealed, int(number)))
        if drawn is None:
            return None
        if drawn.cutting_card:
            # Said again after a crash it is refused, which is as good.
            cutting = ReadCuttingCard(order.device.partition("@")[2])
            await self._submit(stream, order.device, cutting)
        return GiveCard(name, drawn.face)

    async def _look(self, stream: str, make: Callable[[State], T]) -> T:
        assert self._engine is not None, "a rack serves an engine"
        return await self._engine.view(stream, make)

    async def _ask(self, question: Callable[[], Awaitable[T | None]]) -> T | None:
        """Ask a device until it answers; asked again it says what it did, and does nothing."""
        for asked in range(ASKED_MOST):
            if asked:
                await self._pause(ASK_AGAIN_S)
            answer = await question()
            if answer is not None:
                return answer
        return None

    # Receipts

    async def _report(self, stream: str, device: str, command: Command) -> None:
        """Say what a device did; while its table stands still the receipt is kept."""
        if self._faults.strikes(device, Fault.RECEIPT_LATE):
            await self._pause(LATE_S)
        if self._faults.strikes(device, Fault.RECEIPT_TWICE):
            await self._submit(stream, device, command)
        refused = await self._submit(stream, device, command)
        if refused is Refusal.TABLE_IS_SUSPENDED:
            table = device.partition("@")[2]
            kept = self._kept.setdefault((stream, table), [])
            kept.append(_Receipt(stream, device, command))
            # The table may have been resumed between the refusal and this line.
            if not await self._look(stream, lambda s: s.tables[table].suspended):
                self._offer_again(stream, table)

    async def _submit(self, stream: str, device: str, command: Command) -> Refusal | None:
        assert self._engine is not None, "a rack serves an engine"
        reply = await self._engine.submit(Request(stream, command, device))
        return reply.refused.code if reply.refused else None
