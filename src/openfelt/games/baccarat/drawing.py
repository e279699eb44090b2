"""The ways of dealing a coup out that there ever were, by the version a definition names."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from openfelt.core.cards import Card
from openfelt.games.baccarat.coup import Coup, Hand, deal, next_hand
from openfelt.games.baccarat.tableau import VERSION


@dataclass(frozen=True, slots=True)
class Drawing:
    """Which hand takes the next card, and a whole coup from the front of a shoe."""

    next_hand: Callable[[Sequence[Card], Sequence[Card]], Hand | None]
    deal: Callable[[Sequence[Card]], Coup]


# What has once been dealt by stays here for ever: old rounds are read by it.
DRAWINGS: Final = {VERSION: Drawing(next_hand, deal)}
