"""What a roll of the past did to the line, for a table's history: it says nothing of the next."""

from collections.abc import Iterator, Sequence
from typing import Literal

from openfelt.games.craps.point import point_after

# "come_out" decides the line at once, "point" sets one, "made" throws it again, "out" is its seven.
Line = Literal["", "come_out", "point", "made", "out"]


def lines_of(totals: Sequence[int], first: int) -> Iterator[Line]:
    """Say of each roll what it did; 0 is one that did not count, `first` the round of the first.

    A table whose beginning is forgotten is known again from the next seven on.
    """
    point, known = None, first == 1
    for total in totals:
        if not total:
            yield ""
            continue
        yield _line(point, total) if known else ""
        known = known or total == 7
        point = point_after(point, total) if known else None


def _line(point: int | None, total: int) -> Line:
    if point is None:
        return "come_out" if point_after(None, total) is None else "point"
    if total == 7:
        return "out"
    return "made" if total == point else ""
