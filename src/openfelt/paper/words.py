"""The words on paper, in every language of the house.

Names of bets and games are those of the pages: `pages` leads to the catalogues of the stations.
"""

import json
import re
from functools import cache
from importlib.resources import files
from typing import Final, Literal

Language = Literal["en", "zh", "zh-Hant"]
# The first is spoken where a house says nothing else.
LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh", "zh-Hant")


@cache
def catalogue(folder: Literal["text", "pages"], language: Language) -> dict[str, str]:
    """Return the texts of a language: the paper's own, or those of the pages."""
    file = files("openfelt.paper") / folder / f"{language}.json"
    texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return texts


def say(language: Language, key: str, **figures: str) -> str:
    """Return a sentence of the paper's own, its figures filled in."""
    return catalogue("text", language)[key].format(**figures)


def in_all(languages: tuple[Language, ...], key: str, between: str = " / ") -> str:
    """Say a word in each of these languages, and what two of them write alike once."""
    return between.join(dict.fromkeys(say(language, key) for language in languages))


def game_name(language: Language, game: str) -> str:
    """Return what a game is called."""
    return catalogue("pages", language).get(f"game.{game}", game)


def bets_name(language: Language, codes: tuple[str, ...]) -> str:
    """Name bets of one family that pay alike; `codes` in the order of the layout.

    Totals of dice differ in what they pay, so each line says which it is of.
    """
    names = catalogue("pages", language)
    family = codes[0].partition(":")[0]
    if family != "total" and f"bet.{family}" in names:
        return names[f"bet.{family}"]
    template = names[f"bet.{family}:*"]
    numbers = [code.partition(":")[2] for code in codes]
    pair = re.fullmatch(r"(.*)\{a\}(\W+)\{b\}(.*)", template)
    if pair is not None:
        return pair[1] + ", ".join(one.replace("-", pair[2]) for one in numbers) + pair[3]
    return template.format(a="/".join(numbers), b="", all="/".join(numbers))
