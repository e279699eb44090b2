"""LTGame baccarat: settling a round at every terminal.  Book LT."""

import pytest
from baccarat_table import Settled, Table, outcome, settle, wagers

from openfelt.floor.rounds.settling import Paid
from openfelt.floor.state import Stake
from openfelt.games.baccarat.coup import TOTALS

TABLE = Table("LT")
PLAYER_WINS_WITH_A_PAIR = outcome(7, 5, player_pair=True)
LAID = (
    *wagers({"player": 100_00, "player_pair": 20_00}, "PT 1"),
    *wagers({"banker": 40_00, "tie": 50_00}, "PT 2"),
    *wagers({"player": 30_00, "banker": 30_00, "tie": 5_00, "banker_pair": 10_00}, "PT 3"),
)


@pytest.fixture
def settled() -> Settled:
    return settle(TABLE.rules, PLAYER_WINS_WITH_A_PAIR, LAID)


def test_lt_4_2_8_wagers_are_settled_by_where_the_chips_lay_at_the_close() -> None:
    on_screen = [Stake("PT 1", "tie", 25_00)]
    on_screen[0] = Stake("PT 1", "banker", 25_00)
    at_the_close = tuple(on_screen)
    on_screen[0] = Stake("PT 1", "player", 25_00)
    assert settle(TABLE.rules, outcome(2, 8), at_the_close).returned == (48_75,)


def test_lt_4_2_8_what_lay_on_the_layout_cannot_be_changed_afterwards() -> None:
    with pytest.raises(AttributeError):
        LAID[0].amount = 200_00  # type: ignore[misc]
    with pytest.raises(AttributeError):
        LAID[0].bet = "tie"  # type: ignore[misc]


def test_lt_8_1_every_wager_of_every_terminal_is_settled_in_the_order_laid(
    settled: Settled,
) -> None:
    assert settled.returned == (200_00, 240_00, 0, 0, 60_00, 0, 0, 0)
    assert settled.paid == {
        "PT 1": Paid("PT 1", 120_00, 440_00, 320_00),
        "PT 2": Paid("PT 2", 90_00, 0, 0),
        "PT 3": Paid("PT 3", 75_00, 60_00, 30_00),
    }


def test_lt_8_1_a_round_without_a_wager_pays_nobody() -> None:
    nobody = settle(TABLE.rules, PLAYER_WINS_WITH_A_PAIR, ())
    assert (nobody.returned, nobody.paid) == ((), {})
    assert nobody.ledger == {"table_bank:B1": 0}


def test_lt_8_1_1_losing_wagers_are_collected_and_no_other(settled: Settled) -> None:
    assert settled.ledger == {
        "stake:PT 1": 120_00,
        "terminal_credit:PT 1": -440_00,
        "stake:PT 2": 90_00,
        "terminal_credit:PT 2": 0,
        "stake:PT 3": 75_00,
        "terminal_credit:PT 3": -60_00,
        "table_bank:B1": 440_00 + 60_00 - 120_00 - 90_00 - 75_00,
    }
    assert settled.collected == 90_00 + 45_00
    tie_on_a_banker_win = TABLE.settle(outcome(5, 7), tie=50_00)
    assert tie_on_a_banker_win.ledger == {
        "stake:PT 1": 50_00,
        "terminal_credit:PT 1": 0,
        "table_bank:B1": -50_00,
    }


def test_lt_8_1_1_a_wager_that_neither_wins_nor_loses_is_not_collected() -> None:
    tied = TABLE.settle(outcome(4, 4), player=70_00, banker=30_00)
    assert tied.collected == 0
    assert tied.ledger["table_bank:B1"] == 0


def test_lt_8_1_2_the_win_meter_shows_the_winnings_without_the_stakes(settled: Settled) -> None:
    won = {terminal: one.won for terminal, one in settled.paid.items()}
    assert won == {"PT 1": 320_00, "PT 2": 0, "PT 3": 30_00}


def test_lt_8_1_2_a_stake_that_goes_back_on_a_tie_is_not_shown_as_won() -> None:
    tied = TABLE.settle(outcome(4, 4), player=70_00, banker=30_00, tie=10_00)
    assert tied.win_meter == 80_00
    assert tied.credited == 190_00


def test_lt_8_1_3_winnings_and_winning_stakes_are_credited_in_one_amount() -> None:
    balance = 400_00 + TABLE.settle(outcome(7, 5), player=100_00).credited
    assert balance == 600_00
    everything = TABLE.settle(
        outcome(6, 6, player_pair=True, banker_pair=True),
        player=10_00,
        banker=10_00,
        tie=10_00,
        player_pair=10_00,
        banker_pair=10_00,
    )
    credited = 10_00 + 10_00 + 90_00 + 120_00 + 120_00
    assert everything.paid == {"PT 1": Paid("PT 1", 50_00, credited, credited - 20_00 - 30_00)}
    assert everything.ledger["terminal_credit:PT 1"] == -credited


@pytest.mark.clause("LT 8.1.1", "LT 8.1.2", "LT 8.1.3")
def test_every_cent_staked_is_collected_or_credited_on_every_outcome() -> None:
    stakes = {"player": 1_01, "banker": 2_03, "tie": 5_07, "player_pair": 11, "banker_pair": 13}
    for place in range(len(TOTALS)):
        settled = TABLE.settle(place, **stakes)
        credited = settled.credited - settled.win_meter
        assert credited + settled.collected == sum(stakes.values())
