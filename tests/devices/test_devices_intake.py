"""Cash in: what the floor takes is kept, what it refuses comes back, and nothing counts twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

from devices_floor import CARDS, Floor, run

from openfelt.devices.acceptor import VirtualAcceptor, VirtualReader
from openfelt.devices.intake import Intake
from openfelt.devices.memory import Memory
from openfelt.devices.port import Note
from openfelt.floor.base import Event
from openfelt.floor.money.account import InsertNote, NoteStacked
from openfelt.floor.money.payout import CashOut, TicketCredited, TicketReturned
from openfelt.journal.memory import MemoryJournal, MemoryStore

NUMBER = "990000000000000017"


class WatchedAcceptor(VirtualAcceptor):
    """Says where each note went."""

    def __init__(self, memory: Memory) -> None:
        super().__init__("acceptor@T1", memory=memory)
        self.went: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    async def stack(self, note: Note) -> None:
        await super().stack(note)
        self.went.put_nowait(("stacked", note.amount))

    async def give_back(self, note: Note) -> None:
        await super().stack(note)
        self.went.put_nowait(("back", note.amount))


class WatchedReader(VirtualReader):
    """Says where each ticket went."""

    def __init__(self) -> None:
        super().__init__("reader@T1")
        self.went: asyncio.Queue[str] = asyncio.Queue()

    async def keep(self) -> None:
        await super().keep()
        self.went.put_nowait("kept")

    async def give_back(self) -> None:
        await super().give_back()
        self.went.put_nowait("back")


class Terminal:
    """A floor with a terminal whose slots are open."""

    def __init__(self, folder: Path) -> None:
        store = MemoryStore()

        async def open_journal() -> MemoryJournal:
            return MemoryJournal(store)

        self.floor = Floor(open_journal, folder)
        self.acceptor = WatchedAcceptor(Memory(folder / "acceptor.jsonl"))
        self.reader = WatchedReader()
        self.intake = Intake("pit", "T1", self.acceptor, self.reader)
        self.returned: list[tuple[str, str]] = []
        self.intake.returned = lambda item, refused: self.returned.append(
            (item, refused.code.value)
        )

    async def __aenter__(self) -> Terminal:
        await self.floor.start()
        heard = self.floor.rack.heard

        def also(stream: str, event: Event) -> None:
            heard(stream, event)
            self.intake.heard(event)

        self.floor.rack.heard = also  # type: ignore[method-assign]
        self._running = asyncio.create_task(self.intake.run(self.floor.engine))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)
        await self.floor.stop()


def test_a_note_is_stacked_when_it_is_credited_and_else_comes_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with Terminal(tmp_path) as terminal:
            terminal.acceptor.feed(10_000)
            terminal.acceptor.feed(300)
            assert await terminal.acceptor.went.get() == ("stacked", 10_000)
            assert await terminal.acceptor.went.get() == ("back", 300)
            terminal.acceptor.feed(10_000)
            assert await terminal.acceptor.went.get() == ("stacked", 10_000)
            assert terminal.floor.state.terminals["T1"].credit == 20_000
            assert terminal.returned == [("note", "NOTE_NOT_ACCEPTED")]

    run(story())


def test_a_note_credited_when_the_power_went_is_not_credited_again(tmp_path: Path) -> None:
    async def story() -> None:
        acceptor = VirtualAcceptor("acceptor@T1", memory=Memory(tmp_path / "acceptor.jsonl"))
        acceptor.feed(10_000)
        held = await acceptor.next_note()
        terminal = Terminal(tmp_path)
        await terminal.floor.start()
        await terminal.floor.do(InsertNote("T1", held.amount, held.note))
        await terminal.floor.stop()
        async with terminal:
            assert await terminal.acceptor.went.get() == ("stacked", 10_000)
            assert terminal.floor.state.terminals["T1"].credit == 10_000
            assert terminal.floor.count(NoteStacked) == 1

    run(story())


def test_a_ticket_is_kept_once_paid_in_and_a_paid_one_comes_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with Terminal(tmp_path) as terminal:
            floor = terminal.floor
            await floor.do(InsertNote("T1", 10_000, "a"))
            await floor.do(CashOut("T1", NUMBER))
            terminal.reader.feed(NUMBER)
            assert await terminal.reader.went.get() == "kept"
            terminal.reader.feed(NUMBER)
            assert await terminal.reader.went.get() == "back"
            assert floor.state.terminals["T1"].credit == 10_000
            assert floor.count(TicketCredited) == floor.count(TicketReturned) == 1
            assert CARDS in floor.state.tables

    run(story())
