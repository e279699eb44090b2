"""Virtual dice, wheel and shuffle, drawn from the operating system's secure source."""

import os
from typing import Final

from openfelt.core import draw
from openfelt.core.cards import Card, decks

SYSTEM: Final[draw.ByteSource] = os.urandom


def tumble(dice: int, source: draw.ByteSource = SYSTEM) -> tuple[int, ...]:
    """Tumble that many virtual dice."""
    return draw.roll(dice, source)


def spin(source: draw.ByteSource = SYSTEM) -> int:
    """Spin the virtual wheel."""
    return draw.spin(source)


def shuffle(number_of_decks: int, source: draw.ByteSource = SYSTEM) -> tuple[Card, ...]:
    """Shuffle that many decks."""
    return tuple(draw.shuffled(decks(number_of_decks), source))


def between(least: int, most: int, source: draw.ByteSource = SYSTEM) -> int:
    """Pick a number from `least` to `most`, where to cut for instance."""
    return least + draw.below(most - least + 1, source)
