"""Journals that wait or fail on purpose, and a node that notes whatever leaves its engine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any

from openfelt.engine.engine import Engine
from openfelt.engine.request import Client, Reply, Request
from openfelt.floor.base import Command, Event
from openfelt.floor.house import OpenHouse
from openfelt.floor.money.account import CreditFromCms, EnrolTerminal
from openfelt.floor.money.order import PrintOrder
from openfelt.floor.money.payout import PrinterReceipt
from openfelt.floor.people.staff import GrantRole
from openfelt.floor.rounds.pause import ResumeTable
from openfelt.floor.state import Limits, Order
from openfelt.floor.table import OpenTable
from openfelt.floor.wagers.wager import StageWager
from openfelt.journal.base import Archived, Journal
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.journal.row import Row

START_US = 1_767_225_600_000_000
SECOND = 1_000_000
HOUSE, PIT = "house", "pit"
DICE, CARDS = "S1", "B1"
NOTES = (500, 1_000, 2_000, 5_000, 10_000)


class Clock:
    def __init__(self) -> None:
        self.now = START_US

    def __call__(self) -> int:
        return self.now


class HeldJournal(MemoryJournal):
    """Its commits end when the test says so; `batches` are those begun."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        super().__init__(store)
        self.batches: list[list[Row]] = []
        self.is_held = False
        self.owner = True
        self._ends: list[asyncio.Event] = []

    async def append(self, rows: Sequence[Row], ended: Iterable[Archived] = ()) -> None:
        self.batches.append(list(rows))
        if self.is_held:
            end = asyncio.Event()
            self._ends.append(end)
            await end.wait()
        await super().append(rows, ended)

    def may_answer(self) -> bool:
        return self.owner and super().may_answer()

    async def begun(self) -> None:
        """Wait for a commit to hold: where a crowd waits it does not begin at once."""
        while not self._ends:
            await asyncio.sleep(0.001)

    def end_commit(self) -> None:
        self._ends.pop(0).set()


class Broke(Exception):
    pass


class FailingJournal(MemoryJournal):
    """Fails its commits from when `fails` is set; the rows are there or not, as the test likes."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        super().__init__(store)
        self.fails = False
        self.keeps = False
        self.tries = 0

    async def append(self, rows: Sequence[Row], ended: Iterable[Archived] = ()) -> None:
        if self.fails:
            self.tries += 1
            if self.keeps:
                await super().append(rows, ended)
            with self._holding.or_broken():
                raise Broke("the disk is gone")
        await super().append(rows, ended)


class Node:
    """An engine and everything that ever left it."""

    def __init__(self, journal: Journal, clock: Clock | None = None, **options: Any) -> None:
        self.journal = journal
        self.clock = clock or Clock()
        self.orders: list[tuple[str, str, Order]] = []
        self.events: list[tuple[str, Event]] = []
        self.replies: list[Reply] = []
        self._clients: dict[str, Client] = {}
        self._numbers: dict[Client, int] = {}
        self.engine = Engine(
            journal,
            self.clock,
            lambda *order: self.orders.append(order),
            on_event=lambda *event: self.events.append(event),
            **options,
        )
        self.running: asyncio.Task[None] | None = None

    async def start(self, names: Sequence[str] = (HOUSE, PIT), name: str = "node") -> None:
        await self.engine.start(names, name)
        self.running = asyncio.create_task(self.engine.run())
        await self.engine.idle()

    async def stop(self) -> None:
        """End as a kill would."""
        if self.running is not None:
            self.running.cancel()
            await asyncio.gather(self.running, return_exceptions=True)
        await self.journal.close()

    def request(
        self, command: Command, stream: str = PIT, station: str = "", boot: str = "boot"
    ) -> Request:
        """Give a command its station's next number."""
        made = Client(station or getattr(command, "terminal", "config"), boot)
        client = self._clients.setdefault(made.name, made)
        number = self._numbers[client] = self._numbers.get(client, 0) + 1
        return Request(stream, command, client.station, client, number)

    def send(self, command: Command, stream: str = PIT, **who: str) -> asyncio.Future[Reply]:
        return self.engine.submit(self.request(command, stream, **who))

    async def do(self, command: Command, stream: str = PIT, **who: str) -> Reply:
        """Send a command and insist that it is accepted."""
        reply = await self.send(command, stream, **who)
        assert reply.refused is None, (command, reply.refused)
        return reply

    async def print_all(self) -> None:
        """Answer every print order as a printer would."""
        await self.engine.idle()
        while self.orders:
            stream, name, order = self.orders.pop(0)
            if isinstance(order, PrintOrder):
                receipt = PrinterReceipt(name, printed=True, terminal=order.at)
                self.engine.submit(Request(stream, receipt, order.device))
            await self.engine.idle()

    async def resume(self) -> None:
        """Let the tables go on that a restart suspended, by hands nobody has to number."""
        for table, person in ((DICE, "alex"), (CARDS, "dana")):
            if self.engine.stream(PIT).state.tables[table].suspended:
                request = Request(PIT, ResumeTable(table, person), person)
                assert (await self.engine.submit(request)).refused is None

    async def set_up(self, terminals: int = 2, credit: int = 1_000_000, day_ends: int = 0) -> None:
        """Open house, a dice and a card table, and terminals with credit at each."""
        await self.do(OpenHouse((PIT,), day_ends), HOUSE)
        limits = Limits(500, 10_000_000, 500)
        await self.do(OpenTable(DICE, "SB", limits, 30 * SECOND))
        await self.do(OpenTable(CARDS, "LT", limits, 30 * SECOND))
        for person, role in (("dana", "dealer"), ("casey", "cashier"), ("alex", "agm")):
            await self.do(GrantRole(person, role, "", 0, 0), HOUSE)
        for seat in range(1, terminals + 1):
            for name, table in ((f"T{seat}", DICE), (f"C{seat}", CARDS)):
                await self.do(EnrolTerminal(name, (table,), seat, NOTES), station="config")
                await self.do(CreditFromCms(name, credit, f"cms-{name}"), station="cms")
        await self.engine.idle()


def bet(terminal: str = "T1", amount: int = 500, round_number: int = 1) -> StageWager:
    return StageWager(terminal, DICE, round_number, "small", amount)


async def rows_of(journal: Journal, stream: str = PIT) -> list[Row]:
    return [row async for batch in journal.read(stream) for row in batch]


async def breathe(times: int = 20) -> None:
    """Let everything run that can."""
    for _ in range(times):
        await asyncio.sleep(0)


def play(story: Callable[[], Coroutine[Any, Any, None]], seconds: float = 60) -> None:
    """Run a story, but not for ever."""

    async def limited() -> None:
        await asyncio.wait_for(story(), seconds)

    asyncio.run(limited())
