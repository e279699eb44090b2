"""Old events made new: the only table of upcasts, and the only road from a row to its fields.

An upcast takes the fields of one version as JSON has them and returns those of the next.  Once it
is released it never changes; data it needs lies in `lifted`, never in code that may change.
Nothing lifted is ever hashed: a row's hash is over what was stored.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from openfelt.journal.errors import UnreadableEvent
from openfelt.journal.lifted import data
from openfelt.journal.row import Entry, Row

Fields = dict[str, Any]
Upcast = Callable[[Fields], Fields]
# By the event's type and the version that the upcast leads away from.
Upcasts = Mapping[tuple[str, int], Upcast]

_MINUTE_US: Final = 60_000_000
_GONE_2: Final = ("withholds_slips",)
# The rules whose breach was sanctioned, by the book, when a definition did not list them.
_BREACHES_5: Final = {
    "LT": ["12.1"],
    "PB": ["15.1"],
    "AC": ["7.3", "7.4", "7.5", "7.10", "7.11", "7.13"],
    "SB": ["8.3", "8.4", "8.5", "8.10", "8.11", "8.12", "8.14"],
    "MT": ["4.4(b)", "6.9", "7.1", "7.6", "7.7", "7.8", "7.9", "7.10"],
}


def _table_opened_1(fields: Fields) -> Fields:
    """Name the definition as it was then; the row itself held only what it pays."""
    fingerprint = fields["fingerprint"]
    definition = data("definitions_1")[fingerprint]
    rulings = [ruling["returned"] for ruling in definition["rulings"]]
    paid = {
        bet: [rulings[place] for place in offer["column"]]
        for bet, offer in definition["bets"].items()
    }
    if paid != fields["returns"] or definition["denominator"] != fields["denominator"]:
        raise ValueError("it does not pay what its fingerprint stands for")
    gone = ("variant", "rulebook_version", "denominator", "returns", "decks", "tie_percent")
    kept = {name: value for name, value in fields.items() if name not in gone}
    return {**kept, "definition": definition, "kept": [10, 100, 2000]}


def _table_opened_2(fields: Fields) -> Fields:
    """Leave a question out that every book answers alike now: whose slips are withheld."""
    definition = _hashed(fields)
    if definition is None:
        return fields
    policy = {key: value for key, value in definition["policy"].items() if key not in _GONE_2}
    return {**fields, "definition": {**definition, "policy": policy, "lifted": True}}


def _table_opened_5(fields: Fields) -> Fields:
    """Say which rules a player could be sanctioned for: the books said it, definitions did not."""
    definition = _hashed(fields)
    if definition is None:
        return fields
    policy = {**definition["policy"], "breaches": _BREACHES_5[definition["book"]]}
    return {**fields, "definition": {**definition, "policy": policy, "lifted": True}}


def _hashed(fields: Fields) -> Fields | None:
    """Return the definition of a row, if it has one; one never lifted must give its fingerprint."""
    definition: Fields | None = fields["definition"]
    if definition is None or definition.get("lifted"):
        return definition
    if _hash_of(definition) != fields["fingerprint"]:
        raise ValueError("it is not the definition that its fingerprint stands for")
    return definition


def _hash_of(definition: Fields) -> str:
    """Hash a definition as versions 2 to 5 did."""
    hashed = {name: value for name, value in definition.items() if name != "fingerprint"}
    canonical = json.dumps(hashed, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _with_duty(role: str, minutes: int) -> Upcast:
    """Say who had to see to it, and within what time, when the code alone knew."""
    return lambda fields: {**fields, "duty": [role, minutes * _MINUTE_US]}


def _foreign_card_1(fields: Fields) -> Fields:
    told = _with_duty("inspector", 15)(fields)
    return {**told, "check": ["casino_supervisor", 60 * _MINUTE_US]}


def _order(kind: str, fields: Fields) -> str:
    return f"{kind}:{fields['table']}:{fields['round']}"


def _throw_named_by_round(fields: Fields) -> Fields:
    """Name the throw as it is named now: its device knew one throw from the next by the round."""
    return {**fields, "order": _order("tumble", fields)}


def _as_it_was(fields: Fields) -> Fields:
    """Change nothing: what is new may be missing, and means what the old rows meant."""
    return fields


UPCASTS: Final[dict[tuple[str, int], Upcast]] = {
    ("TableOpened", 1): _table_opened_1,
    ("TableOpened", 2): _table_opened_2,
    ("TableOpened", 3): _as_it_was,
    ("TableOpened", 4): _as_it_was,
    ("TableOpened", 5): _table_opened_5,
    ("ClosingNoticePosted", 1): lambda fields: {**fields, "closes_after": 0},
    ("AttendantCalled", 1): _with_duty("attendant", 5),
    ("TicketHeld", 1): _with_duty("inspector", 15),
    ("HandPayHeld", 1): _with_duty("inspector", 15),
    ("ShoeRemoved", 1): _with_duty("inspector", 15),
    ("OutcomeInvalidated", 1): _with_duty("inspector", 15),
    ("PaymentDeferred", 1): _with_duty("cashier", 0),
    ("ForeignCardSeen", 1): _foreign_card_1,
    ("OwnerChanged", 1): lambda fields: {**fields, "signed": False},
    ("LimitsNoticePosted", 1): _as_it_was,
    ("LimitsChanged", 1): _as_it_was,
    ("TableSuspended", 1): _as_it_was,
    ("PlayerDirectedAway", 1): _as_it_was,
    ("TerminalReturned", 1): lambda fields: {**fields, "admits": True},
    ("RoundSettled", 1): _as_it_was,
    ("RoundSettled", 2): _as_it_was,
    ("RoundResettled", 1): _as_it_was,
    ("RoundResettled", 2): _as_it_was,
    ("SettlementReversed", 1): _as_it_was,
    ("SettledRoundVoided", 1): _as_it_was,
    ("RoundRecalled", 1): _as_it_was,
    ("NoteStacked", 1): _as_it_was,
    ("CmsCredited", 1): _as_it_was,
    ("TicketCredited", 1): _as_it_was,
    ("DiceShot", 1): _throw_named_by_round,
    ("DiceCocked", 1): _throw_named_by_round,
    ("BallSpun", 1): lambda fields: {**fields, "order": _order("spin", fields)},
    ("NumberEntered", 1): lambda fields: {**fields, "order": ""},
    ("ShoeFoundEmpty", 1): lambda fields: {**fields, "order": ""},
    ("TaskCompleted", 1): lambda fields: {**fields, "reason": ""},
    ("CuttingCardSeen", 1): lambda fields: {**fields, "order": ""},
    ("KioskInstalled", 1): lambda fields: {**fields, "prints": False},
    ("PaymentRecorded", 1): lambda fields: {**fields, "signature": ""},
}

_FIELDS: Final = msgspec.json.Decoder(Fields)


def lift(row: Row | Entry, upcasts: Upcasts) -> tuple[int, Fields]:
    """Take every step there is; return the version reached and its fields, or UnreadableEvent."""
    name, version = row.type, row.version
    try:
        lifted = _FIELDS.decode(row.payload)
        while step := upcasts.get((name, version)):
            lifted = step(lifted)
            version += 1
    except Exception as error:  # A forged row may hold anything: an upcast may stumble anyhow.
        raise UnreadableEvent(name, row.version, f"{type(error).__name__}: {error}") from error
    return version, lifted


def fields(row: Row, upcasts: Upcasts = UPCASTS) -> Fields:
    """Return an event's fields in their present form, none where they cannot be read.

    For whoever has no struct to read it into; that a row cannot be read is for the audit to say.
    """
    try:
        return lift(row, upcasts)[1]
    except UnreadableEvent:
        return {}


def may_hold(row: Row, written: bytes, upcasts: Upcasts = UPCASTS) -> bool:
    """Look before decoding: say whether the fields can hold a key or text, given as JSON has it.

    Of an old row only its upcast knows: what it gives need not stand in what was stored.
    """
    return written in row.payload or (row.type, row.version) in upcasts
