"""How robots play craps: as people do, each way from what lies to what is laid.

A robot lays what is missing of its way and leaves the rest standing.  Stakes are whole units: one
is the table's minimum, a place bet on six or eight is six of them, so that it is paid evenly.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

Wish = tuple[str, int]


class Seen(NamedTuple):
    """What a craps player looks at before he lays.

    `lies` is what he has, by the bets of the layout; `odds` what may still be laid behind it;
    `lost` how much each of his bets lost in the last roll.
    """

    point: int
    lies: Mapping[str, int]
    odds: Sequence[Wish]
    lost: Mapping[str, int]
    unit: int


Way = Callable[[Seen, Random], list[Wish]]

_FIELD_MOST: Final = 16
_COMES: Final = (4, 5, 6, 8, 9, 10)


def pass_with_odds(seen: Seen, _: Random) -> list[Wish]:
    """The line before a come out roll, all the odds behind it once it has its point."""
    return [*_once(seen, "pass_line", 5, before_a_point=True), *seen.odds]


def three_point_molly(seen: Seen, _: Random) -> list[Wish]:
    """The line and two come wagers on numbers of their own, each with all its odds."""
    gone = sum(f"come:{number}" in seen.lies for number in _COMES)
    come = _once(seen, "come", 5) if seen.point and gone < 2 else []
    return [*_once(seen, "pass_line", 5, before_a_point=True), *come, *seen.odds]


def six_and_eight(seen: Seen, _: Random) -> list[Wish]:
    """Place the six and the eight while there is a point."""
    if not seen.point:
        return []
    return [wish for bet in ("place:6", "place:8") for wish in _once(seen, bet, 6)]


def against_with_odds(seen: Seen, _: Random) -> list[Wish]:
    """Don't Pass, and lay all the odds there may be."""
    return [*_once(seen, "dont_pass", 5, before_a_point=True), *seen.odds]


def field_martingale(seen: Seen, _: Random) -> list[Wish]:
    """The field each roll, twice as much after a loss, from the start again when that is much."""
    again = 2 * seen.lost.get("field", 0)
    return [("field", again if 0 < again <= _FIELD_MOST * seen.unit else seen.unit)]


def iron_cross(seen: Seen, _: Random) -> list[Wish]:
    """Win on every total but seven: the field, and what it leaves out placed."""
    if not seen.point:
        return _once(seen, "pass_line", 5, before_a_point=True)
    stakes = (("place:5", 5), ("place:6", 6), ("place:8", 6), ("field", 3))
    return [wish for bet, units in stakes for wish in _once(seen, bet, units)]


def buys_and_lays(seen: Seen, _: Random) -> list[Wish]:
    """Buy the four and the ten, for a commission."""
    return [wish for bet in ("buy:4", "buy:10") for wish in _once(seen, bet, 20)]


def for_the_fun_of_it(seen: Seen, chance: Random) -> list[Wish]:
    """A little on the line and something in the middle of the table."""
    middle = ("hard:6", "hard:8", "any_craps", "horn", "c_and_e", "hop:3-4", "hop:6-6", "big_8")
    bet = chance.choice(middle)
    units = 4 if bet == "horn" else 1
    return [*_once(seen, "pass_line", 2, before_a_point=True), *_once(seen, bet, units)]


WAYS: Final[tuple[Way, ...]] = (
    pass_with_odds,
    three_point_molly,
    six_and_eight,
    against_with_odds,
    field_martingale,
    iron_cross,
    buys_and_lays,
    for_the_fun_of_it,
)


def _once(seen: Seen, bet: str, units: int, *, before_a_point: bool = False) -> list[Wish]:
    """Lay a bet that is not there yet; a line only before a come out roll."""
    if bet in seen.lies or (before_a_point and seen.point):
        return []
    return [(bet, units * seen.unit)]
