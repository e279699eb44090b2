"""What money wants of a device."""

from typing import ClassVar

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
