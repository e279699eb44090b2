"""Multi Terminal Roulette: the layout, the race track and the wheel.  Rulebook MT, section 9.

The layout is laid out here once more as a grid of 3 rows by 12 streets, and every number
set is read off that grid by who touches whom.
"""

from collections.abc import Iterator
from itertools import combinations

import pytest

from openfelt.core.money import Cents
from openfelt.core.verdict import Result
from openfelt.games.roulette.layout import LAYOUT as COVERED
from openfelt.rulebooks import VARIANTS

ROULETTE = VARIANTS["MT_ROULETTE"]
VERDICTS = ROULETTE.columns().verdicts

Cell = tuple[int, int]
# Street 0 to 11 along the table, row 0 to 2 across it.
GRID: dict[Cell, int] = {(s, r): 1 + r + 3 * s for s in range(12) for r in range(3)}
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
# Clockwise from zero, as on every single-zero wheel.
WHEEL = [
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
]


def code(kind: str, numbers: set[int]) -> str:
    return f"{kind}:{'-'.join(str(n) for n in sorted(numbers))}"


def splits() -> Iterator[set[int]]:
    for (one, a), (other, b) in combinations(GRID.items(), 2):
        if abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1:
            yield {a, b}
    # The zero lies along the whole first street.
    yield from ({0, GRID[0, row]} for row in range(3))


def streets() -> Iterator[set[int]]:
    yield from ({GRID[street, row] for row in range(3)} for street in range(12))
    yield {0, 1, 2}
    yield {0, 2, 3}


def corners() -> Iterator[set[int]]:
    for street in range(11):
        for row in range(2):
            yield {GRID[street + down, row + along] for down in (0, 1) for along in (0, 1)}
    yield {0, 1, 2, 3}


def six_lines() -> Iterator[set[int]]:
    for street in range(11):
        yield {GRID[street + down, row] for down in (0, 1) for row in range(3)}


Sets = dict[str, set[int]]
BY_KIND: dict[str, tuple[int, Sets]] = {
    "straight": (35, {f"straight:{n}": {n} for n in range(37)}),
    "split": (17, {code("split", numbers): numbers for numbers in splits()}),
    "street": (11, {code("street", numbers): numbers for numbers in streets()}),
    "corner": (8, {code("corner", numbers): numbers for numbers in corners()}),
    "six_line": (5, {f"six_line:{min(six)}-{max(six)}": six for six in six_lines()}),
    "row": (2, {f"row:{r + 1}": {GRID[s, r] for s in range(12)} for r in range(3)}),
    "dozen": (2, {f"dozen:{d + 1}": {12 * d + n for n in range(1, 13)} for d in range(3)}),
    "low": (1, {"low": {n for n in range(37) if 1 <= n <= 18}}),
    "high": (1, {"high": {n for n in range(37) if 19 <= n <= 36}}),
    "even": (1, {"even": {n for n in range(1, 37) if n % 2 == 0}}),
    "odd": (1, {"odd": {n for n in range(1, 37) if n % 2 == 1}}),
    "red": (1, {"red": RED}),
    "black": (1, {"black": set(range(1, 37)) - RED}),
}
LAYOUT: Sets = {bet: numbers for _, sets in BY_KIND.values() for bet, numbers in sets.items()}
CLAUSES = {
    "straight": ("MT 9.4(a) Straight Up", "MT 9.4(b)(i)"),
    "split": ("MT 9.4(a) Split",),
    "street": (
        *("MT 9.4(a) Street", "MT 9.4(b)(ii)"),
        *("MT 9.4(b)(ii)(A)", "MT 9.4(b)(ii)(B)", "MT 9.4(b)(ii)(C)"),
    ),
    "corner": ("MT 9.4(a) Corner",),
    "six_line": ("MT 9.4(a) Six Line",),
    "row": ("MT 9.4(a) Row", "MT 9.4(b)(iii)"),
    "dozen": ("MT 9.4(a) Dozen",),
    **{
        name: (f"MT 9.4(a) {name.title()}",)
        for name in ("low", "high", "even", "odd", "red", "black")
    },
}

# Race-track bets as their pieces, and the clauses that list them.
TIER = ["split:5-8", "split:10-11", "split:13-16", "split:23-24", "split:27-30", "split:33-36"]
ORFANELLI = ["straight:1", "split:6-9", "split:14-17", "split:17-20", "split:31-34"]
NEAR_OF_0 = ["split:4-7", "split:12-15", "split:18-21", "split:19-22", "split:32-35"]
NEAR_OF_0 += 2 * ["corner:25-26-28-29"] + 2 * ["street:0-2-3"]


def around(number: int, each_side: int) -> list[str]:
    place = WHEEL.index(number) + len(WHEEL)
    thrice = WHEEL * 3
    return [f"straight:{n}" for n in thrice[place - each_side : place + each_side + 1]]


RACE_TRACK = {
    "tier": (TIER, ("MT 9.4(d) Tier",)),
    "orfanelli": (ORFANELLI, ("MT 9.4(d) Orfanelli",)),
    "near_of_0": (NEAR_OF_0, ("MT 9.4(d) Near of 0",)),
    **{
        f"neighbours1:{n}": (
            around(n, 1),
            ("MT 9.4(d) Neighbours", "MT 9.4(d) Neighbours once", "MT 9.2(b)(i)"),
        )
        for n in range(37)
    },
    **{
        f"neighbours2:{n}": (
            around(n, 2),
            ("MT 9.4(d) Neighbours", "MT 9.4(d) Neighbours twice", "MT 9.2(b)(i)"),
        )
        for n in range(37)
    },
}


