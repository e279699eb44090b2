"""The pictures of a sheet: what each bet costs, and how the outcomes fall."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from openfelt.core.verdict import Result
from openfelt.core.wheel import BLACK, ORDER, RED
from openfelt.games.baccarat.coup import TOTALS
from openfelt.maths.baccarat import count_coups, distribution
from openfelt.maths.par import Sheet
from openfelt.maths.sheet import svg
from openfelt.maths.sheet.entry import Entry, Family
from openfelt.maths.sheet.figure import count, decimal, fraction, share
from openfelt.maths.sheet.markup import anchor, element, text
from openfelt.maths.sheet.words import bets_title, family_title, plural

_NUMBERED: Final = re.compile(r".*[:_](\d+)")


def _figure(caption: svg.Caption, drawing: str, *more: str) -> str:
    words = element("figcaption", element("b", text(caption.title)), " ", text(caption.says))
    return element("figure", words, drawing, *more)


def _by_edge(entries: Iterable[Entry]) -> list[svg.Bar]:
    """One bar for the bets of a kind that cost the same, totals apart; the cheapest first."""
    groups: dict[tuple[str, Fraction], list[str]] = {}
    for entry in entries:
        apart = entry.code if entry.kind == "total" else entry.kind
        groups.setdefault((apart, entry.profile.edge), []).append(entry.code)
    bars = [svg.Bar(bets_title(codes), edge, share(edge, 4)) for (_, edge), codes in groups.items()]
    return sorted(bars, key=lambda bar: bar.value)


def edges(sheet: Sheet, entries: Sequence[Entry]) -> str:
    """Picture what each bet costs."""
    rows = _by_edge(entries)
    low, high = rows[0], rows[-1]
    if low.value == high.value:
        says = f"Every bet costs the same: {fraction(low.value)} of the stake, {low.shown}."
    else:
        says = f"From {low.shown} to {high.shown} of the stake, the lowest first."
    caption = svg.Caption(f"{anchor(sheet.key)}-edge", "House edge by bet.", says)
    return _figure(caption, svg.bars(caption, rows))


def outcomes(sheet: Sheet, families: Sequence[Family]) -> str:
    """Picture how the outcomes of the game fall."""
    if sheet.decks is not None:
        return _coups(sheet, sheet.decks)
    match sheet.rulebook.game.name:
        case "roulette":
            return _wheel(sheet) + _chances(sheet, families)
        case "craps":
            return _dice(sheet) + _rolls(sheet, families)
        case _:
            return _dice(sheet) + _chances(sheet, families)


def _coups(sheet: Sheet, decks: int) -> str:
    counts = count_coups(decks)
    total = counts.banker + counts.player + counts.tie
    named = (("Banker", counts.banker), ("Player", counts.player), ("Tie", counts.tie))
    parts = [
        (svg.Bar(name, Fraction(n, total), share(Fraction(n, total), 4)), name.lower())
        for name, n in named
    ]
    caption = svg.Caption(
        f"{anchor(sheet.key)}-winner",
        "Outcome of the coup.",
        ", ".join(f"{bar.label} {bar.shown}" for bar, _ in parts) + ".",
    )
    return _figure(caption, svg.shares(caption, parts)) + _final_counts(sheet, decks, total)


def _final_counts(sheet: Sheet, decks: int, total: int) -> str:
    player, banker = Counter[int](), Counter[int]()
    for totals, ways in zip(TOTALS, distribution(decks), strict=True):
        player[totals.player] += ways
        banker[totals.banker] += ways
    caption = svg.Caption(
        f"{anchor(sheet.key)}-counts",
        "Final count of each hand.",
        "How often the Player's and the Banker's hand end on each count from 0 to 9.",
    )
    series = [
        svg.Series(f"{name}'s hand", name.lower(), [Fraction(hand[n], total) for n in range(10)])
        for name, hand in (("Player", player), ("Banker", banker))
    ]
    drawing = svg.columns(caption, [str(n) for n in range(10)], series)
    return _figure(caption, drawing, _count_table(player, banker, total))


def _count_table(player: Counter[int], banker: Counter[int], total: int) -> str:
    head = element(
        "tr", *(element("th", name, scope="col") for name in ("Count", "Player", "Banker"))
    )
    rows = (
        element(
            "tr",
            element("th", str(n), scope="row"),
            *(
                element("td", f"{count(hand[n])}<br>{share(Fraction(hand[n], total), 4)}")
                for hand in (player, banker)
            ),
        )
        for n in range(10)
    )
    table = element("table", element("thead", head), element("tbody", *rows), class_="plain")
    return element("details", element("summary", "Figures of this picture"), table, class_="data")


def _dice(sheet: Sheet) -> str:
    rolls = sheet.columns.outcomes
    ways = Counter(sum(roll) for roll in rolls)
    caption = svg.Caption(
        f"{anchor(sheet.key)}-totals",
        "Totals of the dice.",
        f"In how many of the {len(rolls)} rolls each total comes, from {min(ways)} to {max(ways)}.",
    )
    return _figure(caption, svg.counted(caption, [(str(n), ways[n]) for n in sorted(ways)]))


def _rolls_title(families: Sequence[Family], rolls: Fraction) -> str:
    codes = [code for family in families for code in family.codes]
    if rolls == 1:
        return f"One-roll bets ({len(codes)})"
    numbered = [_NUMBERED.fullmatch(code) for code in codes]
    numbers = sorted({int(match[1]) for match in numbered if match})
    if all(numbered):
        return f"On {' or '.join(map(str, numbers))} ({plural(len(codes), 'bet')})"
    return f"{family_title(families[0])} and {len(codes) - 1} more"


def _rolls(sheet: Sheet, families: Sequence[Family]) -> str:
    groups: dict[Fraction, list[Family]] = {}
    for family in families:
        rolls = family.entry.profile.expected_rolls
        assert rolls is not None
        groups.setdefault(rolls, []).append(family)
    rows = [
        svg.Bar(_rolls_title(group, rolls), rolls, decimal(rolls, 4))
        for rolls, group in sorted(groups.items())
    ]
    caption = svg.Caption(
        f"{anchor(sheet.key)}-rolls",
        "Mean rolls to a decision.",
        "How many rolls a wager stands on average, from its placement to its end.",
    )
    return _figure(caption, svg.bars(caption, rows))


def _wheel(sheet: Sheet) -> str:
    filled = {**dict.fromkeys(RED, "red"), **dict.fromkeys(BLACK, "black"), 0: "zero"}
    letters = {"red": "R", "black": "B", "zero": "–"}
    caption = svg.Caption(
        f"{anchor(sheet.key)}-wheel",
        "The wheel, clockwise from zero.",
        f"{len(RED)} red pockets (R), {len(BLACK)} black (B) and the zero, all equally likely.",
    )
    cells = [svg.Cell(str(n), letters[filled[n]], filled[n]) for n in ORDER]
    return _figure(caption, svg.strip(caption, cells))


def _chances(sheet: Sheet, families: Sequence[Family]) -> str:
    chances = [(family, family.entry.profile.p(Result.WIN)) for family in families]
    rows = [
        svg.Bar(family_title(family), p, f"{fraction(p)} = {share(p, 2)}")
        for family, p in sorted(chances, key=lambda chance: chance[1])
    ]
    caption = svg.Caption(
        f"{anchor(sheet.key)}-chance",
        "Chance to win by bet.",
        "How often one wager wins, whatever it is paid.",
    )
    return _figure(caption, svg.bars(caption, rows))
