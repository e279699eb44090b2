"""Old events made new: dict to dict, one version at a time.  Codec and audit both use it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Fields = dict[str, Any]
Upcasts = Mapping[tuple[str, int], Callable[[Fields], Fields]]


def upcast(upcasts: Upcasts, name: str, version: int, fields: Fields) -> tuple[int, Fields]:
    """Take every step there is from this version on; return the version reached and its fields."""
    while step := upcasts.get((name, version)):
        fields = step(fields)
        version += 1
    return version, fields
