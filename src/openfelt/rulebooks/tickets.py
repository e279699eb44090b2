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


# What is written for the book on a ticket of another machine of the house.
FOREIGN: Final = "HOST"

_KINDS: Final = {
    "LT": TicketKind.HOUSE,  # Rule: LT def:redeemable ticket; LT 4.3.2
    "AC": TicketKind.HOUSE,
    "SB": TicketKind.HOUSE,  # Rule: SB 3.8
    # Rule: LT def:redeemable ticket; AC def:redeemable ticket; LT 4.3.2; AC 3.4.2
    FOREIGN: TicketKind.HOUSE,
    "MT": TicketKind.CASH_DESK,  # Rule: MT def:Redeemable Ticket; MT 4.6
}


def kind_of(book: str) -> TicketKind:
    """Return the kind of ticket that terminals of a book print."""
    return _KINDS[book]


# Whose slips may be withheld, demanded back, or paid at an agreed later time.  Multi Terminal has
# no such rule.  Rule: LT 9.2; LT 9.3.1; SB 5.2; SB 5.3.1; AC 4.2; AC 4.3.1
_MAY_WAIT: Final = frozenset(("LT", "AC", "SB", FOREIGN))


def may_wait(book: str) -> bool:
    """Say whether a book lets anybody put off the payment of a slip, or ask for it back.

    Slips of the oldest releases name no book.
    """
    return not book or book in _MAY_WAIT
