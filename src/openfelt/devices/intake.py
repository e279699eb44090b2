"""Cash in: what a person puts into a terminal is offered to the floor, which takes it or not."""

import asyncio
from collections.abc import Callable
from typing import Literal

from openfelt.devices.port import NoteAcceptor, TicketReader
from openfelt.engine.engine import Engine
from openfelt.engine.request import Reply, Request
from openfelt.floor.base import Command, Event, Refused
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.dispensing import KioskRefused, PresentAtKiosk
from openfelt.floor.money.drop import RemoveStacker
from openfelt.floor.money.payout import PresentTicket, TicketCredited, TicketReturned

Returned = Callable[[Literal["note", "ticket"], Refused], None]


class TicketSlot:
    """The scanner of a kiosk: a ticket that is paid stays in, any other comes out again."""

    def __init__(self, stream: str, kiosk: str, reader: TicketReader) -> None:
        self._stream, self._kiosk, self._reader = stream, kiosk, reader
        # Hears why nothing was looked at; what is wrong with a ticket is an event.
        self.returned: Returned = lambda _item, _refused: None

    async def run(self, engine: Engine) -> None:
        """Offer one ticket after the other, until cancelled.

        One that was held when the power went is offered again: what is being paid is kept, what
        was paid is dead.
        """
        while True:
            number = await self._reader.next_ticket()
            command = PresentAtKiosk(self._kiosk, number)
            reply = await engine.submit(Request(self._stream, command, f"scanner@{self._kiosk}"))
            back = reply.refused or any(isinstance(one, KioskRefused) for one in reply.events)
            await (self._reader.give_back() if back else self._reader.keep())
            if reply.refused:
                self.returned("ticket", reply.refused)


class Intake:
    """The acceptor and the reader of one terminal."""

    def __init__(
        self, stream: str, terminal: str, acceptor: NoteAcceptor, reader: TicketReader
    ) -> None:
        self.stream = stream
        self.terminal = terminal
        self._acceptor = acceptor
        self._reader = reader
        self._answered: dict[str, asyncio.Future[bool]] = {}
        # The boxes that were taken out and have not been told of.
        self._out: asyncio.Queue[str] = asyncio.Queue()
        # Hears why the floor did not take something; what the house says of a ticket is an event.
        self.returned: Returned = lambda _item, _refused: None

    async def run(self, engine: Engine) -> None:
        """Offer notes and tickets, one of each at a time, until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._take_notes(engine))
            group.create_task(self._take_tickets(engine))
            group.create_task(self._tell_boxes(engine))

    def drop(self, box: str) -> None:
        """Take the acceptor's box out; it bears a name of its own."""
        self._out.put_nowait(box)

    async def _tell_boxes(self, engine: Engine) -> None:
        while True:
            await self._submit(engine, RemoveStacker(self.terminal, await self._out.get()))

    async def _take_notes(self, engine: Engine) -> None:
        """Stack what is credited.  A note offered twice has one id, so it is credited once."""
        while True:
            note = await self._acceptor.next_note()
            reply = await self._submit(engine, InsertNote(self.terminal, note.amount, note.note))
            if reply.refused:
                await self._acceptor.give_back(note)
                self.returned("note", reply.refused)
            else:
                await self._acceptor.stack(note)

    async def _take_tickets(self, engine: Engine) -> None:
        """Keep a ticket once the house has paid it into the terminal, else hand it back."""
        while True:
            number = await self._reader.next_ticket()
            answered = self._answered[number] = asyncio.get_running_loop().create_future()
            reply = await self._submit(engine, PresentTicket(self.terminal, number))
            credited = False if reply.refused else await answered
            del self._answered[number]
            await (self._reader.keep() if credited else self._reader.give_back())
            if reply.refused:
                self.returned("ticket", reply.refused)

    async def _submit(self, engine: Engine, command: Command) -> Reply:
        return await engine.submit(Request(self.stream, command, f"cash-in@{self.terminal}"))

    def heard(self, event: Event) -> None:
        """Hear what became of a ticket."""
        if isinstance(event, TicketCredited | TicketReturned):
            answered = self._answered.get(event.number)
            if answered is not None and not answered.done():
                answered.set_result(isinstance(event, TicketCredited))
