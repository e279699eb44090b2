"""The devices under test, built as a demo floor has them, and what they give."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from openfelt.core.cards import DECK, card
from openfelt.core.dice import faces
from openfelt.core.draw import ByteSource
from openfelt.core.wheel import pocket
from openfelt.devices.chance import SYSTEM
from openfelt.devices.port import DiceTumbler, ReadingShoe, Sealed, Shuffler, Wheel
from openfelt.devices.shoe import VirtualShoe, VirtualShuffler
from openfelt.devices.tumbler import VirtualTumbler, VirtualWheel
from openfelt.devices.vault import Vault
from openfelt.rngtest import DEVICES
from openfelt.rngtest.finding import Whole
from openfelt.rulebooks import VARIANTS

DECKS: Final = 8
CARDS: Final = DECKS * len(DECK)
_SHOE_RULES: Final = VARIANTS["LT"].shoe
_KEY_BYTES: Final = 32
_REPORTED_EVERY: Final = 500
_PLACE: Final = {face: place for place, face in enumerate(DECK)}


class NoOutcome(ValueError):
    """A device that does not give what it was asked for."""

    def __init__(self, device: str, number: int) -> None:
        super().__init__(
            f"{device} gave no outcome when asked for number {number + 1:,}: it has a fault; "
            "mend it before its chance is tested"
        )


@dataclass(slots=True)
class Dice:
    """A tumbler and how many dice are in it; gives faces from 0."""

    name: str
    tumbler: DiceTumbler
    width: int

    async def give(self, number: int) -> tuple[int, ...]:
        """Shake once."""
        throw = await self.tumbler.tumble(f"test {number}", self.width)
        if throw is None or not throw.faces:
            raise NoOutcome(self.name, number)
        return tuple(face - 1 for face in faces(throw.faces, self.width))


@dataclass(slots=True)
class Spins:
    """A wheel; gives its numbers."""

    name: str
    wheel: Wheel
    width: int = 1

    async def give(self, number: int) -> tuple[int, ...]:
        """Spin once."""
        spun = await self.wheel.spin(f"test {number}")
        if spun is None:
            raise NoOutcome(self.name, number)
        return (pocket(spun),)


@dataclass(slots=True)
class Cards:
    """A shuffler and a shoe; gives the places of its cards in a deck, shoe after shoe."""

    name: str
    shuffler: Shuffler
    shoe: ReadingShoe
    width: int = 1
    loaded: Sealed | None = None

    async def give(self, number: int) -> tuple[int, ...]:
        """Draw one card, from a new shoe when the last one is empty."""
        seal = f"test shoe {number // CARDS}"
        if number % CARDS == 0:
            assert _SHOE_RULES is not None
            self.loaded = await self.shuffler.shuffle(seal, seal, DECKS, _SHOE_RULES)
        if self.loaded is None:
            raise NoOutcome(self.name, number)
        drawn = await self.shoe.draw(f"test {number}", seal, self.loaded.sealed, number % CARDS + 1)
        if drawn is None or not drawn.face:
            raise NoOutcome(self.name, number)
        return (_PLACE[card(drawn.face)],)


Device = Dice | Spins | Cards


def bench(names: Collection[str], source: ByteSource = SYSTEM) -> list[Device]:
    """Set up the virtual devices of these names, all on one source as on a floor."""
    assert set(names) <= set(DEVICES)
    vault = Vault(SYSTEM(_KEY_BYTES))
    made: dict[str, Device] = {
        "craps": Dice("craps dice", VirtualTumbler("craps dice", source=source), 2),
        "sicbo": Dice("sic bo dice", VirtualTumbler("sic bo dice", source=source), 3),
        "wheel": Spins("wheel", VirtualWheel("wheel", source=source)),
        "shoe": Cards(
            "shoe",
            VirtualShuffler("shuffler", vault, source=source),
            VirtualShoe("shoe", vault),
        ),
    }
    return [made[name] for name in DEVICES if name in names]


async def take(
    devices: Collection[Device], rounds: int, progress: Callable[[int], object] = lambda _: None
) -> Mapping[str, Whole]:
    """Ask every device once a round, in turn, so that what goes from one to the next is seen.

    Returns for each device its outcomes, a row a round.
    """
    taken = {one.name: np.empty((rounds, one.width), dtype=np.int64) for one in devices}
    for number in range(rounds):
        for one in devices:
            taken[one.name][number] = await one.give(number)
        if (number + 1) % _REPORTED_EVERY == 0:
            progress(_REPORTED_EVERY)
    progress(rounds % _REPORTED_EVERY)
    return taken
