"""The five bets on all 400 outcomes, at odds that no two events share."""

from fractions import Fraction

import pytest

from openfelt.core.odds import Odds
from openfelt.core.verdict import Result, Verdict
from openfelt.games.baccarat import GAME
from openfelt.games.baccarat.bets import BETS
from openfelt.games.baccarat.coup import TOTALS

PAYS = {
    "player": Odds(2, 1),
    "banker": Odds(3, 1),
    "banker_with_6": Odds(4, 1),
    "tie": Odds(5, 1),
    "pair": Odds(6, 1),
}
LOST = (Result.LOSE, Fraction(-1))
KEPT = (Result.PUSH, Fraction(0))


def won(odds: int) -> tuple[Result, Fraction]:
    return Result.WIN, Fraction(odds)


def judged(bet: str, bonus: Odds | None = None) -> list[tuple[Result, Fraction]]:
    pays = PAYS if bonus is None else {**PAYS, "tie_bonus": bonus}
    verdicts: list[Verdict] = [BETS[bet].judge(outcome, pays) for outcome in TOTALS]
    return [(verdict.result, verdict.net) for verdict in verdicts]


@pytest.mark.clause("LT 5.1.1", "LT 5.1.1.1", "LT 5.1.1.2", "LT 5.1.1.3")
@pytest.mark.clause("PB 5.1.1", "PB 5.1.1.1", "PB 5.1.1.2", "PB 5.1.1.3", "MT 8.4(a)(i)")
@pytest.mark.clause("MT 8.7(b) Method A tie note", "MT 8.7(b) Method B tie note")
def test_player_wins_with_the_higher_count_loses_with_the_lower_and_keeps_a_tie() -> None:
    expected = []
    for player, banker, *_ in TOTALS:
        gap = player - banker
        expected.append(won(2) if gap > 0 else LOST if gap < 0 else KEPT)
    assert judged("player") == expected


@pytest.mark.clause("LT 5.1.2", "LT 5.1.2.1", "LT 5.1.2.2", "LT 5.1.2.3")
@pytest.mark.clause("PB 5.1.2", "PB 5.1.2.1", "PB 5.1.2.2", "PB 5.1.2.3", "MT 8.4(a)(ii)")
@pytest.mark.clause("MT 8.7(b) Method A tie note", "MT 8.7(b) Method B tie note")
def test_banker_wins_with_the_higher_count_loses_with_the_lower_and_keeps_a_tie() -> None:
    expected = []
    for player, banker, *_ in TOTALS:
        gap = banker - player
        at = 4 if banker == 6 else 3
        expected.append(won(at) if gap > 0 else LOST if gap < 0 else KEPT)
    assert judged("banker") == expected


@pytest.mark.clause("LT 5.1.3", "PB 5.1.3", "PB 5.6.1", "MT 8.4(a)(iii)", "MT def:Tie")
def test_tie_wins_on_the_ten_equal_counts_and_loses_on_all_others() -> None:
    expected = [won(5) if player - banker == 0 else LOST for player, banker, *_ in TOTALS]
    assert judged("tie") == expected
    assert expected.count(won(5)) == 10 * 4


@pytest.mark.clause("LT 5.1.4", "PB 5.1.5", "PB 5.6.2")
@pytest.mark.clause("MT 8.4(a)(vi)", "MT 8.4(c)", "MT def:Pairs")
def test_a_player_pair_wins_whoever_wins_the_coup_and_no_pair_loses() -> None:
    assert judged("player_pair") == [won(6) if pair else LOST for *_, pair, _ in TOTALS]


@pytest.mark.clause("LT 5.1.4", "PB 5.1.4", "PB 5.6.2")
@pytest.mark.clause("MT 8.4(a)(vii)", "MT 8.4(c)", "MT def:Pairs")
def test_a_banker_pair_wins_whoever_wins_the_coup_and_no_pair_loses() -> None:
    assert judged("banker_pair") == [won(6) if pair else LOST for *_, pair in TOTALS]


@pytest.mark.clause("PB 13.3.5.2")
@pytest.mark.parametrize("bet", ["player", "banker"])
def test_a_signed_bonus_is_paid_on_ties_and_changes_nothing_else(bet: str) -> None:
    bonus = (Result.PUSH, Fraction(7, 100))
    expected = [bonus if verdict == KEPT else verdict for verdict in judged(bet)]
    assert judged(bet, Odds(7, 100)) == expected
    assert expected.count(bonus) == 40


@pytest.mark.clause("LT 5.1", "PB 5.1", "MT 8.4(a)")
def test_there_are_five_bets_and_no_other() -> None:
    codes = ["player", "banker", "tie", "player_pair", "banker_pair"]
    assert [bet.code for bet in BETS.values()] == codes
    assert list(BETS) == codes
    assert all(bet.pieces == 1 and bet.placeable for bet in BETS.values())
    assert GAME.bets == BETS
    assert not GAME.wagers_stand
