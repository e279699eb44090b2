"""LTGame baccarat: the wagers, what they pay, and when credit may be taken.  Book LT."""

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
from openfelt.games.baccarat.coup import deal
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.policy import cash_out_is_open

BACCARAT = Table("LT")
EVEN_MONEY = Table("LT_EM")

in_both_variants = pytest.mark.parametrize("table", [BACCARAT, EVEN_MONEY], ids=["LT", "LT_EM"])


def place(cards: str) -> int:
    """Deal a coup and find its outcome."""
    return deal([Card(card) for card in cards.split()]).totals.place


@in_both_variants
def test_lt_5_1_only_the_five_wagers_can_be_made(table: Table) -> None:
    assert set(table.columns.bets) == {"player", "banker", "tie", "player_pair", "banker_pair"}
    with pytest.raises(KeyError):
        table.settle(outcome(7, 5), dragon=25_00)


@in_both_variants
def test_lt_5_1_1_a_wager_on_the_players_hand_is_settled_by_the_two_counts(table: Table) -> None:
    assert table.results("player", player_wins) == won(1)
    assert table.results("player", banker_wins) == LOST
    assert table.results("player", tied) == KEPT


@in_both_variants
def test_lt_5_1_1_1_player_wins_with_the_higher_count(table: Table) -> None:
    assert table.results("player", player_wins) == won(1)
    assert table.gain(outcome(7, 5), player=25_00) == 25_00


@in_both_variants
def test_lt_5_1_1_2_player_loses_with_the_lower_count(table: Table) -> None:
    assert table.results("player", banker_wins) == LOST
    assert table.settle(outcome(3, 5), player=25_00).credited == 0


@in_both_variants
def test_lt_5_1_1_3_player_neither_wins_nor_loses_on_equal_counts(table: Table) -> None:
    assert table.results("player", tied) == KEPT
    assert table.settle(outcome(6, 6), player=100_00).credited == 100_00


@in_both_variants
def test_lt_5_1_2_a_wager_on_the_bankers_hand_is_settled_by_the_two_counts(table: Table) -> None:
    assert {result for result, _ in table.results("banker", banker_wins)} == {"win"}
    assert table.results("banker", player_wins) == LOST
    assert table.results("banker", tied) == KEPT


@in_both_variants
def test_lt_5_1_2_1_banker_wins_with_the_higher_count(table: Table) -> None:
    assert {result for result, _ in table.results("banker", banker_wins)} == {"win"}
    assert table.gain(outcome(2, 8), banker=20_00) > 0


@in_both_variants
def test_lt_5_1_2_2_banker_loses_with_the_lower_count(table: Table) -> None:
    assert table.results("banker", player_wins) == LOST
    assert table.settle(outcome(9, 8), banker=25_00).credited == 0


@in_both_variants
def test_lt_5_1_2_3_banker_neither_wins_nor_loses_on_equal_counts(table: Table) -> None:
    assert table.results("banker", tied) == KEPT
    assert table.settle(outcome(0, 0), banker=40_00).credited == 40_00


@in_both_variants
def test_lt_5_1_3_tie_wins_on_equal_counts_and_loses_on_all_others(table: Table) -> None:
    assert table.results("tie", tied) == won(8)
    assert table.results("tie", not_tied) == LOST
    assert table.gain(outcome(6, 6), tie=50_00) == 400_00


@in_both_variants
def test_lt_5_1_4_a_pair_wager_looks_at_the_first_two_cards_of_its_own_hand(table: Table) -> None:
    paired = place("4H 2S 4S 9D")
    assert table.gain(paired, player_pair=20_00) == 220_00
    assert table.settle(paired, banker_pair=20_00).credited == 0
    drawn_to = place("4H 2S AS 3D 4S 2C")
    assert table.settle(drawn_to, player_pair=20_00, banker_pair=20_00).credited == 0


@pytest.mark.parametrize("rank", "A23456789T")
def test_lt_5_1_4_1_two_cards_of_one_number_pair_but_a_ten_and_a_king_do_not(rank: str) -> None:
    assert BACCARAT.gain(place(f"{rank}H 9S {rank}D KS 7H 7S"), player_pair=1_00) == 11_00
    assert BACCARAT.gain(place("TH 9S KH KS 7H 7S"), player_pair=1_00) == -1_00


