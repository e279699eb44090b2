"""Absorbing Markov chains, solved exactly."""

from collections.abc import Sequence
from fractions import Fraction

Row = list[Fraction]


def solve(matrix: Sequence[Sequence[Fraction]], right: Sequence[Sequence[Fraction]]) -> list[Row]:
    """Solve `matrix` x = `right` for every column of `right`, by elimination.

    The matrix is I - T of an absorbing chain, so it can always be inverted.
    """
    rows = [[*left, *more] for left, more in zip(matrix, right, strict=True)]
    size = len(rows)
    for place in range(size):
        pivot = next(row for row in range(place, size) if rows[row][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        scale = rows[place][place]
        rows[place] = [value / scale for value in rows[place]]
        for other in range(size):
            factor = rows[other][place]
            if other != place and factor:
                rows[other] = [
                    value - factor * lead
                    for value, lead in zip(rows[other], rows[place], strict=True)
                ]
    return [row[size:] for row in rows]
