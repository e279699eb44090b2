"""Paper as ESC/POS, the bytes of receipt printers: words, barcodes that the printer draws, dots."""

from contextlib import redirect_stdout
from textwrap import wrap
from typing import Any, Final, assert_never

from escpos.printer import Dummy

from openfelt.paper.dots import dots_of
from openfelt.paper.sheet import Barcode, Heading, Line, Row, Sheet, Signature, Style, Text
from openfelt.paper.words import Language

# Paper of 80 mm: so many characters a line, so many dots.
COLUMNS: Final = 48
DOTS: Final = 576
_BARCODE_DOTS: Final = 100
# The thinnest bar, in dots: three bars of it are a wide one.
_MODULE: Final = 2
_CENTRED: Final[tuple[Style, ...]] = ("title", "amount", "words", "mark")
# Twice as wide and high where a style is large; else the printer's own letters.
_LARGE: Final[tuple[Style, ...]] = ("title", "amount")
_DOT_SIZES: Final[dict[Style, int]] = {
    "title": 38,
    "amount": 48,
    "words": 26,
    "plain": 22,
    "small": 20,
    "mark": 26,
}


def bytes_of(sheet: Sheet) -> bytes:
    """Return what a printer takes for a sheet, and cuts.

    The package talks on the standard output, which may be where the bytes go.
    """
    printer: Any = Dummy()
    with redirect_stdout(None):
        printer.hw("INIT")
        for line in sheet.lines:
            _put(printer, line, sheet.language)
        printer.cut()
    return bytes(printer.output)


def _put(printer: Any, line: Line, language: Language) -> None:
    match line:
        case Text(text, style):
            _text(printer, text, style, language)
        case Heading(text):
            printer.text("\n")
            _text(printer, text, "plain", language)
            printer.set(align="left")
            printer.text("-" * COLUMNS + "\n")
        case Row(name, value):
            _row(printer, name, value, language)
        case Barcode(number=number, printed=printed):
            _barcode(printer, number)
            _text(printer, printed, "words", language)
        case Signature(text):
            printer.set(align="left")
            printer.text("\n\n\n" + "_" * COLUMNS + "\n")
            _text(printer, text, "plain", language)
        case _:
            assert_never(line)


def _text(printer: Any, text: str, style: Style, language: Language) -> None:
    centred = style in _CENTRED
    if not text.isascii():
        _dots(printer, dots_of(text, DOTS, _DOT_SIZES[style], language, centred=centred))
        return
    twice = 2 if style in _LARGE else 1
    printer.set(align="center" if centred else "left", bold=style == "mark")
    printer.set(custom_size=True, width=twice, height=twice)
    for one in wrap(text, COLUMNS // twice):
        printer.text(f"{one}\n")
    printer.set(normal_textsize=True, bold=False)


def _row(printer: Any, name: str, value: str, language: Language) -> None:
    """Write name and value against each other; letters that do not fit have a line for each."""
    if not (name + value).isascii():
        _dots(printer, dots_of(name, DOTS, _DOT_SIZES["plain"], language, beside=value))
        return
    gap = COLUMNS - len(name) - len(value)
    if gap >= 2:
        _text(printer, f"{name}{' ' * gap}{value}", "plain", language)
        return
    _text(printer, name, "plain", language)
    printer.set(align="right", normal_textsize=True)
    for one in wrap(value, COLUMNS):
        printer.text(f"{one}\n")


def _dots(printer: Any, image: Any) -> None:
    printer.set(align="left")
    printer.image(image, impl="bitImageRaster")


def _barcode(printer: Any, number: str) -> None:
    """Have the printer draw it: nothing is sharper."""
    how = {"height": _BARCODE_DOTS, "width": _MODULE, "pos": "OFF", "function_type": "A"}
    printer.barcode(number, "ITF", **how)
