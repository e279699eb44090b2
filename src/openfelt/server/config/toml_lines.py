"""Where a key stands in a TOML file: the parser of the standard library does not say."""

import re
from typing import Final

KeyPath = tuple[str | int, ...]

_HEADER: Final = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY: Final = re.compile(r"\s*([A-Za-z0-9_.\"'-]+)\s*=")


def written(path: KeyPath) -> str:
    """Write a place as people name it: floor.table 1, minimum."""
    text = ""
    for step in path:
        text += f" {step + 1}" if isinstance(step, int) else (f".{step}" if text else step)
    return text or "file"


def _lines(text: str) -> dict[KeyPath, int]:
    """Return the line of every header and key."""
    lines: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    at: KeyPath = ()
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        key = _KEY.match(line)
        if header:
            at = tuple(part.strip("\"' ") for part in header[2].split("."))
            lines.setdefault(at, number)
            if header[1] == "[[":
                counts[at] = counts.get(at, -1) + 1
                at = (*at, counts[at])
            lines.setdefault(at, number)
        elif key:
            parts = tuple(part.strip("\"'") for part in key[1].split("."))
            lines.setdefault((*at, *parts), number)
    return lines


def line_of(text: str, path: KeyPath) -> int:
    """Return the line of a key, or of the nearest thing around it; 1 for the file."""
    lines = _lines(text)
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return 1
