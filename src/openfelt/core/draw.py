"""Fair draws from raw bytes.

Pure: the bytes come from outside.  Live virtual devices hand in the operating
system's secure source (`devices.chance`), tests hand in bytes they wrote.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

ByteSource = Callable[[int], bytes]
T = TypeVar("T")


def below(bound: int, source: ByteSource) -> int:
    """Draw a whole number from 0 to `bound` - 1, each equally likely.

    Takes just enough bits to hold the bound and throws away what does not
    fit: folding the surplus back with a remainder would favour low numbers.
    """
    assert bound > 0
    bits = (bound - 1).bit_length()
    size = (bits + 7) // 8
    spare = size * 8 - bits
    while True:
        number = int.from_bytes(source(size), "big") >> spare
        if number < bound:
            return number


def shuffled(items: Sequence[T], source: ByteSource) -> list[T]:
    """Return the items in random order, every order equally likely.

    Rule: LT 3.8; PB 4.1; MT 8.3(e)
    """
    order = list(items)
    for place in range(len(order) - 1, 0, -1):
        other = below(place + 1, source)
        order[place], order[other] = order[other], order[place]
    return order


def roll(count: int, source: ByteSource) -> tuple[int, ...]:
    """Throw that many dice."""
    return tuple(below(6, source) + 1 for _ in range(count))


def spin(source: ByteSource) -> int:
    """Spin the single-zero wheel."""
    return below(37, source)
