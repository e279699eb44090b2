"""Numbers as text, rounded from exact fractions by whole-number arithmetic.  No floats."""

from fractions import Fraction
from math import isqrt

_MINUS = "−"


def _placed(scaled: int, places: int) -> str:
    """Put the point into a number of so many units of the last place."""
    if not places:
        return str(scaled)
    whole, rest = divmod(scaled, 10**places)
    return f"{whole}.{rest:0{places}}"


def decimal(value: Fraction, places: int) -> str:
    """Round to the nearest in the last place, a half away from zero."""
    above, below = abs(value.numerator) * 10**places, value.denominator
    scaled = (2 * above + below) // (2 * below)
    sign = _MINUS if value < 0 and scaled else ""
    return sign + _placed(scaled, places)


def percent(value: Fraction, places: int) -> str:
    """Write a share of one in per cent, without the sign."""
    return decimal(value * 100, places)


def share(value: Fraction, places: int) -> str:
    """Write a share of one in per cent, with a sign that no line break parts from it."""
    return f"{percent(value, places)}\N{NO-BREAK SPACE}%"


def root(value: Fraction, places: int) -> str:
    """Round the square root of a fraction to the nearest in the last place.

    The whole part of twice the scaled root is all that rounding needs to know.
    """
    assert value >= 0
    doubled = isqrt(4 * value.numerator * 10 ** (2 * places) // value.denominator)
    return _placed((doubled + 1) // 2, places)


def fraction(value: Fraction) -> str:
    """Write the exact value, a whole number without its denominator."""
    return str(value).replace("-", _MINUS)


def count(number: int) -> str:
    """Write a whole number with its thousands apart."""
    return f"{number:,}"
