"""The figures of a bet, from lines made by hand."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openfelt.core.verdict import Result
from openfelt.maths.profile import Line, Profile, lines_of

HALF = Fraction(1, 2)
COIN = Profile((Line(Result.LOSE, Fraction(-1), HALF), Line(Result.WIN, Fraction(1), HALF)))


def test_weights_become_chances_sorted_from_the_worst_net_to_the_best() -> None:
    weights = {
        (Result.WIN, Fraction(2)): 3,
        (Result.LOSE, Fraction(-1)): 5,
        (Result.WIN, Fraction(1, 2)): 1,
        (Result.PUSH, Fraction(0)): 3,
    }
    assert lines_of(weights, 12) == (
        Line(Result.LOSE, Fraction(-1), Fraction(5, 12)),
        Line(Result.PUSH, Fraction(0), Fraction(1, 4)),
        Line(Result.WIN, Fraction(1, 2), Fraction(1, 12)),
        Line(Result.WIN, Fraction(2), Fraction(1, 4)),
    )


def test_one_net_of_two_results_is_two_lines_in_the_order_of_their_names() -> None:
    weights = {(Result.WIN, Fraction(1)): 1, (Result.PUSH, Fraction(1)): 1}
    assert [line.result for line in lines_of(weights, 2)] == [Result.PUSH, Result.WIN]


def test_an_ending_that_never_comes_has_no_line() -> None:
    weights = {(Result.WIN, Fraction(1)): 0, (Result.LOSE, Fraction(-1)): 4}
    assert lines_of(weights, 4) == (Line(Result.LOSE, Fraction(-1), Fraction(1)),)


def test_weights_may_be_chances_already() -> None:
    weights = {
        (Result.WIN, Fraction(1)): Fraction(1, 3),
        (Result.LOSE, Fraction(-1)): Fraction(2, 3),
    }
    assert [line.p for line in lines_of(weights, 1)] == [Fraction(2, 3), Fraction(1, 3)]


@pytest.mark.parametrize("p", [Fraction(1, 3), Fraction(2, 3), Fraction(0)])
def test_lines_whose_chances_do_not_sum_to_one_are_a_bug(p: Fraction) -> None:
    with pytest.raises(AssertionError):
        Profile((Line(Result.LOSE, Fraction(-1), HALF), Line(Result.WIN, Fraction(1), p)))


def test_a_fair_coin_has_no_edge_and_a_variance_of_one() -> None:
    assert [COIN.mean, COIN.edge, COIN.variance] == [Fraction(0), Fraction(0), Fraction(1)]
    assert COIN.p(Result.WIN) == COIN.p(Result.LOSE) == HALF
    assert COIN.p(Result.PUSH) == 0
    assert COIN.expected_rolls is None


def test_lines_of_one_result_count_together() -> None:
    third = Fraction(1, 3)
    lines = (
        Line(Result.LOSE, Fraction(-1), third),
        Line(Result.WIN, Fraction(1), third),
        Line(Result.WIN, Fraction(3), third),
    )
    profile = Profile(lines)
    assert profile.p(Result.WIN) == Fraction(2, 3)
    assert profile.mean == 1
    assert profile.edge == -1
    assert profile.variance == Fraction(8, 3)


def test_commission_adds_to_the_edge_and_nothing_to_mean_or_variance() -> None:
    charged = Profile(COIN.lines, commission=Fraction(1, 20))
    assert charged.edge == Fraction(1, 20)
    assert charged.edge_per_outlay == Fraction(1, 21)
    assert charged.mean == 0
    assert charged.variance == 1


def test_without_commission_an_outlay_is_the_stake() -> None:
    lines = (
        Line(Result.LOSE, Fraction(-1), Fraction(3, 4)),
        Line(Result.WIN, Fraction(2), Fraction(1, 4)),
    )
    assert Profile(lines).edge_per_outlay == Profile(lines).edge == Fraction(1, 4)


NETS = st.fractions(min_value=-1, max_value=200, max_denominator=20)
WEIGHTS = st.dictionaries(
    st.tuples(st.sampled_from(Result), NETS), st.integers(1, 1000), min_size=1, max_size=8
)


@settings(deadline=None)
@given(WEIGHTS, st.fractions(min_value=0, max_value=1, max_denominator=40))
def test_the_figures_follow_from_the_lines_whatever_they_are(
    weights: dict[tuple[Result, Fraction], int], commission: Fraction
) -> None:
    total = sum(weights.values())
    profile = Profile(lines_of(weights, total), commission)
    assert sum(profile.p(result) for result in Result) == 1
    assert [line.net for line in profile.lines] == sorted(net for _, net in weights)
    # Told by the weights alone: the mean, and half the mean squared distance of two wagers.
    assert profile.mean * total == sum(net * w for (_, net), w in weights.items())
    apart = sum(
        (net - other) ** 2 * w * v
        for (_, net), w in weights.items()
        for (_, other), v in weights.items()
    )
    assert profile.variance == Fraction(apart) / (2 * total * total)
    assert profile.edge == commission - profile.mean
    assert profile.edge_per_outlay * (1 + commission) == profile.edge
