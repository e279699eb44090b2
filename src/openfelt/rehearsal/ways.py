"""The ways of playing that are rehearsed, by the name of their procedure: one line each."""

from collections.abc import Mapping
from typing import Final

from openfelt.floor.state import State, Table
from openfelt.rehearsal import cards, craps, dealt_dice, dice, wheel
from openfelt.rehearsal.way import Way

WAYS: Final[Mapping[str, Way]] = {
    "cards": cards.WAY,
    "tumbler": dice.WAY,
    "craps": craps.WAY,
    "wheel": wheel.WAY,
    "dealt_dice": dealt_dice.WAY,
}


def way_of(pit: State, table: Table) -> Way:
    """Return how a table is rehearsed."""
    return WAYS[pit.rules(table).procedure]
