"""What a dice table wants of its device."""

from typing import ClassVar

from openfelt.floor.order import ToDevice


class TumbleOrder(ToDevice, frozen=True, gc=False, tag="tumble"):
    """The dice of a round are to be shaken."""

    stands_as: ClassVar[str] = "tumbler"

    round: int

    @property
    def data(self) -> str:
        """The round."""
        return str(self.round)
