"""The ways of playing this floor has: one line each."""

from typing import Final

from openfelt.floor.play.cards import procedure as cards
from openfelt.floor.play.craps import procedure as craps
from openfelt.floor.play.dealt_dice import procedure as dealt_dice
from openfelt.floor.play.procedure import PROCEDURES
from openfelt.floor.play.tumbler import procedure as tumbler
from openfelt.floor.play.wheel import procedure as wheel
from openfelt.rulebooks import VARIANTS

PLAYED: Final = (cards, tumbler, wheel, dealt_dice, craps)

PROCEDURES.update((way.PROCEDURE.name, way.PROCEDURE) for way in PLAYED)


def is_played(variant: str) -> bool:
    """Say whether the floor has a procedure for a variant; without one no table opens."""
    return variant in VARIANTS and VARIANTS[variant].procedure in PROCEDURES
