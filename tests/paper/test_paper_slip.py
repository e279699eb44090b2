"""Tickets, vouchers and forms: what stands on them, as paper and as a scanner has it."""

from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import pypdfium2
import pytest
import zxingcpp
from escpos_reader import read
from fontTools.ttLib import TTFont

from openfelt.devices.chance import seeded, validation_number
from openfelt.floor.money.paying import Terms
from openfelt.paper.amount import in_words
from openfelt.paper.escpos import bytes_of
from openfelt.paper.font import FONTS, characters, drawable
from openfelt.paper.pdf import pdf_of
from openfelt.paper.plain import text_of
from openfelt.paper.sheet import Sheet
from openfelt.paper.slip import Letterhead, Payment, Slip, copy_of, form, rest, ticket, voucher
from openfelt.paper.words import LANGUAGES, Language, catalogue
from openfelt.paper.wrap import wrapped

SYDNEY: Final = Letterhead(zone=ZoneInfo("Australia/Sydney"))
MADE_US: Final = 1_760_000_000_000_000
SLIP: Final = Slip("010000000000000017", 123_456, "T1", False, "LT", MADE_US)


def paper_text(sheet: Sheet) -> str:
    """Read the words off a PDF, with code that did not write it."""
    document = pypdfium2.PdfDocument(pdf_of([sheet]))
    pages = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return "\n".join(pages)


def scanned(sheet: Sheet, scale: float = 2) -> list[tuple[str, str]]:
    """Hold a printed sheet under a scanner that knows every kind of barcode."""
    document = pypdfium2.PdfDocument(pdf_of([sheet]))
    images = [page.render(scale=scale).to_pil() for page in document]
    document.close()
    found = [one for image in images for one in zxingcpp.read_barcodes(image)]
    return [(one.text, one.format.name) for one in found]


def squeezed(text: str) -> str:
    """Leave out where lines end."""
    return "".join(text.split())


def test_lt_def_redeemable_ticket_it_shows_the_value_of_the_credit() -> None:
    for said in (text_of(ticket(SLIP, SYDNEY)), paper_text(ticket(SLIP, SYDNEY))):
        assert "$1,234.56" in said
        for language in LANGUAGES:
            assert squeezed(in_words(123_456, language)) in squeezed(said)
        assert "01-0000-0000-0000-0017" in said
        assert "2025-10-09 19:53:20" in said  # In the time of the house.
        assert "T1" in said
        assert "DEMO" not in said


@pytest.mark.clause("AC def:redeemable ticket")
@pytest.mark.clause("SB 3.8")
@pytest.mark.clause("MT def:Redeemable Ticket")
def test_a_ticket_says_where_it_is_paid_by_the_book_that_made_it() -> None:
    def says(book: str) -> str:
        english = Letterhead(("en",))
        return text_of(ticket(Slip("010000000000000017", 3_750, "T1", False, book), english))

    for book in ("LT", "AC", "SB"):
        assert "$37.50" in says(book)
        assert "cash desk or a kiosk" in says(book)
        assert "plays on at a terminal that takes tickets" in says(book)
    assert "Pays at the cash desk only." in says("MT")
    assert "kiosk" not in says("MT")
    assert "Pays at the cash desk." in says("")


def test_random_tickets_scan_back() -> None:
    chance = seeded(18)
    for _ in range(40):
        number = validation_number("01", chance)
        slip = Slip(number, int.from_bytes(chance(4), "big"), "T1", demo=False, book="AC")
        assert scanned(ticket(slip, SYDNEY)) == [(number, "ITF")]
        printed = read(bytes_of(ticket(slip, SYDNEY)))
        assert printed.barcodes == [number]
        assert text_of(ticket(slip, SYDNEY)).splitlines()[1].replace("-", "") == number


def test_every_digit_scans_at_every_place() -> None:
    for shift in range(10):
        number = "".join(str((place + shift) % 10) for place in range(18))
        assert scanned(ticket(Slip(number, 100, "T1", demo=False), Letterhead(("en",)))) == [
            (number, "ITF")
        ]


def test_a_ticket_of_a_demo_says_so_at_both_ends() -> None:
    sheet = ticket(Slip("990000000000000017", 100, "T1", demo=True), SYDNEY)
    lines = text_of(sheet).splitlines()
    assert "DEMO - NO VALUE" in lines[0]
    assert lines[0] == lines[-1]
    assert paper_text(sheet).count("DEMO - NO VALUE") == 2


def test_a_copy_has_four_digits_and_nothing_for_a_scanner() -> None:
    sheet = copy_of(SLIP, SYDNEY)
    for said in (text_of(sheet), paper_text(sheet), read(bytes_of(sheet)).text):
        assert "00000017" not in said.replace("-", "")
    assert "••••0017" in text_of(sheet)
    assert "COPY - NO VALUE" in text_of(sheet)
    assert scanned(sheet) == []
    assert read(bytes_of(sheet)).barcodes == []


def test_mt_4_9_a_voucher_says_how_it_is_paid_and_scans_as_its_number() -> None:
    sheet = voucher(Slip("V010000000000000017", 12_000, "T1", False, "MT"), Letterhead(("en",)))
    assert "Hand pay voucher" in text_of(sheet)
    assert "$120.00" in text_of(sheet)
    assert "once the player has signed the form" in text_of(sheet)
    assert scanned(sheet) == [("010000000000000017", "ITF")]


