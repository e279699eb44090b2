"""Where a shoe ends: every place the cutting card can come out, in each book."""

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import pytest

from openfelt.core.cards import Card, decks
from openfelt.games.baccarat.coup import Coup
from openfelt.games.baccarat.shoe_life import (
    Burn,
    DealtCoup,
    LastCoup,
    ShoeLife,
    ShoeRules,
    coup_completed,
    cutting_card_appeared,
    deal_shoe,
)
from openfelt.rulebooks import VARIANTS

LT_END = pytest.mark.clause("LT 3.12", "LT 3.13")
PB_END = pytest.mark.clause("PB 4.9", "PB 4.10")
MT_END = pytest.mark.clause("MT 8.3(h)")
BOOKS = [
    pytest.param("LT", marks=LT_END),
    pytest.param("PB", marks=PB_END),
    pytest.param("MT_A", marks=MT_END),
]
IN_ITS_COURSE = [
    pytest.param("LT", marks=pytest.mark.clause("LT 3.12")),
    pytest.param("PB", marks=pytest.mark.clause("PB 4.9")),
]
AS_FIRST_CARD = [
    pytest.param("LT", marks=pytest.mark.clause("LT 3.13")),
    pytest.param("PB", marks=pytest.mark.clause("PB 4.10")),
]
TIED_OR_NOT = pytest.mark.parametrize("tied", [False, True], ids=["decided", "tied"])

# Coups by number of cards and whether they tie; where there are two, each hand draws in one.
STACKED = {
    (4, False): ["9S 2S KS 3S", "6S 7S KS KH"],
    (4, True): ["8S 8H KS KH", "7S 7H KS KH"],
    (5, False): ["KS 7S KH KD 5S", "6S 5S KS KH 9S"],
    (5, True): ["KS 7S KH KD 7H", "6S 5S KS KH AS"],
    (6, False): ["KS KH KD KC 5S 4S"],
    (6, True): ["KS KH KD KC 5S 5H"],
}
COUPS = [
    pytest.param(text, tied, id=f"{text.replace(' ', '-')}-{'tied' if tied else 'decided'}")
    for (_, tied), texts in STACKED.items()
    for text in texts
]


def shoe(variant: str) -> ShoeRules:
    rules = VARIANTS[variant].shoe
    assert rules is not None
    return rules


def coups_from_the_cutting_card(
    variant: str, *, as_first_card: bool, tied: bool, next_tied: bool
) -> list[bool]:
    """Run the counter alone: for each coup still dealt, whether it was announced as the last."""
    life = cutting_card_appeared(shoe(variant), as_first_card=as_first_card)
    announced = []
    for result in (tied, next_tied, True, False):
        if life.ended:
            break
        announced.append(life.is_last_coup)
        life = coup_completed(life, tied=result)
    assert life.ended
    return announced


@pytest.mark.parametrize("next_tied", [False, True])
@TIED_OR_NOT
@pytest.mark.parametrize("variant", IN_ITS_COURSE)
def test_one_coup_follows_a_cutting_card_that_came_in_the_course_of_a_coup(
    variant: str, tied: bool, next_tied: bool
) -> None:
    announced = coups_from_the_cutting_card(
        variant, as_first_card=False, tied=tied, next_tied=next_tied
    )
    assert announced == [False, True]


@pytest.mark.parametrize("next_tied", [False, True])
@TIED_OR_NOT
@pytest.mark.parametrize("variant", AS_FIRST_CARD)
def test_the_coup_that_begins_with_the_cutting_card_is_the_last(
    variant: str, tied: bool, next_tied: bool
) -> None:
    announced = coups_from_the_cutting_card(
        variant, as_first_card=True, tied=tied, next_tied=next_tied
    )
    assert announced == [True]


@pytest.mark.parametrize("next_tied", [False, True])
@pytest.mark.parametrize("as_first_card", [False, True])
@TIED_OR_NOT
def test_mt_8_3_h_a_tie_earns_one_more_coup_and_a_second_tie_does_not(
    as_first_card: bool, tied: bool, next_tied: bool
) -> None:
    announced = coups_from_the_cutting_card(
        "MT_B", as_first_card=as_first_card, tied=tied, next_tied=next_tied
    )
    assert announced == ([True, True] if tied else [True])


