"""A virtual shuffler and a virtual reading shoe.  Between them the cards travel sealed.

Neither keeps a card in clear: the shoe opens the seal for one card and forgets it again.
"""

from openfelt.core.draw import ByteSource
from openfelt.devices import chance
from openfelt.devices.chance import SYSTEM
from openfelt.devices.fault import Fault, Faults
from openfelt.devices.memory import Memory
from openfelt.devices.port import DrawnCard, Sealed
from openfelt.devices.vault import Vault
from openfelt.devices.virtual import VirtualDevice
from openfelt.games.baccarat.shoe_life import ShoeRules, cut

# How far beyond the book's least the cutting card may stand.
CUTTING_CARD_SPREAD = 20


class VirtualShuffler(VirtualDevice):
    """Shuffles, cuts, puts the cutting card in, and seals."""

    def __init__(
        self,
        name: str,
        vault: Vault,
        faults: Faults | None = None,
        memory: Memory | None = None,
        source: ByteSource = SYSTEM,
    ) -> None:
        super().__init__(name, faults, memory, source)
        self._vault = vault

    async def shuffle(self, order: str, seal: str, decks: int, rules: ShoeRules) -> Sealed | None:
        """Prepare a shoe, or hand over again the one prepared for this order."""
        did = await self.once(order, lambda: " ".join(self._prepare(seal, decks, rules)))
        return None if did is None else Sealed(*did.split(" "))

    def _prepare(self, seal: str, decks: int, rules: ShoeRules) -> Sealed:
        """Do as the book does: shuffle, cut lawfully, cutting card lawfully from the back.

        Rule: LT 3.8; LT 3.10; LT 3.11
        """
        stack = chance.shuffle(decks, self.source)
        ends, back = rules.cut_from_either_end, rules.cutting_card_from_back
        cards = cut(stack, chance.between(ends, len(stack) - ends, self.source))
        cutting_at = len(cards) - chance.between(back, back + CUTTING_CARD_SPREAD, self.source)
        return self._vault.seal(seal, f"{cutting_at} {' '.join(cards)}")


class VirtualShoe(VirtualDevice):
    """Gives the cards of a sealed shoe, each when it is ordered."""

    def __init__(
        self,
        name: str,
        vault: Vault,
        faults: Faults | None = None,
        memory: Memory | None = None,
    ) -> None:
        super().__init__(name, faults, memory)
        self._vault = vault

    async def draw(self, order: str, seal: str, sealed: str, number: int) -> DrawnCard | None:
        """Give one card; whether it could be read is remembered, its face is in the seal."""
        did = await self.once(order, self._read)
        if did is None:
            return None
        _, cutting_at, *cards = self._vault.open(seal, sealed).split(" ")
        face = cards[number - 1] if did == "read" else ""
        return DrawnCard(face, number - 1 == int(cutting_at))

    def _read(self) -> str:
        return self.strikes(Fault.MISREAD_CARD) or "read"

    async def open(self, seal: str, sealed: str) -> str:
        """Show the order of a shoe that has ended."""
        return self._vault.open(seal, sealed)

    def face_up(self, seal: str, sealed: str, number: int) -> str:
        """Return the face of a card that has left the shoe, as whoever stands there sees it."""
        return self._vault.open(seal, sealed).split(" ")[1 + number]
