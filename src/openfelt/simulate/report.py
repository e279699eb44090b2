"""The result of a run as one HTML file: every bet, its curve, and the outcomes."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import log2, sqrt
from typing import Any, Final

from openfelt.maths.baccarat import distribution
from openfelt.maths.sheet import svg
from openfelt.maths.sheet.cover import heading, tally
from openfelt.maths.sheet.figure import count, decimal, share
from openfelt.maths.sheet.html import document
from openfelt.maths.sheet.markup import described, element, table, text
from openfelt.simulate.progress import Progress
from openfelt.simulate.rounds import Rounds
from openfelt.simulate.tally import Tally, merged
from openfelt.simulate.verify import Score, judged, score, scores

# A curve is drawn between so many standard deviations around the exact value.
_FUNNEL: Final = 3

_LABELS: Final[dict[str, Callable[[Any], str]]] = {
    "baccarat": lambda totals: str(totals.winner),
    "craps": lambda roll: str(sum(roll)),
    "sic bo": lambda roll: str(sum(roll)),
    "roulette": str,
}


def _z(value: float | None) -> str:
    return "too few" if value is None else f"{value:+.2f}".replace("-", "−")


def cells(one: Score) -> list[str]:
    """Return a bet's line: decided wagers, edge played and exact, z, and the edge of late coups."""
    row = [one.bet, count(one.decided), _edge(one.edge), _edge(one.profile.edge), _z(one.z)]
    return row if one.late is None else [*row, _edge(one.late.edge)]


def _edge(value: Fraction | None) -> str:
    return "–" if value is None else share(value, 5)


def columns(run: Rounds) -> list[str]:
    """Return what stands above those lines."""
    late = [] if run.shoe is None else [f"edge after coup {run.shoe.fixed_coups}"]
    return ["bet", "decided", "edge played", "edge exact", "z", *late]


def _outcomes(run: Rounds, total: Tally) -> str:
    """Draw how often the outcomes came beside how often they should, gathered as players do."""
    label = _LABELS[run.sheet.rulebook.game.name]
    names = [label(outcome) for outcome in run.board.columns.outcomes]
    ways = distribution(run.sheet.decks) if run.sheet.decks else (1,) * len(names)
    counts, size = total.added["counts"], len(names)
    played = dict.fromkeys(names, 0)
    exact = dict.fromkeys(names, 0)
    for place, number in enumerate(counts):
        played[names[place % size]] += number
    for name, way in zip(names, ways, strict=True):
        exact[name] += way
    labels = list(played)
    shown = [
        svg.Series("played", "bar", [Fraction(played[n], sum(counts)) for n in labels]),
        svg.Series("exact", "tie", [Fraction(exact[n], sum(ways)) for n in labels]),
    ]
    says = ", ".join(f"{n} {share(shown[0].values[at], 4)}" for at, n in enumerate(labels))
    caption = svg.Caption("outcomes", "Outcomes played and exact", says)
    return element(
        "figure",
        element("figcaption", element("b", "Outcomes")),
        svg.columns(caption, labels, shown),
    )


def _curve(run: Rounds, stages: Sequence[Tally], place: int) -> str:
    """Draw how the edge of a bet came to its exact value, over the doublings of the rounds."""
    bet = run.board.bets[place]
    found = [(sum(total.added["counts"]), score(run, total, place)) for total in stages]
    profile = found[0][1].profile
    spread = sqrt(profile.variance)
    first, last = log2(found[0][0]), log2(found[-1][0])
    at = [
        Fraction((log2(n) - first) / (last - first or 1)).limit_denominator(1000) for n, _ in found
    ]
    deviations = [Fraction(_FUNNEL * spread / sqrt(one.decided or 1)) for _, one in found]
    exact = profile.edge
    half = max(deviations[len(deviations) // 8], deviations[-1] * 4)
    ticks = [(value, share(value, 3)) for value in (exact - half, exact, exact + half)]
    shown = [
        svg.Curve("funnel", [(x, exact + d) for x, d in zip(at, deviations, strict=True)]),
        svg.Curve("funnel", [(x, exact - d) for x, d in zip(at, deviations, strict=True)]),
        svg.Curve("exactly", [(Fraction(0), exact), (Fraction(1), exact)]),
        svg.Curve("curve", [(x, s.edge or exact) for x, (_, s) in zip(at, found, strict=True)]),
    ]
    says = (
        f"From {share(found[0][1].edge or exact, 4)} after {count(found[0][0])} rounds to "
        f"{share(found[-1][1].edge or exact, 4)} after {count(found[-1][0])}; exact "
        f"{share(exact, 4)}. Dashed: {_FUNNEL} standard deviations."
    )
    caption = svg.Caption(f"curve-{place}", f"House edge of {bet} as rounds were played", says)
    return element(
        "figure",
        element("figcaption", element("b", text(bet)), " ", text(says)),
        svg.curves(caption, shown, ticks),
    )


def _drawdowns(run: Rounds, total: Tally) -> str:
    if "deepest" not in total.highest:
        return ""
    rows = []
    for lane, place in enumerate(run.sampled):
        scale = run.board.scales[place]
        mean = Fraction(total.added["deepest_sum"][lane], scale * total.one("shards"))
        deepest = Fraction(total.highest["deepest"][lane], scale)
        rows.append([run.board.bets[place], decimal(mean, 2), decimal(deepest, 2)])
    head = ("Bet", "Mean drawdown", "Deepest drawdown")
    caption = "A unit on the bet each round through a shard: how far below its highest it ever was"
    return element("section", element("h2", "Drawdown"), table(head, rows, caption))


def facts(progress: Progress) -> list[tuple[str, str]]:
    """Return what makes the run this run, for its document."""
    return [
        (key, text(", ".join(value) if isinstance(value, list) else str(value)))
        for key, value in progress.identity.items()
        if value is not None
    ]


def page(run: Rounds, progress: Progress, version: str) -> str:
    """Return the document of a run of rounds."""
    total = progress.total
    found = scores(run, total)
    verdict = judged(found)
    head = heading(
        version,
        f"{run.sheet.key} simulated",
        f"{run.sheet.rulebook.title}: every bet beside its exact value",
        tally(
            [
                (count(sum(total.added["counts"])), "rounds"),
                (f"{verdict.worst:.2f}", "largest |z|"),
                (f"{verdict.bound:.2f}", "family-wise bound"),
                ("within" if verdict.holds else "BEYOND", "the bound"),
            ]
        ),
    )
    in_order = [progress.stages[key] for key in sorted(progress.stages)]
    stages = list(accumulate(in_order, lambda before, stage: merged([before, stage])))
    curves = [_curve(run, stages, place) for place in run.sampled]
    main = element(
        "main",
        head,
        element("section", element("h2", "The run"), described(facts(progress), "facts")),
        element(
            "section",
            element("h2", "Bets"),
            table(columns(run), [cells(one) for one in found], "One unit a wager"),
        ),
        _drawdowns(run, total),
        element(
            "section",
            element("h2", "Outcomes and convergence"),
            element(
                "div",
                element("div", _outcomes(run, total)),
                element("div", *curves),
                class_="pictures",
            ),
        ),
    )
    return document(
        f"OpenFelt {version}: {run.sheet.key} simulated", main, f"OpenFelt {version} simulation"
    )
