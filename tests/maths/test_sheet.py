"""The PAR document: right decimals, the right odds beside each line, and sound markup."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from openfelt.core.verdict import Result
from openfelt.maths.par import sheets
from openfelt.maths.sheet import figure, words
from openfelt.maths.sheet.entry import Entry, entries, families
from openfelt.maths.sheet.figures import Worked, json_text, work_out
from openfelt.maths.sheet.html import page
from openfelt.maths.sheet.markup import anchor
from openfelt.rulebooks import VARIANTS

_VOID = {"meta", "br", "wbr", "input"}


class Document(HTMLParser):
    """Reads a page strictly: what opens must close, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute twice in <{tag}>"
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def entry_of(key: str, bet: str) -> Entry:
    [(sheet, profiles)] = work_out(sheets([key]))
    return {entry.code: entry for entry in entries(sheet, profiles)}[bet]


def odds_of(key: str, bet: str) -> list[tuple[Fraction, list[tuple[str, str]]]]:
    """Every line that pays, by its net, with the odds and clauses shown for it."""
    entry = entry_of(key, bet)
    shown = [(ended.line.net, words.odds_of(entry, ended)) for ended in entry.endings]
    return [(net, odds) for net, odds in shown if odds]


@pytest.fixture(scope="module")
def worked() -> Worked:
    return work_out(sheets())


@pytest.fixture(scope="module")
def html(worked: Worked) -> str:
    return page(worked, "1.2.3")


def read(decimal: str) -> Fraction:
    return Fraction(decimal.replace("−", "-"))


@given(st.fractions(), st.integers(0, 12))
@example(Fraction(1, 2), 0)
@example(Fraction(-1, 2), 0)
@example(Fraction(-1, 10**13), 10)
@example(Fraction(999_999, 10**6), 4)
def test_a_decimal_is_the_nearest_one_and_a_half_goes_away_from_zero(
    value: Fraction, places: int
) -> None:
    shown = figure.decimal(value, places)
    off = (abs(read(shown)) - abs(value)) * 10**places
    assert Fraction(-1, 2) < off <= Fraction(1, 2)
    assert len(shown.partition(".")[2]) == places
    assert shown.startswith("−") == (read(shown) < 0)
    assert read(shown) * value >= 0


@given(st.fractions(min_value=0), st.integers(0, 10))
@example(Fraction(9, 4), 0)
def test_a_root_is_the_nearest_one(value: Fraction, places: int) -> None:
    shown, half = read(figure.root(value, places)), Fraction(1, 2 * 10**places)
    assert max(shown - half, Fraction(0)) ** 2 <= value < (shown + half) ** 2


def test_figures_are_written_as_a_reader_expects() -> None:
    assert figure.decimal(Fraction(1, 3), 10) == "0.3333333333"
    assert figure.decimal(Fraction(2, 3), 10) == "0.6666666667"
    assert figure.percent(Fraction(7, 495), 4) == "1.4141"
    assert figure.share(Fraction(1, 37), 6) == "2.702703\N{NO-BREAK SPACE}%"
    assert figure.root(Fraction(2), 10) == "1.4142135624"
    assert figure.fraction(Fraction(-1)) == "−1"
    assert figure.fraction(Fraction(19, 20)) == "19/20"
    assert figure.count(4_998_398_275_503_360) == "4,998,398,275,503,360"


