"""What each kind of station may ask for: the floor's own commands, less what the server fills in.

A station never says who it is.  `terminal` of a player's command, `person` and `second` of a
member of staff, where a device stands, and the validation number of a ticket come from the
server, so an ask is its floor command without those fields, and there is one definition of each.
"""

from collections.abc import Callable, Mapping
from functools import cache, reduce
from operator import attrgetter, or_
from typing import Any, ClassVar, Final, NamedTuple

import msgspec

from openfelt.floor.base import Command
from openfelt.stations.kind import Stands, StationKind

_FILLED: Final[Mapping[Stands, tuple[str, ...]]] = {
    "terminal": ("terminal", "number"),
    "device": ("terminal", "table", "kiosk"),
    "kiosk": ("kiosk",),
    "table": ("person", "second"),
    "desk": ("person", "second"),
}


class Ask(msgspec.Struct, frozen=True, gc=False):
    """A command as a kind of station sends it; its `filling` is that kind's."""

    filling: ClassVar["Filling"]


class Filling(NamedTuple):
    """How an ask becomes its command: `fills` says which fields the server provides."""

    command: type[Command]
    fills: tuple[str, ...]
    # Reads the other fields in order where the terminal comes first: a player's touch.
    rest: Callable[[Ask], tuple[Any, ...]] | None

    def filled(self, ask: Ask, identity: Mapping[str, str]) -> Command:
        """Build the command of an ask, field by field in the command's order."""
        values = [
            identity[name] if name in self.fills else getattr(ask, name)
            for name in self.command.__struct_fields__
        ]
        return self.command(*values)


def _ask_of(kind: StationKind, command: type[Command]) -> type[Ask]:
    filled = _FILLED[kind.stands]
    kept = [f for f in msgspec.structs.fields(command) if f.encode_name not in filled]
    fills = tuple(f.name for f in msgspec.structs.fields(command) if f.encode_name in filled)
    rest = [f.name for f in kept]
    is_touch = kind.stands == "terminal" and fills == command.__struct_fields__[:1]
    reads = attrgetter(*rest) if is_touch and len(rest) > 1 else None
    fields: list[Any] = [
        (f.name, f.type) if f.required else (f.name, f.type, f.default) for f in kept
    ]
    ask = msgspec.defstruct(
        command.__name__,
        fields,
        bases=(Ask,),
        module=__name__,
        tag=command.__name__,
        frozen=True,
        gc=False,
        forbid_unknown_fields=True,
        namespace={"__doc__": command.__doc__, "filling": Filling(command, fills, reads)},
    )
    assert issubclass(ask, Ask)
    return ask


@cache
def asks_of(kind: StationKind) -> tuple[type[Ask], ...]:
    """Return everything a kind of station may ask for, in the order of its record."""
    return tuple(_ask_of(kind, command) for command in kind.commands)


def union_of(kind: StationKind) -> Any:
    """Return the type of everything a kind of station may ask for, None for nothing."""
    return reduce(or_, asks_of(kind)) if kind.commands else None
