"""What a dealt dice table wants of its tumbler, where the dice are not to be told at once."""

from typing import ClassVar

from openfelt.floor.order import ToDevice, name_of


def shake_of(table: str, number: int) -> str:
    """Name the order for a shake whose dice stay covered."""
    return name_of("shake", table, number)


class ShakeOrder(ToDevice, frozen=True, gc=False, tag="shake"):
    """The dice of a round are to be shaken; how they lie is told only where one is not flat."""

    stands_as: ClassVar[str] = "tumbler"
    is_answered: ClassVar[bool] = False

    round: int

    @property
    def data(self) -> str:
        """The round."""
        return str(self.round)


class UncoverOrder(ToDevice, frozen=True, gc=False, tag="uncover"):
    """Wagering is over: how the dice lie that were shaken when the round opened is to be told."""

    stands_as: ClassVar[str] = "tumbler"

    round: int

    @property
    def data(self) -> str:
        """The shake whose dice are meant."""
        return shake_of(self.at, self.round)
