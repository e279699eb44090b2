"""A variant's section of the document: its sheets, one below the other."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from openfelt.maths.baccarat import count_coups
from openfelt.maths.par import Sheet
from openfelt.maths.sheet import picture
from openfelt.maths.sheet.entry import BONUS, Entry, entries, families
from openfelt.maths.sheet.figure import count, share
from openfelt.maths.sheet.figures import Worked
from openfelt.maths.sheet.markup import anchor, chapter, described, element, text
from openfelt.maths.sheet.table import pay_lines
from openfelt.maths.sheet.words import kind_title, outcomes, plural, settings
from openfelt.rulebooks.rulebook import Rulebook

Shown = Sequence[tuple[Sheet, Sequence[Entry]]]


def _facts(sheet: Sheet, bets: int) -> Iterator[tuple[str, str]]:
    if sheet.decks is not None:
        yield "Decks", str(sheet.decks)
    if sheet.tie_percent is not None:
        yield "Bonus on a tie", f"{sheet.tie_percent} % of the stake"
    yield "Bets", str(bets)
    if sheet.decks is None:
        yield "Outcomes", f"{len(sheet.columns.outcomes)} {outcomes(sheet)}, all equally likely"
        return
    counts = count_coups(sheet.decks)
    total = counts.banker + counts.player + counts.tie
    yield "Outcomes", f"{count(total)} {outcomes(sheet)}"
    for name, ways in (
        ("Banker wins", counts.banker),
        ("Player wins", counts.player),
        ("Ties", counts.tie),
    ):
        yield name, f"{count(ways)} ({share(Fraction(ways, total), 6)})"


def _sheet(sheet: Sheet, bets: Sequence[Entry]) -> str:
    alike = families(bets)
    left = described(_facts(sheet, len(bets)), "facts") + picture.edges(sheet, bets)
    return element(
        "div",
        element("div", left),
        element("div", picture.outcomes(sheet, alike)),
        class_="pictures",
    ) + pay_lines(sheet.key, alike)


def _heading(sheet: Sheet) -> str:
    how = settings(sheet)
    return text(f"Sheet {sheet.key}") + (element("span", text(how)) if how else "")


def _full(sheet: Sheet, bets: Sequence[Entry]) -> str:
    head = element("h3", _heading(sheet))
    return element("article", head, _sheet(sheet, bets), id=anchor(sheet.key), class_="sheet")


def _folded(sheet: Sheet, bets: Sequence[Entry], *, is_open: bool) -> str:
    opened = {"open": "open"} if is_open else {}
    return element(
        "details",
        element("summary", element("h3", _heading(sheet))),
        _sheet(sheet, bets),
        id=anchor(sheet.key),
        class_="sheet",
        **opened,
    )


def _earns_bonus(bet: Entry) -> bool:
    return any(BONUS in ended.events for ended in bet.endings)


def _grid_cell(sheet: Sheet, bets: Sequence[Entry]) -> str:
    figures = (
        f"{element('span', text(bet.code))} {share(bet.profile.edge, 4)}"
        for bet in bets
        if _earns_bonus(bet)
    )
    return element("td", element("a", "<br>".join(figures), href=f"#{anchor(sheet.key)}"))


def _grid(shown: Shown) -> str:
    """Return the edges that the bonus changes, by bonus and by decks, as links to the sheets."""
    decks = list(dict.fromkeys(sheet.decks for sheet, _ in shown))
    percents = list(dict.fromkeys(sheet.tie_percent for sheet, _ in shown))
    cells = {(sheet.tie_percent, sheet.decks): _grid_cell(sheet, bets) for sheet, bets in shown}
    head = element(
        "tr",
        element("th", "Bonus", scope="col"),
        *(element("th", f"{n} decks", scope="col") for n in decks),
    )
    rows = (
        element(
            "tr",
            element("th", f"{p} %", scope="row"),
            *(cells.get((p, d)) or element("td", "–") for d in decks),
        )
        for p in percents
    )
    names = ", below it ".join(kind_title(bet.kind) for bet in shown[0][1] if _earns_bonus(bet))
    return element(
        "table",
        element("caption", f"House edge of the bets that earn the bonus: {names}"),
        element("thead", head),
        element("tbody", *rows),
        class_="plain grid",
    )


def variant(rulebook: Rulebook, worked: Worked) -> str:
    """Return the section of one variant with the sheets asked for."""
    shown = [(sheet, entries(sheet, profiles)) for sheet, profiles in worked]
    head = element(
        "h2",
        text(rulebook.title),
        element("code", text(rulebook.code)),
        element("a", "Contents", href="#contents", class_="up"),
    )
    about = element(
        "p",
        text(
            f"Book {rulebook.book}, version {rulebook.version}, in force "
            f"{rulebook.effective}. {plural(len(shown), 'sheet')}."
        ),
        class_="about",
    )
    if rulebook.tie_percents is None:
        body = "".join(_full(sheet, bets) for sheet, bets in shown)
    else:
        body = _grid(shown) + "".join(
            _folded(sheet, bets, is_open=place == 0) for place, (sheet, bets) in enumerate(shown)
        )
    return element("section", head, about, body, id=chapter(rulebook.code), class_="variant")
