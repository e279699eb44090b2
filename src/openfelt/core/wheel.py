"""The single-zero wheel: 37 pockets, their order and their colours.

The book prints neither order nor colours; both are those of the standard
single-zero wheel, which its one example of neighbours (2, 25, 17, 34, 6) fits.
"""

from typing import Final

POCKETS: Final = range(37)

# Clockwise from zero.  Rule: MT 9.2(b)(i)
ORDER: Final = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
RED: Final = frozenset((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))
BLACK: Final = frozenset(range(1, 37)) - RED


class NotAPocket(ValueError):
    """A number the wheel does not have."""

    def __init__(self, value: object) -> None:
        super().__init__(f"{value!r} is no number of the wheel: 0 to 36")


def pocket(value: object) -> int:
    """Read the number the ball came to rest in."""
    if type(value) is not int or value not in POCKETS:
        raise NotAPocket(value)
    return value


def neighbours(number: int, each_side: int) -> tuple[int, ...]:
    """Return a number between its neighbours on the wheel, clockwise.

    Rule: MT 9.4(d) Neighbours
    """
    place = ORDER.index(number)
    return tuple(ORDER[(place + step) % len(ORDER)] for step in range(-each_side, each_side + 1))
