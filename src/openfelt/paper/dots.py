"""Words as dots, for printers that know no Chinese."""

from functools import cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from openfelt.paper.font import drawable, font_of
from openfelt.paper.words import Language
from openfelt.paper.wrap import wrapped

# A dot is black from here on.
_INK: Final = 128
# What our fonts take above and below their base line.
_LEADING: Final = 1.45


@cache
def _font(language: Language, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_of(language)), size)


def dots_of(
    text: str,
    width: int,
    size: int,
    language: Language,
    *,
    centred: bool = False,
    beside: str = "",
) -> Image.Image:
    """Draw a text as wide as the paper, on as many lines as it takes.

    What stands `beside` it is at the right of its first line.
    """
    font, beside = _font(language, size), drawable(beside)
    room = width - (font.getlength(beside) + size if beside else 0)
    lines = wrapped(drawable(text), room, font.getlength)
    step = int(size * _LEADING)
    image = Image.new("L", (width, step * len(lines)), 0)
    pen = ImageDraw.Draw(image)
    for place, line in enumerate(lines):
        x = int(width - font.getlength(line)) // 2 if centred else 0
        pen.text((x, place * step), line, fill=255, font=font)
    pen.text((width - font.getlength(beside), 0), beside, fill=255, font=font)
    return image.point(lambda dot: 0 if dot >= _INK else 255, "1")
