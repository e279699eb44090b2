"""Fair draws: every byte the source can give is tried."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openfelt.core.draw import ByteSource, below, roll, shuffled, spin


class SourceRanDry(Exception):
    """The draw asked for more bytes than the test wrote."""


def source_of(given_bytes: Sequence[int]) -> ByteSource:
    ahead = list(given_bytes)

    def take(size: int) -> bytes:
        if size > len(ahead):
            raise SourceRanDry
        taken = bytes(ahead[:size])
        del ahead[:size]
        return taken

    return take


def counts_of_one_byte(bound: int) -> Counter[int | None]:
    """Count what each of the 256 first bytes gives; None where it is thrown away."""
    counts: Counter[int | None] = Counter()
    for byte in range(256):
        try:
            counts[below(bound, source_of([byte]))] += 1
        except SourceRanDry:
            counts[None] += 1
    return counts


@pytest.mark.parametrize(
    ("bound", "each", "thrown_away"),
    [
        *((2, 128, 0), (3, 64, 64), (6, 32, 64), (16, 16, 0), (37, 4, 108)),
        *((52, 4, 48), (129, 1, 127), (255, 1, 1), (256, 1, 0)),
    ],
)
def test_every_number_comes_from_equally_many_bytes(
    bound: int, each: int, thrown_away: int
) -> None:
    counts = counts_of_one_byte(bound)
    assert counts.pop(None, 0) == thrown_away
    assert counts == dict.fromkeys(range(bound), each)


def test_a_bound_above_a_byte_takes_two_and_is_as_fair() -> None:
    counts: Counter[int] = Counter()
    for pair in product(range(256), repeat=2):
        try:
            counts[below(257, source_of(pair))] += 1
        except SourceRanDry:
            continue
    assert counts == dict.fromkeys(range(257), 128)


def test_a_draw_among_one_needs_no_chance() -> None:
    assert below(1, source_of([])) == 0


@pytest.mark.parametrize("bound", [0, -1])
def test_a_draw_among_none_is_a_bug(bound: int) -> None:
    with pytest.raises(AssertionError):
        below(bound, source_of([1]))


@pytest.mark.parametrize(
    ("bound", "given_bytes", "drawn"),
    [
        pytest.param(6, [0b110_00000, 0b111_11111, 0b101_00000], 5, id="two of three are skipped"),
        pytest.param(6, [0b000_11111, 0b111_00000], 0, id="the first that fits counts"),
        pytest.param(37, [255, 37 << 2, 36 << 2], 36, id="37 itself does not fit"),
        pytest.param(257, [255, 255, 128, 128, 128, 0], 256, id="two bytes at a time"),
    ],
)
def test_a_number_out_of_range_is_thrown_away_and_drawn_again(
    bound: int, given_bytes: list[int], drawn: int
) -> None:
    assert below(bound, source_of(given_bytes)) == drawn


@pytest.mark.clause("LT 3.8", "PB 4.1", "MT 8.3(e)")
def test_every_order_of_three_cards_is_equally_likely() -> None:
    orders: Counter[tuple[str, ...]] = Counter()
    for pair in product(range(256), repeat=2):
        try:
            orders[tuple(shuffled("ABC", source_of(pair)))] += 1
        except SourceRanDry:
            continue
    # 192 first bytes fit three places, and all 256 second bytes fit two.
    assert orders == dict.fromkeys(permutations("ABC"), 192 * 256 // 6)


@pytest.mark.clause("LT 3.8", "PB 4.1", "MT 8.3(e)")
@settings(deadline=None)
@given(st.lists(st.integers(), max_size=60), st.randoms(use_true_random=False))
def test_a_shuffle_keeps_every_card_and_leaves_the_old_stack_alone(
    items: list[int], chance: Random
) -> None:
    before = list(items)
    assert sorted(shuffled(items, chance.randbytes)) == sorted(before)
    assert items == before


@pytest.mark.parametrize("items", ["", "A"])
def test_a_stack_of_none_or_one_needs_no_chance(items: str) -> None:
    assert shuffled(items, source_of([])) == list(items)


def test_dice_are_thrown_one_by_one_and_show_1_to_6() -> None:
    rolls = Counter(
        roll(2, source_of([first << 5, second << 5])) for first in range(6) for second in range(6)
    )
    assert rolls == dict.fromkeys(product(range(1, 7), repeat=2), 1)


def test_a_spin_gives_each_number_of_the_wheel() -> None:
    assert [spin(source_of([number << 2])) for number in range(37)] == list(range(37))
