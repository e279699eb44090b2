"""What the floor wants of each kind of device.  A driver for real hardware keeps the same promises.

A device is asked by an order, and an order has an id.  Asked a second time under the same id it
does nothing again, it only answers what it did.  No answer is None: the rack asks again.
"""

from typing import NamedTuple, Protocol

from openfelt.floor.money.order import HostOrder
from openfelt.floor.state import HostSaid
from openfelt.games.baccarat.shoe_life import ShoeRules
from openfelt.paper.slip import Slip


class Throw(NamedTuple):
    """Dice at rest; no faces when one of them does not lie flat."""

    faces: tuple[int, ...]


class Sealed(NamedTuple):
    """A value that nobody has seen: its hash, and itself encrypted."""

    digest: str
    sealed: str


class DrawnCard(NamedTuple):
    """A card of the shoe, with no face if it could not be read; the cutting card came before it."""

    face: str
    cutting_card: bool


class Note(NamedTuple):
    """A banknote that lies in the acceptor; `amount` in cents, 0 if it knows no such note."""

    note: str
    amount: int


class Dispensed(NamedTuple):
    """What came out of each cassette, and whether it stopped because something sits in the way."""

    pieces: tuple[int, ...]
    jammed: bool


class HostAnswer(NamedTuple):
    """What a ticketing host says of a ticket, and what it is good for."""

    said: HostSaid
    amount: int = 0


class TicketPrinter(Protocol):
    """Prints tickets at a terminal."""

    async def print_ticket(self, order: str, slip: Slip) -> bool | None:
        """Print it once; say whether the player holds it in his hand."""
        ...


class TicketReader(Protocol):
    """Reads the number of a ticket put into a terminal and holds it until told what to do."""

    async def next_ticket(self) -> str:
        """Wait for a ticket and return its number."""
        ...

    async def keep(self) -> None:
        """Draw the ticket in."""
        ...

    async def give_back(self) -> None:
        """Hand the ticket back."""
        ...


class NoteAcceptor(Protocol):
    """Takes banknotes at a terminal and holds each until told what to do."""

    async def next_note(self) -> Note:
        """Wait for a note; one that was held when the power went is offered again."""
        ...

    async def stack(self, note: Note) -> None:
        """Draw the note into the stacker."""
        ...

    async def give_back(self, note: Note) -> None:
        """Hand the note back."""
        ...


class CashDispenser(Protocol):
    """Gives notes and coins out of the cassettes of a kiosk."""

    async def dispense(self, order: str, pieces: tuple[int, ...]) -> Dispensed | None:
        """Give so many of each cassette, once; say what the player holds in his hand."""
        ...


class Shuffler(Protocol):
    """Shuffles, cuts and loads a shoe, and seals its order."""

    async def shuffle(self, order: str, seal: str, decks: int, rules: ShoeRules) -> Sealed | None:
        """Prepare the shoe of that name."""
        ...


class ReadingShoe(Protocol):
    """Gives cards one by one, reading each."""

    async def draw(self, order: str, seal: str, sealed: str, number: int) -> DrawnCard | None:
        """Give the card of that number; the first is 1."""
        ...

    async def open(self, seal: str, sealed: str) -> str:
        """Show the whole order of a shoe whose time has come."""
        ...


class DiceTumbler(Protocol):
    """Shakes dice and reads them at rest."""

    async def tumble(self, order: str, dice: int) -> Throw | None:
        """Shake that many dice once."""
        ...


class TicketHost(Protocol):
    """The casino's ticketing host, or whatever speaks to it for us."""

    async def say(self, order: str, wanted: HostOrder) -> HostAnswer | None:
        """Do what is wanted of a ticket once, and say what came of it."""
        ...


class Wheel(Protocol):
    """A wheel with a sensor."""

    async def spin(self, order: str) -> int | None:
        """Spin once and return the number the ball lies in."""
        ...
