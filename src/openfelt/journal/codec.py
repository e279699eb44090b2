"""Events to bytes and back, for ever: each type has a version, and old versions are upcast."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Generic, TypeVar

import msgspec

from openfelt.journal.errors import UnknownEvent, UnreadableEvent
from openfelt.journal.row import Entry, Row
from openfelt.journal.upcasts import UPCASTS, Upcasts, lift

FIRST_VERSION: Final = 1

E = TypeVar("E", bound=msgspec.Struct)


class Reading(Generic[E]):
    """Reads rows into structs, given by the names of the events, whichever release wrote them."""

    def __init__(self, shapes: Mapping[str, type[E]], upcasts: Upcasts = UPCASTS) -> None:
        self._upcasts = upcasts
        self._versions = {name: version_of(shape) for name, shape in shapes.items()}
        self._decode = {
            (name, self._versions[name]): msgspec.json.Decoder(shape).decode
            for name, shape in shapes.items()
        }
        self._check_upcasts()

    def read(self, row: Row | Entry) -> E:
        """Return the event in its present form; UnknownEvent or UnreadableEvent if it has none."""
        decode = self._decode.get((row.type, row.version))
        try:
            return decode(row.payload) if decode is not None else self._read_old(row)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise UnreadableEvent(row.type, row.version, str(error)) from error

    def _read_old(self, row: Row | Entry) -> E:
        if not FIRST_VERSION <= row.version < self._versions.get(row.type, 0):
            raise UnknownEvent(row.type, row.version)
        present, fields = lift(row, self._upcasts)
        # By way of JSON, so that an old event is read by the very decoder of a new one.
        return self._decode[row.type, present](msgspec.json.encode(fields))

    def _check_upcasts(self) -> None:
        steps = {
            (name, version)
            for name, present in self._versions.items()
            for version in range(FIRST_VERSION, present)
        }
        assert steps == set(self._upcasts), (
            f"upcasts must lead from every old version to the next: {steps ^ set(self._upcasts)}"
        )


class Codec(Reading[E]):
    """Knows the events of one release.

    An event is a struct; its type is its class name, its version the class variable `version`
    (1 where there is none).  Payloads are JSON, fields in the order of the definition, sets and
    mappings sorted (their keys are text), so that an event is the same bytes in every process.
    """

    def __init__(self, types: Iterable[type[E]], upcasts: Upcasts = UPCASTS) -> None:
        self._labels = {each: (each.__name__, version_of(each)) for each in types}
        shapes = {each.__name__: each for each in self._labels}
        assert len(shapes) == len(self._labels), "two events have the same name"
        super().__init__(shapes, upcasts)
        self._encode = msgspec.json.Encoder(order="deterministic").encode

    def encode(self, event: E) -> tuple[str, int, bytes]:
        """Return the event's type, version and payload."""
        name, version = self._labels[type(event)]
        return name, version, self._encode(event)


def version_of(event: type[msgspec.Struct]) -> int:
    """Return the version of an event as it is now."""
    version = getattr(event, "version", FIRST_VERSION)
    assert isinstance(version, int), f"{event.__name__}.version must be a class variable, a number"
    return version
