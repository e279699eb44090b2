"""The report of a trial as one HTML file: the verdict, every test, and pictures."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import log10, sqrt
from typing import Final

import numpy as np

from openfelt.core.dice import FACES
from openfelt.core.wheel import BLACK, ORDER, RED
from openfelt.maths.sheet import svg
from openfelt.maths.sheet.cover import heading, tally
from openfelt.maths.sheet.figure import count, share
from openfelt.maths.sheet.html import document
from openfelt.maths.sheet.markup import anchor, described, element, table, text
from openfelt.rngtest.family import ALPHA, Judgement
from openfelt.rngtest.finding import Finding, Whole
from openfelt.rngtest.trial import Trial

COLUMNS: Final = ("device", "test", "found", "p", "p of all", "verdict")

METHOD: Final = (
    (
        "What is tested",
        (
            "Faces, numbers and cards as the devices hand them to the floor, in the order they "
            "fell. Every device is asked once a round, all in turn."
        ),
    ),
    (
        "p",
        (
            "The chance that a sound device gives a figure this far out, on either side: outcomes "
            "that are too even are as wrong as uneven ones."
        ),
    ),
    (
        "p of all",
        (
            "The same for all tests together, by Holm's steps. They need no independence between "
            "tests, which look at the same outcomes. A test is broken when it is not above "
            f"{ALPHA:.0%}; so sound devices come through all tests in at least {1 - ALPHA:.0%} of "
            "reports."
        ),
    ),
    (
        "Frequencies",
        (
            "Chi-square of how often each outcome came; of cards, in every thirteen places. The "
            "degrees of freedom (df) are what it is to be expected at."
        ),
    ),
    ("Serial", "Chi-square of each outcome with the one after it, in pairs that do not overlap."),
    (
        "Runs",
        (
            "How often the sequence changed between low and high, of cards between red and black "
            "(Wald and Wolfowitz)."
        ),
    ),
    (
        "Gaps",
        (
            "Chi-square of the waits between visits to the lowest sixth of the outcomes; of cards, "
            "the sum of the squared gaps between tens and pictures."
        ),
    ),
    ("Coupon collector", "Chi-square of how long it took until every outcome had come."),
    (
        "Duplicates",
        (
            "Pairs of equal stretches, so long that only few are to be expected (Poisson), and "
            "the longest stretch that came twice."
        ),
    ),
    (
        "Interplay",
        (
            "Chi-square of two dice of a roll and of two devices in a round, less what each does "
            "for itself; correlation with the twenty rounds before; equal cards in equal places of "
            "successive shoes."
        ),
    ),
    ("Composition", "Whether every shoe held its decks. Chance has no part in it."),
)


def cells(one: Finding, together: float | None) -> list[str]:
    """Return the line of a test, as table and document show it."""
    verdict = "not judged" if together is None else "BROKEN" if together <= ALPHA else "holds"
    return [one.device, f"{one.test}: {one.of}", one.measured, _p(one.p), _p(together), verdict]


def _p(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.4f}" if value >= 0.0001 or value == 0 else f"{value:.1e}"


def _figure(caption: svg.Caption, drawing: str) -> str:
    words = element("figcaption", element("b", text(caption.title)), " ", text(caption.says))
    return element("figure", words, drawing)


def _values(judgement: Judgement, found: Mapping[str, float]) -> str:
    """Draw all p in order of size beside the line on which chance lays them."""
    values = sorted(found.values())
    worst = min(found, key=lambda name: found[name])
    deepest = -6
    steps = max(1, len(values) - 1)

    def height(value: float) -> Fraction:
        return Fraction(max(deepest, log10(max(value, 1e-300)))).limit_denominator(1000)

    at = [Fraction(place, steps) for place in range(len(values))]
    bound = height(ALPHA / judgement.tests)
    shown = [
        svg.Curve("funnel", [(Fraction(0), bound), (Fraction(1), bound)]),
        svg.Curve(
            "exactly",
            [(x, height((place + 0.5) / len(values))) for place, x in enumerate(at)],
        ),
        svg.Curve("curve", [(x, height(value)) for x, value in zip(at, values, strict=True)]),
    ]
    ticks = [(Fraction(power), f"10^{power}" if power else "1") for power in range(deepest, 1, 2)]
    caption = svg.Caption(
        "values",
        "All p by size.",
        f"The smallest is {_p(values[0])} ({worst}). Thin: where chance lays them. Dashed: below "
        f"{_p(ALPHA / judgement.tests)} none may lie.",
    )
    return _figure(caption, svg.curves(caption, shown, ticks))


def _faces(name: str, outcomes: Whole) -> str:
    counts = np.bincount(outcomes.ravel(), minlength=len(FACES)).tolist()
    values = [Fraction(number, sum(counts)) for number in counts]
    even = [Fraction(1, len(FACES))] * len(FACES)
    caption = svg.Caption(
        anchor(name.replace(" ", "-")),
        f"Faces of the {name}.",
        ", ".join(f"{face}: {share(value, 2)}" for face, value in zip(FACES, values, strict=True)),
    )
    shown = [svg.Series("fallen", "bar", values), svg.Series("even", "tie", even)]
    return _figure(caption, svg.columns(caption, list(map(str, FACES)), shown))


def _numbers(name: str, outcomes: Whole) -> str:
    counts = np.bincount(outcomes.ravel(), minlength=len(ORDER)).tolist()
    mean = outcomes.size / len(ORDER)
    spread = sqrt(mean * (1 - 1 / len(ORDER)))
    boxes = []
    for number in ORDER:
        colour = "red" if number in RED else "black" if number in BLACK else "zero"
        away = f"{(counts[number] - mean) / spread:z.1f}".replace("-", "−")
        boxes.append(svg.Cell(str(number), away, colour))
    caption = svg.Caption(
        anchor(name.replace(" ", "-")),
        f"Numbers of the {name}, as they lie in it.",
        f"Below each, how many standard deviations ({spread:.0f}) it came more or less often than "
        f"{mean:,.0f} times.",
    )
    return _figure(caption, svg.strip(caption, boxes))


def _pictures(made: Trial) -> Iterator[str]:
    judged = {
        f"{one.device}, {one.test} of {one.of}": one.p for one in made.found if one.p is not None
    }
    if judged:
        yield _values(made.judgement, judged)
    for name, outcomes in made.taken.items():
        if "dice" in name:
            yield _faces(name, outcomes)
        elif name == "wheel":
            yield _numbers(name, outcomes)


def _tables(made: Trial) -> Iterator[str]:
    """Yield the tests of each device, and those between devices."""
    rows = [cells(*both) for both in zip(made.found, made.judgement.together, strict=True)]
    for device in dict.fromkeys(one.device for one in made.found):
        own = [row[1:] for row in rows if row[0] == device]
        caption = f"Judged together with all others at {1 - ALPHA:.0%} confidence"
        title = f"Tests of the {device}"
        yield element("section", element("h2", text(title)), table(COLUMNS[1:], own, caption))


def page(made: Trial, version: str) -> str:
    """Return the document of a trial."""
    judgement = made.judgement
    outcomes = sum(taken.size for taken in made.taken.values())
    head = heading(
        version,
        "Randomness of the devices",
        made.says,
        tally(
            [
                (count(outcomes), "outcomes"),
                (count(judgement.tests), "tests"),
                (count(sum(judgement.broken)), "broken"),
                ("holds" if made.holds else "BROKEN", "verdict"),
            ]
        ),
    )
    facts = [
        ("Devices", text(", ".join(made.taken))),
        ("Rounds", count(made.rounds)),
        ("Source", text(made.source)),
        *((one.program, text(one.says)) for one in made.opinions),
    ]
    main = element(
        "main",
        head,
        element("section", element("h2", "The trial"), described(facts, "facts")),
        element(
            "section",
            element("h2", "Pictures"),
            element(
                "div",
                *(element("div", picture) for picture in _pictures(made)),
                class_="pictures",
            ),
        ),
        *_tables(made),
        element(
            "section",
            element("h2", "How it was tested"),
            described([(term, text(says)) for term, says in METHOD], "terms"),
        ),
    )
    return document(f"OpenFelt {version}: randomness", main, f"OpenFelt {version} rng-test")
