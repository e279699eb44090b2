"""Whether a body is JSON that everybody reads alike, before anything is made of it."""

import json
from typing import Any, Final

# Nothing a station says is deeper than a command with its fields and a list in it.
_DEPTH_MAX: Final = 16
# More digits than any amount has, and fewer than a reader may refuse.
_DIGITS_MAX: Final = 19


class _NotPlain(Exception):
    """It could be read in two ways, or not at all."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise _NotPlain
    return read


def _refuse(_: str) -> Any:
    raise _NotPlain


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS_MAX:
        raise _NotPlain
    return int(digits)


def is_plain(body: bytes) -> bool:
    """Say whether it is UTF-8 and JSON: no key twice, no NaN, no half character, not too deep."""
    try:
        text = body.decode("utf-8")
        read = json.loads(text, object_pairs_hook=_pairs, parse_constant=_refuse, parse_int=_whole)
        # A half of a character pair, written as an escape, is no text.
        if "\\u" in text:
            json.dumps(read, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError, _NotPlain):
        return False
    return _is_shallow(read, _DEPTH_MAX)


def _is_shallow(read: Any, left: int) -> bool:
    if isinstance(read, dict):
        read = list(read.values())
    if not isinstance(read, list):
        return True
    return left > 0 and all(_is_shallow(each, left - 1) for each in read)
