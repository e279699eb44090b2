"""Craps, worked out exactly: figures the field agrees on, and a direct formula for every bet."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

import pytest

from openfelt.core.odds import Odds
from openfelt.core.verdict import LOSE, STANDOFF, Result, Verdict, stands, win
from openfelt.games.craps.bets import BETS
from openfelt.maths.craps import profile
from openfelt.maths.profile import Profile
from openfelt.rulebooks.ac import AC, COMMISSION
from openfelt.rulebooks.craps import craps_rules

# In how many of the 36 rolls a total comes.
WAYS: Final = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
NUMBERS: Final = (4, 5, 6, 8, 9, 10)
PAIRS: Final = ((4, 10), (5, 9), (6, 8))


@cache
def worked_out(bet: str) -> Profile:
    return profile(bet, craps_rules(AC).columns, COMMISSION.get(bet, Fraction(0)))


@dataclass(frozen=True)
class Direct:
    """What a textbook says of a bet: its wins as net -> chance, its losses, and its length."""

    wins: dict[Fraction, Fraction]
    p_lose: Fraction
    rolls: Fraction = Fraction(1)
    fee: Fraction = Fraction(0)

    @property
    def mean(self) -> Fraction:
        return sum((net * p for net, p in self.wins.items()), -self.p_lose)

    @property
    def variance(self) -> Fraction:
        """The mean squared distance from the mean, a push being a net of nothing."""
        push = 1 - sum(self.wins.values()) - self.p_lose
        ends = [*self.wins.items(), (Fraction(-1), self.p_lose), (Fraction(0), push)]
        return sum(((net - self.mean) ** 2 * p for net, p in ends), Fraction(0))


def race(winning: int, losing: int, net: str, fee: str = "0") -> Direct:
    """So many rolls win, so many lose, and all others mean another roll."""
    both = winning + losing
    wins = {Fraction(net): Fraction(winning, both)}
    return Direct(wins, Fraction(losing, both), Fraction(36, both), Fraction(fee))


def one_roll(**wins: int) -> Direct:
    """So many of the 36 rolls win at a net (`n13_4` is 13/4); the others lose."""
    chances = {Fraction(key[1:].replace("_", "/")): Fraction(w, 36) for key, w in wins.items()}
    return Direct(chances, 1 - sum(chances.values(), Fraction(0)))


# The chance that a first roll sets a point which then comes, or does not come, before 7; and the
# rolls this takes: the first, and 36 / (ways + 6) more when a point was set (ways / 36).
MADE: Final = sum((Fraction(WAYS[n], 36) * WAYS[n] / (WAYS[n] + 6) for n in NUMBERS), Fraction(0))
MISSED: Final = sum((Fraction(WAYS[n], 36) * 6 / (WAYS[n] + 6) for n in NUMBERS), Fraction(0))
LINE_ROLLS: Final = sum((Fraction(WAYS[n], WAYS[n] + 6) for n in NUMBERS), Fraction(1))
ONE: Final = Fraction(1)
PASS: Final = Direct({ONE: Fraction(8, 36) + MADE}, Fraction(4, 36) + MISSED, LINE_ROLLS)
DONT: Final = Direct({ONE: Fraction(3, 36) + MISSED}, Fraction(8, 36) + MADE, LINE_ROLLS)


def _numbered() -> dict[str, Direct]:
    found: dict[str, Direct] = {}
    for nets, codes, fee in [
        ("2 3/2 6/5", "odds come_odds", "0 0 0"),
        ("9/5 7/5 7/6", "place", "0 0 0"),
        ("2 3/2 6/5", "buy", "1/20 1/20 1/20"),
    ]:
        for code in codes.split():
            for net, rate, pair in zip(nets.split(), fee.split(), PAIRS, strict=True):
                found |= {f"{code}:{n}": race(WAYS[n], 6, net, rate) for n in pair}
    for nets, codes, fee in [
        ("1/2 2/3 5/6", "dont_odds dont_come_odds", "0 0 0"),
        ("5/11 5/8 4/5", "place_lose", "0 0 0"),
        ("1/2 2/3 5/6", "lay", "1/40 1/30 1/24"),
    ]:
        for code in codes.split():
            for net, rate, pair in zip(nets.split(), fee.split(), PAIRS, strict=True):
                found |= {f"{code}:{n}": race(6, WAYS[n], net, rate) for n in pair}
    return found


DIRECT: Final[dict[str, Direct]] = {
    **dict.fromkeys(("pass_line", "come"), PASS),
    **dict.fromkeys(("dont_pass", "dont_come"), DONT),
    **_numbered(),
    **dict.fromkeys(("big_6", "big_8"), race(5, 6, "1")),
    # One hard way against the easy ways and the six sevens.
    **dict.fromkeys(("hard:4", "hard:10"), race(1, 2 + 6, "15/2")),
    **dict.fromkeys(("hard:6", "hard:8"), race(1, 4 + 6, "9")),
    "field": one_roll(n1=14, n2=2),
    "any_seven": one_roll(n9_2=6),
    **dict.fromkeys(("any_craps", "c"), one_roll(n15_2=4)),
    "e": one_roll(n16=2),
    "c_and_e": one_roll(n13_4=4, n15_2=2),
    "horn": one_roll(n13_4=4, n15_2=2),
    **{f"hop:{a}-{a}": one_roll(n33=1) for a in range(1, 7)},
    **{f"hop:{a}-{b}": one_roll(n16=2) for a in range(1, 7) for b in range(a + 1, 7)},
}


def test_every_bet_a_player_can_place_has_a_direct_formula() -> None:
    assert set(DIRECT) == {bet.code for bet in BETS.values() if bet.placeable}


@pytest.mark.parametrize("bet", DIRECT)
def test_the_chain_gives_what_the_direct_formula_gives(bet: str) -> None:
    direct, chain = DIRECT[bet], worked_out(bet)
    p_win = sum(direct.wins.values(), Fraction(0))
    assert chain.p(Result.WIN) == p_win
    assert chain.p(Result.LOSE) == direct.p_lose
    assert chain.p(Result.PUSH) == 1 - p_win - direct.p_lose
    assert chain.p(Result.STANDS) == 0
    assert chain.mean == direct.mean
    assert chain.edge == direct.fee - direct.mean
    assert chain.edge_per_outlay == (direct.fee - direct.mean) / (1 + direct.fee)
    assert chain.variance == direct.variance
    assert chain.expected_rolls == direct.rolls


@pytest.mark.parametrize("bet", DIRECT)
def test_the_lines_of_a_bet_go_from_the_loss_to_the_highest_win(bet: str) -> None:
    wins = DIRECT[bet].wins
    push = 1 - DIRECT[bet].p_lose - sum(wins.values())
    expected = [(Result.LOSE, Fraction(-1), DIRECT[bet].p_lose)]
    expected += [(Result.PUSH, Fraction(0), push)] if push else []
    expected += [(Result.WIN, net, wins[net]) for net in sorted(wins)]
    assert [(line.result, line.net, line.p) for line in worked_out(bet).lines] == expected


@pytest.mark.parametrize(
    ("bets", "edge"),
    [
        ("pass_line come", "7/495"),
        ("dont_pass dont_come", "3/220"),
        ("odds:4 odds:9 come_odds:6 come_odds:10", "0"),
        ("dont_odds:4 dont_odds:5 dont_come_odds:8 dont_come_odds:9", "0"),
        ("place:6 place:8", "1/66"),
        ("place:5 place:9", "1/25"),
        ("place:4 place:10", "1/15"),
        ("place_lose:6 place_lose:8", "1/55"),
        ("place_lose:5 place_lose:9", "1/40"),
        ("place_lose:4 place_lose:10", "1/33"),
        ("big_6 big_8", "1/11"),
        ("hard:6 hard:8", "1/11"),
        # At 7 to 1 these would cost 1/9; this book pays 15 to 2.
        ("hard:4 hard:10", "1/18"),
        ("any_seven", "1/12"),
        ("field any_craps c e c_and_e horn hop:1-1 hop:6-6 hop:1-2 hop:3-4", "1/18"),
        ("buy:4 buy:5 buy:6 buy:8 buy:9 buy:10", "1/20"),
        ("lay:4 lay:10", "1/40"),
        ("lay:5 lay:9", "1/30"),
        ("lay:6 lay:8", "1/24"),
    ],
)
def test_the_edge_is_the_published_one(bets: str, edge: str) -> None:
    edges = {bet: worked_out(bet).edge for bet in bets.split()}
    assert edges == dict.fromkeys(edges, Fraction(edge))


@pytest.mark.parametrize(
    ("bet", "per_outlay"),
    [
        *((f"buy:{n}", "1/21") for n in NUMBERS),
        *((f"lay:{n}", "1/41") for n in (4, 10)),
        *((f"lay:{n}", "1/31") for n in (5, 9)),
        *((f"lay:{n}", "1/25") for n in (6, 8)),
        ("place:6", "1/66"),
    ],
)
def test_the_edge_of_an_outlay_counts_the_commission_as_staked(bet: str, per_outlay: str) -> None:
    assert worked_out(bet).edge_per_outlay == Fraction(per_outlay)


def test_a_pass_line_wins_244_times_in_495() -> None:
    chain = worked_out("pass_line")
    assert chain.p(Result.WIN) == Fraction(244, 495)
    assert chain.p(Result.PUSH) == 0
    assert chain.expected_rolls == Fraction(557, 165)


def test_a_dont_pass_draws_once_in_36() -> None:
    chain = worked_out("dont_pass")
    assert chain.p(Result.PUSH) == Fraction(1, 36)
    assert chain.p(Result.WIN) == Fraction(949, 1980)
    assert chain.p(Result.LOSE) == Fraction(244, 495)


@pytest.mark.parametrize(
    ("bet", "rolls"),
    [("place:4", "4"), ("place:5", "18/5"), ("hard:4", "4"), ("hard:6", "36/11"), ("field", "1")],
)
def test_a_bet_lasts_as_long_as_published(bet: str, rolls: str) -> None:
    assert worked_out(bet).expected_rolls == Fraction(rolls)


def test_a_wager_is_followed_from_position_to_position() -> None:
    # Two outcomes: the first sends the wager on, and there the first decides it by halves.
    even = win(Odds(1, 1))
    columns: dict[str, tuple[Verdict, ...]] = {
        "w": (stands(4), LOSE),
        "w@4": (even, stands()),
    }
    chain = profile("w", columns, Fraction(0))
    assert (chain.p(Result.WIN), chain.p(Result.LOSE)) == (Fraction(1, 2), Fraction(1, 2))
    assert chain.expected_rolls == 2
    assert profile("w@4", columns, Fraction(0)).p(Result.WIN) == 1
    assert profile("d", {"d": (STANDOFF, even)}, Fraction(1, 10)).edge == Fraction(-4, 10)
