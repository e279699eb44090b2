"""The shuffler and the shoe of a demo floor: cards are sealed, given, and shown at the end."""

from random import Random

from openfelt.core.cards import decks
from openfelt.floor.base import Command
from openfelt.floor.play.cards.shoe import ReadCuttingCard
from openfelt.floor.play.cards.virtual_shoe import GiveCard, LoadShoe
from openfelt.floor.seal import OpenSeal, digest_of
from openfelt.floor.state import Order, State

DECKS = 8
FROM_BACK = 20


class SealedShoes:
    """Knows every shoe by its hash, as the devices would by their vault."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._values: dict[str, str] = {}

    def obey(self, pit: State, name: str, order: Order) -> list[Command]:
        """Return what the device of an order reports."""
        table = order.device.partition("@")[2]
        if name not in pit.orders:
            return []  # Done already, or wanted no more.
        match order.kind:
            case "shuffle":
                return [LoadShoe(name, self._sealed(), "sealed")]
            case "draw":
                return self._given(pit, name, table)
            case "open":
                seal = name.partition(":")[2]
                return [OpenSeal(seal, self._values[pit.seals[seal].digest])]
            case _:
                return []

    def _sealed(self) -> str:
        cards = list(decks(DECKS))
        self._chance.shuffle(cards)
        salt = self._chance.getrandbits(64)
        value = f"{salt} {len(cards) - FROM_BACK} {' '.join(cards)}"
        digest = digest_of(value)
        self._values[digest] = value
        return digest

    def _given(self, pit: State, name: str, table: str) -> list[Command]:
        shoe = pit.shoes[table]
        _, cutting_at, *cards = self._values[pit.seals[shoe.seal].digest].split(" ")
        cutting = [ReadCuttingCard(table, name)] if shoe.drawn == int(cutting_at) else []
        return [*cutting, GiveCard(name, cards[shoe.drawn])]
