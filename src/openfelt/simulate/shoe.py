"""A shoe as arrays: cards, burn, cutting card, drawing rules.  All from the games' own code."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np

from openfelt.core.cards import RANKS, Card, decks, rank
from openfelt.games.baccarat.coup import POINTS, is_natural
from openfelt.games.baccarat.shoe_life import (
    Burn,
    ShoeRules,
    burn_count,
    coup_completed,
    cutting_card_appeared,
    cutting_card_is_lawful,
)
from openfelt.games.baccarat.tableau import banker_draws, player_draws
from openfelt.simulate.streams import Draws, shoe_draws

Array = np.ndarray[Any, Any]

_SIX: Final = 6
# A kernel looks at six cards even where a coup takes fewer.
_MARGIN: Final = 8
# The cutting card is followed by two coups at the most, the first of them begun before it.
_BEYOND_CUTTING_CARD: Final = 2 * _SIX
_FIXED_MAX: Final = 60


class NotAShoe(ValueError):
    """A way of burning or a place for the cutting card that the book does not allow."""


@dataclass(frozen=True)
class Shoe:
    """How a table prepares its shoe."""

    rules: ShoeRules
    decks: int
    burn: Burn
    from_back: int

    def __post_init__(self) -> None:
        if self.burn not in self.rules.burns:
            lawful = ", ".join(way.value for way in self.rules.burns)
            raise NotAShoe(f"this book burns by {lawful}, not {self.burn.value}")
        if not cutting_card_is_lawful(self.rules, self.from_back):
            least = self.rules.cutting_card_from_back
            raise NotAShoe(f"the cutting card stands at least {least} cards from the back")
        if self.fixed_coups < 1:
            raise NotAShoe(f"a cutting card {self.from_back} from the back leaves no whole coup")

    @property
    def size(self) -> int:
        """How many cards it holds."""
        return len(self.cards) - _MARGIN

    @property
    def cutting_card_at(self) -> int:
        """The index of the card behind the cutting card."""
        return self.size - self.from_back

    @property
    def dealt(self) -> int:
        """How many places from the front can be looked at: only these are shuffled."""
        return min(self.size, self.cutting_card_at + _BEYOND_CUTTING_CARD)

    @property
    def fixed_coups(self) -> int:
        """How many coups every shoe surely deals, whatever the cards: 60 at the most.

        Which coups come later depends on the cards dealt before, so these are
        no fair sample; this is the cut-card effect.
        """
        return min(_FIXED_MAX, (self.cutting_card_at - int(max(self.burned))) // _SIX)

    @property
    def coups_max(self) -> int:
        """More coups than any shoe can deal: four cards each."""
        return self.size // 4 + 1

    @cached_property
    def cards(self) -> Array:
        """The ranks of new decks, 0 to 12, and a margin that is never dealt."""
        ranks = [RANKS.index(rank(card)) for card in decks(self.decks)]
        return np.array(ranks + [0] * _MARGIN, dtype=np.uint8)

    @cached_property
    def burned(self) -> Array:
        """How many cards are burned, by the rank of the first."""
        return np.array([burn_count(self.burn, Card(r + "S")) for r in RANKS], dtype=np.uint8)

    @cached_property
    def further(self) -> Array:
        """How many coups follow the one in which the cutting card appears.

        By whether it came as that coup's first card, and whether the coup tied.
        """
        table = np.zeros((2, 2), dtype=np.uint8)
        for first in (False, True):
            for tied in (False, True):
                life = cutting_card_appeared(self.rules, as_first_card=first)
                table[int(first), int(tied)] = coup_completed(life, tied=tied).coups_left or 0
        return table

    @cached_property
    def draws(self) -> list[Draws]:
        """How its places are drawn."""
        return shoe_draws(self.size, self.dealt)

    @cached_property
    def products(self) -> Array:
        """The product of each word's bounds."""
        return np.array([draws.product for draws in self.draws], dtype=np.uint64)

    @cached_property
    def rejected_below(self) -> Array:
        """Below which remainder each word is thrown away."""
        return np.array([draws.rejected_below for draws in self.draws], dtype=np.uint64)


class Tableau(NamedTuple):
    """The drawing rules as three look-ups for each coup.

    `player` and `banker` give a hand's count by its two ranks (16 x first +
    second), already shifted to 256 x and 16 x.  Their sum and the rank of the
    fifth card is an opening: `used` says how many cards such a coup takes,
    `counts` holds above bit 16 the Player's count x 40, below it where `sixth`
    goes on with the rank of the sixth card, drawn or not, to the Banker's x 4.
    """

    player: Array
    banker: Array
    used: Array
    counts: Array
    sixth: Array


class ShoeTables(NamedTuple):
    """A shoe and its drawing rules, as the kernels take them."""

    cards: Array
    size: int
    dealt: int
    products: Array
    rejected_below: Array
    burned: Array
    cutting_card_at: int
    further: Array
    player: Array
    banker: Array
    used: Array
    counts: Array
    sixth: Array
    fixed_coups: int
    coups_max: int


def _count(*ranks: int) -> int:
    return sum(POINTS[RANKS[r]] for r in ranks) % 10


def _opening(player: int, banker: int, fifth: int) -> tuple[int, int, int]:
    """Return cards used and both counts after the fifth card has gone where it goes."""
    value = POINTS[RANKS[fifth]]
    if is_natural(player) or is_natural(banker):
        return 4, player, banker
    if player_draws(player):
        used = 6 if banker_draws(banker, value) else 5
        return used, (player + value) % 10, banker
    if banker_draws(banker, None):
        return 5, player, (banker + value) % 10
    return 4, player, banker


def tableau() -> Tableau:
    """Work the drawing rules out for every opening."""
    ranks = range(len(RANKS))
    player, banker = np.zeros(256, np.uint16), np.zeros(256, np.uint8)
    for first in ranks:
        for second in ranks:
            player[16 * first + second] = _count(first, second) << 8
            banker[16 * first + second] = _count(first, second) << 4
    used, counts = np.zeros(4096, np.uint8), np.zeros(4096, np.uint32)
    sixth = np.zeros(512, np.uint16)
    for p in range(10):
        for b in range(10):
            for r in ranks:
                place = p << 8 | b << 4 | r
                cards, player_count, banker_count = _opening(p, b, r)
                used[place] = cards
                drawn = 256 if cards == _SIX else 0
                counts[place] = player_count * 40 << 16 | drawn | banker_count << 4
    for b in range(10):
        for r in ranks:
            sixth[b << 4 | r] = b * 4
            sixth[256 | b << 4 | r] = (b + POINTS[RANKS[r]]) % 10 * 4
    return Tableau(player, banker, used, counts, sixth)


_OF_THE_SHOE: Final = [name for name in ShoeTables._fields if name not in Tableau._fields]


def shoe_tables(shoe: Shoe) -> ShoeTables:
    """Return all that a kernel needs to deal a shoe."""
    found = {**tableau()._asdict(), **{name: getattr(shoe, name) for name in _OF_THE_SHOE}}
    return ShoeTables(**found)