@pytest.mark.parametrize(
    ("variant", "last_coup"),
    [
        pytest.param("LT", LastCoup.ONE_FURTHER, marks=LT_END),
        pytest.param("LT_EM", LastCoup.ONE_FURTHER, marks=LT_END),
        pytest.param("PB", LastCoup.ONE_FURTHER, marks=PB_END),
        pytest.param("PB_EM", LastCoup.ONE_FURTHER, marks=PB_END),
        pytest.param("PB_TIE", LastCoup.ONE_FURTHER, marks=PB_END),
        pytest.param("MT_A", LastCoup.ONE_FURTHER_AFTER_A_TIE, marks=MT_END),
        pytest.param("MT_B", LastCoup.ONE_FURTHER_AFTER_A_TIE, marks=MT_END),
    ],
)
def test_all_variants_of_a_book_end_their_shoes_alike(variant: str, last_coup: LastCoup) -> None:
    assert shoe(variant).last_coup is last_coup


@LT_END
@PB_END
@MT_END
@TIED_OR_NOT
def test_a_shoe_goes_on_until_the_cutting_card_appears(tied: bool) -> None:
    life = ShoeLife()
    assert not life.is_last_coup
    assert not life.ended
    assert coup_completed(life, tied=tied) == life


def cards(*texts: str) -> tuple[Card, ...]:
    return tuple(Card(text) for text in " ".join(texts).split())


def dealt(variant: str, stack: Sequence[Card], cutting_card_at: int, way: Burn) -> list[DealtCoup]:
    from_back = len(stack) - cutting_card_at
    return list(deal_shoe(stack, shoe(variant), cutting_card_from_back=from_back, burn=way))


BURNS = {"LT": Burn.ONE_UNSEEN, "PB": Burn.ONE_SHOWN, "MT_A": Burn.POINT_VALUE}


@pytest.mark.parametrize("next_tied", [False, True], ids=["then decided", "then tied"])
@pytest.mark.parametrize(("coup", "tied"), COUPS)
@pytest.mark.parametrize("variant", BOOKS)
def test_wherever_in_a_coup_the_cutting_card_comes_out_the_shoe_ends_as_the_book_says(
    variant: str, coup: str, tied: bool, next_tied: bool
) -> None:
    before = cards("KS", *STACKED[5, True], *STACKED[4, False])
    for size in (4, 5, 6):
        further = STACKED[size, next_tied][0]
        stack = (*before, *cards(coup, further), *cards("KS" + " 9S 2S KS 3S" * 104))[:416]
        for card in range(len(coup.split())):
            found = dealt(variant, stack, len(before) + card, BURNS[variant])
            if variant == "MT_A":
                last = [True, True] if tied else [True]
            else:
                last = [True] if card == 0 else [False, True]
            assert [one.announced_last for one in found] == [False] * 4 + last
            assert [one.number for one in found] == list(range(1, 5 + len(last)))
            assert found[4].first_card == len(before)
            if len(last) == 2:
                assert found[5].coup.cards_used == size


class Simulated(NamedTuple):
    """A coup as the simulation of these tests dealt it."""

    first_card: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    tied: bool


