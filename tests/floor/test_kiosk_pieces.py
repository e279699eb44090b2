"""Which notes and coins make a sum up: as near as can be, whatever is there."""

from itertools import product
from random import Random

import pytest

from openfelt.floor.money.pieces import made_up, worth

AUSTRALIAN = (10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5)


def _nearest(amount: int, values: tuple[int, ...], there: tuple[int, ...]) -> int:
    """Try every combination there is."""
    ways = product(*(range(most + 1) for most in there))
    sums = (worth(values, way) for way in ways)
    return max(total for total in sums if total <= amount)


@pytest.mark.parametrize("seed", range(60))
def test_nothing_nearer_can_be_made_up_from_what_is_there(seed: int) -> None:
    chance = Random(seed)
    values = tuple(sorted(chance.sample(AUSTRALIAN, 4), key=lambda _: chance.random()))
    there = tuple(chance.randrange(6) for _ in values)
    amount = chance.randrange(1, 2 * worth(values, there) + 100)
    pieces = made_up(amount, values, there)
    assert all(0 <= out <= most for out, most in zip(pieces, there, strict=True))
    assert worth(values, pieces) == _nearest(amount, values, there)


def test_a_fifty_is_left_out_to_pay_sixty_in_twenties() -> None:
    assert made_up(6_000, (5_000, 2_000), (9, 9)) == (0, 3)
    assert made_up(11_000, (5_000, 2_000), (9, 9)) == (1, 3)


def test_few_pieces_are_given_where_many_would_do() -> None:
    assert made_up(8_385, AUSTRALIAN, (9,) * 11) == (0, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1)


def test_nothing_is_made_up_of_nothing() -> None:
    assert made_up(5_000, (5_000,), (0,)) == (0,)
    assert made_up(3, (5, 10), (7, 7)) == (0, 0)


def test_an_impossible_cent_is_no_long_search() -> None:
    full = (0, 0, 500, 500, 500, 500, 500, 500, 500, 500, 1)
    assert worth(AUSTRALIAN, made_up(98_789, AUSTRALIAN, full)) == 98_785
    assert worth(AUSTRALIAN, made_up(98_789, AUSTRALIAN, (*full[:-1], 0))) == 98_780
