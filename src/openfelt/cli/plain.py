"""Text for a terminal: nothing in it moves the cursor, hides or turns round what stands there.

Names, reasons and files hold what somebody typed.  All output of our commands goes through here.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from openfelt.journal.address import masked

# Control characters but tab and newline; marks of direction, of no width, and of other line ends.
_UNSAFE: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)


def plain(text: str) -> str:
    """Return a text with whatever a terminal would obey written out, and no password."""
    return masked(_UNSAFE.sub(_written, text))


def _written(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


class Plain:
    """A stream that shows plain text; where progress is shown, a line may begin or end anew."""

    def __init__(self, stream: Any, *, turns: bool) -> None:
        self._stream = stream
        self._turns = turns

    def write(self, text: str) -> int:
        """Write plain text."""
        inner = text.strip("\r") if self._turns else text
        before, found, after = text.partition(inner) if inner else (text, "", "")
        written: int = self._stream.write(before + plain(found) + after)
        return written

    def __getattr__(self, name: str) -> Any:
        """Be the stream otherwise."""
        return getattr(self._stream, name)


@contextmanager
def plain_output() -> Iterator[None]:
    """Let standard output and error show plain text only."""
    out, error = sys.stdout, sys.stderr
    sys.stdout = Plain(out, turns=False)
    sys.stderr = Plain(error, turns=True)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, error


def has_secret(words: list[str]) -> bool:
    """Say whether a command line holds a password, which every process list shows."""
    options = any(word.partition("=")[0] in ("--password", "--pin") for word in words)
    return options or any(masked(word) != word for word in words)