@pytest.mark.clause("LT 9.1")
def test_the_slip_of_a_kiosk_says_what_came_out_and_scans_as_the_rest() -> None:
    slip = Slip("V010000000000000017", 7_000, "K1", False, "", MADE_US, 5_000)
    sheet = rest(slip, Letterhead(("en", "zh"), SYDNEY.zone))
    for said in (text_of(sheet), paper_text(sheet)):
        assert "$70.00" in said
        assert "seventy dollars and no cents" in said
        assert "$50.00" in said
        assert "The cash desk pays this rest" in said
        assert "请到账房" in said
    assert scanned(sheet) == [("010000000000000017", "ITF")]


def test_mt_4_5_b_a_voucher_whose_number_is_anothers_has_no_barcode() -> None:
    sheet = voucher(Slip("V010000000000000017-44", 500_001, "T1", False, "MT"), Letterhead(("en",)))
    assert "V010000000000000017-44" in text_of(sheet)
    assert "$5,000.01" in text_of(sheet)
    assert scanned(sheet) == []


@pytest.mark.clause("LT 9.1")
@pytest.mark.clause("SB 5.1")
@pytest.mark.clause("AC 4.1")
@pytest.mark.parametrize("takes_two", [False, True])
def test_the_form_has_the_amount_to_check_and_lines_to_sign(takes_two: bool) -> None:
    slip = Slip("V010000000000000017", 1_200_000, "T1", False, "AC", MADE_US)
    payment = Payment(Terms("cash", "cheque", True, "passport"), "Casey", takes_two)
    sheet = form(slip, payment, Letterhead(("en",), SYDNEY.zone))
    for said in (text_of(sheet), paper_text(sheet)):
        assert "$12,000.00" in said
        assert "twelve thousand dollars and no cents" in said
        assert "I have checked the amount above" in said
        assert "Player's signature" in said
        assert "Cashier: Casey" in said
        assert ("Second cashier" in said) == takes_two


@pytest.mark.clause("LT 9.3.2")
@pytest.mark.clause("SB 5.3.2")
@pytest.mark.clause("AC 4.3.2")
def test_the_form_says_what_was_asked_for_and_what_is_given_instead() -> None:
    payment = Payment(Terms("cash", "cheque", True, ""), "Casey", False)
    said = text_of(form(SLIP, payment, Letterhead(("en",))))
    assert "Asked for: cash\n" in said
    assert "Given: crossed cheque\n" in said


@pytest.mark.clause("LT 9.3.3")
@pytest.mark.clause("SB 5.3.3")
@pytest.mark.clause("AC 4.3.3")
def test_the_form_says_which_document_was_seen() -> None:
    def said(terms: Terms) -> str:
        return text_of(form(SLIP, Payment(terms, "Casey", False), Letterhead(("en",))))

    assert "Document seen: passport" in said(Terms(identity="passport"))
    assert "Document seen: none seen" in said(Terms())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_is_in_one_language_and_readable_off_a_pdf(language: Language) -> None:
    sheet = form(SLIP, Payment(Terms(), "Casey", True), Letterhead((language,)))
    read_off = squeezed(paper_text(sheet))
    for line in text_of(sheet).splitlines():
        for part in line.strip("_").split(": "):
            assert squeezed(part) in read_off


def test_a_printer_gets_words_as_letters_and_chinese_as_dots() -> None:
    printed = read(bytes_of(ticket(SLIP, SYDNEY)))
    assert ("$1,234.56", 2, "center") in printed.words
    assert "one thousand two hundred and thirty-four" in printed.text
    chinese = [line for line in text_of(ticket(SLIP, SYDNEY)).splitlines() if not line.isascii()]
    assert len(printed.dots) == len(chinese)
    for picture in printed.dots:
        ink = picture.histogram()[0] / (picture.width * picture.height)
        assert 0.01 < ink < 0.3, "black letters on white"
    assert printed.cuts == 1
    english = read(bytes_of(ticket(SLIP, Letterhead(("en",)))))
    assert not english.dots
    assert "Made at" + " " * 39 + "T1" in english.text


def test_the_same_sheets_are_the_same_bytes() -> None:
    sheet = ticket(SLIP, SYDNEY)
    assert pdf_of([sheet]) == pdf_of([sheet])
    assert bytes_of(sheet) == bytes_of(sheet)


@pytest.mark.parametrize("font", ["zh", "zh-Hant"])
def test_the_fonts_have_every_character_of_paper(font: str) -> None:
    has = TTFont(FONTS / f"{font}.ttf").getBestCmap()
    missing = [one for one in characters() if ord(one) not in has]
    assert missing == [], "run python scripts/paper_fonts.py"


def test_what_no_font_of_ours_has_is_drawn_as_such() -> None:
    assert drawable("Zoë 陈☃") == "Zoë ??"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_things(language: Language) -> None:
    first, other = catalogue("text", "en"), catalogue("text", language)
    assert list(first) == list(other)


def test_lines_break_between_words_and_between_characters() -> None:
    assert wrapped("pays at the desk", 9, len) == ["pays at", "the desk"]
    assert wrapped("凭票到账房兑现", 3, len) == ["凭票到", "账房兑", "现"]
    assert wrapped("unbreakable", 3, len) == ["unbreakable"]


def test_pages_and_paper_share_the_names_of_bets() -> None:
    web = Path(__file__).parents[2] / "web" / "src" / "text"
    for language in LANGUAGES:
        assert catalogue("pages", language)["bet.player"] in (web / f"{language}.json").read_text()
