"""Every event the auditor knows, in one table, and the reading of rows by it."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from openfelt.audit import (
    case_event,
    correction_event,
    craps_event,
    desk_event,
    drop_event,
    host_event,
    kiosk_event,
    seal_event,
    terminal_report,
    ticket_event,
)
from openfelt.audit import event as play
from openfelt.audit.event import Event, OfRound, Recorded
from openfelt.audit.ways import MODULES
from openfelt.journal.codec import Reading
from openfelt.journal.errors import UnknownEvent, UnreadableEvent

# Known, without money, without a rule: listed so that anything else is a finding.  They are of
# version 1; one that rises gets a shape of its own, `class CardCalled(Recorded)`.
RECORDED: Final = (
    "BreachFound",
    "BurnMissed",
    "CallWithdrawn",
    "CardCalled",
    "CardNotDrawn",
    "CardsPrepared",
    "CardsSetAside",
    "ClosingNoticeWithdrawn",
    "ClosingPutOff",
    "CoupsLeftCorrected",
    "DayEndMoved",
    "DemoDeclared",
    "DisputeClosed",
    "ReviewAsked",
    "ExclusionRecommended",
    "LimitsNoticeWithdrawn",
    "MalfunctionDeclared",
    "NewsAcknowledged",
    "ObjectionDecided",
    "ObjectionRaised",
    "ShoeCalled",
    "ShoeCut",
    "ShoeVerified",
    "ShuffleOrdered",
    "PrinterReported",
    "TaskOverdue",
    "TaskTaken",
    "VoucherOrdered",
)


_BASES: Final = (Event, OfRound, Recorded)


def _shapes(*modules: ModuleType) -> dict[str, type[Event]]:
    found = {name: each for module in modules for name, each in vars(module).items()}
    return {
        name: each
        for name, each in found.items()
        if isinstance(each, type) and issubclass(each, Event) and each not in _BASES
    }


KNOWN: Final[dict[str, type[Event]]] = {
    **dict.fromkeys(RECORDED, Recorded),
    **_shapes(
        *(play, case_event, correction_event, craps_event, desk_event, kiosk_event),
        *(drop_event, host_event, seal_event, terminal_report, ticket_event),
        *MODULES.values(),
    ),
}
READING: Final = Reading(KNOWN)


def why_not_read(error: UnknownEvent | UnreadableEvent) -> str:
    """Say what is wrong with a row that has no reading."""
    if isinstance(error, UnreadableEvent):
        return f"its payload is not what such an event holds: {error.why}"
    if error.name not in KNOWN:
        return "unknown event: nobody can say what it did"
    return f"unknown event: version {error.version} of it is not known"
