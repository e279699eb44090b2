"""Before the first coup: the cut, the cutting card and the burn, in each book."""

import pytest

from openfelt.core.cards import DECK, Card, decks
from openfelt.games.baccarat.shoe_life import (
    FACE_VALUES,
    Burn,
    ShoeRules,
    burn_count,
    cut,
    cut_is_lawful,
    cutting_card_is_lawful,
)
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.rulebook import NotPlayedSo

RANKS = "A23456789TJQK"


def shoe(variant: str) -> ShoeRules:
    rules = VARIANTS[variant].shoe
    assert rules is not None
    return rules


LT_DECKS = pytest.mark.clause("LT 2.3.4")
PB_DECKS = pytest.mark.clause("PB 3.1")
MT_DECKS = pytest.mark.clause("MT 8.3(a)")


@pytest.mark.parametrize(
    ("variant", "lawful"),
    [
        pytest.param("LT", {8}, marks=LT_DECKS),
        pytest.param("LT_EM", {8}, marks=LT_DECKS),
        pytest.param("PB", {3, 4, 6, 8}, marks=PB_DECKS),
        pytest.param("PB_EM", {3, 4, 6, 8}, marks=PB_DECKS),
        pytest.param("PB_TIE", {3, 4, 6, 8}, marks=PB_DECKS),
        pytest.param("MT_A", {8}, marks=MT_DECKS),
        pytest.param("MT_B", {8}, marks=MT_DECKS),
    ],
)
def test_a_table_opens_with_the_decks_of_its_book_only(variant: str, lawful: set[int]) -> None:
    opened = set()
    for number in (None, *range(13)):
        try:
            VARIANTS[variant].columns(number, 5)
        except NotPlayedSo:
            continue
        opened.add(number)
    assert opened == lawful


@pytest.mark.parametrize(
    ("variant", "number", "first", "last"),
    [
        pytest.param("LT", 8, 52, 364, marks=pytest.mark.clause("LT 3.10")),
        pytest.param("LT_EM", 8, 52, 364, marks=pytest.mark.clause("LT 3.10")),
        pytest.param("PB", 3, 52, 104, marks=pytest.mark.clause("PB 4.5")),
        pytest.param("PB", 4, 52, 156, marks=pytest.mark.clause("PB 4.5")),
        pytest.param("PB", 6, 52, 260, marks=pytest.mark.clause("PB 4.5")),
        pytest.param("PB", 8, 52, 364, marks=pytest.mark.clause("PB 4.5")),
        pytest.param("MT_A", 8, 52, 364, marks=pytest.mark.clause("MT 8.3(f)")),
        pytest.param("MT_B", 8, 52, 364, marks=pytest.mark.clause("MT 8.3(f)")),
    ],
)
def test_a_cut_must_be_one_deck_in_from_either_end(
    variant: str, number: int, first: int, last: int
) -> None:
    stack = 52 * number
    lawful = [place for place in range(stack + 1) if cut_is_lawful(shoe(variant), stack, place)]
    assert lawful == list(range(first, last + 1))


@pytest.mark.clause("LT 3.11", "PB 4.6", "MT 8.3(f)")
@pytest.mark.parametrize("place", [52, 53, 208, 364])
def test_the_cards_in_front_of_the_cut_go_to_the_back(place: int) -> None:
    stack = [Card(f"card {number}") for number in range(416)]
    after = cut(stack, place)
    assert after[0] == f"card {place}"
    assert after[415 - place] == "card 415"
    assert after[416 - place] == "card 0"
    assert after[415] == f"card {place - 1}"
    assert set(after) == set(stack)
    assert len(after) == 416


@pytest.mark.parametrize(
    ("variant", "shallowest"),
    [
        pytest.param("LT", 20, marks=pytest.mark.clause("LT 3.11")),
        pytest.param("LT_EM", 20, marks=pytest.mark.clause("LT 3.11")),
        pytest.param("PB", 20, marks=pytest.mark.clause("PB 4.6")),
        pytest.param("PB_TIE", 20, marks=pytest.mark.clause("PB 4.6")),
        pytest.param("MT_A", 12, marks=pytest.mark.clause("MT 8.3(f)")),
        pytest.param("MT_B", 12, marks=pytest.mark.clause("MT 8.3(f)")),
    ],
)
def test_the_cutting_card_stands_at_least_so_many_cards_from_the_back(
    variant: str, shallowest: int
) -> None:
    depths = [depth for depth in range(417) if cutting_card_is_lawful(shoe(variant), depth)]
    assert depths == list(range(shallowest, 417))


@pytest.mark.clause("LT 7.4")
@pytest.mark.parametrize("variant", ["LT", "LT_EM"])
def test_lt_burns_the_first_card_unseen_and_no_other_whatever_it_is(variant: str) -> None:
    assert shoe(variant).burns == (Burn.ONE_UNSEEN,)
    assert {burn_count(Burn.ONE_UNSEEN, card) for card in DECK} == {1}


@pytest.mark.clause("PB 4.7")
@pytest.mark.parametrize("variant", ["PB", "PB_EM", "PB_TIE"])
def test_pb_burns_in_one_of_three_ways_and_unseen_unless_another_is_approved(variant: str) -> None:
    assert shoe(variant).burns == (Burn.ONE_UNSEEN, Burn.ONE_SHOWN, Burn.FACE_VALUE)


@pytest.mark.parametrize(
    "way",
    [
        pytest.param(Burn.ONE_UNSEEN, id="unseen", marks=pytest.mark.clause("PB 4.7.1")),
        pytest.param(Burn.ONE_SHOWN, id="shown", marks=pytest.mark.clause("PB 4.7.2")),
    ],
)
def test_pb_one_burned_card_stays_one_whether_or_not_it_is_shown(way: Burn) -> None:
    assert {burn_count(way, card) for card in DECK} == {1}
    assert len(decks(8)[burn_count(way, DECK[0]) :]) == 415


# Cards burned in all under PB 4.7.3 and 4.8, and under MT 8.3(g), by the rank shown.
PB_BURNED = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 11, 11)
MT_BURNED = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 1, 1, 1)


@pytest.mark.clause("PB 4.7.3.1", "PB 4.7.3.2", "PB 4.8")
@pytest.mark.parametrize("suit", "SHDC")
@pytest.mark.parametrize(("rank", "burned"), list(zip(RANKS, PB_BURNED, strict=True)))
def test_pb_the_first_card_face_up_is_burned_with_as_many_more_as_its_face_value(
    rank: str, burned: int, suit: str
) -> None:
    assert burn_count(Burn.FACE_VALUE, Card(rank + suit)) == burned


def test_pb_4_8_an_ace_is_one_and_a_ten_or_picture_is_ten() -> None:
    expected = dict(zip(RANKS, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))
    assert expected == FACE_VALUES


@pytest.mark.clause("MT 8.3(g)")
@pytest.mark.parametrize("suit", "SHDC")
@pytest.mark.parametrize(("rank", "burned"), list(zip(RANKS, MT_BURNED, strict=True)))
def test_mt_the_exposed_first_card_is_burned_with_as_many_more_as_its_point_value(
    rank: str, burned: int, suit: str
) -> None:
    assert burn_count(Burn.POINT_VALUE, Card(rank + suit)) == burned


@pytest.mark.clause("MT 8.3(g)")
@pytest.mark.parametrize("variant", ["MT_A", "MT_B"])
def test_mt_has_no_other_way_to_burn(variant: str) -> None:
    assert shoe(variant).burns == (Burn.POINT_VALUE,)
