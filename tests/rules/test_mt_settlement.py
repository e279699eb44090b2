"""Multi Terminal Table Games: settling a round, commission first.  Book MT, rules 2.6 and 2.8."""

from fractions import Fraction
from itertools import product

import pytest
from baccarat_table import Settled, Table, outcome, settle, wagers

from openfelt.core.money import Cents, commission
from openfelt.core.odds import Odds
from openfelt.floor.rounds.settling import Paid
from openfelt.rulebooks import VARIANTS

METHOD_A = Table("MT_A")
METHOD_B = Table("MT_B")
ROULETTE = VARIANTS["MT_ROULETTE"].definition()
BANKER_WINS_WITH_6 = outcome(2, 6, banker_pair=True)
LAID = (
    *wagers({"banker": 25_00, "banker_pair": 10_00}, "PT 1"),
    *wagers({"player": 40_00, "tie": 5_00, "player_pair": 2_00}, "PT 2"),
    *(stake for n in range(4, 21) for stake in wagers({"banker": n * 1_00}, f"PT {n}")),
)


@pytest.fixture
def settled() -> Settled:
    return settle(METHOD_A.rules, BANKER_WINS_WITH_6, LAID)


def test_mt_2_6_a_wager_is_settled_on_the_bet_it_lay_on_and_on_no_other() -> None:
    for pocket, red in [(3, 20_00), (2, 0), (0, 0)]:
        assert settle(ROULETTE, pocket, wagers({"red": 10_00})).credited == red
    for bet in ("player", "banker", "tie", "player_pair", "banker_pair"):
        alone = METHOD_A.settle(BANKER_WINS_WITH_6, **{bet: 10_00})
        assert (alone.credited > 0) is (bet in {"banker", "banker_pair"})


def test_mt_2_6_the_position_shown_at_expiry_cannot_be_changed_afterwards() -> None:
    with pytest.raises(AttributeError):
        LAID[0].amount = 1_000_00  # type: ignore[misc]
    with pytest.raises(AttributeError):
        LAID[0].bet = "player"  # type: ignore[misc]


def test_mt_2_8_a_result_settles_all_wagers_of_a_terminal_at_once() -> None:
    tied = METHOD_A.settle(
        outcome(6, 6, player_pair=True),
        player=10_00,
        banker=20_00,
        tie=30_00,
        player_pair=40_00,
        banker_pair=50_00,
    )
    assert tied.returned == (10_00, 20_00, 270_00, 480_00, 0)
    assert tied.paid == {"PT 1": Paid("PT 1", 150_00, 780_00, 240_00 + 440_00)}


def test_mt_2_8_winnings_are_paid_in_whole_units_of_what_can_be_paid() -> None:
    rules, layout = METHOD_A.rules, wagers({"banker": 25_00})
    assert settle(rules, BANKER_WINS_WITH_6, layout).credited == 48_75
    assert settle(rules, BANKER_WINS_WITH_6, layout, unit=50).credited == 49_00


def test_mt_2_8_a_all_terminals_are_settled_together_and_with_the_same_outcome(
    settled: Settled,
) -> None:
    assert list(settled.paid) == [f"PT {number}" for number in (1, 2, *range(4, 21))]
    for number in range(4, 21):
        won = number * 95
        assert settled.paid[f"PT {number}"] == Paid(
            f"PT {number}", number * 1_00, number * 1_95, won
        )


def test_mt_2_8_a_i_losing_wagers_are_cleared_and_add_nothing_to_the_account(
    settled: Settled,
) -> None:
    assert settled.ledger["stake:PT 2"] == 47_00
    assert settled.ledger["terminal_credit:PT 2"] == 0
    assert settled.collected == 47_00
    mixed = METHOD_A.settle(BANKER_WINS_WITH_6, banker=1_00, player=2_00, tie=4_00)
    assert mixed.collected == 6_00
    assert mixed.ledger["stake:PT 1"] == 7_00


def test_mt_2_8_a_i_a_wager_void_on_a_tie_is_not_cleared_as_lost() -> None:
    assert METHOD_A.settle(outcome(5, 5), player=2_00, banker=1_00).collected == 0


def test_mt_2_8_a_ii_winnings_and_stakes_are_one_adjustment_of_the_account(
    settled: Settled,
) -> None:
    assert settled.paid["PT 1"].credited == 48_75 + 120_00
    assert settled.ledger["terminal_credit:PT 1"] == -(48_75 + 120_00)
    assert settle(ROULETTE, 3, wagers({"red": 10_00})).credited == 20_00


def commission_on(table: Table, place: int, bet: str, stake: int) -> int:
    """What a verdict says was taken off the winnings, its fraction of a cent dropped."""
    return commission(Cents(stake), table.columns.verdicts[bet][place].commission)


def test_mt_2_8_b_commission_is_deducted_before_the_account_is_adjusted() -> None:
    settled = METHOD_A.settle(outcome(2, 7), banker=25_00)
    assert commission_on(METHOD_A, outcome(2, 7), "banker", 25_00) == 1_25
    assert settled.win_meter == 25_00 - 1_25
    assert settled.credited == 48_75


@pytest.mark.parametrize(
    ("table", "percent"), [(METHOD_A, 5), (METHOD_B, 50)], ids=["A 5 %", "B 50 % with 6"]
)
def test_mt_2_8_b_gross_less_commission_is_the_net_win_for_every_stake(
    table: Table, percent: int
) -> None:
    for stake in range(1, 2001):
        taken = commission_on(table, BANKER_WINS_WITH_6, "banker", stake)
        assert stake - taken == table.gain(BANKER_WINS_WITH_6, banker=stake)
        # The largest whole number of cents that is not more than the percentage.
        assert taken * 100 <= stake * percent < (taken + 1) * 100


@pytest.mark.clause("MT 2.8(b)")
def test_no_commission_is_taken_where_none_is_payable() -> None:
    charged = {
        (table.variant, player, banker, bet)
        for table in (METHOD_A, METHOD_B)
        for player, banker in product(range(10), repeat=2)
        for bet in table.columns.bets
        if commission_on(
            table, outcome(player, banker, player_pair=True, banker_pair=True), bet, 100_00
        )
    }
    assert charged == {
        *(("MT_A", player, banker, "banker") for banker in range(10) for player in range(banker)),
        *(("MT_B", player, 6, "banker") for player in range(6)),
    }


@pytest.mark.clause("MT 2.8(b)")
@pytest.mark.parametrize(("win", "stake"), [(1, 1), (1, 2), (3, 2), (8, 1), (19, 20)])
@pytest.mark.parametrize("percent", [0, 1, 5, 50, 99])
def test_odds_less_a_commission_give_the_winnings_without_it(
    win: int, stake: int, percent: int
) -> None:
    gross = Fraction(win, stake)
    assert Odds(win, stake, percent).net == gross - gross * percent / 100
