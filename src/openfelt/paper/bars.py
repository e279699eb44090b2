"""Interleaved 2 of 5: two digits at a time, the first in the bars, the second in the gaps."""

from typing import Final

# Of the five elements of a digit two are wide.
_WIDE: Final = {
    "0": "00110",
    "1": "10001",
    "2": "01001",
    "3": "11000",
    "4": "00101",
    "5": "10100",
    "6": "01100",
    "7": "00011",
    "8": "10010",
    "9": "01010",
}
_START: Final = (1, 1, 1, 1)
# How much wider a wide element is: within 2 to 3 every scanner reads it.
RATIO: Final = 3
_STOP: Final = (RATIO, 1, 1)
# What has to stay white on either side, in narrow elements.
QUIET: Final = 10


def bars_of(number: str) -> tuple[int, ...]:
    """Return the widths of bars and gaps in turn, beginning and ending with a bar."""
    assert number.isascii()
    assert number.isdecimal()
    assert len(number) % 2 == 0
    widths = list(_START)
    for bar, gap in zip(number[::2], number[1::2], strict=True):
        for pair in zip(_WIDE[bar], _WIDE[gap], strict=True):
            widths += (RATIO if one == "1" else 1 for one in pair)
    return (*widths, *_STOP)
