"""Breaking words into lines that fit, by whatever measures them."""

import re
from collections.abc import Callable
from typing import Final

# A word and the gap behind it; between Chinese characters a line may end anywhere.
_PIECE: Final = re.compile(r"[!-~•–…·]+\s*|\s+|.")


def wrapped(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """Break a text into lines that are no wider; a single word that is has a line of its own."""
    lines = [""]
    for piece in _PIECE.findall(text):
        if lines[-1] and measure((lines[-1] + piece).rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return [line.strip() for line in lines]
