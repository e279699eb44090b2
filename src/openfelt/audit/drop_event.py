"""How the auditor reads note stackers that are counted, and money that nobody fetches."""

from __future__ import annotations

import msgspec

from openfelt.audit.event import Event, Recorded


class StackerRemoved(Event):
    """The box of a terminal was taken out, with so much in it."""

    terminal: str
    box: str
    amount: int


class DropReceived(Event):
    """The house expects it."""

    drop: str
    pit: str
    terminal: str
    amount: int


class DropCounted(Event):
    """A box was counted."""

    drop: str
    stacker: str
    expected: int
    counted: int
    second: str


class Left(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What an account had at the day's end."""

    terminal: str
    account: int
    amount: int
    moved: int


class CreditsLeft(Event):
    """Who had credit when the day was over."""

    credits: tuple[Left, ...]


class CreditsReported(Event):
    """The house heard of it."""

    pit: str
    credits: tuple[Left, ...]


class AbandonAsked(Event):
    """Two cashiers say that nobody comes for it."""

    pit: str
    terminal: str
    account: int
    number: str
    second: str


class CreditAbandoned(Event):
    """It was there still; the cash-out follows."""

    terminal: str
    account: int
    number: str


class CreditStayed(Event):
    """Somebody had come."""

    terminal: str
    account: int
    number: str


class TicketLifeSet(Recorded):
    """For how long a ticket is good."""


class Owed(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A slip and its amount."""

    number: str
    amount: int


class SlipsUnclaimed(Event):
    """What they owe is nobody's."""

    tickets: tuple[Owed, ...]
    vouchers: tuple[Owed, ...]


class UnclaimedReturned(Event):
    """Somebody's it is after all."""

    number: str
    amount: int
    is_ticket: bool
    determination: str
