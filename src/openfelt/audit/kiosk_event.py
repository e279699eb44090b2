"""How the auditor reads what happens at kiosks that pay tickets."""

from __future__ import annotations

from typing import ClassVar

from openfelt.audit.event import Event


class KioskInstalled(Event):
    """What a piece in each cassette is worth."""

    version: ClassVar[int] = 2

    kiosk: str
    values: tuple[int, ...]
    most: int
    change: int
    prints: bool


class CassetteLoaded(Event):
    """Pieces came from the cage, or less than 0 went there."""

    kiosk: str
    cassette: int
    pieces: int
    amount: int
    second: str


class KioskCounted(Event):
    """What should have been in each cassette, and what was."""

    kiosk: str
    expected: tuple[int, ...]
    pieces: tuple[int, ...]
    over: int
    second: str


class KioskOpened(Event):
    """It takes tickets from now on."""

    kiosk: str


class KioskClosed(Event):
    """It takes none from now on."""

    kiosk: str
    fault: str


class KioskRefused(Event):
    """A ticket came out again."""

    kiosk: str
    code: str
    wrong: int
    shut_until: int


class DispenseOrdered(Event):
    """Pieces are to come out for a ticket that was redeemed in the row before."""

    kiosk: str
    order: str
    number: str
    amount: int
    pieces: tuple[int, ...]


class DispenseStated(Event):
    """Two cashiers say what came out."""

    kiosk: str
    order: str
    second: str


class KioskPaid(Event):
    """These pieces came out."""

    kiosk: str
    order: str
    number: str
    pieces: tuple[int, ...]
    amount: int


class RestOwed(Event):
    """What did not come out is owed by a voucher."""

    kiosk: str
    number: str
    voucher: str
    amount: int


class RestSlipOrdered(Event):
    """A slip is to be printed for what is owed."""

    kiosk: str
    order: str
    voucher: str
    amount: int
    paid: int


class RestSlipPrinted(Event):
    """The printer has said whether it is on paper."""

    kiosk: str
    order: str
    printed: bool
