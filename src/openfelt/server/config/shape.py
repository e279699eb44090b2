"""Whether a file has the keys it should, each with a value of the right type.

Everything wrong is found at once: whoever writes a floor.toml should not have to ask key by key.
"""

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from openfelt.server.config.toml_lines import KeyPath

Money = int | str
Fault = tuple[KeyPath, str]

AMOUNT: Final = 'must be an amount in dollars, as in 5 or "2.50"'
_RIGHT: Final[Mapping[Any, str]] = {
    str: 'must be text in quotes, as in "pit"',
    int: "must be a whole number",
    bool: "must be true or false",
    Money: AMOUNT,
    tuple[str, ...]: 'must be a list of texts, as in ["L1", "S1"]',
    tuple[Money, ...]: 'must be a list of amounts in dollars, as in [5, "2.50"]',
}
# What somebody may look for under a name of his own.
_ELSEWHERE: Final[Mapping[KeyPath, str]] = {
    ("devices",): "devices on the feed are given as [[floor.device]]; a demo brings virtual ones"
}


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the file."""


def one_of(word: str, known: Collection[str]) -> str:
    """Say what would be right in place of a word, the likeliest first."""
    if not known:
        return "there is none"
    listed = ", ".join(known)
    near = get_close_matches(word, known, n=1)
    return f"did you mean {near[0]}? Known are {listed}" if near else f"known are {listed}"


def faults(raw: Any, section: type[Section], path: KeyPath = ()) -> Iterator[Fault]:
    """Yield every key that is unknown, missing, or has a value of another type."""
    if not isinstance(raw, dict):
        yield path, "must be a section of keys"
        return
    fields = {field.name: field for field in msgspec.structs.fields(section)}
    for key in raw:
        if key not in fields:
            right = _ELSEWHERE.get((*path, key)) or one_of(key, fields)
            yield (*path, key), f"there is no such key; {right}"
    for name, field in fields.items():
        if name in raw:
            yield from _value(raw[name], field.type, (*path, name))
        elif field.required:
            yield (*path, name), "is missing and must be given"


def _value(value: Any, right: Any, path: KeyPath) -> Iterator[Fault]:
    inner: Any = get_args(right)[0] if get_origin(right) is tuple else None
    right = next(filter(_is_section, get_args(right)), right) if inner is None else right
    if _is_section(right):
        yield from faults(value, right, path)
    elif _is_section(inner):
        if not isinstance(value, list):
            yield path, f"must be given as [[{'.'.join(map(str, path))}]]"
            return
        for place, one in enumerate(value):
            yield from faults(one, inner, (*path, place))
    elif get_origin(inner) is Literal and isinstance(value, list):
        for one in value:
            yield from _value(one, inner, path)
    elif get_origin(inner) is Literal:
        yield path, _RIGHT[tuple[str, ...]]
    elif get_origin(right) is Literal:
        if value not in get_args(right):
            yield path, f"{value!r} cannot be; {one_of(str(value), get_args(right))}"
    elif not _fits(value, right):
        yield path, _RIGHT[right]


def _is_section(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Section)


def _fits(value: Any, right: Any) -> bool:
    try:
        msgspec.convert(value, right)
    except msgspec.ValidationError:
        return False
    return True
