"""The layout: which numbers each bet covers.  Rulebook: MT 9.4(a) and (b).

The layout is three rows of twelve numbers beside the zero; 3n is in the third
row, 3n-2 in the first, and three neighbours across the rows make a street.
"""

from itertools import chain
from typing import Final

from openfelt.core.wheel import BLACK, POCKETS, RED

Numbers = tuple[int, ...]

# Rule: MT 9.4(b)(ii); MT 9.4(b)(ii)(C)
_STREETS: Final = tuple((n, n + 1, n + 2) for n in range(1, 37, 3))
# Rule: MT 9.4(b)(ii)(A); MT 9.4(b)(ii)(B)
_STREETS_WITH_ZERO: Final = ((0, 1, 2), (0, 2, 3))


def _named(prefix: str, groups: chain[Numbers] | tuple[Numbers, ...]) -> dict[str, Numbers]:
    return {f"{prefix}:{'-'.join(map(str, group))}": group for group in groups}


def straights() -> dict[str, Numbers]:
    """One square, marked with a number from 0 to 36.

    Rule: MT 9.4(a) Straight Up; MT 9.4(b)(i)
    """
    return {f"straight:{n}": (n,) for n in POCKETS}


def splits() -> dict[str, Numbers]:
    """Two squares that share a side, zero with 1, 2 and 3 among them.

    Rule: MT 9.4(a) Split
    """
    with_zero = ((0, n) for n in (1, 2, 3))
    across = ((n, n + 1) for n in range(1, 37) if n % 3 != 0)
    along = ((n, n + 3) for n in range(1, 34))
    return _named("split", chain(with_zero, across, along))


def streets() -> dict[str, Numbers]:
    """Three numbers: the twelve streets and the two at the zero.

    Rule: MT 9.4(a) Street
    """
    return _named("street", _STREETS_WITH_ZERO + _STREETS)


def corners() -> dict[str, Numbers]:
    """Four squares that meet in a point, and 0-1-2-3 at the end of the layout.

    Rule: MT 9.4(a) Corner
    """
    first_four = ((0, 1, 2, 3),)
    meeting = ((n, n + 1, n + 3, n + 4) for n in range(1, 33) if n % 3 != 0)
    return _named("corner", chain(first_four, meeting))


def six_lines() -> dict[str, Numbers]:
    """Two streets side by side.

    Rule: MT 9.4(a) Six Line
    """
    return {f"six_line:{n}-{n + 5}": tuple(range(n, n + 6)) for n in range(1, 32, 3)}


def rows() -> dict[str, Numbers]:
    """Twelve numbers along the layout.

    Rule: MT 9.4(a) Row; MT 9.4(b)(iii)
    """
    return {f"row:{n}": tuple(range(n, 37, 3)) for n in (1, 2, 3)}


def dozens() -> dict[str, Numbers]:
    """Twelve numbers in sequence.

    Rule: MT 9.4(a) Dozen
    """
    return {f"dozen:{n}": tuple(range(12 * n - 11, 12 * n + 1)) for n in (1, 2, 3)}


def halves() -> dict[str, Numbers]:
    """Eighteen numbers; zero is in none of them."""
    return {
        "low": tuple(range(1, 19)),  # Rule: MT 9.4(a) Low
        "high": tuple(range(19, 37)),  # Rule: MT 9.4(a) High
        "even": tuple(range(2, 37, 2)),  # Rule: MT 9.4(a) Even
        "odd": tuple(range(1, 37, 2)),  # Rule: MT 9.4(a) Odd
        "red": tuple(sorted(RED)),  # Rule: MT 9.4(a) Red
        "black": tuple(sorted(BLACK)),  # Rule: MT 9.4(a) Black
    }


# The closed list of bets on the layout.  Rule: MT 9.4(a)
LAYOUT: Final = {
    **straights(),
    **splits(),
    **streets(),
    **corners(),
    **six_lines(),
    **rows(),
    **dozens(),
    **halves(),
}
