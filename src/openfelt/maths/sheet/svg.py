"""Charts as SVG text: bars, columns, curves, a bar of shares, a strip of cells.

A chart is 420 units wide, so that its letters stay readable on a telephone.
Each has a title and a description, and writes its figures beside its shapes:
nobody needs to tell colours apart.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from openfelt.maths.sheet.figure import decimal
from openfelt.maths.sheet.markup import element, text

WIDTH: Final = 420
_LETTER: Final = 7
_BAR_STEP: Final = 23
_COLUMN_LEFT: Final = 34
_CURVE_LEFT: Final = 64
_COLUMN_ROOM: Final = 140
_COLUMN_TOP: Final = 22
_CELL: Final = 22


@dataclass(frozen=True, slots=True)
class Caption:
    """What a chart is called, what it says in words, and the name of its element."""

    name: str
    title: str
    says: str


@dataclass(frozen=True, slots=True)
class Bar:
    """One figure with its label and the text that stands beside it."""

    label: str
    value: Fraction
    shown: str


@dataclass(frozen=True, slots=True)
class Series:
    """Columns of one kind, one a label; `class_` tells how they are filled."""

    name: str
    class_: str
    values: Sequence[Fraction]


@dataclass(frozen=True, slots=True)
class Cell:
    """One box of a strip: two short texts and how it is filled."""

    above: str
    below: str
    class_: str


def _at(value: Fraction | int) -> str:
    return decimal(Fraction(value), 1).removesuffix(".0").replace("−", "-")


def _rect(
    x: Fraction | int, y: Fraction | int, w: Fraction | int, h: int | Fraction, c: str
) -> str:
    return element("rect", x=_at(x), y=_at(y), width=_at(w), height=_at(h), class_=c)


def _text(x: Fraction | int, y: Fraction | int, words: str, class_: str = "") -> str:
    named = {"class_": class_} if class_ else {}
    return element("text", text(words), x=_at(x), y=_at(y), **named)


def _line(x1: int, y1: Fraction | int, x2: int, y2: Fraction | int, class_: str) -> str:
    return element("line", x1=x1, y1=_at(y1), x2=x2, y2=_at(y2), class_=class_)


def _chart(caption: Caption, height: int, shapes: Iterable[str]) -> str:
    name = caption.name
    return element(
        "svg",
        element("title", text(caption.title), id=f"{name}-t"),
        element("desc", text(caption.says), id=f"{name}-d"),
        *shapes,
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        aria_labelledby=f"{name}-t {name}-d",
    )


def bars(caption: Caption, rows: Sequence[Bar]) -> str:
    """Draw lying bars from a common line, each with its figure at its end."""
    most = max(row.value for row in rows) or Fraction(1)
    bottom = _BAR_STEP * len(rows) + 4
    # Letters have no width until they are drawn; seven units each is always enough.
    left = max(len(row.label) for row in rows) * _LETTER + 12
    room = WIDTH - left - max(len(row.shown) for row in rows) * _LETTER - 12
    shapes = []
    for place, row in enumerate(rows):
        top = place * _BAR_STEP + 4
        length = row.value / most * room
        shapes += [
            _text(left - 8, top + 12, row.label, "end"),
            _rect(left, top, length, 16, "bar"),
            _text(left + 7 + length, top + 12, row.shown, "num"),
        ]
    shapes.append(_line(left, 0, left, bottom, "axis"))
    return _chart(caption, bottom, shapes)


def _ticks(most: Fraction, step: Fraction) -> list[Fraction]:
    return [step * n for n in range(-(-most // step) + 1)]


def columns(caption: Caption, labels: Sequence[str], shown: Sequence[Series]) -> str:
    """Draw standing columns beside a scale in per cent, several series side by side."""
    most = max(value for series in shown for value in series.values)
    ticks = _ticks(most, Fraction(1, 20))
    floor, room = _COLUMN_TOP + _COLUMN_ROOM, WIDTH - _COLUMN_LEFT
    shapes = []
    for tick in ticks:
        y = floor - tick / ticks[-1] * _COLUMN_ROOM
        shapes.append(_line(_COLUMN_LEFT, y, WIDTH, y, "axis" if not tick else "grid"))
        shapes.append(_text(_COLUMN_LEFT - 6, y + 4, f"{decimal(tick * 100, 0)} %", "end small"))
    group = Fraction(room, len(labels))
    wide = (group - 8) / len(shown)
    for place, label in enumerate(labels):
        left = _COLUMN_LEFT + group * place
        shapes.append(_text(left + group / 2, floor + 17, label, "mid num"))
        for turn, series in enumerate(shown):
            high = series.values[place] / ticks[-1] * _COLUMN_ROOM
            x = left + 4 + wide * turn
            shapes.append(_rect(x, floor - high, wide - 1, high, series.class_))
    shapes += _legend(shown)
    return _chart(caption, floor + 26, shapes)


def _legend(shown: Sequence[Series]) -> list[str]:
    shapes = []
    for place, series in enumerate(shown):
        x = WIDTH - 130 * (len(shown) - place)
        shapes.append(_rect(x, 1, 12, 12, series.class_))
        shapes.append(_text(x + 18, 12, series.name))
    return shapes


def counted(caption: Caption, rows: Sequence[tuple[str, int]]) -> str:
    """Draw standing columns of whole numbers, each number above its column."""
    most = max(number for _, number in rows)
    floor = _COLUMN_TOP + _COLUMN_ROOM
    group = Fraction(WIDTH, len(rows))
    shapes = []
    for place, (label, number) in enumerate(rows):
        left, high = group * place, Fraction(number, most) * _COLUMN_ROOM
        shapes += [
            _rect(left + 3, floor - high, group - 6, high, "bar"),
            _text(left + group / 2, floor - high - 6, str(number), "mid num"),
            _text(left + group / 2, floor + 18, label, "mid num strong"),
        ]
    shapes.append(_line(0, floor, WIDTH, floor, "axis"))
    return _chart(caption, floor + 26, shapes)


def shares(caption: Caption, parts: Sequence[tuple[Bar, str]]) -> str:
    """Draw one bar cut into shares of one, and name each share with its figure below."""
    shapes: list[str] = []
    x = Fraction(0)
    for place, (bar, class_) in enumerate(parts):
        wide = bar.value * WIDTH
        key = Fraction(WIDTH * place, len(parts))
        shapes += [
            _rect(x, 0, wide - 1, 30, class_),
            _rect(key, 40, 12, 12, class_),
            _text(key + 18, 51, bar.label, "strong"),
            _text(key + 18, 68, bar.shown, "num"),
        ]
        x += wide
    return _chart(caption, 74, shapes)


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through points, each a share of the chart's width and a value."""

    class_: str
    points: Sequence[tuple[Fraction, Fraction]]


