"""Six-sided dice."""

from collections.abc import Sequence
from itertools import product
from typing import Final

FACES: Final = range(1, 7)


class NotADie(ValueError):
    """A value no face of a die shows, or the wrong number of dice."""


def faces(values: object, count: int) -> tuple[int, ...]:
    """Read the upper faces of `count` dice lying flat.

    Rule: AC 3.12; SB 3.11
    """
    if not isinstance(values, Sequence) or isinstance(values, str) or len(values) != count:
        raise NotADie(f"{values!r} is not {count} dice")
    for value in values:
        if type(value) is not int or value not in FACES:
            raise NotADie(f"{value!r} is no face of a die: 1 to 6")
    return tuple(values)


def rolls(count: int) -> tuple[tuple[int, ...], ...]:
    """Return every ordered roll of `count` dice, all equally likely."""
    return tuple(product(FACES, repeat=count))


def index(roll: Sequence[int]) -> int:
    """Return where a roll stands in `rolls`."""
    place = 0
    for face in roll:
        place = place * 6 + face - 1
    return place
