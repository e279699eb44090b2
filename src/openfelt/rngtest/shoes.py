"""Tests of shoes.  Their cards are drawn without replacement, so each test counts with that."""

from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb

import numpy as np

from openfelt.core.cards import DECK, RANKS
from openfelt.rngtest.finding import EXPECTED_MIN, Finding, Real, Subject, Whole, fit_lengths
from openfelt.rngtest.line import expected_runs, together

_CARDS = len(DECK)
_TENS = frozenset(RANKS.index(rank) for rank in "TJQK")
_RED = frozenset(place for place, card in enumerate(DECK) if card[1] in "HD")
# Places of a shoe are taken together in bands of thirteen.
_BAND = 13


def composition(device: str, shoes: Whole) -> Finding:
    """Whether every shoe holds every card as often as its decks do: chance cannot break that."""
    copies = shoes.shape[1] // _CARDS
    wrong = sum(bool((np.bincount(shoe, minlength=_CARDS) != copies).any()) for shoe in shoes)
    subject = Subject(device, "composition", "cards")
    if wrong:
        return subject.with_p(f"{wrong:,} of {len(shoes):,} shoes do not hold their decks", 0.0)
    return subject.with_p(f"{copies} of each card in {len(shoes):,} shoes", 1.0)


def frequencies(device: str, shoes: Whole) -> Finding:
    """How often each card came in each part of the shoe.

    With the copies of a card fixed the sum is larger by N / (N - 1) than in a
    table of independent counts, exactly.
    """
    subject = Subject(device, "frequencies", "cards by their place")
    size = shoes.shape[1]
    bands = size // _BAND
    expected = np.full((bands, _CARDS), len(shoes) * _BAND / _CARDS)
    if expected[0, 0] < EXPECTED_MIN:
        return subject.too_few()
    band = np.broadcast_to(np.arange(size) // _BAND, shoes.shape)
    counts = np.bincount((band * _CARDS + shoes).ravel(), minlength=expected.size)
    found, freedom = together(counts.reshape(expected.shape), expected)
    return subject.chi_square(found * (size - 1) / size, freedom)


def serial(device: str, shoes: Whole) -> Finding:
    """How often each rank followed each other; every card is in one pair only."""
    subject = Subject(device, "serial", "ranks")
    ranks = shoes % len(RANKS)
    size, kinds = shoes.shape[1], len(RANKS)
    copies = size // kinds
    pairs = len(shoes) * (size // 2)
    ways = np.full((kinds, kinds), copies * copies) - np.diag([copies] * kinds)
    expected = ways * (pairs / (size * (size - 1)))
    if expected.min() < EXPECTED_MIN:
        return subject.too_few()
    both = (ranks[:, :-1:2] * kinds + ranks[:, 1::2]).ravel()
    counts = np.bincount(both, minlength=kinds * kinds).reshape(expected.shape)
    return subject.chi_square(*together(counts, expected))


def runs(device: str, shoes: Whole) -> Finding:
    """How often the colour changed; half the cards of a shoe are red."""
    is_red = np.isin(shoes, list(_RED))
    found = len(shoes) + int((is_red[:, 1:] != is_red[:, :-1]).sum())
    half = shoes.shape[1] // 2
    mean, variance = expected_runs(half, half)
    subject = Subject(device, "runs", "red and black")
    return subject.deviation(found, mean * len(shoes), variance * len(shoes))


def gaps(device: str, shoes: Whole) -> Finding:
    """How evenly the cards that count nothing are spread: the sum of their squared gaps."""
    subject = Subject(device, "gaps", "tens and pictures, squared")
    found = 0
    size = shoes.shape[1]
    for shoe in np.isin(shoes % len(RANKS), list(_TENS)):
        visits = np.flatnonzero(shoe)
        lengths = np.diff(visits, prepend=-1, append=size) - 1
        found += int(lengths @ lengths)
    mean, variance = squared_gaps(size, size // len(RANKS) * len(_TENS))
    return subject.deviation(found, float(mean * len(shoes)), float(variance * len(shoes)))


def squared_gaps(size: int, marked: int) -> tuple[Fraction, Fraction]:
    """Return mean and variance of the sum of squared gaps around marked cards of a shoe.

    Every way of parting the unmarked cards into the gaps is equally likely,
    which gives the factorial moments; powers are put together from them.
    """
    others, parts = size - marked, marked + 1

    def moment(one: int, other: int = 0) -> Fraction:
        ways = Fraction(1)
        for step in range(one):
            ways *= step + 1
        for step in range(other):
            ways *= step + 1
        for step in range(one + other):
            ways *= Fraction(others - step, parts + step)
        return ways

    mean = parts * (moment(2) + moment(1))
    fourth = moment(4) + 6 * moment(3) + 7 * moment(2) + moment(1)
    crossed = moment(2, 2) + 2 * moment(2, 1) + moment(1, 1)
    return mean, parts * fourth + parts * (parts - 1) * crossed - mean * mean


def coupons(device: str, shoes: Whole) -> Finding:
    """How many cards it took from the front until every card had come once."""
    first = np.stack([np.argmax(shoes == card, axis=1) for card in range(_CARDS)])
    chances = coupon_chances(_CARDS, shoes.shape[1] // _CARDS)
    return fit_lengths(Subject(device, "coupon collector", "cards"), first.max(axis=0), chances)


@cache
def coupon_chances(kinds: int, copies: int) -> Real:
    """Return the chance of each number of cards before the last kind comes first.

    By inclusion and exclusion of the kinds that are missing, in whole numbers.
    """
    size = kinds * copies
    ways = [
        sum(
            (-1) ** missing * comb(kinds, missing) * comb(size - copies * missing, drawn)
            for missing in range(kinds + 1)
        )
        for drawn in range(size + 1)
    ]
    by = [Fraction(way, comb(size, drawn)) for drawn, way in enumerate(ways)]
    return np.array([float(after - before) for before, after in pairwise(by)])


def successive(device: str, shoes: Whole) -> Finding:
    """How often a shoe had the same card in the same place as the shoe before (Hoeffding)."""
    subject = Subject(device, "interplay", "cards, with the shoe before")
    size, after = shoes.shape[1], len(shoes) - 1
    found = int((shoes[1:] == shoes[:-1]).sum())
    variance = Fraction(size * size * (_CARDS - 1), (size - 1) * _CARDS * _CARDS)
    return subject.deviation(found, after * size / _CARDS, float(variance) * after)
