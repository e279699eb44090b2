"""The single-zero wheel: pockets, colours and neighbours."""

import pytest

from openfelt.core import wheel

# Clockwise, as every maker of single-zero wheels builds it.
CLOCKWISE = [
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
]


@pytest.mark.clause("MT 9.2(b)(i)")
def test_the_wheel_has_37_compartments_each_number_once() -> None:
    assert sorted(wheel.ORDER) == list(range(37))
    assert list(wheel.ORDER) == CLOCKWISE


@pytest.mark.clause("MT 9.2(b)(i)")
def test_red_and_black_alternate_round_the_wheel_and_zero_is_neither() -> None:
    assert {n for place, n in enumerate(CLOCKWISE) if place % 2 == 1} == wheel.RED
    assert {n for place, n in enumerate(CLOCKWISE) if place % 2 == 0 and n} == wheel.BLACK
    assert 0 not in wheel.RED | wheel.BLACK


@pytest.mark.clause("MT 9.2(b)(i)")
@pytest.mark.parametrize("number", range(37))
def test_every_number_of_the_wheel_is_a_pocket(number: int) -> None:
    assert wheel.pocket(number) == number


@pytest.mark.clause("MT 9.2(b)(i)")
@pytest.mark.parametrize("value", [37, -1, True, 1.0, "1", None], ids=repr)
def test_what_is_no_number_of_the_wheel_is_refused(value: object) -> None:
    with pytest.raises(wheel.NotAPocket, match=f"^{value!r} is no number of the wheel: 0 to 36$"):
        wheel.pocket(value)


@pytest.mark.parametrize(
    ("number", "each_side", "expected"),
    [(17, 1, (25, 17, 34)), (17, 2, (2, 25, 17, 34, 6)), (0, 1, (26, 0, 32)), (26, 0, (26,))],
)
def test_mt_9_4_d_neighbours_stand_clockwise_with_the_number_between_them(
    number: int, each_side: int, expected: tuple[int, ...]
) -> None:
    assert wheel.neighbours(number, each_side) == expected


@pytest.mark.clause("MT 9.4(d) Neighbours")
@pytest.mark.parametrize("each_side", [1, 2])
@pytest.mark.parametrize("place", range(37))
def test_the_neighbours_of_every_number_are_found_round_the_end(place: int, each_side: int) -> None:
    twice = CLOCKWISE[place:] + CLOCKWISE[:place]
    expected = twice[-each_side:] + twice[: each_side + 1]
    assert list(wheel.neighbours(CLOCKWISE[place], each_side)) == expected
