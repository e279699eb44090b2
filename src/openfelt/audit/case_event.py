"""How the auditor reads what is due to or from accounts that have closed."""

from __future__ import annotations

import msgspec

from openfelt.audit.event import Event


class Claim(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What is due to a terminal's account, less than 0 from it."""

    terminal: str
    account: int
    amount: int


class Entry(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A case, and what is due by it before and now."""

    case: str
    terminal: str
    account: int
    was: int
    stands: int
    forgiven: bool = False


class CasesAsked(Event):
    """A pit hands over what a correction makes due."""

    table: str
    round: int
    claims: tuple[Claim, ...]


class CasesNoted(Event):
    """The house keeps it."""

    pit: str
    table: str
    round: int
    entries: tuple[Entry, ...]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What the house understood."""
        return tuple(Claim(one.terminal, one.account, one.stands - one.was) for one in self.entries)


class CaseSettled(Event):
    """It was made a voucher, or paid into a drawer."""

    case: str
    terminal: str
    amount: int
    voucher: str
    drawer: str


class CaseWrittenOff(Event):
    """It was given up."""

    case: str
    terminal: str
    amount: int
