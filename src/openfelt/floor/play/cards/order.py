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


class ReadOrder(ToDevice, frozen=True, gc=False, tag="read"):
    """What comes out of a live shoe is to be read; `out` cards were told, the last maybe `unseen`.

    It is wanted as long as the round lasts, or what comes after it, and never done.
    """

    stands_as: ClassVar[str] = "shoe"

    round: int
    out: int
    unseen: bool

    @property
    def data(self) -> str:
        """The round and how many cards were told."""
        return f"{self.round} {self.out}"


class OpenShoeOrder(ToDevice, frozen=True, gc=False, tag="open"):
    """A shoe from which nobody draws any more is to be shown to everybody."""

    stands_as: ClassVar[str] = "shoe"

    shoe: str

    @property
    def data(self) -> str:
        """The name of the shoe."""
        return self.shoe
