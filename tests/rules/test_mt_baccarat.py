"""Multi Terminal Baccarat: the wagers and what methods A and B pay.  Book MT, section 8."""

from itertools import product

import pytest
from baccarat_table import (
    KEPT,
    LOST,
    Table,
    always,
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
from openfelt.rulebooks.policy import Pairs, cash_out_is_open, pairs_are_allowed

METHOD_A = Table("MT_A")
METHOD_B = Table("MT_B")
BETS = ("player", "banker", "tie", "player_pair", "banker_pair")

by_both_methods = pytest.mark.parametrize("table", [METHOD_A, METHOD_B], ids=["A", "B"])


def place(cards: str) -> int:
    """Deal a coup and find its outcome."""
    return deal([Card(card) for card in cards.split()]).totals.place


@by_both_methods
def test_mt_8_4_a_only_the_five_wagers_can_be_made(table: Table) -> None:
    assert set(table.columns.bets) == set(BETS)
    with pytest.raises(KeyError):
        table.settle(outcome(7, 5), dragon=10_00)


@by_both_methods
def test_mt_8_4_a_i_player_is_settled_by_the_two_counts(table: Table) -> None:
    assert table.results("player", player_wins) == won(1)
    assert table.results("player", banker_wins) == LOST
    assert table.results("player", tied) == KEPT
    assert table.gain(outcome(7, 5), player=10_00) == 10_00


@by_both_methods
def test_mt_8_4_a_ii_banker_is_settled_by_the_two_counts(table: Table) -> None:
    assert {result for result, _ in table.results("banker", banker_wins)} == {"win"}
    assert table.results("banker", player_wins) == LOST
    assert table.results("banker", tied) == KEPT
    assert table.gain(outcome(5, 7), banker=10_00) > 0


@by_both_methods
@pytest.mark.clause("MT 8.4(a)(iii)", "MT def:Tie")
def test_tie_wins_when_both_hands_have_the_same_count_and_loses_otherwise(table: Table) -> None:
    assert table.results("tie", tied) == won(8)
    assert table.results("tie", not_tied) == LOST
    assert table.gain(outcome(4, 4), tie=10_00) == 80_00


@by_both_methods
def test_mt_8_4_a_vi_player_pair_wins_on_players_first_two_cards(table: Table) -> None:
    assert table.results("player_pair", lambda totals: totals.player_pair) == won(11)
    assert table.results("player_pair", lambda totals: not totals.player_pair) == LOST
    assert table.gain(place("5S 9C 5H KH"), player_pair=10_00) == 110_00


@by_both_methods
def test_mt_8_4_a_vii_banker_pair_wins_on_bankers_first_two_cards(table: Table) -> None:
    assert table.results("banker_pair", lambda totals: totals.banker_pair) == won(11)
    assert table.results("banker_pair", lambda totals: not totals.banker_pair) == LOST
    assert table.gain(place("9S AC KH AH"), banker_pair=10_00) == 110_00


@by_both_methods
@pytest.mark.clause("MT def:Pairs")
def test_a_pair_is_of_the_nominated_hand_and_of_one_rank(table: Table) -> None:
    assert table.gain(place("KS 9C KH TH"), player_pair=10_00) == 110_00
    assert table.gain(place("KS 9C KH TH"), banker_pair=10_00) == -10_00
    assert table.gain(place("KS 9C QH TH"), player_pair=10_00) == -10_00


ALL_LAYOUTS = [
    {bet for bet, placed in zip(BETS, chosen, strict=True) if placed}
    for chosen in product([False, True], repeat=5)
]


@pytest.mark.parametrize("variant", ["MT_A", "MT_B"])
def test_mt_8_4_b_pairs_may_only_be_placed_beside_player_banker_or_tie(variant: str) -> None:
    refused = [
        layout
        for layout in ALL_LAYOUTS
        if not pairs_are_allowed(VARIANTS[variant].policy.pairs, layout)
    ]
    assert refused == [{"banker_pair"}, {"player_pair"}, {"player_pair", "banker_pair"}]


@pytest.mark.clause("MT 8.4(b)")
@pytest.mark.parametrize("rule", [Pairs.NOT_OFFERED, Pairs.FREELY, Pairs.THREE_A_SPOT])
def test_other_books_ask_for_no_main_wager_beside_a_pair(rule: Pairs) -> None:
    assert all(pairs_are_allowed(rule, layout) for layout in ALL_LAYOUTS)


@by_both_methods
def test_mt_8_4_c_both_pairs_may_be_wagered_and_both_may_win(table: Table) -> None:
    both = outcome(4, 2, player_pair=True, banker_pair=True)
    settled = table.settle(both, player=5_00, player_pair=5_00, banker_pair=5_00)
    assert settled.win_meter == 5_00 + 55_00 + 55_00
    one = outcome(4, 2, player_pair=True)
    assert table.settle(one, player_pair=5_00, banker_pair=5_00).credited == 60_00


def test_mt_8_7_b_method_a_pays_the_odds_on_its_sign() -> None:
    assert {name: str(odds) for name, odds in VARIANTS["MT_A"].pays.items()} == {
        "player": "1 to 1",
        "banker": "1 to 1 less 5%",
        "banker_with_6": "1 to 1 less 5%",
        "tie": "8 to 1",
        "pair": "11 to 1",
    }


@pytest.mark.clause("MT def:Method (A) Baccarat(a)", "MT 8.7(b) Method A Banker")
def test_method_a_banker_pays_one_to_one_less_five_per_cent_commission() -> None:
    assert METHOD_A.results("banker", banker_wins) == won(19, 20)
    assert METHOD_A.gain(outcome(3, 7), banker=100_00) == 95_00
    assert METHOD_A.gain(outcome(5, 6), banker=5_00) == 4_75


@pytest.mark.clause("MT def:Method (A) Baccarat(b)", "MT 8.7(b) Method A Player")
def test_method_a_player_pays_one_to_one() -> None:
    assert METHOD_A.results("player", player_wins) == won(1)
    assert METHOD_A.gain(outcome(8, 6), player=100_00) == 100_00


@pytest.mark.clause("MT 8.7(b) Method A Tie")
def test_method_a_tie_pays_eight_to_one() -> None:
    assert METHOD_A.results("tie", tied) == won(8)
    assert METHOD_A.gain(outcome(6, 6), tie=10_00) == 80_00


@pytest.mark.clause("MT 8.7(b) Method A tie note")
def test_method_a_player_and_banker_are_void_on_a_tie() -> None:
    assert METHOD_A.results("player", tied) == METHOD_A.results("banker", tied) == KEPT
    assert METHOD_A.settle(outcome(6, 6), player=50_00, banker=20_00).credited == 70_00


@pytest.mark.clause("MT def:Method (B) Baccarat(a)", "MT 8.7(b) Method B Banker")
def test_method_b_banker_pays_one_to_one_but_less_fifty_per_cent_when_it_wins_with_six() -> None:
    assert METHOD_B.results("banker", banker_wins_without_6) == won(1)
    assert METHOD_B.results("banker", banker_wins_with_6) == won(1, 2)
    assert METHOD_B.gain(outcome(5, 6), banker=100_00) == 50_00
    assert METHOD_B.gain(outcome(5, 7), banker=100_00) == 100_00


@pytest.mark.clause("MT def:Method (B) Baccarat(b)", "MT 8.7(b) Method B Player")
def test_method_b_player_pays_one_to_one_with_six_as_well() -> None:
    assert METHOD_B.results("player", player_wins) == won(1)
    assert METHOD_B.gain(outcome(6, 5), player=100_00) == 100_00


@pytest.mark.clause("MT 8.7(b) Method B Tie")
def test_method_b_tie_pays_eight_to_one() -> None:
    assert METHOD_B.results("tie", tied) == won(8)
    assert METHOD_B.gain(outcome(6, 6), tie=10_00) == 80_00


@pytest.mark.clause("MT 8.7(b) Method B tie note")
def test_method_b_player_and_banker_are_void_on_a_tie() -> None:
    assert METHOD_B.results("player", tied) == METHOD_B.results("banker", tied) == KEPT
    assert METHOD_B.settle(outcome(3, 3), banker=50_00).credited == 50_00


@by_both_methods
@pytest.mark.clause("MT 8.7(b) Pairs")
def test_pairs_pay_eleven_to_one_for_two_tens_but_not_for_a_ten_and_a_king(table: Table) -> None:
    assert table.results("player_pair", always) == won(11) | LOST
    assert table.results("banker_pair", always) == won(11) | LOST
    assert table.gain(place("TS 9C TH KH"), player_pair=10_00) == 110_00
    assert table.gain(place("TS 9C KH QH"), player_pair=10_00) == -10_00


@pytest.mark.parametrize("variant", ["MT_A", "MT_B"])
@pytest.mark.parametrize(("confirmed", "undecided"), list(product([False, True], repeat=2)))
def test_mt_4_4_a_a_player_may_leave_unless_a_confirmed_wager_stands_on_the_round(
    variant: str, confirmed: bool, undecided: bool
) -> None:
    for staged in (False, True):
        may_leave = cash_out_is_open(
            VARIANTS[variant].policy.cash_out,
            staged=staged,
            confirmed=confirmed,
            round_undecided=undecided,
        )
        assert may_leave is ((confirmed, undecided) == (False, False))


@pytest.mark.clause("MT instrument 2")
@pytest.mark.parametrize("variant", ["MT_A", "MT_B"])
def test_the_rules_commence_the_day_after_the_instrument_was_notified(variant: str) -> None:
    assert VARIANTS[variant].effective == "the day after notification, made 2019-10-25"
    assert VARIANTS[variant].version == "NI2019-689"
