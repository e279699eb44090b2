"""What stands on a piece of paper, line by line, whatever draws it."""

from typing import Literal

import msgspec

from openfelt.paper.words import Language

# A receipt is as wide as a ticket printer's roll and as long as it must be.
Paper = Literal["receipt", "page"]
# `mark` says what a paper is not; `amount` is the figure that everything else is about.
Style = Literal["title", "amount", "words", "plain", "small", "mark"]


class Text(msgspec.Struct, frozen=True, gc=False, tag="text"):
    """A line of words."""

    text: str
    style: Style = "plain"


class Row(msgspec.Struct, frozen=True, gc=False, tag="row"):
    """A name, and what stands against it."""

    name: str
    value: str


class Heading(msgspec.Struct, frozen=True, gc=False, tag="heading"):
    """What the rows below are about."""

    text: str


class Barcode(msgspec.Struct, frozen=True, gc=False, tag="barcode"):
    """A number for scanners, with the widths of its bars and gaps in turn, and for people."""

    number: str
    bars: tuple[int, ...]
    printed: str


class Signature(msgspec.Struct, frozen=True, gc=False, tag="signature"):
    """A line to sign on; `strokes` of what was signed on a screen, `x,y x,y;x,y` of 1000 by 400."""

    text: str
    strokes: str = ""


Line = Text | Row | Heading | Barcode | Signature


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """A piece of paper."""

    paper: Paper
    title: str
    language: Language
    lines: tuple[Line, ...]
