"""Linear equations solved exactly, against chains worked out by hand."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from openfelt.maths.markov import solve

Matrix = list[list[Fraction]]


def fractions(rows: list[list[int | str]]) -> Matrix:
    return [[Fraction(value) for value in row] for row in rows]


def product(matrix: Matrix, columns: Matrix) -> Matrix:
    width = len(columns[0])
    return [
        [sum((row[k] * columns[k][j] for k in range(len(row))), Fraction(0)) for j in range(width)]
        for row in matrix
    ]


def ruin(goal: int, p: Fraction) -> tuple[Matrix, Matrix]:
    """Build the gambler's equations: his chance to reach the goal, and how long he plays."""
    inside = range(1, goal)
    leaving = [
        [Fraction(i == j) - (p if j == i + 1 else 1 - p if j == i - 1 else 0) for j in inside]
        for i in inside
    ]
    return leaving, [[p if i == goal - 1 else Fraction(0), Fraction(1)] for i in inside]


@pytest.mark.parametrize("goal", [2, 3, 7, 12])
def test_a_fair_gambler_reaches_his_goal_by_his_share_of_it(goal: int) -> None:
    solved = solve(*ruin(goal, Fraction(1, 2)))
    assert solved == [[Fraction(i, goal), Fraction(i * (goal - i))] for i in range(1, goal)]


@pytest.mark.parametrize("p", [Fraction(1, 3), Fraction(244, 495), Fraction(3, 4)])
def test_an_unfair_gambler_reaches_it_by_the_ruin_formula(p: Fraction) -> None:
    goal, ratio = 6, (1 - p) / p
    for i, (chance, length) in enumerate(solve(*ruin(goal, p)), 1):
        assert chance == (1 - ratio**i) / (1 - ratio**goal)
        assert length == (i - goal * chance) / (1 - 2 * p)


def test_a_zero_in_the_pivot_is_swapped_away() -> None:
    matrix = fractions([[0, 2, 0], [0, 0, 4], [3, 0, 0]])
    assert solve(matrix, fractions([[2], [8], [9]])) == fractions([[3], [1], [2]])


def test_several_right_sides_are_solved_at_once_and_none_is_changed() -> None:
    matrix, right = fractions([[2, 1], [1, 3]]), fractions([[3, 1, 0], [4, 0, 5]])
    assert solve(matrix, right) == fractions([[1, "3/5", -1], [1, "-1/5", 2]])
    assert (matrix, right) == (fractions([[2, 1], [1, 3]]), fractions([[3, 1, 0], [4, 0, 5]]))


def test_sides_of_different_height_are_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        solve(fractions([[1, 0], [0, 1]]), fractions([[1]]))


NUMBER = st.fractions(min_value=-9, max_value=9, max_denominator=12)


def determinant(matrix: Matrix) -> Fraction:
    if not matrix:
        return Fraction(1)
    below = [[row[:j] + row[j + 1 :] for row in matrix[1:]] for j in range(len(matrix))]
    terms = zip(matrix[0], below, strict=True)
    return sum(((-1) ** j * a * determinant(m) for j, (a, m) in enumerate(terms)), Fraction(0))


@st.composite
def equations(draw: st.DrawFn) -> tuple[Matrix, Matrix]:
    size, width = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    matrix = [[draw(NUMBER) for _ in range(size)] for _ in range(size)]
    assume(determinant(matrix))
    return matrix, [[draw(NUMBER) for _ in range(width)] for _ in range(size)]


@settings(deadline=None)
@given(equations())
def test_the_solution_put_back_gives_the_right_side(both: tuple[Matrix, Matrix]) -> None:
    matrix, right = both
    assert product(matrix, solve(matrix, right)) == right
