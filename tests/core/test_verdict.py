"""What a verdict gives back, and how the pieces of a wager are joined."""

from fractions import Fraction

import pytest

from openfelt.core.money import Cents
from openfelt.core.odds import Odds
from openfelt.core.verdict import (
    LOSE,
    STANDOFF,
    Result,
    Verdict,
    of_pieces,
    standoff_with_bonus,
    stands,
    win,
)


@pytest.mark.parametrize(
    ("verdict", "stake", "returned"),
    [
        pytest.param(win(Odds(1, 1)), 100, 200, id="even money"),
        pytest.param(win(Odds(19, 20)), 101, 197, id="rounded up to the cent"),
        pytest.param(LOSE, 100, 0, id="a loss gives nothing back"),
        pytest.param(STANDOFF, 100, 100, id="a standoff gives the stake back"),
        pytest.param(standoff_with_bonus(Odds(5, 100)), 1010, 1061, id="and a bonus besides"),
    ],
)
def test_a_verdict_says_what_is_credited_for_a_stake(
    verdict: Verdict, stake: int, returned: int
) -> None:
    assert verdict.returned(Cents(stake)) == returned


@pytest.mark.parametrize("undecided", [stands(), stands(6)])
def test_to_credit_a_wager_that_still_stands_is_a_bug(undecided: Verdict) -> None:
    with pytest.raises(AssertionError):
        undecided.returned(Cents(100))


def test_winnings_are_paid_in_whole_units_but_the_stake_goes_back_as_it_was() -> None:
    assert win(Odds(19, 20)).returned(Cents(2505), unit=Cents(100)) == 2505 + 2400


@pytest.mark.parametrize(
    ("verdict", "result", "net"),
    [
        (win(Odds(3, 2)), Result.WIN, Fraction(3, 2)),
        (win(Odds(1, 1, 5)), Result.WIN, Fraction(19, 20)),
        (LOSE, Result.LOSE, Fraction(-1)),
        (STANDOFF, Result.PUSH, Fraction(0)),
        (standoff_with_bonus(Odds(7, 100)), Result.PUSH, Fraction(7, 100)),
        (stands(), Result.STANDS, Fraction(0)),
    ],
)
def test_a_verdict_has_one_result_and_one_exact_gain(
    verdict: Verdict, result: Result, net: Fraction
) -> None:
    assert (verdict.result, verdict.net) == (result, net)


@pytest.mark.clause("MT 2.8(b)")
@pytest.mark.parametrize(
    ("odds", "commission"),
    [
        (Odds(1, 1), Fraction(0)),
        (Odds(19, 20), Fraction(0)),
        (Odds(1, 1, 5), Fraction(1, 20)),
        (Odds(3, 1, 50), Fraction(3, 2)),
    ],
    ids=str,
)
def test_a_win_shows_the_commission_that_its_odds_took_off(
    odds: Odds, commission: Fraction
) -> None:
    assert win(odds).commission == commission
    assert win(odds).net + win(odds).commission == Fraction(odds.win, odds.stake)


def test_only_a_wager_sent_to_a_point_stands_on_one() -> None:
    assert stands(8).point == 8
    assert stands().point is None
    assert win(Odds(1, 1)).point is None


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        pytest.param([LOSE, LOSE, LOSE], LOSE, id="all lost"),
        pytest.param(
            [win(Odds(35, 1)), LOSE, LOSE], Verdict(Result.WIN, Fraction(11)), id="one of three"
        ),
        pytest.param(
            [win(Odds(17, 1)), win(Odds(17, 1)), LOSE, LOSE, LOSE],
            Verdict(Result.WIN, Fraction(31, 5)),
            id="two of five",
        ),
        pytest.param([win(Odds(2, 1))], Verdict(Result.WIN, Fraction(2)), id="one of one"),
        pytest.param(
            [win(Odds(1, 2)), LOSE], Verdict(Result.WIN, Fraction(-1, 4)), id="less than the stake"
        ),
    ],
)
def test_a_wager_of_pieces_wins_with_any_piece_and_gains_their_mean(
    pieces: list[Verdict], expected: Verdict
) -> None:
    assert of_pieces(pieces) == expected


def test_a_wager_of_no_pieces_is_a_bug() -> None:
    with pytest.raises(AssertionError):
        of_pieces([])


def test_results_are_named_as_the_settlement_format_names_them() -> None:
    assert [result.value for result in Result] == ["win", "lose", "push", "stands"]
