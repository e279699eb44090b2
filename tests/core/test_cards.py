"""Cards and decks."""

from collections import Counter

import pytest

from openfelt.core.cards import (
    DECK,
    Card,
    NotACard,
    TooManyCopies,
    card,
    check_copies,
    decks,
    rank,
)

EVERY_CARD = {
    f"{rank}{suit}"
    for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
    for suit in ("S", "H", "D", "C")
}


def test_a_deck_holds_each_of_52_cards_once() -> None:
    assert len(DECK) == 52
    assert set(DECK) == EVERY_CARD


@pytest.mark.clause("LT 2.3.4", "PB 3.1", "MT 8.3(a)")
@pytest.mark.parametrize("number", [1, 3, 4, 6, 8])
def test_so_many_decks_hold_so_many_of_each_card(number: int) -> None:
    assert Counter(decks(number)) == dict.fromkeys(EVERY_CARD, number)


@pytest.mark.clause("LT 2.3.4", "MT 8.3(a)")
def test_eight_decks_are_416_cards() -> None:
    assert len(decks(8)) == 416


@pytest.mark.parametrize("number", [0, -1])
def test_no_decks_at_all_are_a_bug(number: int) -> None:
    with pytest.raises(AssertionError):
        decks(number)


@pytest.mark.parametrize("text", sorted(EVERY_CARD))
def test_a_card_is_read_as_rank_and_suit(text: str) -> None:
    assert card(text) == text
    assert rank(card(text)) == text[0]


@pytest.mark.parametrize(
    "text", ["1X", "10S", "AS ", "as", "A", "S", "SA", "XX", "", 7, None, True, ["AS"]]
)
def test_what_names_no_card_is_refused_with_what_does(text: object) -> None:
    with pytest.raises(NotACard, match=r"is no card: rank A 2 .* K, then suit S H D C") as error:
        card(text)
    assert str(error.value).startswith(repr(text))


def test_as_many_copies_as_there_are_decks_can_be_dealt() -> None:
    check_copies([Card("AS")] * 3 + [Card("KH")], 3)


def test_one_copy_more_than_there_are_decks_is_refused() -> None:
    with pytest.raises(TooManyCopies, match="4 copies of AS, but 3 decks hold 3"):
        check_copies([Card("AS")] * 4, 3)
