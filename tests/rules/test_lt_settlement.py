"""LTGame baccarat: settling a round on every open terminal.  Book LT."""

import pytest
from baccarat_table import Table, outcome, wagers

from openfelt.core.money import Cents
from openfelt.games.baccarat.coup import TOTALS
from openfelt.rulebooks.settlement import Statement, Wager, settle_round

TABLE = Table("LT")
PLAYER_WINS_WITH_A_PAIR = outcome(7, 5, player_pair=True)
LAYOUTS = {
    "PT 1": wagers({"player": 100_00, "player_pair": 20_00}),
    "PT 2": wagers({"banker": 40_00, "tie": 50_00}),
    "PT 3": wagers({"player": 30_00, "banker": 30_00, "tie": 5_00, "banker_pair": 10_00}),
    "PT 9": (),
}


@pytest.fixture
def statements() -> dict[str, Statement]:
    return settle_round(TABLE.columns, PLAYER_WINS_WITH_A_PAIR, LAYOUTS)


def test_lt_4_2_8_wagers_are_settled_by_where_the_chips_lay_at_the_close() -> None:
    on_screen = [Wager("tie", Cents(25_00))]
    on_screen[0] = Wager("banker", Cents(25_00))
    snapshot = tuple(on_screen)
    on_screen[0] = Wager("player", Cents(25_00))
    settled = settle_round(TABLE.columns, outcome(2, 8), {"PT 1": snapshot})["PT 1"]
    assert [one.wager for one in settled.wagers] == [Wager("banker", Cents(25_00))]
    assert settled.credited == 48_75


def test_lt_4_2_8_what_lay_on_the_layout_cannot_be_changed_afterwards() -> None:
    snapshot = LAYOUTS["PT 1"]
    with pytest.raises(AttributeError):
        snapshot[0].amount = Cents(200_00)  # type: ignore[misc]
    with pytest.raises(AttributeError):
        snapshot[0].bet = "tie"  # type: ignore[misc]
    assert isinstance(snapshot, tuple)


def test_lt_8_1_every_open_terminal_is_told_the_outcome_even_without_a_wager(
    statements: dict[str, Statement],
) -> None:
    assert list(statements) == ["PT 1", "PT 2", "PT 3", "PT 9"]
    assert {one.outcome for one in statements.values()} == {PLAYER_WINS_WITH_A_PAIR}
    assert statements["PT 9"].wagers == ()
    assert statements["PT 9"].credited == 0
    assert {terminal: one.credited for terminal, one in statements.items()} == {
        "PT 1": 440_00,
        "PT 2": 0,
        "PT 3": 60_00,
        "PT 9": 0,
    }


def test_lt_8_1_1_losing_wagers_are_collected_and_no_other(
    statements: dict[str, Statement],
) -> None:
    assert {terminal: one.collected for terminal, one in statements.items()} == {
        "PT 1": 0,
        "PT 2": 90_00,
        "PT 3": 45_00,
        "PT 9": 0,
    }
    tie_on_a_banker_win = TABLE.settle(outcome(5, 7), tie=50_00)
    assert (tie_on_a_banker_win.collected, tie_on_a_banker_win.credited) == (50_00, 0)


def test_lt_8_1_1_a_wager_that_neither_wins_nor_loses_is_not_collected() -> None:
    assert TABLE.settle(outcome(4, 4), player=70_00, banker=30_00).collected == 0


def test_lt_8_1_2_the_win_meter_shows_the_winnings_without_the_stakes(
    statements: dict[str, Statement],
) -> None:
    assert {terminal: one.win_meter for terminal, one in statements.items()} == {
        "PT 1": 320_00,
        "PT 2": 0,
        "PT 3": 30_00,
        "PT 9": 0,
    }


def test_lt_8_1_2_a_stake_that_goes_back_on_a_tie_is_not_shown_as_won() -> None:
    statement = TABLE.settle(outcome(4, 4), player=70_00, banker=30_00, tie=10_00)
    assert statement.win_meter == 80_00
    assert statement.credited == 190_00


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
    assert everything.credited == 10_00 + 10_00 + 90_00 + 120_00 + 120_00


@pytest.mark.clause("LT 8.1.1", "LT 8.1.2", "LT 8.1.3")
def test_every_cent_staked_is_collected_or_credited_on_every_outcome() -> None:
    stakes = {"player": 1_01, "banker": 2_03, "tie": 5_07, "player_pair": 11, "banker_pair": 13}
    for place in range(len(TOTALS)):
        statement = TABLE.settle(place, **stakes)
        credited = statement.credited - statement.win_meter
        assert credited + statement.collected == sum(stakes.values())
