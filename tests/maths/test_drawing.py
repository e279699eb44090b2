"""Tables and curves that only other documents show: their figures stand where they belong."""

import xml.etree.ElementTree as ET
from fractions import Fraction

from openfelt.maths.sheet import svg
from openfelt.maths.sheet.markup import table

CAPTION = svg.Caption("edge", "House edge", "It comes to rest.")


def test_a_table_names_its_rows_and_columns_and_escapes_every_cell() -> None:
    root = ET.fromstring(table(["bet", "edge"], [["small", "1/36"], ["<big>", "& more"]], "Edges"))
    assert root.findtext("caption") == "Edges"
    heads = [(head.get("scope"), head.text) for head in root.iter("th")]
    assert heads == [("col", "bet"), ("col", "edge"), ("row", "small"), ("row", "<big>")]
    cells = [(cell.get("class"), cell.text) for cell in root.iter("td")]
    assert cells == [("num", "1/36"), ("num", "& more")]


def test_a_curve_lies_on_its_scale_and_never_leaves_it() -> None:
    ticks = [(Fraction(1), "1 %"), (Fraction(2), "2 %"), (Fraction(3), "3 %")]
    points = [(Fraction(n, 4), Fraction(value)) for n, value in enumerate((1, 2, 3, 9, -9))]
    root = ET.fromstring(svg.curves(CAPTION, [svg.Curve("curve", points)], ticks))
    assert [mark.text for mark in root.iter("text")] == ["1 %", "2 %", "3 %"]
    low, middle, high = [line.get("y1") for line in root.iter("line")]
    [drawn] = root.iter("polyline")
    assert drawn.get("class") == "curve"
    xs, ys = zip(*(point.split(",") for point in drawn.get("points", "").split()), strict=True)
    assert ys == (low, middle, high, high, low)
    assert xs[0] == "64"
    assert xs == tuple(map(str, range(64, svg.WIDTH + 1, 89)))
