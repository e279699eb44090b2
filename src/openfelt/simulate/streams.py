"""Which random numbers a shard gets: the same wherever and whenever it runs.

This file is the definition, written in whole numbers of Python: the compiled
kernels and the GPU's give the same words, bit for bit.  `docs/simulate.md` says
it once more in words.  It imports nothing, so that every machine can read it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Final

# What a stream is for: two purposes never share a word.
ROUNDS: Final = 0
SESSIONS: Final = 1

# A shard of an even game is so many words; a shard of baccarat so many shoes.
WORDS_A_SHARD: Final = 1_000
SHOES_A_SHARD: Final = 100
# So many cards are drawn with one word.
CARDS_A_WORD: Final = 6

_LOW: Final = 0xFFFF_FFFF
_WORD: Final = 1 << 64
_MASK: Final = _WORD - 1
_PHILOX_MULTIPLIERS: Final = (0xD251_1F53, 0xCD9E_8D57)
_PHILOX_STEPS: Final = (0x9E37_79B9, 0xBB67_AE85)
_PHILOX_ROUNDS: Final = 10

SEED_MAX: Final = _MASK


@dataclass(frozen=True)
class Draws:
    """How one 64-bit word becomes several whole numbers, each below its bound and fair.

    The word, taken as a fraction of 2^64, chooses one of `product` equal parts;
    the digits of that part in the mixed radix of the bounds are the numbers, the
    first bound's first.  Words that would make some parts larger than others
    are thrown away.
    """

    bounds: tuple[int, ...]

    def __post_init__(self) -> None:
        assert 0 < self.product < _WORD

    @cached_property
    def product(self) -> int:
        """How many equal parts there are."""
        return prod(self.bounds)

    @cached_property
    def rejected_below(self) -> int:
        """A word is thrown away when word x product, modulo 2^64, is below this."""
        return _WORD % self.product

    def accepts(self, word: int) -> bool:
        """Say whether a word may be used."""
        return word * self.product % _WORD >= self.rejected_below

    def numbers(self, word: int) -> Iterator[int]:
        """Yield the numbers of an accepted word."""
        for bound in self.bounds:
            number, word = divmod(word * bound, _WORD)
            yield number


def even_draws(outcomes: int) -> Draws:
    """Return the draws of a game whose outcomes are equally likely.

    Ten to a word, or five where ten would not leave enough of it: a word is
    thrown away less than once in two thousand.
    """
    draws = Draws((outcomes,) * 10) if outcomes < 40 else Draws((outcomes,) * 5)
    assert draws.product < 1 << 53
    return draws


def shoe_draws(cards: int, dealt: int) -> list[Draws]:
    """Return the draws that shuffle the first `dealt` places of a shoe.

    Place i is drawn among the cards from i to the last; six places to a word.
    """
    assert 0 < dealt <= cards
    bounds = tuple(cards - place for place in range(dealt))
    return [Draws(bounds[at : at + CARDS_A_WORD]) for at in range(0, dealt, CARDS_A_WORD)]


def _philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """Philox4x32-10 of Salmon and others: a block of 128 bits that depends on its place only."""
    a, b, c, d = counter
    first, second = key
    for _ in range(_PHILOX_ROUNDS):
        left, right = a * _PHILOX_MULTIPLIERS[0], c * _PHILOX_MULTIPLIERS[1]
        a, b, c, d = (
            (right >> 32) ^ b ^ first,
            right & _LOW,
            (left >> 32) ^ d ^ second,
            left & _LOW,
        )
        first = (first + _PHILOX_STEPS[0]) & _LOW
        second = (second + _PHILOX_STEPS[1]) & _LOW
    return a, b, c, d


def _turned(word: int, by: int) -> int:
    return (word << by | word >> (64 - by)) & _MASK


class Stream:
    """The words of one shard: xoshiro256++ of Blackman and Vigna, begun by Philox."""

    def __init__(self, seed: int, purpose: int, shard: int) -> None:
        assert 0 <= seed <= SEED_MAX
        assert 0 <= shard <= SEED_MAX
        key = (seed & _LOW, seed >> 32)
        blocks = [_philox((shard & _LOW, shard >> 32, purpose, n), key) for n in (0, 1)]
        self.state = [block[at] | block[at + 1] << 32 for block in blocks for at in (0, 2)]

    def word(self) -> int:
        """Return the next 64 bits."""
        a, b, c, d = self.state
        word = (_turned((a + d) & _MASK, 23) + a) & _MASK
        c, d, shifted = c ^ a, d ^ b, (b << 17) & _MASK
        b, a = b ^ c, a ^ d
        self.state = [a, b, c ^ shifted, _turned(d, 45)]
        return word

    def draw(self, draws: Draws) -> list[int]:
        """Return the numbers of the next accepted word."""
        while not draws.accepts(word := self.word()):
            pass
        return list(draws.numbers(word))