def curves(caption: Caption, shown: Sequence[Curve], ticks: Sequence[tuple[Fraction, str]]) -> str:
    """Draw lines over each other beside a scale whose marks carry the texts given."""
    floor, room = _COLUMN_TOP + _COLUMN_ROOM, WIDTH - _CURVE_LEFT
    low, high = ticks[0][0], ticks[-1][0]

    def height(value: Fraction) -> Fraction:
        return floor - (min(max(value, low), high) - low) / (high - low) * _COLUMN_ROOM

    shapes = []
    for value, label in ticks:
        shapes.append(_line(_CURVE_LEFT, height(value), WIDTH, height(value), "grid"))
        shapes.append(_text(_CURVE_LEFT - 6, height(value) + 4, label, "end small"))
    for curve in shown:
        points = " ".join(
            f"{_at(_CURVE_LEFT + share * room)},{_at(height(value))}"
            for share, value in curve.points
        )
        shapes.append(element("polyline", points=points, class_=curve.class_))
    return _chart(caption, floor + 8, shapes)


def strip(caption: Caption, cells: Sequence[Cell]) -> str:
    """Draw a row of boxes, broken into lines where the width ends."""
    in_line = WIDTH // _CELL
    shapes = []
    for place, cell in enumerate(cells):
        x, y = place % in_line * _CELL + 1, place // in_line * 46
        shapes += [
            _rect(x, y, _CELL - 2, 40, cell.class_),
            _text(x + Fraction(_CELL - 2, 2), y + 17, cell.above, f"mid strong on-{cell.class_}"),
            _text(x + Fraction(_CELL - 2, 2), y + 33, cell.below, f"mid small on-{cell.class_}"),
        ]
    return _chart(caption, -(-len(cells) // in_line) * 46 - 4, shapes)
