"""How the auditor reads what happens to tickets and hand pays."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from openfelt.audit.event import Event


class CashOutRequested(Event):
    """A terminal's credit is on its way to become a ticket."""

    terminal: str
    amount: int
    number: str
    scheme: str
    by_hand: bool = False


class TicketPrintOrdered(Event):
    """The printer of a terminal was told to print."""

    order: str
    terminal: str
    number: str
    amount: int


class TicketPrinted(Event):
    """It printed."""

    order: str
    terminal: str
    number: str


class TicketPrintFailed(Event):
    """It did not."""

    order: str
    terminal: str
    number: str


class VoucherMade(Event):
    """A terminal knows that a voucher owes its credit."""

    terminal: str
    number: str


class HandPayCalled(Event):
    """Somebody is to go to a player who is paid by hand."""

    terminal: str
    number: str
    amount: int


class HandPayFinished(Event):
    """A pit heard that whoever waited at a terminal for his money has it."""

    terminal: str
    number: str


class WaitEnded(Event):
    """The house paid somebody who waited at a terminal of a pit."""

    pit: str
    terminal: str
    number: str


class TicketPresented(Event):
    """A ticket was put into a terminal."""

    terminal: str
    number: str
    scheme: str


class TicketCredited(Event):
    """The house paid it onto the credit meter."""

    version: ClassVar[int] = 2

    terminal: str
    number: str
    amount: int
    account: int = 0


class TicketReturned(Event):
    """The house did not take it."""

    terminal: str
    number: str
    code: str


class TicketOpened(Event):
    """A ticket is owed from now on, although it is not printed yet."""

    number: str
    amount: int
    pit: str
    terminal: str
    scheme: str


class TicketIssued(Event):
    """The ticket is in the player's hand."""

    number: str


class TicketBecameHandPay(Event):
    """The number is void for ever; a voucher owes the amount."""

    number: str
    voucher: str
    amount: int
    terminal: str


class HandPayOpened(Event):
    """A voucher owes what was too much for a ticket, or whose number was another's already."""

    number: str
    voucher: str
    amount: int
    pit: str
    terminal: str
    scheme: str
    number_taken: bool = False


class TicketRedeemed(Event):
    """The ticket was paid: by a drawer, by the kiosk, or into a pit."""

    number: str
    amount: int
    where: str
    pit: str


class TicketRefused(Event):
    """A ticket a pit presented was not taken."""

    number: str
    pit: str
    terminal: str
    code: str


class TicketHeld(Event):
    """Payment is withheld, or released again."""

    version: ClassVar[int] = 2

    number: str
    held: bool


class HandPayHeld(Event):
    """Payment of a voucher is withheld, or released again."""

    version: ClassVar[int] = 2

    voucher: str
    held: bool


class HoldReleased(Event):
    """Payment of a ticket or a voucher is allowed again, and what was determined."""

    number: str
    determination: str


class ReturnDemanded(Event):
    """What was paid on a slip is demanded back."""

    number: str
    terminal: str
    amount: int


class PaymentReturned(Event):
    """It is back in a drawer, and a voucher that is withheld owes it."""

    number: str
    terminal: str
    amount: int
    voucher: str
    drawer: str


class DemandDropped(Event):
    """The player keeps what he was paid, and what was determined."""

    number: str
    terminal: str
    amount: int
    determination: str


class Slip(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a terminal's credit became, by the number drawn for it."""

    terminal: str
    number: str


class HoldAsked(Event):
    """A correction found credits gone: a pit wants the slips withheld by which they left."""

    slips: tuple[Slip, ...]


class HoldNoted(Event):
    """The house heard of it: whatever of them is not paid must not be."""

    pit: str
    slips: tuple[Slip, ...]


class HandPayPaid(Event):
    """A voucher was paid."""

    voucher: str
    amount: int
    drawer: str
