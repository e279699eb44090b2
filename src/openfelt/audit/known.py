"""Every event the auditor knows, in one table, and how a row is read by it."""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final

import msgspec

from openfelt.audit import correction_event, seal_event, ticket_event
from openfelt.audit import event as play
from openfelt.audit.event import Event, Recorded
from openfelt.journal.row import Row
from openfelt.journal.upcast import Upcasts, upcast

# Known, without money, without a rule: listed so that anything else is a finding.
RECORDED: Final = (
    "AttendantCalled",
    "BurnMissed",
    "CardCalled",
    "CardNotDrawn",
    "ClosingNoticePosted",
    "CuttingCardSeen",
    "DayEndMoved",
    "DemoDeclared",
    "LimitsChanged",
    "LimitsNoticePosted",
    "MalfunctionDeclared",
    "PaymentDeferred",
    "PlayerDirectedAway",
    "ShoeBrought",
    "ShoeCalled",
    "ShoeRemoved",
    "StandbyPressed",
    "TaskCompleted",
    "TaskOverdue",
)


class Unreadable(Exception):
    """A row whose type, version or payload the auditor has no reading for."""


def _shapes(*modules: ModuleType) -> dict[str, type[Event]]:
    found = {name: each for module in modules for name, each in vars(module).items()}
    return {
        name: each
        for name, each in found.items()
        if isinstance(each, type) and issubclass(each, Event) and each not in (Event, Recorded)
    }


KNOWN: Final[dict[str, type[Event]]] = {
    **dict.fromkeys(RECORDED, Recorded),
    **_shapes(play, correction_event, seal_event, ticket_event),
}
_DECODE: Final = {name: msgspec.json.Decoder(shape).decode for name, shape in KNOWN.items()}
_FIELDS: Final = msgspec.json.Decoder(dict[str, Any])


def read(row: Row, upcasts: Upcasts) -> Event:
    """Read a row, or raise Unreadable."""
    shape = KNOWN.get(row.type)
    if shape is None:
        raise Unreadable("unknown event: nobody can say what it did")
    try:
        if row.version == shape.version:
            return _DECODE[row.type](row.payload)
        fields = _FIELDS.decode(row.payload)
        version, fields = upcast(upcasts, row.type, row.version, fields)
        if version != shape.version:
            raise Unreadable(f"unknown event: version {row.version} of it is not known")
        return msgspec.convert(fields, shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unreadable(f"its payload is not what such an event holds: {error}") from error
