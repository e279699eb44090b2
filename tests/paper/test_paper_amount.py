"""Amounts in words: against words written by hand, and read back by a reader of its own."""

import re
from random import Random
from typing import Final

import pytest

from openfelt.floor.name import CENTS_MAX
from openfelt.paper.amount import in_figures, in_short, in_words
from openfelt.paper.words import LANGUAGES, Language

BY_HAND: Final = [
    (0, "zero dollars and no cents", "零元整", "零元整"),
    (1, "zero dollars and one cent", "零元零壹分", "零元零壹分"),
    (5, "zero dollars and five cents", "零元零伍分", "零元零伍分"),
    (100, "one dollar and no cents", "壹元整", "壹元整"),
    (1_000, "ten dollars and no cents", "壹拾元整", "壹拾元整"),
    (2_110, "twenty-one dollars and ten cents", "贰拾壹元壹角", "貳拾壹元壹角"),
    (
        10_550,
        "one hundred and five dollars and fifty cents",
        "壹佰零伍元伍角",
        "壹佰零伍元伍角",
    ),
    (
        123_456,
        "one thousand two hundred and thirty-four dollars and fifty-six cents",
        "壹仟贰佰叁拾肆元伍角陆分",
        "壹仟貳佰參拾肆元伍角陸分",
    ),
    (2_001_000, "twenty thousand and ten dollars and no cents", "贰万零壹拾元整", "貳萬零壹拾元整"),
    (
        100_001_301,
        "one million and thirteen dollars and one cent",
        "壹佰万零壹拾叁元零壹分",
        "壹佰萬零壹拾參元零壹分",
    ),
    (
        123_456_781,
        (
            "one million two hundred and thirty-four thousand five hundred and sixty-seven dollars "
            "and eighty-one cents"
        ),
        "壹佰贰拾叁万肆仟伍佰陆拾柒元捌角壹分",
        "壹佰貳拾參萬肆仟伍佰陸拾柒元捌角壹分",
    ),
    (
        10_000_200_000,
        "one hundred million two thousand dollars and no cents",
        "壹亿零贰仟元整",
        "壹億零貳仟元整",
    ),
    (CENTS_MAX, "ten billion dollars and no cents", "壹佰亿元整", "壹佰億元整"),
]


@pytest.mark.parametrize(("cents", "english", "simple", "traditional"), BY_HAND)
def test_an_amount_in_words(cents: int, english: str, simple: str, traditional: str) -> None:
    said = tuple(in_words(cents, language) for language in LANGUAGES)
    assert said == (english, simple, traditional)


@pytest.mark.parametrize(
    ("cents", "figures", "short"),
    [
        (5, "$0.05", "$0.05"),
        (2_500, "$25.00", "$25"),
        (123_456_781, "$1,234,567.81", "$1,234,567.81"),
    ],
)
def test_an_amount_in_figures(cents: int, figures: str, short: str) -> None:
    assert (in_figures(cents), in_short(cents)) == (figures, short)


# The readers: from words to cents, and nothing of how they are written.

SMALL: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
TENS: Final = (
    *("ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
)
POWERS: Final = {"thousand": 10**3, "million": 10**6, "billion": 10**9}


def read_english(words: str) -> int:
    dollars, cents = re.fullmatch(r"(.*) dollars? and (.*) cents?", words).groups()  # type: ignore[union-attr]
    return 100 * _english(dollars) + (0 if cents == "no" else _english(cents))


def _english(words: str) -> int:
    total = part = 0
    for word in re.split(r"[ -]", words):
        if word in SMALL:
            part += SMALL.index(word)
        elif word in TENS:
            part += 10 * (TENS.index(word) + 1)
        elif word == "hundred":
            part *= 100
        elif word in POWERS:
            total, part = total + part * POWERS[word], 0
        else:
            assert word == "and"
    return total + part


def read_chinese(words: str) -> int:
    words = words.translate(str.maketrans("貳參陸萬億", "贰叁陆万亿"))
    dollars, small = words.split("元")
    if small == "整":
        return 100 * _chinese(dollars)
    tenths, hundredths = re.fullmatch(r"(?:(.)角|零)(?:(.)分)?", small).groups()  # type: ignore[union-attr]
    return 100 * _chinese(dollars) + 10 * _digit(tenths) + _digit(hundredths)


def _digit(one: str | None) -> int:
    return "零壹贰叁肆伍陆柒捌玖".index(one) if one else 0


def _chinese(words: str) -> int:
    total = group = digit = 0
    for one in words:
        if one in "拾佰仟":
            group, digit = group + digit * 10 ** ("拾佰仟".index(one) + 1), 0
        elif one == "万":
            total, group, digit = total + (group + digit) * 10**4, 0, 0
        elif one == "亿":
            total, group, digit = (total + group + digit) * 10**8, 0, 0
        else:
            digit = _digit(one)
    return total + group + digit


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_reads_the_words_finds_the_amount(language: Language) -> None:
    chance, read = Random(18), read_english if language == "en" else read_chinese
    amounts = [int(10 ** chance.uniform(0, 12)) for _ in range(3_000)]
    said = {cents: in_words(cents, language) for cents in amounts}
    assert {cents: read(words) for cents, words in said.items()} == {one: one for one in amounts}
    assert len(set(said.values())) == len(said)
