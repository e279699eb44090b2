"""Events to bytes and back, for ever: each type has a version, and old versions are upcast."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from openfelt.journal.errors import UnknownEvent, UnreadableEvent
from openfelt.journal.upcast import Fields, Upcasts, upcast

_FIELDS: Final = msgspec.json.Decoder(Fields)
_FIRST_VERSION: Final = 1


class Codec:
    """Knows the events of one release.

    An event is a struct; its type is its class name, its version the class variable `version`
    (1 where there is none).  Payloads are JSON, fields in the order of the definition, sets and
    mappings sorted (their keys are text), so that an event is the same bytes in every process.
    """

    def __init__(
        self, types: Iterable[type[msgspec.Struct]], upcasts: Upcasts | None = None
    ) -> None:
        self._upcasts: Upcasts = upcasts or {}
        self._encode = msgspec.json.Encoder(order="deterministic").encode
        self._labels = {each: (each.__name__, _version(each)) for each in types}
        self._versions = dict(self._labels.values())
        assert len(self._versions) == len(self._labels), "two events have the same name"
        self._decode = {
            label: msgspec.json.Decoder(each).decode for each, label in self._labels.items()
        }
        self._check_upcasts()

    def encode(self, event: msgspec.Struct) -> tuple[str, int, bytes]:
        """Return the event's type, version and payload."""
        name, version = self._labels[type(event)]
        return name, version, self._encode(event)

    def decode(self, name: str, version: int, payload: bytes) -> msgspec.Struct:
        """Return the event in its present form, whichever release wrote it."""
        decode = self._decode.get((name, version))
        try:
            if decode is not None:
                return decode(payload)
            return self._decode_old(name, version, payload)
        except msgspec.DecodeError as error:
            raise UnreadableEvent(name, version, str(error)) from error

    def _decode_old(self, name: str, version: int, payload: bytes) -> msgspec.Struct:
        if not _FIRST_VERSION <= version < self._versions.get(name, 0):
            raise UnknownEvent(name, version)
        present, fields = upcast(self._upcasts, name, version, _FIELDS.decode(payload))
        # By way of JSON, so that an old event is read by the very decoder of a new one.
        return self._decode[name, present](self._encode(fields))

    def _check_upcasts(self) -> None:
        steps = {
            (name, version)
            for name, present in self._versions.items()
            for version in range(_FIRST_VERSION, present)
        }
        assert steps == set(self._upcasts), (
            f"upcasts must lead from every old version to the next: {steps ^ set(self._upcasts)}"
        )


def _version(event: type[msgspec.Struct]) -> int:
    version = getattr(event, "version", _FIRST_VERSION)
    assert isinstance(version, int), f"{event.__name__}.version must be a class variable, a number"
    return version
