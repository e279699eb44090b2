"""Premium Baccarat: the wagers and what the three variants pay.  Book PB."""

from itertools import product

import pytest
from baccarat_table import (
    KEPT,
    LOST,
    Table,
    banker_wins,
    banker_wins_with_6,
    banker_wins_without_6,
    not_tied,
    outcome,
    player_wins,
    tied,
    won,
)

from openfelt.core.cards import Card
from openfelt.core.money import Cents
from openfelt.games.baccarat.coup import deal
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.rulebook import NotPlayedSo

# Tables that pay with dollar chips, as in the examples of the register.
PREMIUM = Table("PB", chip=Cents(100))
EVEN_MONEY = Table("PB_EM", chip=Cents(100))
TIE_PREMIUM = Table("PB_TIE", tie_percent=5, chip=Cents(100))
VARIANT_IDS = ["PB", "PB_EM", "PB_TIE"]

in_all_variants = pytest.mark.parametrize(
    "table", [PREMIUM, EVEN_MONEY, TIE_PREMIUM], ids=VARIANT_IDS
)
without_a_bonus = pytest.mark.parametrize("table", [PREMIUM, EVEN_MONEY], ids=VARIANT_IDS[:2])


def place(cards: str) -> int:
    """Deal a coup and find its outcome."""
    return deal([Card(card) for card in cards.split()]).totals.place


@in_all_variants
def test_pb_5_1_only_the_five_wagers_can_be_made(table: Table) -> None:
    assert set(table.columns.bets) == {"player", "banker", "tie", "player_pair", "banker_pair"}
    with pytest.raises(KeyError):
        table.settle(outcome(7, 5), super6=100_00)


@without_a_bonus
def test_pb_5_1_1_a_wager_on_the_players_hand_is_settled_by_the_two_counts(table: Table) -> None:
    assert table.results("player", player_wins) == won(1)
    assert table.results("player", banker_wins) == LOST
    assert table.results("player", tied) == KEPT


@in_all_variants
def test_pb_5_1_1_1_player_wins_with_the_higher_count(table: Table) -> None:
    assert table.results("player", player_wins) == won(1)
    assert table.gain(outcome(8, 5), player=500_00) == 500_00


@in_all_variants
def test_pb_5_1_1_2_player_loses_with_the_lower_count(table: Table) -> None:
    assert table.results("player", banker_wins) == LOST
    assert table.settle(outcome(2, 5), player=500_00).credited == 0


@without_a_bonus
def test_pb_5_1_1_3_player_is_a_standoff_on_equal_counts(table: Table) -> None:
    assert table.results("player", tied) == KEPT
    assert table.settle(outcome(4, 4), player=500_00).credited == 500_00


@without_a_bonus
def test_pb_5_1_2_a_wager_on_the_bankers_hand_is_settled_by_the_two_counts(table: Table) -> None:
    assert {result for result, _ in table.results("banker", banker_wins)} == {"win"}
    assert table.results("banker", player_wins) == LOST
    assert table.results("banker", tied) == KEPT


@in_all_variants
def test_pb_5_1_2_1_banker_wins_with_the_higher_count(table: Table) -> None:
    assert {result for result, _ in table.results("banker", banker_wins)} == {"win"}
    assert table.gain(outcome(3, 9), banker=500_00) > 0


@in_all_variants
def test_pb_5_1_2_2_banker_loses_with_the_lower_count(table: Table) -> None:
    assert table.results("banker", player_wins) == LOST
    assert table.settle(outcome(9, 3), banker=500_00).credited == 0


@without_a_bonus
def test_pb_5_1_2_3_banker_is_a_standoff_on_equal_counts(table: Table) -> None:
    assert table.results("banker", tied) == KEPT
    assert table.settle(outcome(0, 0), banker=300_00).credited == 300_00


@in_all_variants
def test_pb_5_1_3_tie_wins_on_equal_counts_and_loses_on_all_others(table: Table) -> None:
    assert table.results("tie", tied) == won(8)
    assert table.results("tie", not_tied) == LOST
    assert table.gain(outcome(6, 6), tie=100_00) == 800_00


