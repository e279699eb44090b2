"""The characters of paper, and the fonts that have them."""

from functools import cache
from pathlib import Path
from typing import Final

from openfelt.paper.amount import numerals
from openfelt.paper.words import LANGUAGES, Language, catalogue

FONTS: Final = Path(__file__).parent / "fonts"
# What names, numbers and dates are written with.
_PLAIN: Final = "".join(map(chr, (*range(0x20, 0x7F), *range(0xC0, 0x100))))
# Simplified characters have a font and traditional ones another; either writes English.
_CUT: Final[dict[Language, Language]] = {"en": "zh", "zh": "zh", "zh-Hant": "zh-Hant"}


def characters() -> str:
    """Return every character that paper is written with.

    A ticket says all languages of the house, so each font has the characters of all.
    """
    said = [_PLAIN, "•"]
    for one in LANGUAGES:
        pages = catalogue("pages", one)
        said += catalogue("text", one).values()
        said += (text for key, text in pages.items() if key.startswith(("bet.", "game.")))
        said.append(numerals(one))
    return "".join(sorted(set("".join(said))))


def font_of(language: Language) -> Path:
    """Return the font that a language is drawn with."""
    return FONTS / f"{_CUT[language]}.ttf"


def drawable(text: str) -> str:
    """Return a text as our fonts can write it: what people typed may have other characters."""
    known = _known()
    return "".join(one if one in known else "?" for one in text)


@cache
def _known() -> frozenset[str]:
    return frozenset(characters())
