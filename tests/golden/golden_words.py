"""Facts: a path, and a value that JSON can hold as it is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Final

Scalar = bool | int | str | None
Fact = tuple[str, Scalar]
Seen = dict[str, Scalar]

_DIGITS: Final = 16


def under(path: str, facts: Iterable[Fact]) -> Iterator[Fact]:
    """Put facts below a path."""
    return ((f"{path}/{rest}", value) for rest, value in facts)


def digest_of(constant: Any) -> str:
    """Stand in for something large that hardly ever changes."""
    text = json.dumps(constant, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:_DIGITS]