@pytest.mark.parametrize(
    ("key", "bet", "expected"),
    [
        ("LT/8", "banker", [(Fraction(19, 20), [("19 to 20", "LT 8.4.2")])]),
        (
            "LT_EM/8",
            "banker",
            [
                (Fraction(1, 2), [("1 to 2", "LT 8.5.2")]),
                (Fraction(1), [("1 to 1", "LT 8.5.2")]),
            ],
        ),
        (
            "MT_A/8",
            "banker",
            [(Fraction(19, 20), [("1 to 1 less 5%", "MT 8.7(b) Method A Banker")])],
        ),
        (
            "PB_TIE_05/6",
            "player",
            [
                (Fraction(1, 20), [("5 to 100", "PB 13.3.5.2")]),
                (Fraction(1), [("1 to 1", "PB 13.3.2")]),
            ],
        ),
        ("AC", "come", [(Fraction(1), [("1 to 1", "AC 3.10 Come")])]),
        (
            "AC",
            "horn",
            [
                (Fraction(13, 4), [("16 to 1 on 1 of 4 pieces", "AC 3.10 Horn 3/11")]),
                (Fraction(15, 2), [("33 to 1 on 1 of 4 pieces", "AC 3.10 Horn 2/12")]),
            ],
        ),
        (
            "MT_ROULETTE",
            "orfanelli",
            [
                (Fraction(13, 5), [("17 to 1 on 1 of 5 pieces", "MT 9.4(a) Split")]),
                (
                    Fraction(31, 5),
                    [
                        ("35 to 1 on 1 of 5 pieces", "MT 9.4(a) Straight Up"),
                        ("17 to 1 on 2 of 5 pieces", "MT 9.4(a) Split"),
                    ],
                ),
            ],
        ),
    ],
)
def test_a_line_shows_the_odds_it_is_paid_by(
    key: str, bet: str, expected: list[tuple[Fraction, list[tuple[str, str]]]]
) -> None:
    assert odds_of(key, bet) == expected


def test_every_winning_line_of_every_bet_has_odds_and_no_losing_one_has(worked: Worked) -> None:
    for sheet, profiles in worked:
        for entry in entries(sheet, profiles):
            for ended in entry.endings:
                is_paid = ended.line.result is Result.WIN or (
                    ended.line.result is Result.PUSH and ended.line.net > 0
                )
                assert bool(ended.rows) == is_paid, (sheet.key, entry.code)


def test_a_bet_says_what_it_pays() -> None:
    assert words.pays(entry_of("LT/8", "tie")) == "8 to 1"
    assert words.pays(entry_of("AC", "buy:4")) == "2 to 1; commission 1/20"
    assert words.pays(entry_of("AC", "field")) == ("2 to 1 on 2 or 12; 1 to 1 on 3, 4, 9, 10 or 11")
    assert words.pays(entry_of("PB_TIE_10/8", "banker")) == "19 to 20; 10 to 100 on a tie"


def test_alike_bets_share_a_place_and_totals_do_not() -> None:
    def sizes(key: str) -> dict[str, int]:
        [(sheet, profiles)] = work_out(sheets([key]))
        grouped = families(entries(sheet, profiles))
        assert sorted(c for f in grouped for c in f.codes) == sorted(profiles)
        return {words.family_title(family): len(family.codes) for family in grouped}

    roulette = sizes("MT_ROULETTE")
    assert len(roulette) == 18
    assert roulette["Split (60 bets)"] == 60
    assert roulette["Neighbours twice (37 bets)"] == 37
    craps = sizes("AC")
    assert craps["Hop hard (6 bets)"] == 6
    assert craps["Hop easy (15 bets)"] == 15
    assert craps["Place 4, 10"] == 2
    assert sizes("MT_SICBO")["Total 4"] == 1


def test_the_document_is_balanced_and_every_link_has_its_target(html: str) -> None:
    tags = Document(html).tags
    ids = Counter(attrs["id"] for _, attrs in tags if "id" in attrs)
    assert set(ids.values()) == {1}
    links = [attrs["href"] for tag, attrs in tags if tag == "a"]
    assert {f"#{anchor(sheet.key)}" for sheet in sheets()} <= set(links)
    assert {link[1:] for link in links if link} <= set(ids)
    assert all(link and link.startswith("#") for link in links)


