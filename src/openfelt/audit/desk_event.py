"""How the auditor reads what happens at the cash desks."""

from __future__ import annotations

from typing import ClassVar

from openfelt.audit.event import Event


class DeskRulesSet(Event):
    """From now on cashiers pay out of drawers."""

    cash_unit: int
    identity_from: int
    second_from: int


class DrawerOpened(Event):
    """A shift begins with a float; what stood there before is the cage's."""

    drawer: str
    amount: int
    was: int


class DrawerFilled(Event):
    """Cash came from the cage, or less than 0 went there."""

    drawer: str
    amount: int
    second: str


class DrawerClosed(Event):
    """A shift has ended with a count."""

    drawer: str
    expected: int
    counted: int


class PaymentRecorded(Event):
    """How a slip was paid, less than 0 taken in, and what of it was cash.

    `signature` is the hash of what was signed on a screen, "" on paper.
    """

    version: ClassVar[int] = 2

    number: str
    drawer: str
    amount: int
    cash: int
    form: str
    signed: bool
    identity: str
    second: str
    signature: str
