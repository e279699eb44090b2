"""What a roulette table wants of its wheel."""

from typing import ClassVar

from openfelt.floor.order import ToDevice


class SpinOrder(ToDevice, frozen=True, gc=False, tag="spin"):
    """The ball of a round goes round: a wheel that spins by itself is to, any is to read it."""

    stands_as: ClassVar[str] = "wheel"

    round: int

    @property
    def data(self) -> str:
        """The round."""
        return str(self.round)
