"""The auditor's drawing rules and places, against the ones the tables are dealt by."""

from __future__ import annotations

from itertools import product

import pytest

from openfelt.audit.outcome import Hands, NoOutcome, cards_place, dice_place, whose_card, winner
from openfelt.core import dice
from openfelt.core.cards import card
from openfelt.games.baccarat.coup import Coup, next_hand

# Two cards that count to the index together.
_TWO = (("T", "K"), *((str(face) if face > 1 else "A", "Q") for face in range(1, 10)))
_ONE = ("J", "A", *(str(face) for face in range(2, 10)))


def _dealt(player: int, banker: int, third: int, fourth: int) -> Hands:
    """Deal by the auditor's rules."""
    hands = Hands([rank + "S" for rank in _TWO[player]], [rank + "H" for rank in _TWO[banker]])
    more = iter((_ONE[third] + "D", _ONE[fourth] + "C"))
    while hand := whose_card(hands):
        (hands.player if hand == "player" else hands.banker).append(next(more))
    return hands


@pytest.mark.parametrize("player", range(10))
def test_cards_are_dealt_as_the_floor_deals_them(player: int) -> None:
    for banker, third, fourth in product(range(10), repeat=3):
        hands = _dealt(player, banker, third, fourth)
        as_cards = tuple(map(card, hands.player)), tuple(map(card, hands.banker))
        assert next_hand(*as_cards) is None
        for taken in range(len(hands.player) + len(hands.banker)):
            # Every step on the way is the same as well.
            ours = _first(hands, taken)
            theirs = next_hand(tuple(map(card, ours.player)), tuple(map(card, ours.banker)))
            assert theirs is not None
            assert whose_card(ours) == theirs.value
        totals = Coup(*as_cards).totals
        assert cards_place(str(hands), hands) == totals.place
        assert winner(hands) == _winner(totals.player, totals.banker)


def _first(hands: Hands, cards: int) -> Hands:
    """Return the hands as they were after so many cards."""
    dealt = Hands()
    for _ in range(cards):
        if len(dealt.banker) < 2:
            to_player = len(dealt.player) == len(dealt.banker)
        else:
            to_player = len(dealt.player) < len(hands.player)
        whose, source = (dealt.player, hands.player) if to_player else (dealt.banker, hands.banker)
        whose.append(source[len(whose)])
    return dealt


def _winner(player: int, banker: int) -> str:
    if player == banker:
        return "tie"
    return "player" if player > banker else "banker"


def test_pairs_are_of_one_rank_and_not_of_one_value() -> None:
    assert cards_place("4S 4H / TS KD", Hands(["4S", "4H"], ["TS", "KD"])) == (8 * 10 + 0) * 4 + 2
    assert cards_place("TS KD / 9S 9H", Hands(["TS", "KD"], ["9S", "9H"])) == (0 * 10 + 8) * 4 + 1


def test_dice_stand_where_the_floor_looks_them_up() -> None:
    for roll in dice.rolls(3):
        assert dice_place("-".join(map(str, roll))) == dice.index(roll)


@pytest.mark.parametrize(
    "text", ["", "1-2", "1-2-7", "1-2-3-4", "a-b-c", "1-2-", "12-3-4", "1 2 3"]
)
def test_what_is_no_throw_is_no_outcome(text: str) -> None:
    with pytest.raises(NoOutcome):
        dice_place(text)


def test_a_coup_must_be_complete() -> None:
    with pytest.raises(NoOutcome, match="player takes a card"):
        cards_place("2S 2H / TS KD", Hands(["2S", "2H"], ["TS", "KD"]))
