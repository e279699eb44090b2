"""A throw of dice: what it comes to, and how it is spoken of."""

from typing import Final

from openfelt.core import dice
from openfelt.floor.order import name_of
from openfelt.floor.play.procedure import Outcome, Recalled, Stated
from openfelt.floor.state import Table
from openfelt.rulebooks.definition import Definition

DICE: Final = 3


def throw_of(table: Table) -> str:
    """Name the order for the throw of a round."""
    return name_of("tumble", table.name, table.round)


def of_dice(faces: tuple[int, ...], count: int = DICE) -> Outcome | None:
    """Return what the dice come to, None if they are no dice or not so many.

    Rule: SB 3.11; SB 2.2; MT 10.2(b)(ii); AC 2.2.4; AC 3.12
    """
    try:
        roll = dice.faces(faces, count)
    except dice.NotADie:
        return None
    return Outcome("-".join(map(str, roll)), dice.index(roll))


def told(_: Definition, stated: Stated) -> Outcome | None:
    """Return the throw somebody states, None if it is none."""
    return None if stated.cards or stated.number >= 0 else of_dice(stated.dice)


def recalled(outcome: Outcome) -> Recalled:
    """Read the faces of a past throw.

    Rule: MT 10.3(b)
    """
    faces = tuple(map(int, outcome.words.split("-")))
    return Recalled(points=(sum(faces),), dice=faces)
