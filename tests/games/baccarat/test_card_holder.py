"""Who is offered the face-down cards at a Premium Baccarat table."""

from itertools import product

import pytest

from openfelt.core.money import Cents
from openfelt.games.baccarat.card_holder import offer_order


def wagers(**dollars: int) -> dict[int, Cents]:
    """What each seat has on the hand: `seat_4=3_000` is 3,000 dollars at seat 4."""
    return {
        int(seat.removeprefix("seat_")): Cents(100 * amount) for seat, amount in dollars.items()
    }


def test_pb_8_8_the_highest_wager_on_the_hand_receives_the_cards() -> None:
    assert offer_order(wagers(seat_1=2_000, seat_4=3_000))[0] == 4
    assert offer_order(wagers(seat_1=3_000, seat_4=2_000))[0] == 1


def test_pb_8_9_after_a_refusal_the_next_highest_wager_is_offered_the_cards() -> None:
    assert offer_order(wagers(seat_1=2_000, seat_4=3_000, seat_9=1_000)) == (4, 1, 9)


def test_pb_8_10_of_equal_highest_wagers_the_seat_nearest_the_dealers_right_comes_first() -> None:
    assert offer_order(wagers(seat_3=5_000, seat_8=5_000, seat_9=4_000))[0] == 8


def test_pb_8_11_equal_wagers_then_go_on_counter_clockwise() -> None:
    assert offer_order(wagers(seat_8=50, seat_1=50, seat_3=50, seat_5=60)) == (5, 8, 3, 1)


@pytest.mark.clause("PB 8.8", "PB 8.9", "PB 8.10", "PB 8.11")
@pytest.mark.parametrize("amounts", list(product((0, 1, 2), repeat=4)), ids=str)
def test_seats_are_offered_the_cards_in_turn_and_a_seat_without_a_wager_never(
    amounts: tuple[int, ...],
) -> None:
    seats = {seat: Cents(amount) for seat, amount in enumerate(amounts, start=1)}
    waiting = {seat: amount for seat, amount in seats.items() if amount != 0}
    turns = []
    while waiting:
        highest = max(waiting.values())
        # Counter clockwise from the dealer's right: the last seat first.
        turn = next(seat for seat in (4, 3, 2, 1) if waiting.get(seat) == highest)
        turns.append(turn)
        del waiting[turn]
    assert offer_order(seats) == tuple(turns)


def test_a_hand_nobody_backed_is_offered_to_nobody() -> None:
    assert offer_order({}) == ()
    assert offer_order(wagers(seat_1=0)) == ()
