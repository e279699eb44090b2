"""The exact counts of baccarat, against figures of the field and a slow enumeration.

The enumeration deals rank by rank in the order of the cards and has its own drawing rules,
written as players learn them.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from openfelt.games.baccarat.coup import TOTALS
from openfelt.maths.baccarat import Counts, count_coups, distribution

VALUE = {"A": 1, **{str(n): n for n in range(2, 10)}, "T": 0, "J": 0, "Q": 0, "K": 0}
ALL_COUPS = 4_998_398_275_503_360

Outcome = tuple[int, int, bool, bool]


def banker_takes_a_card(banker: int, third: int | None) -> bool:
    if third is None:
        return banker <= 5
    if banker <= 2:
        return True
    if banker == 3:
        return third != 8
    if banker == 4:
        return 2 <= third <= 7
    if banker == 5:
        return 4 <= third <= 7
    return banker == 6 and third in (6, 7)


def dealt(left: Counter[str]) -> Iterator[tuple[str, int]]:
    """Take one card of each rank in turn, with the number of ways, and put it back."""
    for rank in VALUE:
        ways = left[rank]
        if ways:
            left[rank] -= 1
            yield rank, ways
            left[rank] += 1


def openings(left: Counter[str]) -> Iterator[tuple[str, str, str, str, int]]:
    for p1, ways_1 in dealt(left):
        for b1, ways_2 in dealt(left):
            for p2, ways_3 in dealt(left):
                for b2, ways_4 in dealt(left):
                    yield p1, b1, p2, b2, ways_1 * ways_2 * ways_3 * ways_4


def endings(p: int, b: int, left: Counter[int], rest: int) -> Iterator[tuple[int, int, int]]:
    """Yield both final counts with the ways of cards five and six, dealt or not."""
    if p >= 8 or b >= 8:
        yield p, b, rest * (rest - 1)
        return
    if p >= 6:
        if not banker_takes_a_card(b, None):
            yield p, b, rest * (rest - 1)
            return
        for fifth in range(10):
            yield p, (b + fifth) % 10, left[fifth] * (rest - 1)
        return
    for third in range(10):
        if not banker_takes_a_card(b, third):
            yield (p + third) % 10, b, left[third] * (rest - 1)
            continue
        for sixth in range(10):
            ways = left[third] * (left[sixth] - 1 if sixth == third else left[sixth])
            yield (p + third) % 10, (b + sixth) % 10, ways


@cache
def slowly_counted(decks: int) -> Counter[Outcome]:
    counts: Counter[Outcome] = Counter()
    left = Counter(dict.fromkeys(VALUE, 4 * decks))
    for p1, b1, p2, b2, ways in openings(left):
        values: Counter[int] = Counter()
        for rank, copies in left.items():
            values[VALUE[rank]] += copies
        player, banker = (VALUE[p1] + VALUE[p2]) % 10, (VALUE[b1] + VALUE[b2]) % 10
        for p, b, more in endings(player, banker, values, 52 * decks - 4):
            counts[p, b, p1 == p2, b1 == b2] += ways * more
    return counts


def quickly_counted(decks: int) -> dict[Outcome, int]:
    pairs = zip(TOTALS, distribution(decks), strict=True)
    return {totals: ways for totals, ways in pairs if ways}


def probability(decks: int, wanted: list[bool]) -> Fraction:
    ways = sum(n for n, want in zip(distribution(decks), wanted, strict=True) if want)
    return Fraction(ways, sum(distribution(decks)))


@pytest.mark.clause("PB 9.4", "LT 7.6.6", "MT 8.6(d)")
def test_eight_decks_give_the_counts_the_field_agrees_on() -> None:
    assert count_coups(8) == Counts(
        banker=2_292_252_566_437_888,
        player=2_230_518_282_592_256,
        tie=475_627_426_473_216,
    )


@pytest.mark.parametrize("decks", [1, 8])
def test_every_outcome_has_as_many_ways_as_a_slow_enumeration_finds(decks: int) -> None:
    slow = {outcome: ways for outcome, ways in slowly_counted(decks).items() if ways}
    assert quickly_counted(decks) == slow


@pytest.mark.parametrize("decks", [1, 3, 4, 6, 8])
def test_all_ordered_deals_of_six_cards_are_counted(decks: int) -> None:
    cards, ways = 52 * decks, 1
    for taken in range(6):
        ways *= cards - taken
    assert sum(distribution(decks)) == ways


def test_eight_decks_deal_six_cards_in_so_many_ways() -> None:
    assert sum(distribution(8)) == ALL_COUPS


@pytest.mark.parametrize("decks", [1, 3, 4, 6, 8])
def test_a_hand_begins_with_a_pair_as_often_as_its_second_card_matches(decks: int) -> None:
    expected = Fraction(4 * decks - 1, 52 * decks - 1)
    assert probability(decks, [totals.player_pair for totals in TOTALS]) == expected
    assert probability(decks, [totals.banker_pair for totals in TOTALS]) == expected


def test_banker_wins_with_6_as_often_as_the_slow_enumeration_says() -> None:
    with_6 = [totals.banker == 6 > totals.player for totals in TOTALS]
    slow = sum(ways for (p, b, _, _), ways in slowly_counted(8).items() if b == 6 > p)
    exact = probability(8, with_6)
    assert exact == Fraction(slow, ALL_COUPS)
    assert round(exact, 6) == Fraction(53_864, 1_000_000)


def test_the_counts_are_the_distribution_added_up() -> None:
    counts = count_coups(6)
    assert counts.banker + counts.player + counts.tie == sum(distribution(6))
    assert counts.banker > counts.player > counts.tie
