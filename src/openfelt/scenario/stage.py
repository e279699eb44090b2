"""A floor to run a transcript on: an engine, a virtual clock, virtual devices."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from random import Random
from typing import Final, Literal

from openfelt.devices.chance import seeded
from openfelt.devices.dispenser import VirtualDispenser
from openfelt.devices.fault import Fault, Faults
from openfelt.devices.printer import VirtualPrinter
from openfelt.devices.rack import Rack
from openfelt.devices.shoe import VirtualShoe, VirtualShuffler
from openfelt.devices.ticket_host import HostBook, VirtualTicketHost
from openfelt.devices.vault import Vault
from openfelt.devices.ways import Devices
from openfelt.engine.archive import find
from openfelt.engine.engine import Engine
from openfelt.engine.request import Client, Reply, Request
from openfelt.floor import ended
from openfelt.floor.base import Command, Event
from openfelt.floor.house import OpenHouse
from openfelt.floor.money.order import DispenseOrder, HostOrder, PrintOrder, RestOrder
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people.matter import Task
from openfelt.floor.people.task import key_of
from openfelt.floor.play.cards.order import DrawOrder, OpenShoeOrder, ShuffleOrder
from openfelt.floor.state import Case, HandPay, Order, State, Table, Terminal, Ticket
from openfelt.journal.base import Journal

PIT = "pit"
TICKET_HOST: Final = "tickets@house"
EPOCH_US = 1_767_225_600_000_000  # 2026-01-01 00:00 UTC: a transcript has no other time.
DAY_ENDS_US = EPOCH_US + 6 * 3600 * 1_000_000

OpenJournal = Callable[[], Awaitable[Journal]]
Printer = Literal["ok", "fault", "silent"]

_FAULTS: Final = {
    "fault": Fault.NO_PAPER,
    "silent": Fault.RECEIPT_LOST,
    "misread": Fault.MISREAD_CARD,
    "jam": Fault.JAM,
    "short": Fault.SHORT,
}


class Stage:
    """House and one pit on one node, driven step by step.

    Ticket numbers, cards and seals come from fixed seeds, so a transcript
    gives the same journal every time.
    """

    def __init__(self, open_journal: OpenJournal) -> None:
        self._open_journal = open_journal
        self._random = Random(7)  # noqa: S311 - a story must be the same each time
        self._orders: list[tuple[str, str, Order]] = []
        self._numbers: dict[str, int] = {}
        self._faults = Faults()
        self._vault = Vault(bytes(32), seeded(7))
        self.host = HostBook()
        host = VirtualTicketHost(TICKET_HOST, self.host, self._faults)
        self._rack = Rack(Devices(hosts={TICKET_HOST: host}), self._faults, _at_once)
        self._boot = 0
        self._fetched: dict[str, Ticket | HandPay | Case] = {}
        self.now = EPOCH_US
        self.events: list[tuple[str, Event]] = []

    async def start(self) -> None:
        """Start the engine, which is the same as recovering it."""
        self._boot += 1
        self._journal = await self._open_journal()
        self._orders.clear()
        self._numbers.clear()
        self.engine = Engine(
            self._journal,
            lambda: self.now,
            self._ordered,
            on_event=self._heard,
        )
        self._rack.started(self.engine)
        await self.engine.start((HOUSE, PIT), "scenario")
        self._running = asyncio.create_task(self.engine.run())
        await self.settle()

    def _ordered(self, stream: str, name: str, order: Order) -> None:
        """Keep an order until the floor has settled, and have its device there."""
        devices, device = self._rack.devices, order.device
        if isinstance(order, PrintOrder) and device not in devices.printers:
            devices.printers[device] = VirtualPrinter(device, self._faults)
        elif isinstance(order, DispenseOrder) and device not in devices.dispensers:
            devices.dispensers[device] = VirtualDispenser(device, self._faults)
        elif isinstance(order, RestOrder) and device not in devices.slips:
            devices.slips[device] = VirtualPrinter(device, self._faults)
        elif isinstance(order, ShuffleOrder) and device not in devices.shufflers:
            shuffler = VirtualShuffler(device, self._vault, self._faults, source=seeded(7))
            devices.shufflers[device] = shuffler
        elif isinstance(order, DrawOrder | OpenShoeOrder) and device not in devices.shoes:
            devices.shoes[device] = VirtualShoe(device, self._vault, self._faults)
        self._orders.append((stream, name, order))

    def _heard(self, stream: str, event: Event) -> None:
        self.events.append((stream, event))
        self._rack.heard(stream, event)

    async def stop(self) -> None:
        """Stop the engine as a kill would: nothing is said, nothing is written any more."""
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)
        await self._journal.release()
        await self._journal.close()

    async def settle(self) -> None:
        """Wait until every question and every order to a virtual device is answered.

        What falls due at this very moment happens too.
        """
        await self._idle()
        while True:
            while self._orders:
                await self._rack.obey(*self._orders.pop(0))
                await self._idle()
            if not 0 < self.engine.next_due() <= self.now:
                return
            self.engine.tick()
            await self._idle()

    async def _idle(self) -> None:
        await self.engine.idle()
        await self._rack.idle()

    async def do(self, stream: str, command: Command, actor: str) -> Reply:
        """Send a command as its station would, and see it through."""
        number = self._numbers[actor] = self._numbers.get(actor, 0) + 1
        client = Client(actor, str(self._boot))
        self.events.clear()
        future = self.engine.submit(Request(stream, command, actor, client, number))
        await self.settle()
        return await future

    async def set_up(self) -> None:
        """Open the house for its one pit, unless an earlier start did."""
        if not self.house.pits:
            await self.do(HOUSE, OpenHouse((PIT,), DAY_ENDS_US), "config")

    def set_printer(self, terminal: str, printer: Printer) -> None:
        """Break a virtual printer, mend it, or let it say nothing."""
        self.set_device(f"printer@{terminal}", printer)

    def set_device(self, name: str, how: str) -> None:
        """Let a virtual device have a fault from now on, or none."""
        self._faults.mend(name)
        if how != "ok":
            self._faults.breaks(name, _FAULTS[how])

    async def ask_host_again(self) -> None:
        """Send the ticketing host everything it has not answered, as the server does."""
        orders = self.house.orders.items()
        wanted = [(HOUSE, name, one) for name, one in orders if isinstance(one, HostOrder)]
        self._orders.extend(wanted)
        self.events.clear()
        await self.settle()

    async def pass_time(self, duration: int) -> None:
        """Move the clock, firing every timer that falls due at its own time."""
        end = self.now + duration
        self.events.clear()
        while (due := self.engine.next_due()) and due <= end:
            self.now = max(self.now, due)
            await self.settle()
        self.now = end

    def fresh_number(self) -> str:
        """Draw a validation number: two digits for the system, sixteen from the seed."""
        return f"01{self._random.randrange(10**16):016}"

    @property
    def house(self) -> State:
        """The house as durable."""
        return self.engine.stream(HOUSE).state

    @property
    def pit(self) -> State:
        """The pit as durable."""
        return self.engine.stream(PIT).state

    async def fetch(self, words: Iterable[str]) -> None:
        """Look up the slips and cases that are named and have left the state."""
        for word in words:
            names = (ended.ticket(word), ended.hand_pay(word), ended.case(word))
            found = await find(self._journal, names)
            if isinstance(found, Ticket | HandPay | Case):
                self._fetched[word] = found

    def slip(self, number: str) -> Ticket | HandPay | None:
        """Return a ticket or a voucher of the house, ended ones if they were fetched."""
        house = self.house
        known = house.tickets.get(number) or house.hand_pays.get(number)
        found = known or self._fetched.get(number)
        return None if isinstance(found, Case) else found

    def task(self, kind: str, about: str) -> Task | None:
        """Return an open task; about a terminal or a table is also what is about a thing there."""
        for stream in (self.pit, self.house):
            exact = stream.tasks.get(key_of(kind, about))
            there = (t for t in stream.tasks.values() if t.kind == kind)
            found = exact or next((t for t in there if t.about.startswith(f"{about}/")), None)
            if found is not None:
                return found
        return None

    def case(self, name: str) -> Case | None:
        """Return a case of the house."""
        found = self.house.cases.get(name) or self._fetched.get(name)
        return found if isinstance(found, Case) else None

    def table(self, name: str) -> Table | None:
        """Return a table of the pit."""
        return self.pit.tables.get(name)

    def terminal(self, name: str) -> Terminal | None:
        """Return a terminal of the pit."""
        return self.pit.terminals.get(name)

    def only_table(self) -> Table | None:
        """Return the one table there is: where a line names none, it can mean no other."""
        tables = self.pit.tables
        return next(iter(tables.values())) if len(tables) == 1 else None

    def only_terminal(self) -> Terminal | None:
        """Return the one terminal there is."""
        terminals = self.pit.terminals
        return next(iter(terminals.values())) if len(terminals) == 1 else None


async def _at_once(_: float) -> None:
    """Wait for nothing: on a stage time passes when the transcript says so."""