@in_all_variants
def test_pb_5_1_4_pairs_banker_wins_on_a_pair_of_bankers_first_two_cards(table: Table) -> None:
    assert table.gain(place("KS 5C 2H 5H 7D 6S"), banker_pair=50_00) == 550_00
    assert table.settle(place("KS 5C KH 6H 7D 5S"), banker_pair=50_00).credited == 0


@in_all_variants
def test_pb_5_1_5_pairs_player_wins_on_a_pair_of_players_first_two_cards(table: Table) -> None:
    assert table.gain(place("JS 9C JH KH"), player_pair=50_00) == 550_00
    assert table.settle(place("JS 9C QH KH"), player_pair=50_00).credited == 0


@in_all_variants
def test_pb_5_6_1_a_tie_wager_needs_no_other_beside_it(table: Table) -> None:
    assert table.settle(outcome(6, 6), tie=100_00).returned == (900_00,)


@in_all_variants
def test_pb_5_6_2_a_pairs_wager_needs_no_other_beside_it(table: Table) -> None:
    paired = outcome(1, 2, player_pair=True)
    assert table.settle(paired, player_pair=50_00).credited == 600_00
    assert table.settle(paired, banker_pair=50_00).credited == 0


@pytest.mark.parametrize("rank", "A23456789T")
def test_pb_12_3_1_two_cards_of_one_number_are_a_pair(rank: str) -> None:
    assert PREMIUM.gain(place(f"{rank}S 9C {rank}D KH"), player_pair=10_00) == 110_00
    assert PREMIUM.gain(place("TS 9C QS KH"), player_pair=10_00) == -10_00


@pytest.mark.parametrize(("first", "second"), list(product("JQK", repeat=2)))
def test_pb_12_3_2_two_pictures_are_a_pair_only_if_of_the_same_type(
    first: str, second: str
) -> None:
    gain = PREMIUM.gain(place(f"{first}S 9C {second}D KH"), player_pair=10_00)
    assert gain == (110_00 if first == second else -10_00)


def test_pb_13_1_2_player_pays_one_to_one() -> None:
    assert PREMIUM.results("player", player_wins) == won(1)
    assert PREMIUM.gain(outcome(7, 6), player=500_00) == 500_00


def test_pb_13_1_3_banker_pays_nineteen_to_twenty_whatever_it_wins_with() -> None:
    assert PREMIUM.results("banker", banker_wins) == won(19, 20)
    assert PREMIUM.gain(outcome(2, 6), banker=1_000_00) == 950_00


def test_pb_13_1_4_pairs_pay_eleven_to_one_and_lose_without_a_pair() -> None:
    _assert_pairs_pay_eleven_to_one(PREMIUM)
    assert PREMIUM.gain(outcome(1, 2, player_pair=True), player_pair=50_00) == 550_00


def test_pb_13_1_5_1_tie_pays_eight_to_one() -> None:
    assert PREMIUM.results("tie", tied) == won(8)
    assert PREMIUM.gain(outcome(3, 3), tie=100_00) == 800_00


def test_pb_10_1_even_money_premium_baccarat_is_settled_by_its_own_odds() -> None:
    assert {name: str(odds) for name, odds in VARIANTS["PB_EM"].pays.items()} == {
        "player": "1 to 1",
        "banker": "1 to 1",
        "banker_with_6": "1 to 2",
        "tie": "8 to 1",
        "pair": "11 to 1",
    }
    assert EVEN_MONEY.gain(outcome(4, 7), banker=100_00) == 100_00


def test_pb_13_2_2_even_money_player_pays_one_to_one() -> None:
    assert EVEN_MONEY.results("player", player_wins) == won(1)
    assert EVEN_MONEY.gain(outcome(6, 5), player=200_00) == 200_00


