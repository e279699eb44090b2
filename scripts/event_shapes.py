"""Hold every event to the shape it is journalled in: old rows are read for ever.

Run as `python scripts/event_shapes.py`; it compares the code with docs/events.json, which has the
shape of every version that ever was.  With `--write` it adds what is new; what stands there is
never changed.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect

from openfelt.floor.whole import EVENTS
from openfelt.journal.codec import FIRST_VERSION, version_of
from openfelt.journal.upcasts import UPCASTS, Upcasts

_ROOT: Final = Path(__file__).parents[1]
LOCK: Final = _ROOT / "docs" / "events.json"
# The keys a payload can have, for the auditor: he takes the lock's word, not the code's.
KEYS: Final = _ROOT / "src" / "openfelt" / "audit" / "keys.json"
REMEDY: Final = """\
What is on record keeps its shape.  Undo the change; or raise the event's `version` (and that of the
auditor's shape), add an upcast from the version before to src/openfelt/journal/upcasts.py, and run
    python scripts/event_shapes.py --write"""

Event = type[msgspec.Struct]
# What a table plays by is made of dataclasses: they are written into rows like structs.
Record = inspect.StructType | inspect.DataclassType
# A field's name in the journal, its type and its default.
Fields = dict[str, str]
Shape = dict[str, Any]
Locked = dict[str, dict[str, Shape]]


def shape_of(event: Event) -> Shape:
    """Return what the rows of an event look like."""
    found = inspect.type_info(event)
    assert isinstance(found, inspect.StructType)
    shape = {"fields": _fields(found, (event,))}
    return {"array_like": True, **shape} if found.array_like else shape


def _fields(record: Record, within: tuple[type, ...]) -> Fields:
    named = {field.encode_name: _field(field, within) for field in record.fields}
    if isinstance(record, inspect.DataclassType) or record.tag is None:
        return named
    return {str(record.tag_field): repr(record.tag)} | named


def _field(field: inspect.Field, within: tuple[type, ...]) -> str:
    spelled = _spelled(field.type, within)
    if field.required:
        return spelled
    made = field.default_factory
    default = field.default if made is msgspec.NODEFAULT else made()
    return f"{spelled} = {msgspec.json.encode(default, order='deterministic').decode()}"


def _spelled(kind: inspect.Type, within: tuple[type, ...]) -> str:
    """Write a type out; an enum may gain values, so its name stands for it."""
    match kind:
        case inspect.StructType() | inspect.DataclassType():
            return _record(kind, within)
        case inspect.EnumType():
            return kind.cls.__name__
        case inspect.UnionType():
            return " | ".join(_spelled(one, within) for one in kind.types)
        case inspect.LiteralType():
            return f"literal{list(kind.values)}"
        case inspect.VarTupleType():
            return f"tuple[{_spelled(kind.item_type, within)}, ...]{_limits(kind)}"
        case _:
            name = type(kind).__name__.removesuffix("Type").lower()
            inner = ", ".join(_spelled(one, within) for one in _inner(kind))
            return f"{name}[{inner}]{_limits(kind)}" if inner else f"{name}{_limits(kind)}"


def _inner(kind: inspect.Type) -> Iterator[inspect.Type]:
    for part in kind.__struct_fields__:
        value = getattr(kind, part)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, inspect.Type):
                yield one


def _limits(kind: inspect.Type) -> str:
    """Write out what else a value must be, as `ge=0`: it too decides what can be read."""
    parts = ((part, getattr(kind, part)) for part in kind.__struct_fields__)
    plain = [f"{part}={value!r}" for part, value in parts if isinstance(value, int | float | str)]
    return f"({', '.join(plain)})" if plain else ""


def _record(record: Record, within: tuple[type, ...]) -> str:
    if record.cls in within:
        return f"again {record.cls.__name__}"
    fields = _fields(record, (*within, record.cls))
    listed = ", ".join(f"{name}: {spelled}" for name, spelled in fields.items())
    is_array = isinstance(record, inspect.StructType) and record.array_like
    return f"{'array' if is_array else 'object'}({listed})"


def faults(
    locked: Locked, events: Iterable[Event] = EVENTS, upcasts: Upcasts = UPCASTS
) -> Iterator[str]:
    """Yield every way in which a journal that was written by a locked shape could be misread."""
    present = {event.__name__: event for event in events}
    for name in locked.keys() - present.keys():
        yield f"{name} is gone from the code: a journal that has it could not be read"
    for name, event in present.items():
        version, known = version_of(event), locked.get(name, {})
        if str(version) in known:
            yield from _differences(f"{name} version {version}", known[str(version)], event)
        else:
            yield f"{name} version {version} is not locked yet"
        for newer in sorted(int(one) for one in known if int(one) > version):
            yield f"{name} version {newer} is locked and the code has {version}: it never falls"
        for old in range(FIRST_VERSION, version):
            if (name, old) not in upcasts:
                yield f"{name} version {old}: no upcast leads from it to version {old + 1}"


def _differences(label: str, locked: Shape, event: Event) -> Iterator[str]:
    shape = shape_of(event)
    then, now = locked["fields"], shape["fields"]
    if locked.get("array_like") != shape.get("array_like"):
        yield f"{label}: array_like was changed"
    for name in (*then, *(now.keys() - then.keys())):
        if name not in now:
            yield f"{label}: its field {name} is gone"
        elif name not in then:
            yield f"{label}: its field {name} is new"
        elif then[name] != now[name]:
            yield f"{label}: its field {name} was `{then[name]}` and is `{now[name]}`"
    if list(then) != list(now) and then.keys() == now.keys():
        yield f"{label}: its fields stand in another order than {', '.join(then)}"


def added(locked: Locked, events: Iterable[Event] = EVENTS) -> Locked:
    """Return the lock with the versions that it does not have yet; all others as they are."""
    whole = {name: dict(versions) for name, versions in locked.items()}
    for event in events:
        whole.setdefault(event.__name__, {}).setdefault(str(version_of(event)), shape_of(event))
    return dict(sorted(whole.items()))


# What may stand under a key: objects by their keys, `*` for any key or place, else nothing known.
Keys = dict[str, Any] | None


def keys_of(spelled: str) -> Keys:
    """Return the keys of a spelled type, as deep as objects lie in it."""
    for opening, closing in (("object(", ")"), ("tuple[", "]"), ("dict[", "]")):
        if spelled.startswith(opening):
            inner = _split(spelled[len(opening) : _end(spelled, opening, closing)])
            if opening == "object(":
                pairs = (field.partition(": ") for field in inner)
                return {name: keys_of(kind) for name, _, kind in pairs}
            within = keys_of(inner[-1] if opening == "dict[" else inner[0])
            return within and {"*": within}
    return None


def _end(spelled: str, opening: str, closing: str) -> int:
    """Return where the bracket that a spelled type begins with closes."""
    depth = 0
    for place, letter in enumerate(spelled):
        depth += (letter == opening[-1]) - (letter == closing)
        if depth == 0 and place >= len(opening):
            return place
    return len(spelled)


def _split(inner: str) -> list[str]:
    """Split at the commas that stand in no bracket."""
    parts, depth = [""], 0
    for letter in inner:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def keys(locked: Locked) -> dict[str, dict[str, Keys]]:
    """Return the keys of every version of every event."""
    return {
        name: {
            version: {field: keys_of(kind) for field, kind in shape["fields"].items()}
            for version, shape in versions.items()
        }
        for name, versions in locked.items()
    }


def _written(tree: object) -> str:
    return json.dumps(tree, indent=2, ensure_ascii=False) + "\n"


def main() -> int:
    """Check or write; return the exit status."""
    parser = argparse.ArgumentParser(
        description="Hold every event to the shape it is journalled in."
    )
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--check", action="store_true", help="name what differs (the default)")
    either.add_argument("--write", action="store_true", help="add new events and new versions")
    locked: Locked = json.loads(LOCK.read_text(encoding="utf-8")) if LOCK.exists() else {}
    if parser.parse_args().write:
        locked = added(locked)
        LOCK.write_text(_written(locked), encoding="utf-8")
        KEYS.write_text(_written(keys(locked)), encoding="utf-8")
    found = sorted(faults(locked))
    if json.loads(KEYS.read_text(encoding="utf-8")) != keys(locked):
        found.append(f"{KEYS.name} is not of this lock")
    if found:
        print(*found, REMEDY, sep="\n", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
