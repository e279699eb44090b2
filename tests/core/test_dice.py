"""Dice: what counts as a roll, and all rolls in order."""

from collections.abc import Sequence

import pytest

from openfelt.core import dice


@pytest.mark.parametrize(
    ("values", "count"),
    [
        pytest.param([6, 5], 2, marks=pytest.mark.clause("AC 3.12")),
        pytest.param((1, 1), 2, marks=pytest.mark.clause("AC 3.12")),
        pytest.param([3, 5, 6], 3, marks=pytest.mark.clause("SB 3.11")),
        pytest.param((1, 2, 4), 3, marks=pytest.mark.clause("SB 3.11")),
    ],
)
def test_dice_lying_flat_show_their_upper_faces(values: Sequence[int], count: int) -> None:
    assert dice.faces(values, count) == tuple(values)


@pytest.mark.clause("AC 3.12", "SB 3.11")
@pytest.mark.parametrize(
    "values", [[1, 2], [1, 2, 3, 4], [], "123", 3, None, {1, 2, 3}, {1: 1, 2: 2, 3: 3}], ids=repr
)
def test_what_is_not_three_dice_is_refused(values: object) -> None:
    with pytest.raises(dice.NotADie, match="is not 3 dice"):
        dice.faces(values, 3)


@pytest.mark.clause("AC 3.12", "SB 3.11")
@pytest.mark.parametrize("value", [0, 7, -1, 1.0, "1", None, True], ids=repr)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_what_no_face_of_a_die_shows_is_refused(value: object, place: int) -> None:
    values: list[object] = [6, 1, 3]
    values[place] = value
    with pytest.raises(dice.NotADie, match=f"^{value!r} is no face of a die: 1 to 6$"):
        dice.faces(values, 3)


def test_two_dice_fall_in_36_ways_and_three_in_216() -> None:
    assert dice.rolls(2) == tuple((a, b) for a in range(1, 7) for b in range(1, 7))
    assert len(set(dice.rolls(3))) == len(dice.rolls(3)) == 216


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_index_of_a_roll_is_its_place_among_all(count: int) -> None:
    assert [dice.index(roll) for roll in dice.rolls(count)] == list(range(6**count))
