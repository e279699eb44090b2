"""Whether every language of the stations says the same things, with the same figures."""

import json
import re
from pathlib import Path
from typing import Final

# What the others are held against: its keys are the types of the pages.
FIRST: Final = "en"
_FIGURE: Final = re.compile(r"\{(\w+)\}")


def catalogues(folder: Path) -> dict[str, dict[str, str]]:
    """Return the texts by language, the first language first."""
    files = sorted(folder.glob("*.json"), key=lambda file: (file.stem != FIRST, file.stem))
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}


def differences(texts: dict[str, dict[str, str]]) -> list[str]:
    """Return a sentence for every text that is missing, left over, or has other figures."""
    first, *others = texts.items()
    return [line for one in others for line in _between(first[1], *one)]


def _between(first: dict[str, str], language: str, other: dict[str, str]) -> list[str]:
    return [
        *(f"{language}.json: no text for {key}" for key in first if not other.get(key)),
        *(f"{language}.json: {key} is none of {FIRST}.json" for key in other if key not in first),
        *(
            f"{language}.json: {key} has other figures than in {FIRST}.json"
            for key in first
            if other.get(key) and figures(first[key]) != figures(other[key])
        ),
    ]


def figures(text: str) -> set[str]:
    """Return the names of the figures that a text leaves open."""
    return set(_FIGURE.findall(text))
