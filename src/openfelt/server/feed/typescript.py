"""`web/src/generated/feed.ts`: the feed's types, written from the Python structs.

Run `python -m openfelt.server.feed.typescript web/src/generated/feed.ts`; a test
fails when the file is not what this writes.
"""

import sys
from pathlib import Path
from typing import Final, get_args

from msgspec import inspect

from openfelt.core.refusal import Refusal
from openfelt.engine.window import NUMBERS_KEPT
from openfelt.server.feed import protocol
from openfelt.server.feed.asks import asks_of
from openfelt.server.http import forms
from openfelt.stations.costly import COSTLY
from openfelt.stations.kind import KINDS, StationKind
from openfelt.stations.memory import RESULTS_KEPT

_HEAD: Final = """\
// Written by `python -m openfelt.server.feed.typescript`.  Do not edit: change the Python structs.
// Money is whole cents, times are engine time in µs since 1970 UTC.
"""
_DO: Final = """\
/** A numbered command; `authority` by whose power it is done, `seen` the mark of what was shown. */
export interface Do<C> {
  readonly type: "command";
  readonly number: number;
  readonly command: C;
  readonly authority?: Authority | null;
  readonly seen?: string;
}
"""
_BODIES: Final = (
    protocol.Hello,
    protocol.Resync,
    protocol.Ping,
    protocol.Demo,
    protocol.Authority,
    forms.Enrol,
    forms.SignIn,
    forms.Unlock,
    forms.StaffPin,
    forms.LogOpened,
    forms.History,
    forms.StationInfo,
    forms.Token,
    forms.Order,
    forms.Weighed,
    forms.Approvers,
    forms.Brought,
    forms.Slip,
    forms.Wanted,
    forms.SignedOnScreen,
    forms.SignatureKept,
    forms.SignWanted,
    forms.Drawn,
    forms.Start,
    forms.Problem,
)
_PLAIN: Final[dict[type[inspect.Type], str]] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


# An order goes to a device, and no device is a page.
_TO_PAGES: Final = [
    one for one in get_args(protocol.ServerFrame) if one is not protocol.DeviceOrder
]


class _Writer:
    """Collects the interfaces that the roots need, each once."""

    def __init__(self) -> None:
        self.interfaces: dict[str, str] = {}

    def type_of(self, type_: inspect.Type) -> str:
        """Return how TypeScript writes a type, noting the interfaces it needs."""
        plain = _PLAIN.get(type(type_))
        if plain is not None:
            return plain
        match type_:
            case inspect.Metadata(extra_json_schema={"title": str(title)}):
                return title
            case inspect.StructType():
                return self._interface(type_)
            case inspect.LiteralType():
                return " | ".join(f'"{value}"' for value in type_.values)
            case inspect.EnumType():
                return type_.cls.__name__
            case inspect.UnionType():
                return " | ".join(self.type_of(one) for one in type_.types)
            case inspect.VarTupleType() | inspect.ListType():
                return f"ReadonlyArray<{self.type_of(type_.item_type)}>"
            case inspect.DictType():
                return f"Readonly<Record<string, {self.type_of(type_.value_type)}>>"
            case _:
                raise TypeError(f"no TypeScript is known for {type_!r}")

    def _interface(self, struct: inspect.StructType) -> str:
        name = struct.cls.__name__.partition("[")[0]
        if name not in self.interfaces:
            self.interfaces[name] = ""  # taken, should it hold itself
            self.interfaces[name] = self._written(name, struct)
        return name

    def _may_be_left_out(self, struct: inspect.StructType, field: inspect.Field) -> bool:
        """Say so of what we do not send when it is the default, and what an ask need not give."""
        config = struct.cls.__struct_config__
        return not field.required and (config.omit_defaults or config.forbid_unknown_fields)

    def _written(self, name: str, struct: inspect.StructType) -> str:
        lines = [] if struct.tag is None else [f'  readonly {struct.tag_field}: "{struct.tag}";']
        for field in struct.fields:
            mark = "?" if self._may_be_left_out(struct, field) else ""
            lines.append(f"  readonly {field.encode_name}{mark}: {self.type_of(field.type)};")
        comment = (struct.cls.__doc__ or "").strip().splitlines()
        head = f"/** {comment[0]} */\n" if comment else ""
        return f"{head}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _alias(name: str, type_: str) -> str:
    return f"export type {name} = {type_};\n"


def _asks(writer: _Writer, kind: StationKind) -> str:
    names = [writer.type_of(inspect.type_info(ask)) for ask in asks_of(kind)]
    camel = "".join(map(str.capitalize, kind.name.split("_")))
    return _alias(f"{camel}Command", " | ".join(names) or "never")


def _views(writer: _Writer) -> str:
    # What stations share comes before what is one's own.
    sights = dict.fromkeys(one for kind in KINDS.values() for one in reversed(kind.sights))
    return " | ".join(writer.type_of(inspect.type_info(sight.view)) for sight in sights)


def generate() -> str:
    """Write the whole file."""
    writer = _Writer()
    frames = " | ".join(writer.type_of(inspect.type_info(one)) for one in _TO_PAGES)
    views = _views(writer)
    for struct in _BODIES:
        writer.type_of(inspect.type_info(struct))
    commands = [_asks(writer, kind) for kind in KINDS.values() if kind.has_page]
    parts = [
        _HEAD,
        f"export const RESULTS_KEPT = {RESULTS_KEPT};\n",
        f"export const AHEAD_MAX = {NUMBERS_KEPT};\n",
        "export const REFUSALS = [\n"
        + "".join(f'  "{code.value}",\n' for code in Refusal)
        + "] as const;\nexport type Refusal = (typeof REFUSALS)[number];\n",
        "/** What is seen before it is done: the server demands the mark of it. */\n"
        "export const COSTLY: ReadonlySet<string> = new Set([\n"
        + "".join(f'  "{command.__name__}",\n' for command in COSTLY)
        + "]);\n",
        _alias("Kind", " | ".join(f'"{kind}"' for kind in KINDS)),
        *writer.interfaces.values(),
        *commands,
        _DO,
        _alias("ClientFrame<C>", "Hello | Do<C> | Resync | Ping | Demo"),
        _alias("ServerFrame", frames),
        _alias("View", views),
    ]
    return "\n".join(parts)


def main(path: str) -> None:
    """Write the file."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(generate(), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