@pytest.mark.parametrize(("first", "second"), list(product("JQK", repeat=2)))
def test_lt_5_1_4_2_two_pictures_pair_only_with_their_own_kind(first: str, second: str) -> None:
    gain = BACCARAT.gain(place(f"{first}S 9S {second}D KS"), player_pair=1_00)
    assert gain == (11_00 if first == second else -1_00)


def test_lt_8_4_baccarat_pays_the_four_odds_of_its_table() -> None:
    assert {name: str(odds) for name, odds in VARIANTS["LT"].pays.items()} == {
        "player": "1 to 1",
        "banker": "19 to 20",
        "banker_with_6": "19 to 20",
        "tie": "8 to 1",
        "pair": "11 to 1",
    }


def test_lt_8_4_1_player_pays_one_to_one() -> None:
    assert BACCARAT.results("player", player_wins) == won(1)
    settled = BACCARAT.settle(outcome(7, 5), player=100_00)
    assert (settled.win_meter, settled.credited) == (100_00, 200_00)


def test_lt_8_4_2_banker_pays_nineteen_to_twenty_whatever_it_wins_with() -> None:
    assert BACCARAT.results("banker", banker_wins) == won(19, 20)
    assert BACCARAT.gain(outcome(5, 7), banker=25_00) == 23_75
    assert BACCARAT.gain(outcome(5, 6), banker=100_00) == 95_00


def test_lt_8_4_3_tie_pays_eight_to_one() -> None:
    assert BACCARAT.results("tie", tied) == won(8)
    settled = BACCARAT.settle(outcome(6, 6), tie=50_00)
    assert (settled.win_meter, settled.credited) == (400_00, 450_00)


def test_lt_8_5_even_money_pays_the_odds_of_its_own_table() -> None:
    assert {name: str(odds) for name, odds in VARIANTS["LT_EM"].pays.items()} == {
        "player": "1 to 1",
        "banker": "1 to 1",
        "banker_with_6": "1 to 2",
        "tie": "8 to 1",
        "pair": "11 to 1",
    }


def test_lt_8_5_1_even_money_player_pays_one_to_one() -> None:
    assert EVEN_MONEY.results("player", player_wins) == won(1)
    assert EVEN_MONEY.gain(outcome(6, 5), player=60_00) == 60_00


def test_lt_8_5_2_even_money_banker_pays_one_to_one_but_half_when_it_wins_with_six() -> None:
    assert EVEN_MONEY.results("banker", banker_wins_without_6) == won(1)
    assert EVEN_MONEY.results("banker", banker_wins_with_6) == won(1, 2)
    assert EVEN_MONEY.gain(outcome(5, 6), banker=100_00) == 50_00
    assert EVEN_MONEY.gain(outcome(5, 7), banker=100_00) == 100_00


def test_lt_8_5_3_even_money_tie_pays_eight_to_one() -> None:
    assert EVEN_MONEY.results("tie", tied) == won(8)
    assert EVEN_MONEY.gain(outcome(4, 4), tie=10_00) == 80_00


@in_both_variants
def test_lt_8_6_a_pair_pays_eleven_to_one_whoever_wins_the_coup(table: Table) -> None:
    assert table.results("player_pair", lambda totals: totals.player_pair) == won(11)
    assert table.results("player_pair", lambda totals: not totals.player_pair) == LOST
    assert table.results("banker_pair", lambda totals: totals.banker_pair) == won(11)
    assert table.results("banker_pair", lambda totals: not totals.banker_pair) == LOST
    assert table.gain(place("9H KD KH KS"), banker_pair=20_00) == 220_00


@pytest.mark.clause("LT 8.2", "LT 8.7")
@pytest.mark.parametrize(
    ("staged", "confirmed", "undecided"), list(product([False, True], repeat=3))
)
def test_credit_may_be_taken_only_while_no_wager_of_any_kind_is_placed(
    staged: bool, confirmed: bool, undecided: bool
) -> None:
    for variant in ("LT", "LT_EM"):
        may_leave = cash_out_is_open(
            VARIANTS[variant].policy.cash_out,
            staged=staged,
            confirmed=confirmed,
            round_undecided=undecided,
        )
        assert may_leave is ((staged, confirmed, undecided) == (False, False, False))


@in_both_variants
def test_lt_order_effect_the_rules_are_in_force_from_the_day_of_the_order(table: Table) -> None:
    assert VARIANTS[table.variant].effective == "on publication, signed 2016-06-02"
    assert VARIANTS[table.variant].book == "LT"
