"""The signs of tables: every limit, what every bet pays, and what is kept or given besides."""

from typing import Final

import pypdfium2
import pytest
from escpos_reader import read

from openfelt.floor.state import Limits
from openfelt.paper.escpos import bytes_of
from openfelt.paper.pdf import pdf_of
from openfelt.paper.plain import text_of
from openfelt.paper.sheet import Row, Sheet
from openfelt.paper.sign import sign
from openfelt.paper.words import LANGUAGES, Language
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.definition import Definition

LIMITS: Final = Limits(2_500, 500_000, 500)
EVERY: Final = Limits(2_500, 500_000, 550, 5_000, 900_000, 400_000, 100_000, 50_000)


def rules(variant: str, decks: int = 8, percent: int = 5) -> Definition:
    book = VARIANTS[variant]
    return book.definition(decks if book.shoe else None, percent if book.tie_percents else None)


def of(variant: str, limits: Limits = LIMITS, language: Language = "en") -> Sheet:
    return sign("X1", rules(variant), limits, language, demo=False)


def rows(sheet: Sheet) -> dict[str, str]:
    return {line.name: line.value for line in sheet.lines if isinstance(line, Row)}


@pytest.mark.clause("LT 6.1")
@pytest.mark.clause("LT 6.2")
def test_a_sign_states_every_limit_there_is() -> None:
    shown = rows(of("LT", EVERY))
    assert list(shown.items())[:8] == [
        ("Minimum wager", "$25"),
        ("Maximum wager", "$5,000"),
        ("Differential between Player and Banker", "$4,000"),
        ("Maximum on Tie", "$1,000"),
        ("Maximum on a Pair", "$500"),
        ("Minimum of all wagers together", "$50"),
        ("Maximum of all wagers together", "$9,000"),
        ("Wagers rise by", "$5.50"),
    ]
    assert "Maximum on Tie" not in rows(of("LT"))


@pytest.mark.parametrize("variant", ["LT", "AC", "SB"])
@pytest.mark.clause("SB 3.2")
@pytest.mark.clause("AC 3.1")
def test_a_sign_states_minimum_maximum_and_the_unit_above(variant: str) -> None:
    shown = rows(of(variant))
    assert shown["Minimum wager"] == "$25"
    assert shown["Maximum wager"] == "$5,000"
    assert shown["Wagers rise by"] == "$5"
    assert "Multiples" not in text_of(of(variant))


@pytest.mark.clause("MT 3.1")
@pytest.mark.clause("MT 3.2")
def test_a_sign_of_multi_terminal_says_that_only_multiples_stand() -> None:
    for variant in ("MT_A", "MT_B", "MT_ROULETTE", "MT_SICBO"):
        assert "Multiples of the minimum only" in text_of(of(variant))
        assert "Wagers rise by" not in rows(of(variant))


def test_the_banker_pays_what_his_variant_says() -> None:
    assert rows(of("LT"))["Banker"] == "19 to 20"
    assert rows(of("LT_EM"))["Banker"] == "1 to 2 / 1 to 1"
    assert rows(of("LT", language="zh"))["庄"] == "1 赔 0.95"


@pytest.mark.clause("MT def:Method (A) Baccarat")
@pytest.mark.clause("MT def:Method (B) Baccarat")
def test_mt_8_7_b_the_methods_say_their_commission() -> None:
    assert rows(of("MT_A"))["Banker"] == "1 to 1 less 5%"
    assert rows(of("MT_B"))["Banker"] == "1 to 1 less 50% / 1 to 1"
    assert rows(of("MT_A", language="zh-Hant"))["莊"] == "1 賠 1，抽水 5%"


@pytest.mark.clause("AC 3.9.15")
def test_ac_3_9_8_and_3_9_15_what_is_paid_besides_the_stake_is_said() -> None:
    shown = rows(of("AC"))
    assert shown["Buy 4/10"] == "2 to 1, commission 5% of the wager"
    assert shown["Lay 5/9"] == "2 to 3, commission 5% of what it can win"
    assert shown["Place 6/8"] == "7 to 6"


def test_a_tie_premium_sign_says_the_percentage_of_its_table() -> None:
    for percent in (1, 5, 10):
        made = sign("P1", rules("PB_TIE", 8, percent), LIMITS, "en", demo=False)
        shown = rows(made)["On a tie, Player and Banker wagers win"]
        assert shown == f"{percent}% of the wager"
    assert "On a tie" not in text_of(of("PB"))


def test_an_even_money_sign_says_its_odds() -> None:
    assert rows(of("PB_EM"))["Banker"] == "1 to 2 / 1 to 1"


@pytest.mark.parametrize(
    ("variant", "lines"), [("LT", 5), ("SB", 14), ("AC", 41), ("MT_ROULETTE", 13), ("MT_SICBO", 14)]
)
def test_a_sign_has_a_line_for_each_kind_of_bet(variant: str, lines: int) -> None:
    limits = {"Minimum wager", "Maximum wager", "Wagers rise by"}
    shown = [name for name in rows(of(variant)) if name not in limits]
    assert len(shown) == lines
    assert len(shown) == sum(
        isinstance(line, Row) and line.name not in limits for line in of(variant).lines
    )


def test_the_sign_of_sic_bo_has_the_odds_of_the_book() -> None:
    shown = rows(of("SB"))
    assert [shown[f"Total {one}"] for one in ("4/17", "7/14", "10/11")] == [
        "62 to 1",
        "12 to 1",
        "6 to 1",
    ]
    assert shown["Specific Triple"] == "190 to 1"
    assert shown["Any Number (1 / 2 / 3 dice)"] == "1 to 1 / 2 to 1 / 12 to 1"
    assert rows(of("MT_SICBO"))["Specific Triple"] == "180 to 1"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", ["LT", "SB", "AC", "MT_A", "MT_ROULETTE", "MT_SICBO", "PB_TIE"])
def test_a_sign_in_a_pdf_says_each_row_and_fits_its_page(variant: str, language: Language) -> None:
    sheet = of(variant, EVERY if variant == "LT" else LIMITS, language)
    document = pypdfium2.PdfDocument(pdf_of([sheet]))
    assert len(document) == 1
    text = "".join(document[0].get_textpage().get_text_range().split())
    document.close()
    for name, value in rows(sheet).items():
        assert "".join(name.split()) in text
        assert "".join(value.split()) in text


def test_a_sign_prints_on_a_roll_too() -> None:
    printed = read(bytes_of(of("AC")))
    assert "Buy 4/10" in printed.text
    assert printed.words[0] == ("Craps, table X1", 2, "center")
    assert printed.cuts == 1


def test_a_sign_of_a_demo_says_so() -> None:
    assert text_of(sign("X1", rules("SB"), LIMITS, "en", demo=True)).startswith("*** DEMO")