def test_the_document_needs_nothing_beside_it(html: str) -> None:
    assert "://" not in html
    assert "url(" not in html
    assert "@import" not in html
    assert not re.search(r"\bsrc\s*=|<link|<iframe|<object", html)


def test_headers_have_a_scope_and_pictures_a_title_and_a_description(html: str) -> None:
    assert all(attrs.get("scope") for tag, attrs in Document(html).tags if tag == "th")
    drawings = [ET.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", html, re.DOTALL)]
    pictures = [svg for svg in drawings if svg.get("role") == "img"]
    assert len(pictures) >= 2 * len(sheets())
    for svg in pictures:
        title, desc = svg[0], svg[1]
        assert (title.tag, desc.tag) == ("title", "desc")
        assert title.text
        assert desc.text
        assert svg.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
        for rect in svg.iter("rect"):
            assert Fraction(rect.get("width", "")) >= 0
            assert Fraction(rect.get("height", "")) >= 0


def parts_of(html: str) -> dict[str, str]:
    """The piece of the document that is a sheet's, by its anchor."""
    found = re.split(r'<(?:article|details) id="([^"]+)" class="sheet"', html)
    return dict(zip(found[1::2], found[2::2], strict=True))


def test_every_bet_of_every_sheet_is_in_it_with_every_figure(html: str, worked: Worked) -> None:
    parts = parts_of(html)
    assert list(parts) == [anchor(sheet.key) for sheet, _ in worked]
    for sheet, profiles in worked:
        part = parts[anchor(sheet.key)]
        bodies = re.findall(r'<tbody data-bets="([^"]+)">(.*?)</tbody>', part, re.DOTALL)
        shown = {
            code: body.replace("<wbr>", "") for codes, body in bodies for code in codes.split()
        }
        assert shown.keys() == profiles.keys()
        for code, profile in profiles.items():
            figures = [value for line in profile.lines for value in (line.net, line.p)]
            figures += [profile.edge, profile.variance]
            figures += [profile.edge_per_outlay] if profile.commission else []
            figures += [profile.expected_rolls] if profile.expected_rolls is not None else []
            for value in figures:
                assert f">{figure.fraction(value)}<" in shown[code], (sheet.key, code, value)
            for line in profile.lines:
                assert f">{figure.decimal(line.p, 10)}<" in shown[code]
            assert f">{code}</code>" in shown[code]


def test_the_published_counts_and_every_fingerprint_are_printed_in_full(html: str) -> None:
    for count in ("2,292,252,566,437,888", "2,230,518,282,592,256", "475,627,426,473,216"):
        assert count in parts_of(html)["LT-8"]
    for rulebook in VARIANTS.values():
        assert f">{rulebook.fingerprint}</code>" in html
        assert rulebook.version in html


def test_of_the_forty_tie_premium_sheets_the_first_is_open(html: str) -> None:
    folded = [attrs for tag, attrs in Document(html).tags if tag == "details"]
    tie = [attrs for attrs in folded if (attrs.get("id") or "").startswith("PB_TIE_")]
    assert len(tie) == 40
    assert [attrs["id"] for attrs in tie if "open" in attrs] == ["PB_TIE_01-3"]


def test_a_few_sheets_make_a_small_document_and_gaps_in_the_grid_are_shown() -> None:
    worked = work_out(sheets(["PB_TIE_01/3", "PB_TIE_02/4"]))
    html = page(worked, "1.2.3")
    Document(html)
    assert list(parts_of(html)) == ["PB_TIE_01-3", "PB_TIE_02-4"]
    assert html.count("<td>–</td>") == 2
    assert VARIANTS["LT"].fingerprint not in html


def test_the_same_sheets_give_the_same_bytes_and_name_the_version(
    html: str, worked: Worked
) -> None:
    assert page(work_out(sheets()), "1.2.3") == html
    assert "OpenFelt 1.2.3" in html
    assert len(html.encode()) < 3_000_000
    assert json_text(worked).endswith("}\n")
