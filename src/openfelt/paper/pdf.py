"""Paper as PDF: receipts as long as they must be, signs and forms on pages."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final, Literal, NamedTuple, assert_never

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from openfelt.paper.bars import QUIET
from openfelt.paper.font import drawable, font_of
from openfelt.paper.sheet import Barcode, Heading, Line, Paper, Row, Sheet, Signature, Style, Text
from openfelt.paper.words import Language
from openfelt.paper.wrap import wrapped

_RECEIPT_WIDTH: Final = 80 * mm
_MODULE: Final = 0.35 * mm
_BARCODE_HEIGHT: Final = 14 * mm
_SIGNED_HEIGHT: Final = 24 * mm
# A line is so much higher than its characters, and a title or an amount stands by itself.
_LEADING: Final = 1.4
_APART: Final = 0.35


class _Look(NamedTuple):
    """Margins, and how large each style is, in points."""

    margin: float
    sizes: dict[Style, float]


_LOOKS: Final[dict[Paper, _Look]] = {
    "receipt": _Look(
        4 * mm,
        {"title": 12, "amount": 22, "words": 9, "plain": 8, "small": 7, "mark": 9},
    ),
    "page": _Look(
        16 * mm,
        {"title": 22, "amount": 28, "words": 12, "plain": 10, "small": 9, "mark": 14},
    ),
}
_ALONE: Final[tuple[Style, ...]] = ("title", "amount", "mark")
_CENTRED: Final[tuple[Style, ...]] = ("title", "amount", "words", "mark")


class _Piece(NamedTuple):
    """A line as it is drawn: how high, and what of it stands left, right or in the middle."""

    height: float
    size: float
    text: str = ""
    at: Literal["left", "right", "middle"] = "left"
    # What stands at the right of the same line.
    beside: str = ""
    bars: tuple[int, ...] = ()
    ruled: bool = False
    strokes: str = ""


def pdf_of(sheets: Sequence[Sheet]) -> bytes:
    """Draw sheets, each on paper of its own; the same sheets give the same bytes."""
    out = BytesIO()
    canvas = Canvas(out, invariant=True, pageCompression=True)
    canvas.setTitle(", ".join(dict.fromkeys(sheet.title for sheet in sheets)))
    for sheet in sheets:
        _Drawing(canvas, sheet).draw()
    canvas.save()
    return out.getvalue()


class _Drawing:
    """One sheet on its way onto a canvas."""

    def __init__(self, canvas: Canvas, sheet: Sheet) -> None:
        self._canvas = canvas
        self._sheet = sheet
        self._look = _LOOKS[sheet.paper]
        self._font = _font(sheet.language)
        self._width = (A4[0] if sheet.paper == "page" else _RECEIPT_WIDTH) - 2 * self._look.margin

    def draw(self) -> None:
        """Draw it, a receipt on paper just long enough."""
        pieces = [piece for line in self._sheet.lines for piece in self._pieces(line)]
        margin = self._look.margin
        if self._sheet.paper == "page":
            width, height = A4
        else:
            width, height = _RECEIPT_WIDTH, sum(piece.height for piece in pieces) + 2 * margin
        self._canvas.setPageSize((width, height))
        y = height - margin
        for piece in pieces:
            if y - piece.height < margin - 1:
                self._canvas.showPage()
                y = height - margin
            y -= piece.height
            self._put(piece, y)
        self._canvas.showPage()

    def _pieces(self, line: Line) -> Iterator[_Piece]:
        sizes = self._look.sizes
        match line:
            case Text(text, style):
                at: Literal["left", "middle"] = "middle" if style in _CENTRED else "left"
                yield from self._text(text, sizes[style], at)
                if style in _ALONE:
                    yield _Piece(sizes[style] * _APART, 0)
            case Heading(text):
                yield _Piece(sizes["plain"], sizes["plain"])
                yield from self._text(text, sizes["plain"] * 1.2, "left", ruled=True)
                yield _Piece(sizes["plain"] * _APART, 0)
            case Row(name, value):
                yield from self._row(drawable(name), drawable(value), sizes["plain"])
            case Barcode(bars=bars, printed=printed):
                yield _Piece(_BARCODE_HEIGHT + 2 * mm, 0, bars=bars)
                yield from self._text(printed, sizes["words"], "middle")
                yield _Piece(sizes["words"] * _APART, 0)
            case Signature(text, strokes):
                yield _Piece(_SIGNED_HEIGHT if strokes else 16 * mm, 0, strokes=strokes, ruled=True)
                yield from self._text(text, sizes["plain"], "left")
            case _:
                assert_never(line)

    def _text(
        self, text: str, size: float, at: Literal["left", "middle"], *, ruled: bool = False
    ) -> Iterator[_Piece]:
        for one in wrapped(drawable(text), self._width, lambda said: self._measure(said, size)):
            yield _Piece(size * _LEADING, size, one, at, ruled=ruled)

    def _row(self, name: str, value: str, size: float) -> Iterator[_Piece]:
        """Write name and value against each other; where they meet, on lines of their own."""

        def measure(said: str) -> float:
            return self._measure(said, size)

        gap = 2 * size
        values = wrapped(value, self._width * 0.6, measure)
        room = self._width - gap - max(map(measure, values))
        names = wrapped(name, room, measure)
        for place in range(max(len(names), len(values))):
            left = names[place] if place < len(names) else ""
            right = values[place] if place < len(values) else ""
            yield _Piece(size * _LEADING, size, left, "left", right)

    def _measure(self, text: str, size: float) -> float:
        return float(pdfmetrics.stringWidth(text, self._font, size))

    def _put(self, piece: _Piece, y: float) -> None:
        canvas, left, width = self._canvas, self._look.margin, self._width
        if piece.bars:
            _bars(canvas, piece.bars, left + width / 2, y + 2 * mm)
        if piece.text or piece.beside:
            canvas.setFont(self._font, piece.size)
            base = y + piece.size * (_LEADING - 1)
            if piece.at == "middle":
                canvas.drawCentredString(left + width / 2, base, piece.text)
            else:
                canvas.drawString(left, base, piece.text)
            canvas.drawRightString(left + width, base, piece.beside)
        if piece.strokes:
            _signature(canvas, piece.strokes, left, y)
        if piece.ruled:
            canvas.setLineWidth(0.5)
            canvas.line(left, y, left + width, y)


def _bars(canvas: Canvas, bars: tuple[int, ...], middle: float, y: float) -> None:
    """Draw bars with the white they need on either side."""
    x = middle - sum(bars) * _MODULE / 2
    assert x >= QUIET * _MODULE, "the paper is too narrow for its barcode"
    for place, width in enumerate(bars):
        if place % 2 == 0:
            canvas.rect(x, y, width * _MODULE, _BARCODE_HEIGHT, stroke=0, fill=1)
        x += width * _MODULE


def _signature(canvas: Canvas, strokes: str, left: float, y: float) -> None:
    """Draw what was signed on a pad of 1000 by 400, over the line."""
    scale = _SIGNED_HEIGHT / 400
    canvas.setLineWidth(0.9)
    for stroke in strokes.split(";"):
        path = canvas.beginPath()
        for place, point in enumerate(stroke.split(" ")):
            at, down = map(int, point.split(","))
            move = path.lineTo if place else path.moveTo
            move(left + at * scale, y + _SIGNED_HEIGHT - down * scale)
        canvas.drawPath(path)


def _font(language: Language) -> str:
    """Return the name under which a language's font is known to the writer of PDF."""
    file = font_of(language)
    name = f"OpenFelt-{file.stem}"
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(name, str(file)))
    return name
