"""How the auditor reads what the casino's ticketing host is asked, and what it answers."""

from __future__ import annotations

from openfelt.audit.event import Event


class TicketHostSet(Event):
    """From now on the host is asked about tickets, or is not."""

    used: bool


class TicketRegistrationOrdered(Event):
    """The host is told of a ticket of ours, and has the say over it."""

    order: str
    number: str
    amount: int


class TicketRegistered(Event):
    """It knows the ticket, or will not have it."""

    order: str
    number: str
    taken: bool


class TicketClaimed(Event):
    """It is asked for a ticket; at a terminal somebody waits."""

    order: str
    number: str
    pit: str
    terminal: str


class ClaimAuthorised(Event):
    """It keeps the ticket for us, and is asked to commit that."""

    order: str
    number: str
    amount: int
    commit: str


class ClaimGivenUp(Event):
    """We do not want the ticket any more."""

    order: str
    number: str
    cancel: str


class ClaimCommitted(Event):
    """The ticket is ours alone; one of another machine the house owes us."""

    order: str
    number: str
    amount: int
    own: bool


class ClaimEnded(Event):
    """We have not got the ticket."""

    order: str
    number: str
    said: str


class TicketPaidElsewhere(Event):
    """Another machine of the house took a ticket of ours."""

    number: str
    amount: int


class HostSilent(Event):
    """The host has not answered an order in time."""

    order: str
    number: str
