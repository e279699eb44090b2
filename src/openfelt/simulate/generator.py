"""The streams, compiled: seeding, equally likely outcomes, shuffled shoes.

Bit for bit what `streams` defines.  Everything is an unsigned 64-bit number,
indices too: mixed with a signed one, Numba would go over to floats.
"""

from typing import Any

import numpy as np

from openfelt.simulate.compiler import inlined, kernel, mul_high

Array = Any

_LOW = np.uint64(0xFFFF_FFFF)
_32 = np.uint64(32)
_FIRST_MULTIPLIER = np.uint64(0xD251_1F53)
_SECOND_MULTIPLIER = np.uint64(0xCD9E_8D57)
_FIRST_STEP = np.uint64(0x9E37_79B9)
_SECOND_STEP = np.uint64(0xBB67_AE85)
U = np.uint64


@kernel
def begin(seed: Any, purpose: Any, shard: Any, state: Array) -> None:
    """Set the state of a stream to its first word."""
    for block in range(2):
        a, b = shard & _LOW, shard >> _32
        c, d = U(purpose), U(block)
        first, second = seed & _LOW, seed >> _32
        for _ in range(10):
            left, right = a * _FIRST_MULTIPLIER, c * _SECOND_MULTIPLIER
            a, c = (right >> _32) ^ b ^ first, (left >> _32) ^ d ^ second
            b, d = right & _LOW, left & _LOW
            first = (first + _FIRST_STEP) & _LOW
            second = (second + _SECOND_STEP) & _LOW
        state[2 * block] = a | b << _32
        state[2 * block + 1] = c | d << _32


@inlined
def turned(word: Any, by: Any) -> Any:
    """Rotate a word to the left."""
    return (word << U(by)) | (word >> U(64 - by))


@kernel
def draw_even(
    state: Array, bound: Any, per_word: Any, product: Any, rejected_below: Any, out: Array
) -> None:
    """Fill `out`, a whole number of words long, with numbers below the bound."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    at, size, step = U(0), U(out.size), U(per_word)
    while at < size:
        word = turned(s0 + s3, 23) + s0
        shifted = s1 << U(17)
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= shifted
        s3 = turned(s3, 45)
        if word * product < rejected_below:
            continue
        end = at + step
        # Five at a time: every game draws five or ten to a word.
        while at < end:
            out[at] = mul_high(word, bound)
            word *= bound
            out[at + U(1)] = mul_high(word, bound)
            word *= bound
            out[at + U(2)] = mul_high(word, bound)
            word *= bound
            out[at + U(3)] = mul_high(word, bound)
            word *= bound
            out[at + U(4)] = mul_high(word, bound)
            word *= bound
            at += U(5)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@inlined
def swap(cards: Array, place: Any, beyond: Any) -> None:
    """Change the card at a place for one so far behind it."""
    other = place + beyond
    here = cards[place]
    cards[place] = cards[other]
    cards[other] = here


@kernel
def shuffle(
    state: Array, cards: Array, size: Any, dealt: Any, products: Array, rejected_below: Array
) -> None:
    """Put the first `dealt` places of a shoe into random order, every order equally likely."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    place, dealt = U(0), U(dealt)
    for group in range(products.size):
        product, threshold = products[group], rejected_below[group]
        word = U(0)
        accepted = False
        while not accepted:
            word = turned(s0 + s3, 23) + s0
            shifted = s1 << U(17)
            s2 ^= s0
            s3 ^= s1
            s1 ^= s2
            s0 ^= s3
            s2 ^= shifted
            s3 = turned(s3, 45)
            accepted = word * product >= threshold
        left = U(size) - place
        if place + U(6) <= dealt:
            swap(cards, place, mul_high(word, left))
            word *= left
            swap(cards, place + U(1), mul_high(word, left - U(1)))
            word *= left - U(1)
            swap(cards, place + U(2), mul_high(word, left - U(2)))
            word *= left - U(2)
            swap(cards, place + U(3), mul_high(word, left - U(3)))
            word *= left - U(3)
            swap(cards, place + U(4), mul_high(word, left - U(4)))
            word *= left - U(4)
            swap(cards, place + U(5), mul_high(word, left - U(5)))
            place += U(6)
        else:
            while place < dealt:
                left = U(size) - place
                swap(cards, place, mul_high(word, left))
                word *= left
                place += U(1)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
