"""The keys a payload may have: one that no release ever wrote, or one twice, is a finding."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

import msgspec

from openfelt.journal.row import Row

# By event and version; `*` stands for every key or place, nothing for what holds no keys.
Tree = Mapping[str, Any] | None
_DECODE: Final = msgspec.json.Decoder().decode
_ENCODE: Final = msgspec.json.Encoder().encode


@cache
def _trees() -> dict[tuple[str, int], Tree]:
    text = resources.files("openfelt.audit").joinpath("keys.json").read_text(encoding="utf-8")
    events: dict[str, dict[str, Tree]] = json.loads(text)
    return {
        (name, int(version)): tree
        for name, versions in events.items()
        for version, tree in versions.items()
    }


class _Keys(NamedTuple):
    """What an event holds: its keys, and those under which objects lie."""

    known: Set[str]
    deeper: tuple[tuple[str, Mapping[str, Any]], ...]


@cache
def _keys(name: str, version: int) -> _Keys | None:
    tree = _trees().get((name, version))
    if tree is None:
        return None
    return _Keys(tree.keys(), tuple((key, within) for key, within in tree.items() if within))


def strange_keys(row: Row) -> Sequence[str]:
    """Return what is wrong with the keys of a row that can be read."""
    fields = _DECODE(row.payload)
    keys = _keys(row.type, row.version)
    strange: tuple[str, ...] = ()
    # What is written back as it was has no key twice: only the last of two is decoded.
    if _ENCODE(fields) != row.payload:
        strange = tuple(f"it has the key {key!r} twice" for key in _twice(row.payload))
    if keys is None or (fields.keys() <= keys.known and not keys.deeper):
        return strange
    unknown = [*(fields.keys() - keys.known)]
    for key, within in keys.deeper:
        unknown += _unknown(fields.get(key), within)
    return *strange, *(f"no release writes the key {key!r}" for key in unknown)


def _unknown(value: object, tree: Mapping[str, Any]) -> Iterator[str]:
    every = tree.get("*")
    if isinstance(value, list):
        if every is not None:
            for one in value:
                yield from _unknown(one, every)
    elif isinstance(value, dict):
        for key, one in value.items():
            within = tree.get(key, every)
            if key not in tree and every is None:
                yield key
            elif within is not None:
                yield from _unknown(one, within)


def _twice(payload: bytes) -> list[str]:
    twice: list[str] = []

    def note(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        twice.extend(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        return dict(pairs)

    json.loads(payload, object_pairs_hook=note)
    return twice
