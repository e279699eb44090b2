"""Paper as plain text: on a terminal, or where nobody has a printer."""

from typing import assert_never

from openfelt.paper.sheet import Barcode, Heading, Line, Row, Sheet, Signature, Text


def text_of(sheet: Sheet) -> str:
    """Write a sheet line by line."""
    return "".join(f"{_line(line)}\n" for line in sheet.lines)


def _line(line: Line) -> str:
    match line:
        case Text(text, "mark"):
            return f"*** {text} ***"
        case Text(text):
            return text
        case Row(name, value):
            return f"{name}: {value}"
        case Heading(text):
            return f"\n{text}"
        case Barcode(printed=printed):
            return printed
        case Signature(text):
            return f"\n\n{'_' * 40}\n{text}"
        case _:
            assert_never(line)
