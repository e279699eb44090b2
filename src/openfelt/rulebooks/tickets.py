"""Which kind of ticket the terminals of each book print, whatever pit they stand in.

A ticket on record names the book of the terminal that printed it, and does so for ever; what kind
it is follows from that, so tickets of every release are taken alike.
"""

from enum import StrEnum
from typing import Final


class TicketKind(StrEnum):
    """The `house` kind is paid at desk and kiosk and taken in by terminals that take tickets."""

    HOUSE = "house"
    CASH_DESK = "cash_desk"


_KINDS: Final = {
    "LT": TicketKind.HOUSE,  # Rule: LT def:redeemable ticket; LT 4.3.2
    "AC": TicketKind.HOUSE,
    "SB": TicketKind.HOUSE,  # Rule: SB 3.8
    "MT": TicketKind.CASH_DESK,  # Rule: MT def:Redeemable Ticket; MT 4.6
}


def kind_of(book: str) -> TicketKind:
    """Return the kind of ticket that terminals of a book print."""
    return _KINDS[book]
