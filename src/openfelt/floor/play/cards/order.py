"""What a card table without cardboard wants of its devices."""

from typing import ClassVar

from openfelt.floor.order import ToDevice


class ShuffleOrder(ToDevice, frozen=True, gc=False, tag="shuffle"):
    """A shoe of that name is to be shuffled and sealed."""

    stands_as: ClassVar[str] = "shuffler"

    shoe: str

    @property
    def data(self) -> str:
        """The name of the shoe."""
        return self.shoe


class DrawOrder(ToDevice, frozen=True, gc=False, tag="draw"):
    """A card is wanted for a round; `number` counts those of the shoe from 1."""

    stands_as: ClassVar[str] = "shoe"

    shoe: str
    number: int
    round: int

    @property
    def data(self) -> str:
        """Shoe, number of the card and round."""
        return f"{self.shoe} {self.number} {self.round}"


class OpenShoeOrder(ToDevice, frozen=True, gc=False, tag="open"):
    """A shoe from which nobody draws any more is to be shown to everybody."""

    stands_as: ClassVar[str] = "shoe"

    shoe: str

    @property
    def data(self) -> str:
        """The name of the shoe."""
        return self.shoe
