"""Chance for virtual devices: the operating system's secure source, or a seed in tests."""

import os
from random import Random
from typing import Final

from openfelt.core import draw
from openfelt.core.cards import Card, decks

SYSTEM: Final[draw.ByteSource] = os.urandom


def seeded(seed: int) -> draw.ByteSource:
    """Return a source that gives the same bytes each time, for tests and transcripts only."""
    return Random(seed).randbytes  # noqa: S311 - the same story each time is what it is for


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


def validation_number(system: str, source: draw.ByteSource = SYSTEM) -> str:
    """Draw a ticket's number: two digits for the system, sixteen that nobody can guess."""
    assert len(system) == 2
    assert system.isdigit()
    return f"{system}{draw.below(10**16, source):016}"
