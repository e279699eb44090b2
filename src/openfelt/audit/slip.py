"""A ticket or a voucher as the journal has it, found by its number."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from openfelt.audit.source import BEFORE_ALL, RowReader
from openfelt.journal import upcasts
from openfelt.journal.row import Row
from openfelt.journal.upcasts import Fields

HOUSE: Final = "house"


class NoSuchSlip(LookupError):
    """The journal knows no slip by that number."""


@dataclass(frozen=True, slots=True)
class OnRecord:
    """A slip, when and where it was made and by which book.

    `payment` are the fields of its record at a desk, if it was paid there.
    """

    number: str
    amount: int
    terminal: str
    book: str
    made_us: int
    is_voucher: bool
    demo: bool = False
    payment: Fields | None = None


async def slip_of(reader: RowReader, number: str) -> OnRecord:
    """Find a slip by the number on it; a ticket that did not print is its voucher."""
    digits = number.removeprefix("V").partition("-")[0]
    found: OnRecord | None = None
    demo = False
    async for batch in reader.read(HOUSE, BEFORE_ALL):
        for row in batch:
            demo = demo or row.type == "DemoDeclared"
            if upcasts.may_hold(row, digits.encode()):
                found = _told(found, row, number)
    if found is None:
        raise NoSuchSlip(f"the journal has no ticket or voucher {number}")
    return replace(found, demo=demo)


def _told(found: OnRecord | None, row: Row, number: str) -> OnRecord | None:
    """Return what is known of the slip after one more row."""
    fields = upcasts.fields(row)
    # A number that was another's already names that other slip alone.
    own = "" if fields.get("number_taken") else fields.get("number")
    if number not in (own, fields.get("voucher")):
        return found
    match row.type:
        case "TicketOpened" | "HandPayOpened":
            slip = fields.get("voucher") or number
            how = (fields["amount"], fields["terminal"], fields.get("scheme", ""), row.time_us)
            return OnRecord(slip, *how, is_voucher="voucher" in fields)
        case "TicketBecameHandPay":
            return _voucher(found, fields, row)
        case "PaymentRecorded" if found is not None and fields["number"] == found.number:
            return replace(found, payment=fields)
    return found


def _voucher(found: OnRecord | None, fields: Fields, row: Row) -> OnRecord:
    """Return the voucher that took a ticket's place; asked for by its own name, it begins here."""
    book = found.book if found else ""
    how = (fields["voucher"], fields["amount"], fields["terminal"], book, row.time_us)
    return OnRecord(*how, is_voucher=True)