VALUE = {**{str(face): face for face in range(2, 10)}, "A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}


def points(hand: Sequence[Card]) -> int:
    return int(str(sum(VALUE[card[0]] for card in hand))[-1])


def simulate(stack: Sequence[Card], burned: int) -> Iterator[Simulated]:
    """Deal a shoe to its very end by the drawing rules in words."""
    place = burned
    while place + 6 <= len(stack):
        player, banker = [stack[place], stack[place + 2]], [stack[place + 1], stack[place + 3]]
        rest = iter(stack[place + 4 :])
        if max(points(player), points(banker)) < 8:
            had = points(banker)
            if points(player) < 6:
                player.append(next(rest))
                third = VALUE[player[2][0]]
                needed = {3: third != 8, 4: 1 < third < 8, 5: 3 < third < 8, 6: 5 < third < 8}
                if had < 3 or needed.get(had, False):
                    banker.append(next(rest))
            elif had < 6:
                banker.append(next(rest))
        tied = points(player) == points(banker)
        yield Simulated(place, tuple(player), tuple(banker), tied)
        place += len(player) + len(banker)


def coups_of_the_shoe(
    variant: str, coups: Sequence[Simulated], cutting_card_at: int
) -> list[Simulated]:
    """Say in the book's words how many of the coups are dealt."""
    begun = [coup for coup in coups if coup.first_card <= cutting_card_at]
    number = len(begun)
    if variant == "MT_A":
        # One more only if the coup with the cutting card tied.
        number += 1 if begun[-1].tied else 0
    elif begun[-1].first_card != cutting_card_at:
        # It came in the course of the coup, so another one follows.
        number += 1
    return list(coups[:number])


# PB 4.7.3 and 4.8, MT 8.3(g): cards burned besides the first.
BURNED_BESIDES = {
    Burn.ONE_UNSEEN: dict.fromkeys("A23456789TJQK", 0),
    Burn.ONE_SHOWN: dict.fromkeys("A23456789TJQK", 0),
    Burn.POINT_VALUE: VALUE,
    Burn.FACE_VALUE: {**VALUE, "T": 10, "J": 10, "Q": 10, "K": 10},
}
SHOES = [
    *(pytest.param("LT", 8, Burn.ONE_UNSEEN, 20, seed, marks=LT_END) for seed in range(1, 5)),
    *(pytest.param("MT_A", 8, Burn.POINT_VALUE, 12, seed, marks=MT_END) for seed in range(5, 9)),
    pytest.param("PB", 3, Burn.ONE_UNSEEN, 20, 9, marks=PB_END),
    pytest.param("PB", 4, Burn.ONE_SHOWN, 20, 10, marks=PB_END),
    pytest.param("PB", 6, Burn.FACE_VALUE, 20, 11, marks=PB_END),
    pytest.param("PB", 8, Burn.FACE_VALUE, 20, 12, marks=PB_END),
]


@pytest.mark.parametrize(("variant", "number", "way", "shallowest", "seed"), SHOES)
def test_a_shuffled_shoe_ends_where_the_book_says_for_every_place_of_the_cutting_card(
    variant: str, number: int, way: Burn, shallowest: int, seed: int
) -> None:
    stack = list(decks(number))
    random.Random(seed).shuffle(stack)
    burned = 1 + BURNED_BESIDES[way][stack[0][0]]
    coups = list(simulate(stack, burned))
    for cutting_card_at in range(burned, len(stack) - shallowest + 1):
        found = dealt(variant, stack, cutting_card_at, way)
        expected = coups_of_the_shoe(variant, coups, cutting_card_at)
        assert [(one.first_card, one.coup) for one in found] == [
            (coup.first_card, Coup(coup.player, coup.banker)) for coup in expected
        ]
        assert found[-1].announced_last


@pytest.mark.clause("LT 2.3.4", "MT 8.3(a)", "PB 3.1")
@pytest.mark.parametrize(("variant", "size"), list(product(BURNS, [52, 155, 415, 417])))
def test_a_shoe_with_a_card_too_few_or_too_many_is_not_dealt(variant: str, size: int) -> None:
    with pytest.raises(AssertionError):
        dealt(variant, cards("KS " * size), size - 20, BURNS[variant])


@pytest.mark.parametrize(("variant", "way"), [("LT", Burn.ONE_SHOWN), ("MT_A", Burn.ONE_UNSEEN)])
def test_a_shoe_is_not_dealt_after_a_burn_its_book_does_not_know(variant: str, way: Burn) -> None:
    with pytest.raises(AssertionError):
        dealt(variant, decks(8), 300, way)


@pytest.mark.parametrize("variant", ["LT", "PB", "MT_A"])
def test_a_cutting_card_among_the_burned_cards_makes_the_first_coup_the_last(variant: str) -> None:
    stack = cards("9S 2S KS 3S" + " 9S 2S KS 3S" * 103)
    rules = VARIANTS[variant].shoe
    assert rules is not None
    whole = {"cutting_card_from_back": len(stack), "burn": rules.burns[0]}
    assert [one.number for one in deal_shoe(stack, rules, **whole)] == [1]  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", ["LT", "PB", "MT_A"])
def test_a_cutting_card_too_near_the_back_deals_no_shoe(variant: str) -> None:
    rules = VARIANTS[variant].shoe
    assert rules is not None
    near = rules.cutting_card_from_back - 1
    with pytest.raises(AssertionError):
        next(deal_shoe(decks(8), rules, cutting_card_from_back=near, burn=rules.burns[0]))