def paid(bet: str, number: int, cents: int) -> int:
    """Return what a layout wager gives back, by the grid above and the printed odds."""
    odds = BY_KIND[bet.partition(":")[0]][0]
    return cents * (odds + 1) if number in LAYOUT[bet] else 0


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        pytest.param(kind, count, id=kind, marks=pytest.mark.clause("MT 9.4(a)", *CLAUSES[kind]))
        for kind, count in (
            *(("straight", 37), ("split", 60), ("street", 14), ("corner", 23)),
            *(("six_line", 11), ("row", 3), ("dozen", 3)),
            *((half, 1) for half in ("low", "high", "even", "odd", "red", "black")),
        )
    ],
)
def test_each_kind_of_bet_pays_its_odds_on_exactly_its_numbers(kind: str, count: int) -> None:
    offered = {bet for bet in VERDICTS if bet.partition(":")[0] == kind}
    assert offered == set(BY_KIND[kind][1])
    assert len(offered) == count
    for bet in offered:
        assert sorted(COVERED[bet]) == sorted(LAYOUT[bet])
        returned = [verdict.returned(Cents(100)) for verdict in VERDICTS[bet]]
        assert returned == [paid(bet, number, 100) for number in range(37)], bet


@pytest.mark.parametrize(
    ("bet", "pieces"),
    [
        pytest.param(bet, pieces, id=bet, marks=pytest.mark.clause("MT 9.4(d)", *clauses))
        for bet, (pieces, clauses) in RACE_TRACK.items()
    ],
)
def test_a_race_track_wager_pays_as_its_pieces_would(bet: str, pieces: list[str]) -> None:
    assert ROULETTE.game.bets[bet].pieces == len(pieces)
    stake = Cents(100 * len(pieces))
    for number, verdict in enumerate(VERDICTS[bet]):
        expected = sum(paid(piece, number, 100) for piece in pieces)
        assert verdict.returned(stake) == expected, number
        assert (verdict.result is Result.WIN) == (expected > 0)


@pytest.mark.clause("MT 9.4(a)", "MT 9.4(d)", "MT 9.4(b)(i)")
def test_there_are_157_bets_on_the_layout_and_77_on_the_race_track() -> None:
    assert len(LAYOUT) == 157
    assert len(RACE_TRACK) == 77
    assert set(VERDICTS) == LAYOUT.keys() | RACE_TRACK.keys()


@pytest.mark.clause("MT 9.2(b)(i)")
def test_the_ball_rests_in_one_of_37_numbers() -> None:
    assert ROULETTE.game.outcomes == tuple(range(37))


def test_mt_9_4_c_on_zero_only_the_bets_that_cover_it_win() -> None:
    winners = {bet for bet in LAYOUT if VERDICTS[bet][0].result is Result.WIN}
    assert winners == {
        *("straight:0", "split:0-1", "split:0-2", "split:0-3"),
        *("street:0-1-2", "street:0-2-3", "corner:0-1-2-3"),
    }


@pytest.mark.clause("MT 9.4(c)")
@pytest.mark.parametrize("bet", sorted(bet for bet in LAYOUT if 0 not in LAYOUT[bet]))
def test_zero_takes_the_whole_of_a_wager_that_does_not_cover_it(bet: str) -> None:
    assert VERDICTS[bet][0].returned(Cents(1000)) == 0


def test_mt_9_4_b_ii_c_three_numbers_across_two_streets_are_no_street() -> None:
    assert "street:4-5-6" in VERDICTS
    assert "street:5-6-7" not in VERDICTS


@pytest.mark.clause("MT 9.4(a)")
@pytest.mark.parametrize("bet", ["split:1-36", "split:3-4", "corner:2-3-4-5", "six_line:2-7"])
def test_squares_that_do_not_touch_make_no_bet(bet: str) -> None:
    assert bet not in VERDICTS


@pytest.mark.parametrize(
    ("number", "cents", "lost", "won"),
    [
        pytest.param(0, 900, 700, 2200, id="zero wins both pieces on the street"),
        pytest.param(26, 900, 700, 1600, id="26 wins both pieces on the corner"),
        pytest.param(4, 900, 800, 1700, id="4 wins one split"),
    ],
)
def test_mt_9_4_d_near_of_0_puts_two_pieces_each_on_the_corner_and_the_street(
    number: int, cents: int, lost: int, won: int
) -> None:
    assert VERDICTS["near_of_0"][number].returned(Cents(cents)) == cents - lost + won


@pytest.mark.parametrize(
    ("bet", "number", "dollars", "net"),
    [
        pytest.param("tier", 11, 6, 12, marks=pytest.mark.clause("MT 9.4(d) Tier")),
        pytest.param("orfanelli", 17, 5, 31, marks=pytest.mark.clause("MT 9.4(d) Orfanelli")),
        pytest.param("orfanelli", 1, 5, 31, marks=pytest.mark.clause("MT 9.4(d) Orfanelli")),
        pytest.param(
            "neighbours2:17", 6, 5, 31, marks=pytest.mark.clause("MT 9.4(d) Neighbours twice")
        ),
    ],
)
def test_a_race_track_example_of_the_register_comes_out(
    bet: str, number: int, dollars: int, net: int
) -> None:
    assert VERDICTS[bet][number].returned(Cents(dollars * 100)) == (dollars + net) * 100


def test_mt_9_4_d_neighbours_are_those_of_the_printed_example() -> None:
    assert around(17, 1) == ["straight:25", "straight:17", "straight:34"]
    covered = {n for n, verdict in enumerate(VERDICTS["neighbours2:17"]) if verdict.net > 0}
    assert covered == {2, 25, 17, 34, 6}
    covered = {n for n, verdict in enumerate(VERDICTS["neighbours1:0"]) if verdict.net > 0}
    assert covered == {26, 0, 32}
