"""Every first coup of a full shoe, counted without replacement.

Two steps, for speed.  Suits never matter and beyond the first four cards only
values do, so the opening hands are counted by rank and then completed by value.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from openfelt.core.cards import RANKS
from openfelt.games.baccarat.coup import POINTS, TOTALS, Totals, is_natural
from openfelt.games.baccarat.tableau import banker_draws, player_draws

_SUITS: Final = 4
_VALUES: Final = range(10)

Two = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Counts:
    """In how many ordered ways six cards give each winner, though fewer may be dealt."""

    banker: int
    player: int
    tie: int


def _two_card_hands(left: dict[str, int]) -> Iterator[tuple[str, str, int]]:
    """Yield every unordered pair of ranks with its number of ordered draws."""
    for first, second in combinations_with_replacement(RANKS, 2):
        if first == second:
            yield first, second, left[first] * (left[first] - 1)
        else:
            yield first, second, 2 * left[first] * left[second]


def _openings(decks: int) -> dict[tuple[Two, Two], dict[tuple[bool, bool], int]]:
    """Count the first four cards by the values of both hands and by their pairs."""
    ways: dict[tuple[Two, Two], dict[tuple[bool, bool], int]] = defaultdict(dict)
    left = dict.fromkeys(RANKS, _SUITS * decks)
    for p1, p2, player_ways in _two_card_hands(left):
        left[p1] -= 1
        left[p2] -= 1
        for b1, b2, banker_ways in _two_card_hands(left):
            by_pair = ways[(POINTS[p1], POINTS[p2]), (POINTS[b1], POINTS[b2])]
            pairs = (p1 == p2, b1 == b2)
            by_pair[pairs] = by_pair.get(pairs, 0) + player_ways * banker_ways
        left[p1] += 1
        left[p2] += 1
    return ways


def _completions(player: Two, banker: Two, left: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield final counts of both hands with the ordered ways of cards five and six.

    `left` holds how many cards of each value remain after the opening.
    """
    p, b, rest = sum(player) % 10, sum(banker) % 10, sum(left)
    both_drawn = rest * (rest - 1)
    if is_natural(p) or is_natural(b):
        yield p, b, both_drawn
    elif player_draws(p):
        yield from _after_player_draws(p, b, left, rest)
    elif banker_draws(b, None):
        for value in _VALUES:
            yield p, (b + value) % 10, left[value] * (rest - 1)
    else:
        yield p, b, both_drawn


def _after_player_draws(
    p: int, b: int, left: list[int], rest: int
) -> Iterator[tuple[int, int, int]]:
    for third in _VALUES:
        total = (p + third) % 10
        if not banker_draws(b, third):
            yield total, b, left[third] * (rest - 1)
            continue
        for value in _VALUES:
            yield total, (b + value) % 10, left[third] * (left[value] - (value == third))


@cache
def distribution(decks: int) -> tuple[int, ...]:
    """Return the ordered ways of each outcome, in the order of `TOTALS`."""
    ways = [0] * len(TOTALS)
    full = [0] * 10
    for rank in RANKS:
        full[POINTS[rank]] += _SUITS * decks
    for (player, banker), by_pair in _openings(decks).items():
        left = full.copy()
        for value in player + banker:
            left[value] -= 1
        for p, b, completions in _completions(player, banker, left):
            for (player_pair, banker_pair), openings in by_pair.items():
                ways[Totals(p, b, player_pair, banker_pair).place] += openings * completions
    return tuple(ways)


def count_coups(decks: int) -> Counts:
    """Count the coups each hand wins: the figures the whole field agrees on."""
    counts = {"banker": 0, "player": 0, "tie": 0}
    for totals, ways in zip(TOTALS, distribution(decks), strict=True):
        counts[totals.winner] += ways
    return Counts(**counts)
