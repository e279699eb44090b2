"""What sessions came to, in figures and as a document."""

from fractions import Fraction
from math import sqrt
from typing import Final

from openfelt.maths.sheet import svg
from openfelt.maths.sheet.cover import heading, tally
from openfelt.maths.sheet.figure import count, decimal, share
from openfelt.maths.sheet.html import document
from openfelt.maths.sheet.markup import described, element, table, text
from openfelt.simulate.progress import Progress
from openfelt.simulate.report import facts
from openfelt.simulate.sessions import ENDINGS, Sessions, least_of, percentile
from openfelt.simulate.tally import Tally

_PERCENTILES: Final = (1, 5, 25, 50, 75, 95, 99)
_COLUMNS: Final = 20


def money(cents: int | Fraction) -> str:
    """Write cents as units of money."""
    return decimal(Fraction(cents) / 100, 2)


def figures(run: Sessions, total: Tally) -> list[tuple[str, str]]:
    """Return what sessions came to, each figure with its name."""
    played = total.one("shards")
    net, squares = Fraction(total.one("net"), played), Fraction(total.one("net_squares"), played)
    deviation = sqrt(squares - net * net)
    ended = zip(ENDINGS, total.added["endings"], strict=True)
    coin_in = total.one("coin_in")
    rows = [
        ("sessions", count(played)),
        *((name, _share(number, played)) for name, number in ended),
        ("ahead at the end", _share(total.one("ahead"), played)),
        ("rounds of a session", decimal(Fraction(total.one("rounds"), played), 2)),
        ("coin-in of a session", money(Fraction(coin_in, played))),
        ("result of a session", f"{money(net)} ± {money(Fraction(deviation / sqrt(played)))}"),
        ("its standard deviation", money(Fraction(deviation))),
        ("loss per coin-in", share(Fraction(-total.one("net"), coin_in or 1), 4)),
        ("drawdown, mean", money(Fraction(total.one("drawdown"), played))),
        ("drawdown, deepest", money(total.highest["deepest"][0])),
    ]
    if run.strategy.session.rebate is not None:
        rows.append(("rebates, mean", money(Fraction(total.one("rebates"), played))))
    if total.one("refused"):
        rows.append(("orders the rules refused", count(total.one("refused"))))
    return rows


def _share(number: int, of: int) -> str:
    """Write a share with the standard deviation of what was counted."""
    p = Fraction(number, of)
    deviation = Fraction(sqrt(p * (1 - p) / of))
    return f"{share(p, 3)} ± {share(deviation, 3)}"


def percentiles(total: Tally) -> list[list[str]]:
    """Return what so many per cent of sessions do not exceed: money left, and drawdown."""
    return [
        [
            f"{percent} %",
            *(money(percentile(total.added[row], percent / 100)) for row in ("left", "drawdowns")),
        ]
        for percent in _PERCENTILES
    ]


def _histogram(total: Tally) -> str:
    """Draw how many sessions were left with how much."""
    row = total.added["left"]
    most = max(total.highest["most"][0], 1)
    wide = -(-most // _COLUMNS)
    gathered = [0] * (_COLUMNS + 1)
    for class_, number in enumerate(row):
        if number:
            gathered[least_of(class_) // wide] += number
    played = sum(row)
    labels = [money(wide * at) if at % 5 == 0 else "" for at in range(len(gathered))]
    says = f"Sessions by the money they left with, in steps of {money(wide)}"
    caption = svg.Caption("left", "Money left", says)
    shown = svg.Series("sessions", "bar", [Fraction(n, played) for n in gathered])
    return element(
        "figure",
        element("figcaption", element("b", "Money left"), " ", text(says)),
        svg.columns(caption, labels, [shown]),
    )


def page(run: Sessions, progress: Progress, version: str) -> str:
    """Return the document of a run of sessions."""
    total = progress.total
    rows = figures(run, total)
    aside = tally([(value.partition(" ")[0], name) for name, value in rows[:4]])
    main = element(
        "main",
        heading(version, f"{run.sheet.key}: sessions", run.sheet.rulebook.title, aside),
        element(
            "section",
            element("h2", "The run"),
            described(facts(progress), "facts"),
        ),
        element(
            "section",
            element("h2", "Sessions"),
            table(("figure", "value"), rows, "Shares with one standard deviation"),
        ),
        element(
            "section",
            element("h2", "Percentiles"),
            table(
                ("sessions", "money left, at most", "drawdown, at most"),
                percentiles(total),
                "To within one part in 128",
            ),
        ),
        element("section", element("h2", "Distribution"), _histogram(total)),
        element("section", element("h2", "Strategy"), element("pre", text(run.text))),
    )
    return document(
        f"OpenFelt {version}: sessions of {run.sheet.key}", main, f"OpenFelt {version} simulation"
    )
