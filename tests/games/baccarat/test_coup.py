"""One coup: what cards count, who gets the next card, and when the coup is complete."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openfelt.core.cards import DECK, Card, TooManyCopies, check_copies, decks
from openfelt.core.draw import shuffled
from openfelt.games.baccarat import GAME
from openfelt.games.baccarat.coup import (
    POINTS,
    TOTALS,
    Coup,
    Hand,
    ShoeTooShort,
    Totals,
    count,
    deal,
    is_natural,
    is_pair,
    next_hand,
)

ACE = pytest.mark.clause("LT 2.3.5.3", "PB 3.2.3", "MT 8.3(b)(iii)")
NUMBER = pytest.mark.clause("LT 2.3.5.1", "PB 3.2.1", "MT 8.3(b)(i)")
PICTURE = pytest.mark.clause("LT 2.3.5.2", "PB 3.2.2", "MT 8.3(b)(ii)")
VALUES = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
# One rank for each count, from 0 to 9.
RANK_OF = "KA23456789"


def hand(text: str) -> tuple[Card, ...]:
    return tuple(Card(card) for card in text.split())


def two_cards(points: int) -> tuple[Card, Card]:
    return Card("JD"), Card(f"{RANK_OF[points]}S")


@pytest.mark.clause("LT 2.3.4", "PB 3.1", "MT 8.3(a)")
@pytest.mark.parametrize("number", [1, 3, 4, 6, 8])
def test_every_deck_has_the_same_52_cards_and_no_joker(number: int) -> None:
    cards = Counter(decks(number))
    assert cards == {a + b: number for a, b in product("23456789TJQKA", "CDHS")}
    assert cards.total() == 52 * number


@pytest.mark.clause("LT 2.3.4", "PB 3.1", "MT 8.3(a)")
@pytest.mark.parametrize("number", [3, 4, 6, 8])
def test_one_copy_more_than_there_are_decks_is_a_foreign_card(number: int) -> None:
    queens = [Card("QH")] * number
    check_copies(queens, number)
    with pytest.raises(TooManyCopies):
        check_copies([*queens, Card("QH")], number)


@pytest.mark.clause("LT 3.8", "PB 4.1", "MT 8.3(e)")
def test_a_shuffle_can_give_every_order_and_each_by_as_many_draws() -> None:
    # Two bits choose one of four, two bits one of three, one bit one of two.
    draws = product((0x00, 0x40, 0x80, 0xC0), (0x00, 0x40, 0x80), (0x00, 0x80))
    orders = Counter(_shuffled_by("ABCD", bytes(draw)) for draw in draws)
    assert len(orders) == 24
    assert set(orders.values()) == {1}


def _shuffled_by(items: str, script: bytes) -> str:
    left = list(script)

    def source(size: int) -> bytes:
        assert size == 1
        return bytes([left.pop(0)])

    order = "".join(shuffled(items, source))
    assert left == []
    return order


@pytest.mark.clause("LT 3.8", "PB 4.1", "MT 8.3(e)")
def test_a_shuffle_loses_no_card_and_leaves_the_old_stack_alone() -> None:
    stack = decks(8)
    assert Counter(shuffled(stack, lambda size: bytes(size))) == Counter(stack)
    assert shuffled(stack, lambda size: bytes(size)) != list(stack)
    assert stack == DECK * 8


@pytest.mark.parametrize("suit", "SHDC")
@pytest.mark.parametrize(
    "rank",
    [
        pytest.param("A", marks=ACE),
        *(pytest.param(rank, marks=NUMBER) for rank in "23456789"),
        *(pytest.param(rank, marks=PICTURE) for rank in "TJQK"),
    ],
)
def test_a_card_counts_what_its_rank_says_in_every_suit(rank: str, suit: str) -> None:
    assert count([Card(rank + suit)]) == VALUES[rank]
    assert POINTS[rank] == VALUES[rank]


@ACE
@NUMBER
@PICTURE
def test_no_other_rank_has_a_value() -> None:
    assert POINTS == VALUES


ALL_HANDS = [ranks for size in (2, 3) for ranks in product(VALUES, repeat=size)]


@pytest.mark.clause("LT 2.3.6.1", "PB 3.3.1", "MT 8.3(c)")
def test_a_total_below_ten_is_the_point_count() -> None:
    for ranks in ALL_HANDS:
        total = sum(VALUES[rank] for rank in ranks)
        if total < 10:
            assert count([Card(f"{rank}S") for rank in ranks]) == total


@pytest.mark.clause("LT 2.3.6.2", "PB 3.3.2", "MT 8.3(c)")
def test_of_a_total_of_ten_or_more_the_right_digit_is_the_point_count() -> None:
    for ranks in ALL_HANDS:
        total = str(sum(VALUES[rank] for rank in ranks))
        if len(total) == 2:
            assert count([Card(f"{rank}S") for rank in ranks]) == int(total[1])


@pytest.mark.clause("LT def:natural", "PB def:natural", "MT def:Natural")
def test_eight_and_nine_are_naturals_and_nothing_less() -> None:
    assert [points for points in range(10) if is_natural(points)] == [8, 9]


@pytest.mark.clause("LT def:natural", "PB def:natural", "MT def:Natural")
@pytest.mark.parametrize(
    ("cards", "natural"),
    [
        ("4S 2S 4H 3S", True),
        ("2S 9S 3S KS", True),
        ("9S 9H KS KH", True),
        ("6S 2S KS 5S", False),
        ("KS KH KD KC 9S 8S", False),
    ],
)
def test_a_natural_is_made_by_the_first_two_cards_of_either_hand(cards: str, natural: bool) -> None:
    assert deal(hand(cards)).natural is natural


@pytest.mark.clause("LT 5.1.4.1", "LT 5.1.4.2", "PB 12.3.1", "PB 12.3.2", "MT 8.7(b) Pairs")
@pytest.mark.parametrize("rank", "A23456789TJQK")
def test_a_rank_pairs_with_itself_in_any_suits_and_with_no_other_rank(rank: str) -> None:
    mates = {Card(rank + suit) for suit in "SHDC"}
    for suit in "SHDC":
        assert {card for card in DECK if is_pair(Card(rank + suit), card)} == mates


@pytest.mark.clause("LT 7.6.2", "PB 7.2")
def test_two_hands_are_dealt_named_player_and_banker() -> None:
    assert [one.value for one in Hand] == ["player", "banker"]
    assert next_hand((), ()) is Hand.PLAYER
    assert deal(hand("9S 2S KS 3S")) == Coup(player=hand("9S KS"), banker=hand("2S 3S"))


@pytest.mark.clause("LT 7.6.3", "PB 7.3", "MT 8.5(b)(i)", "MT 8.5(b)(ii)")
def test_first_and_third_card_are_players_second_and_fourth_are_bankers() -> None:
    cards = hand("9S 5S KS 7S")
    due = [
        next_hand(cards[:1] * player, cards[1:2] * banker)
        for player, banker in [(0, 0), (1, 0), (1, 1), (2, 1)]
    ]
    assert due == [Hand.PLAYER, Hand.BANKER, Hand.PLAYER, Hand.BANKER]
    assert deal(cards) == Coup(player=hand("9S KS"), banker=hand("5S 7S"))


@pytest.mark.clause("LT 7.6.4", "PB 9.2", "MT 8.6(b)")
@pytest.mark.parametrize("player", range(10))
@pytest.mark.parametrize("banker", range(10))
def test_a_natural_of_either_hand_ends_the_deal_and_nothing_less_does(
    player: int, banker: int
) -> None:
    due: Hand | None = Hand.PLAYER
    if player in {6, 7}:
        due = None if banker in {6, 7} else Hand.BANKER
    if {player, banker} & {8, 9}:
        due = None
    assert next_hand(two_cards(player), two_cards(banker)) is due


def banker_takes_a_card(banker: int, third: int | None) -> bool:
    """The drawing rules in words, as players know them."""
    if third is None:
        return banker <= 5
    return (
        banker <= 2
        or (banker == 3 and third != 8)
        or (banker == 4 and 2 <= third <= 7)
        or (banker == 5 and 4 <= third <= 7)
        or (banker == 6 and 6 <= third <= 7)
    )


@pytest.mark.clause("LT 7.6.8", "PB 9.6")
@pytest.mark.parametrize("player", range(8))
@pytest.mark.parametrize("banker", range(8))
def test_no_hand_ever_takes_a_second_additional_card(player: int, banker: int) -> None:
    for third, fourth in product(RANK_OF, repeat=2):
        drawn = Card(f"{third}H") if player <= 5 else None
        players = (*two_cards(player), drawn) if drawn else two_cards(player)
        points = VALUES[third] if drawn else None
        due = Hand.BANKER if banker_takes_a_card(banker, points) else None
        assert next_hand(players, two_cards(banker)) is due
        assert next_hand(players, (*two_cards(banker), Card(f"{fourth}C"))) is None


@pytest.mark.clause("LT 7.6.8", "PB 9.6")
@settings(deadline=None)
@given(st.lists(st.sampled_from(DECK), min_size=6, max_size=12))
def test_a_coup_takes_four_to_six_cards_and_no_hand_more_than_three(cards: list[Card]) -> None:
    coup = deal(cards)
    assert len(coup.player) in {2, 3}
    assert len(coup.banker) in {2, 3}
    assert coup.cards_used == len(coup.player) + len(coup.banker)
    assert 4 <= coup.cards_used <= 6
    # What is left in the shoe does not matter, and neither hand takes another card.
    assert deal(cards[: coup.cards_used]) == coup
    assert next_hand(coup.player, coup.banker) is None


@pytest.mark.clause("LT 11.6.6", "PB 14.6", "MT 8.8(g)")
@settings(deadline=None)
@given(st.lists(st.sampled_from(DECK), min_size=6, max_size=6))
def test_a_coup_without_all_its_cards_has_no_result(cards: list[Card]) -> None:
    for missing in range(1, deal(cards).cards_used + 1):
        short = cards[: deal(cards).cards_used - missing]
        with pytest.raises(ShoeTooShort, match=f"^{len(short)} cards"):
            deal(short)


@pytest.mark.clause("LT 11.6.6", "PB 14.6", "MT 8.8(g)")
@pytest.mark.parametrize("cards", ["KS KH KD KC 5S", "6S 5S KS KH", "KS 7S KH KD", "9S 9H KS"])
def test_a_shoe_that_is_empty_while_a_card_is_due_voids_the_coup(cards: str) -> None:
    with pytest.raises(ShoeTooShort):
        deal(hand(cards))


def test_what_the_bets_look_at_is_found_at_its_place() -> None:
    assert GAME.outcomes == TOTALS
    assert len(set(TOTALS)) == 400
    assert [totals.place for totals in TOTALS] == list(range(400))


def test_totals_are_of_all_cards_and_pairs_of_the_first_two() -> None:
    coup = deal(hand("KS 2S KH 3S 5D 9S"))
    assert coup == Coup(player=hand("KS KH 5D"), banker=hand("2S 3S 9S"))
    assert coup.totals == Totals(5, 4, player_pair=True, banker_pair=False)
    assert deal(hand("4S 2S 5H 2H 7D 7H")).totals == Totals(9, 4, False, True)
