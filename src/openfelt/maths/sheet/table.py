"""The pay lines of a sheet: one table, one body a family of bets."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from openfelt.core.verdict import Result
from openfelt.maths.sheet.entry import Ended, Entry, Family
from openfelt.maths.sheet.figure import decimal, fraction, root, share
from openfelt.maths.sheet.markup import element, exact, text
from openfelt.maths.sheet.words import family_title, odds_of, when

_HEAD: Final = (
    "Result",
    "Odds as printed, and their clause",
    "Net per unit",
    "Probability, exact",
    "Probability, decimal",
)
# A sign beside the word, so that a column of results can be read at a glance.
_SIGNS: Final = {Result.WIN: "▲", Result.PUSH: "◆", Result.LOSE: "▽"}


def _cell(label: str, *content: str, class_: str = "") -> str:
    return element("td", *content, data_label=label, **({"class_": class_} if class_ else {}))


def _odds(entry: Entry, ended: Ended) -> str:
    printed = [
        f"{element('b', text(odds))} {element('cite', text(clause))}"
        for odds, clause in odds_of(entry, ended)
    ]
    nothing = "stake goes back" if ended.line.result is Result.PUSH else "stake is lost"
    circumstance = when(entry, ended)
    after = f" {element('i', text(circumstance))}" if circumstance else ""
    return ("<br>".join(printed) or element("span", nothing, class_="quiet")) + after


def _line(entry: Entry, ended: Ended) -> str:
    line = ended.line
    name = line.result.value
    sign = element("span", _SIGNS[line.result], aria_hidden="true")
    return element(
        "tr",
        element("th", f"{sign} {name}", scope="row", class_=name),
        _cell(_HEAD[1], _odds(entry, ended)),
        _cell("Net", exact(fraction(line.net)), class_="n"),
        _cell("Exact", exact(fraction(line.p)), class_="n"),
        _cell("Decimal", decimal(line.p, 10), class_="n"),
    )


def _both(value: Fraction, shown: str) -> str:
    return f"{element('b', shown)} {exact(fraction(value))}"


def _figure(term: str, says: str, class_: str = "") -> str:
    named = {"class_": class_} if class_ else {}
    return element("div", element("dt", term), element("dd", says), **named)


def _figures(entry: Entry) -> Iterator[str]:
    """Yield what follows from the lines, each as a decimal and exactly."""
    profile = entry.profile
    yield _figure("House edge", _both(profile.edge, share(profile.edge, 6)))
    back = 1 - profile.edge_per_outlay
    yield _figure("Theoretical return", _both(back, share(back, 6)))
    if profile.expected_rolls is not None:
        yield _figure(
            "Expected rolls", _both(profile.expected_rolls, decimal(profile.expected_rolls, 10))
        )
    yield _figure("Standard deviation", element("b", root(profile.variance, 10)))
    yield _figure("Variance", _both(profile.variance, decimal(profile.variance, 10)), "wide")
    if profile.commission:
        per_outlay = profile.edge_per_outlay
        yield _figure("Edge per outlay", _both(per_outlay, share(per_outlay, 6)))
        yield _figure("Commission", _both(profile.commission, share(profile.commission, 6)))


def _name(family: Family) -> str:
    codes = " ".join(element("code", text(code)) for code in family.codes)
    pieces = family.entry.pieces
    note = f"A wager of {pieces} equal pieces; net and figures are of the whole wager."
    return element(
        "tr",
        element(
            "th",
            element("strong", text(family_title(family))),
            element("span", codes, class_="codes"),
            element("span", note, class_="note") if pieces > 1 else "",
            scope="rowgroup",
            colspan=len(_HEAD),
        ),
        class_="bet",
    )


def _body(family: Family) -> str:
    entry = family.entry
    return element(
        "tbody",
        _name(family),
        *(_line(entry, ended) for ended in reversed(entry.endings)),
        element(
            "tr",
            element("td", element("dl", *_figures(entry), class_="figures"), colspan=len(_HEAD)),
            class_="sum",
        ),
        data_bets=" ".join(family.codes),
    )


def pay_lines(key: str, families: Sequence[Family]) -> str:
    """Return the table of everything a sheet says about its bets."""
    columns = (
        element("th", name, scope="col", **({"class_": "n"} if place > 1 else {}))
        for place, name in enumerate(_HEAD)
    )
    return element(
        "table",
        element("caption", text(f"Pay lines of sheet {key}")),
        element("thead", element("tr", *columns)),
        *(_body(family) for family in families),
        class_="lines",
    )
