"""What money wants of a device."""

from typing import ClassVar, Literal

from openfelt.floor.order import ToDevice


class PrintOrder(ToDevice, frozen=True, gc=False, tag="print"):
    """A ticket is to be printed at a terminal."""

    stands_as: ClassVar[str] = "printer"

    number: str
    amount: int
    due: int

    @property
    def data(self) -> str:
        """The number of the ticket."""
        return self.number


class DispenseOrder(ToDevice, frozen=True, gc=False, tag="dispense"):
    """Notes and coins are to come out of a kiosk, so many of each of its cassettes."""

    stands_as: ClassVar[str] = "dispenser"

    number: str
    pieces: tuple[int, ...]

    @property
    def data(self) -> str:
        """How many of each cassette: `0,2,1`."""
        return ",".join(map(str, self.pieces))


class RestOrder(ToDevice, frozen=True, gc=False, tag="rest"):
    """A slip is to be printed at a kiosk: the voucher by which the cash desk owes the rest.

    `paid` is what came out there, `amount` what did not, `since` when.
    """

    stands_as: ClassVar[str] = "slips"

    voucher: str
    amount: int
    paid: int
    since: int

    @property
    def data(self) -> str:
        """The number of the voucher."""
        return self.voucher


HostWant = Literal["issue", "authorise", "commit", "cancel"]


class HostOrder(ToDevice, frozen=True, gc=False, tag="ticket_host"):
    """What the casino's ticketing host is to say of a ticket.

    `amount` is what it is good for, 0 where we do not know.  `pit` and `terminal`: where it was
    put in (at a kiosk the house and its name), "" at a desk.  `due`: when somebody is told that
    the host is silent, 0 once he was or where nobody has to be.
    """

    stands_as: ClassVar[str] = "tickets"

    want: HostWant
    number: str
    amount: int = 0
    pit: str = ""
    terminal: str = ""
    due: int = 0

    @property
    def data(self) -> str:
        """The number of the ticket."""
        return self.number
