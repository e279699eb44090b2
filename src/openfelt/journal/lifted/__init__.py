"""Data that upcasts need and the code no longer has: a JSON file each, frozen once released."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

import msgspec

_HERE: Final = files(__name__)


@cache
def data(name: str, folder: Traversable = _HERE) -> Mapping[str, Any]:
    """Return the object in a file, read once: whoever takes from it must not change it."""
    return msgspec.json.decode((folder / f"{name}.json").read_bytes(), type=dict[str, Any])
