"""An amount in figures and in words: who changes one on a paper does not change the other."""

from typing import Final, NamedTuple

from openfelt.paper.words import Language

_SMALL: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS: Final = (
    *("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
)
_SCALES: Final = ((10**9, "billion"), (10**6, "million"), (10**3, "thousand"))


class _Numerals(NamedTuple):
    """Numerals of bank paper: no stroke turns one into another."""

    digits: str
    groups: tuple[tuple[int, str], ...]


_UNITS: Final = ((1_000, "仟"), (100, "佰"), (10, "拾"))
_HAN: Final = {
    "zh": _Numerals("零壹贰叁肆伍陆柒捌玖", ((10**8, "亿"), (10**4, "万"), *_UNITS)),
    "zh-Hant": _Numerals("零壹貳參肆伍陸柒捌玖", ((10**8, "億"), (10**4, "萬"), *_UNITS)),
}


def in_figures(cents: int) -> str:
    """Write an amount in figures, its cents always with it."""
    dollars, rest = divmod(cents, 100)
    return f"${dollars:,}.{rest:02}"


def in_short(cents: int) -> str:
    """Write an amount as a sign does: cents only where there are any."""
    return f"${cents // 100:,}" if cents % 100 == 0 else in_figures(cents)


def in_words(cents: int, language: Language) -> str:
    """Write an amount in words."""
    assert cents >= 0
    dollars, rest = divmod(cents, 100)
    if language != "en":
        return _han_amount(dollars, rest, _HAN[language])
    small = english(rest) if rest else "no"
    units = ("dollar" if dollars == 1 else "dollars", "cent" if rest == 1 else "cents")
    return f"{english(dollars)} {units[0]} and {small} {units[1]}"


def numerals(language: Language) -> str:
    """Return every character that amounts in words are written with."""
    if language == "en":
        return ""
    han = _HAN[language]
    return han.digits + "".join(name for _, name in han.groups) + "元整角分"


def english(number: int) -> str:
    """Write a whole number in English."""
    if number < 20:
        return _SMALL[number]
    if number < 100:
        return _TENS[number // 10] + (f"-{_SMALL[number % 10]}" if number % 10 else "")
    if number < 1_000:
        rest = f" and {english(number % 100)}" if number % 100 else ""
        return f"{_SMALL[number // 100]} hundred{rest}"
    size, name = next(scale for scale in _SCALES if number >= scale[0])
    high, low = divmod(number, size)
    if not low:
        return f"{english(high)} {name}"
    return f"{english(high)} {name}{' and' if low < 100 else ''} {english(low)}"


def _han_amount(dollars: int, rest: int, han: _Numerals) -> str:
    tenths, hundredths = divmod(rest, 10)
    if not rest:
        small = "整"
    else:
        small = f"{han.digits[tenths]}角" if tenths else han.digits[0]
        small += f"{han.digits[hundredths]}分" if hundredths else ""
    return f"{_han(dollars, han)}元{small}"


def _han(number: int, han: _Numerals) -> str:
    """Write a whole number; one zero stands for all that are left out between two numerals."""
    if number < 10:
        return han.digits[number]
    size, name = next(group for group in han.groups if number >= group[0])
    high, low = divmod(number, size)
    said = _han(high, han) + name
    if not low:
        return said
    return said + (han.digits[0] if low < size // 10 else "") + _han(low, han)
