"""What the floor wants of each kind of device.  A driver for real hardware keeps the same promises.

A device is asked by an order, and an order has an id.  Asked a second time under the same id it
does nothing again, it only answers what it did.  No answer is None: the rack asks again.
"""

from typing import NamedTuple, Protocol

from openfelt.games.baccarat.shoe_life import ShoeRules


class Slip(NamedTuple):
    """A ticket as it is handed to the printer."""

    number: str
    amount: int
    terminal: str
    demo: bool


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


class Wheel(Protocol):
    """A wheel with a sensor."""

    async def spin(self, order: str) -> int | None:
        """Spin once and return the number the ball lies in."""
        ...
