"""Names of things and persons, and figures, that the floor can keep."""

from typing import Final

NAME_MAX: Final = 64
# Ten billion dollars: a larger figure is a mistake of whoever sent it, not an amount.
CENTS_MAX: Final = 10**12
# The year 2286: no date of ours is later.
TIME_MAX_US: Final = 10**16


def is_name(text: str) -> bool:
    """Say whether a text can name something: a word that any column or screen can show."""
    return 0 < len(text) <= NAME_MAX and text.isprintable() and not any(map(str.isspace, text))
