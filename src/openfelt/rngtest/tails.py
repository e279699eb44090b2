"""How likely a figure this large or this small is, if chance alone made it.

The chi-square distribution by its series or its continued fraction, whichever
converges; the normal one by the library's erfc.  Both tails are worked out
directly, since one less a tail near one would keep no digits.
"""

from math import erfc, exp, lgamma, log, sqrt
from typing import Final, NamedTuple

_EPSILON: Final = 1e-15
# Stands in for a zero that the continued fraction would divide by.
_TINY: Final = 1e-300
_STEPS_MAX: Final = 1_000_000


class Tails(NamedTuple):
    """The chance of at most what was found, and of at least what was found."""

    lower: float
    upper: float

    @property
    def two_sided(self) -> float:
        """The chance of lying as far out on either side: too even is as wrong as too uneven."""
        return min(1.0, 2 * min(self.lower, self.upper))


def chi_square(found: float, freedom: int) -> Tails:
    """Return the tails of a chi-square with so many degrees of freedom."""
    assert freedom > 0
    return _gamma(freedom / 2, found / 2)


def poisson(found: int, mean: float) -> Tails:
    """Return the tails of a count of rare things; what was found lies in both of them."""
    assert mean > 0
    at_least = _gamma(found, mean).lower if found else 1.0
    return Tails(_gamma(found + 1, mean).upper, at_least)


def normal(z: float) -> float:
    """Return the chance of lying so many standard deviations away, on either side."""
    return erfc(abs(z) / sqrt(2))


def _gamma(shape: float, x: float) -> Tails:
    """Return both regularised incomplete gamma functions."""
    if x <= 0:
        return Tails(0.0, 1.0)
    front = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        lower = front * _series(shape, x)
        return Tails(lower, 1 - lower)
    upper = front * _fraction(shape, x)
    return Tails(1 - upper, upper)


def _series(shape: float, x: float) -> float:
    term = total = 1 / shape
    for step in range(1, _STEPS_MAX):
        term *= x / (shape + step)
        total += term
        if term < total * _EPSILON:
            return total
    raise ArithmeticError(f"the gamma series for {shape}, {x} does not end")


def _fraction(shape: float, x: float) -> float:
    """Work the continued fraction out from its front (Lentz), so no depth need be chosen."""
    below = x + 1 - shape
    left, right = 1 / _TINY, 1 / below
    total = right
    for step in range(1, _STEPS_MAX):
        part = -step * (step - shape)
        below += 2
        right = 1 / (part * right + below or _TINY)
        left = below + part / left or _TINY
        total *= left * right
        if abs(left * right - 1) < _EPSILON:
            return total
    raise ArithmeticError(f"the gamma fraction for {shape}, {x} does not end")
