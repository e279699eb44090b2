"""Notes and coins: which of those that are there make up a sum."""

from functools import reduce
from math import gcd
from typing import Final

# So many pieces fewer than fit are tried of each value.  With the notes and coins of any country
# one is enough: a 50 is left out to pay 60 in twenties.
_FEWER: Final = 3

Pieces = tuple[int, ...]


def worth(values: Pieces, pieces: Pieces) -> int:
    """Return what so many pieces of these values come to."""
    return sum(value * number for value, number in zip(values, pieces, strict=True))


def made_up(amount: int, values: Pieces, there: Pieces) -> Pieces:
    """Choose pieces that come as near to a sum as can be without being more, large ones first."""
    order = sorted(range(len(values)), key=lambda place: -values[place])
    stock = [(values[place], there[place]) for place in order if there[place]]
    unit = reduce(gcd, (value for value, _ in stock), 0)
    found = _Search(stock).best(0, amount - amount % unit)[1] if unit else ()
    chosen = dict(zip((place for place in order if there[place]), found, strict=True))
    return tuple(chosen.get(place, 0) for place in range(len(values)))


class _Search:
    """Tries the largest first, and what is left with the others; each rest is tried once."""

    def __init__(self, stock: list[tuple[int, int]]) -> None:
        self._stock = stock
        self._known: dict[tuple[int, int], tuple[int, Pieces]] = {}

    def best(self, place: int, amount: int) -> tuple[int, Pieces]:
        """Return the least that is left, and by which pieces from this place on."""
        if place == len(self._stock):
            return amount, ()
        key = (place, amount)
        if key not in self._known:
            self._known[key] = self._tried(place, amount)
        return self._known[key]

    def _tried(self, place: int, amount: int) -> tuple[int, Pieces]:
        value, there = self._stock[place]
        most = min(there, amount // value)
        least: tuple[int, Pieces] = (amount + 1, ())
        for number in range(most, max(-1, most - _FEWER - 1), -1):
            rest, others = self.best(place + 1, amount - number * value)
            if rest < least[0]:
                least = (rest, (number, *others))
            if not rest:
                break
        return least
