"""A virtual note acceptor and a virtual ticket reader: a person feeds them, the floor decides."""

import asyncio
from typing import Final

from openfelt.devices.chance import SYSTEM
from openfelt.devices.fault import Fault, Faults
from openfelt.devices.memory import Memory
from openfelt.devices.port import Note
from openfelt.devices.virtual import VirtualDevice

_HELD: Final = "held"
_NOTE_ID_BYTES: Final = 8


class NoteStuck(Exception):
    """A note sits in the way; an attendant must take it out."""


class VirtualAcceptor(VirtualDevice):
    """Holds one note at a time, over a power cut too; gives each an id of its own."""

    def __init__(
        self, name: str, faults: Faults | None = None, memory: Memory | None = None
    ) -> None:
        super().__init__(name, faults, memory)
        self._fed: asyncio.Queue[Note] = asyncio.Queue()

    def feed(self, amount: int) -> Note:
        """Put a banknote in; one that no one knows here counts nothing."""
        if self.strikes(Fault.NOTE_STUCK):
            raise NoteStuck(f"{self.name}: a note is stuck; it is not credited, call an attendant")
        known = 0 if self.strikes(Fault.FOREIGN_NOTE) else amount
        note = Note(SYSTEM(_NOTE_ID_BYTES).hex(), known)
        self._fed.put_nowait(note)
        return note

    async def next_note(self) -> Note:
        """Offer the note that was held when the power went, else wait for the next."""
        held = self.memory.recall(_HELD)
        if held:
            note, amount = held.split(" ")
            return Note(note, int(amount))
        taken = await self._fed.get()
        await self.memory.keep(_HELD, f"{taken.note} {taken.amount}")
        return taken

    async def stack(self, note: Note) -> None:
        """Let go of the note, inwards."""
        assert self.memory.recall(_HELD) == f"{note.note} {note.amount}"
        await self.memory.keep(_HELD, "")

    async def give_back(self, note: Note) -> None:
        """Let go of the note, outwards."""
        await self.stack(note)


class VirtualReader(VirtualDevice):
    """Reads a ticket's number and holds the ticket.  A person feeds it."""

    def __init__(
        self, name: str, faults: Faults | None = None, memory: Memory | None = None
    ) -> None:
        super().__init__(name, faults, memory)
        self._fed: asyncio.Queue[str] = asyncio.Queue()

    def feed(self, number: str) -> None:
        """Put a ticket in."""
        self._fed.put_nowait(number)

    async def next_ticket(self) -> str:
        """Wait for a ticket; one held when the power went is offered again."""
        held = self.memory.recall(_HELD)
        if held:
            return held
        number = await self._fed.get()
        await self.memory.keep(_HELD, number)
        return number

    async def keep(self) -> None:
        """Draw it in."""
        await self.memory.keep(_HELD, "")

    async def give_back(self) -> None:
        """Hand it back."""
        await self.memory.keep(_HELD, "")