def test_pb_13_2_3_even_money_banker_pays_one_to_one_but_half_when_it_wins_with_six() -> None:
    assert EVEN_MONEY.results("banker", banker_wins_without_6) == won(1)
    assert EVEN_MONEY.results("banker", banker_wins_with_6) == won(1, 2)
    # 12.50 is paid up to the next dollar.
    assert EVEN_MONEY.gain(outcome(2, 6), banker=25_00) == 13_00


def test_pb_13_2_4_even_money_pairs_pay_eleven_to_one() -> None:
    _assert_pairs_pay_eleven_to_one(EVEN_MONEY)
    assert EVEN_MONEY.gain(outcome(1, 2, banker_pair=True), banker_pair=20_00) == 220_00


def test_pb_13_2_5_1_even_money_tie_pays_eight_to_one() -> None:
    assert EVEN_MONEY.results("tie", tied) == won(8)
    assert EVEN_MONEY.gain(outcome(1, 1), tie=50_00) == 400_00


def test_pb_11_1_tie_premium_baccarat_pays_as_premium_does_and_the_bonus_besides() -> None:
    at_three = Table("PB_TIE", tie_percent=3, chip=Cents(100))
    assert at_three.gain(outcome(5, 5), banker=1_000_00) == 30_00
    for bet in ("player", "banker", "tie", "player_pair", "banker_pair"):
        assert at_three.results(bet, not_tied) == PREMIUM.results(bet, not_tied)


def test_pb_13_3_2_tie_premium_player_pays_one_to_one() -> None:
    assert TIE_PREMIUM.results("player", player_wins) == won(1)
    assert TIE_PREMIUM.gain(outcome(6, 5), player=300_00) == 300_00


def test_pb_13_3_3_tie_premium_banker_pays_nineteen_to_twenty() -> None:
    assert TIE_PREMIUM.results("banker", banker_wins) == won(19, 20)
    assert TIE_PREMIUM.gain(outcome(5, 6), banker=200_00) == 190_00


def test_pb_13_3_4_tie_premium_pairs_pay_eleven_to_one() -> None:
    _assert_pairs_pay_eleven_to_one(TIE_PREMIUM)
    assert TIE_PREMIUM.gain(outcome(8, 2, banker_pair=True), banker_pair=10_00) == 110_00


def test_pb_13_3_5_1_tie_premium_tie_pays_eight_to_one() -> None:
    assert TIE_PREMIUM.results("tie", tied) == won(8)
    assert TIE_PREMIUM.gain(outcome(8, 8), tie=100_00) == 800_00


@pytest.mark.clause("PB 13.3.5.2", "PB def:Tie Premium Baccarat")
@pytest.mark.parametrize("percent", range(1, 11))
def test_on_a_tie_player_and_banker_keep_their_stake_and_win_the_signed_percentage(
    percent: int,
) -> None:
    table = Table("PB_TIE", tie_percent=percent)
    for points, bet in product(range(10), ("player", "banker")):
        settled = table.settle(outcome(points, points), **{bet: 200_00})
        assert settled.credited == 200_00 + 2_00 * percent
        assert settled.win_meter == 2_00 * percent
        assert settled.collected == 0


def test_pb_13_3_5_2_the_percentage_is_paid_up_to_the_next_chip() -> None:
    assert TIE_PREMIUM.settle(outcome(7, 7), player=130_00).credited == 130_00 + 7_00


@pytest.mark.clause("PB 13.3.5.2", "PB def:Tie Premium Baccarat")
@pytest.mark.parametrize("percent", [None, -1, 0, 11, 12])
def test_no_other_percentage_can_be_signed(percent: int | None) -> None:
    with pytest.raises(NotPlayedSo):
        Table("PB_TIE", tie_percent=percent).settle(outcome(7, 7), player=1_00)


def _assert_pairs_pay_eleven_to_one(table: Table) -> None:
    assert table.results("player_pair", lambda totals: totals.player_pair) == won(11)
    assert table.results("player_pair", lambda totals: not totals.player_pair) == LOST
    assert table.results("banker_pair", lambda totals: totals.banker_pair) == won(11)
    assert table.results("banker_pair", lambda totals: not totals.banker_pair) == LOST
