"""A ticket over which the casino's ticketing host has the say: it is asked before anybody is paid.

What we print is registered with the host, so that other machines of the house take it in.  What
is brought to us is claimed: the host authorises it, we see that it is what we think, and commit.
From then on the ticket is ours alone, and is paid by one decision like any other.
See docs/decisions/0061-ticket-host.md.
"""

from collections.abc import Iterator
from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Concept, Event, Refused, refuse
from openfelt.floor.demo import is_demo_ticket
from openfelt.floor.ended import Thing
from openfelt.floor.money.order import HostOrder
from openfelt.floor.people import task
from openfelt.floor.state import HostSaid, State, Ticket
from openfelt.rulebooks.tickets import TicketKind, kind_of

# A host that has not answered by then is silent.
ANSWER_US: Final = 10_000_000
_DIGITS: Final = 18


class TicketRegistrationOrdered(Event, frozen=True):
    """The host is to know of a ticket of ours; it has the say over it from now on."""

    order: str
    number: str
    amount: int
    due: int


class TicketClaimed(Event, frozen=True):
    """The host is asked for a ticket; `pit` and `terminal` say who waits, "" nobody.

    At a kiosk that is the house, and the kiosk's name.
    """

    order: str
    number: str
    pit: str
    terminal: str
    due: int


def registration(state: State, number: str, ticket: Ticket, now: int) -> Iterator[Event]:
    """Yield the order to register a ticket that others of the house may take in.

    Rule: LT def:redeemable ticket; AC def:redeemable ticket
    """
    if state.ticket_host and kind_of(ticket.scheme) is TicketKind.HOUSE:
        order, due = f"issue:{state.sequence + 1}", now + ANSWER_US
        yield TicketRegistrationOrdered(order, number, ticket.amount, due)


def is_hosts(state: State, number: str, archived: Thing | None) -> bool:
    """Say whether the host has the say: over a ticket of ours it knows, or one of another machine.

    Rule: LT def:redeemable ticket; LT 4.3.2; AC def:redeemable ticket; AC 3.4.2
    """
    ticket = state.tickets.get(number)
    if ticket is not None:
        return ticket.with_host and ticket.state == "issued"
    if not state.ticket_host or archived is not None or is_demo_ticket(state, number):
        return False
    return len(number) == _DIGITS and number.isascii() and number.isdigit()


def is_asked(state: State, number: str) -> bool:
    """Say whether the host owes an answer about a ticket."""
    orders = state.orders.values()
    return any(isinstance(one, HostOrder) and one.number == number for one in orders)


def not_yet(state: State, number: str) -> Refused:
    """Say that a ticket cannot be paid before the host has said so, or what it has said."""
    if is_asked(state, number):
        return refuse(Refusal.TICKET_IS_HELD, "host_asked")
    return as_said(state.host_said.get(number, "cancelled"))


def as_said(said: HostSaid) -> Refused:
    """Say why the host did not let us pay a ticket."""
    match said:
        case "unknown":
            return refuse(Refusal.TICKET_UNKNOWN, "host_said")
        case "redeemed":
            return refuse(Refusal.TICKET_ALREADY_REDEEMED, where="host")
        case "refused":
            return refuse(Refusal.TICKET_IS_HELD, "host_said")
        case _:
            return refuse(Refusal.TICKET_IS_HELD, "ask_host")


def waiting_at(state: State, pit: str, terminal: str) -> HostOrder | None:
    """Return what the host is asked about a ticket that somebody waits for there."""
    orders = (one for one in state.orders.values() if isinstance(one, HostOrder) and one.due)
    return next((one for one in orders if (one.pit, one.terminal) == (pit, terminal)), None)


def claim(
    state: State, number: str, now: int, at: tuple[str, str] = ("", ""), *, nth: int = 0
) -> TicketClaimed:
    """Ask the host for a ticket; `nth` is how many rows of the same command come before."""
    return TicketClaimed(f"authorise:{state.sequence + 1 + nth}", number, *at, now + ANSWER_US)


def claimed_back(state: State, number: str, now: int, *, nth: int = 0) -> tuple[TicketClaimed, ...]:
    """Ask for a ticket of ours that is withheld: nobody else of the house may pay it.

    Rule: LT 9.2; SB 5.2; AC 4.2
    """
    ticket = state.tickets.get(number)
    if ticket is None or not ticket.with_host or is_asked(state, number):
        return ()
    return (claim(state, number, now, nth=nth),)


def registration_ordered(state: State, event: TicketRegistrationOrdered) -> None:
    order = HostOrder("house", "issue", event.number, event.amount, due=event.due)
    state.orders[event.order] = order
    state.tickets[event.number].with_host = True


def claimed(state: State, event: TicketClaimed) -> None:
    ticket = state.tickets.get(event.number)
    amount = ticket.amount if ticket else 0
    at = (event.pit, event.terminal)
    state.orders[event.order] = HostOrder(
        "house", "authorise", event.number, amount, *at, event.due
    )
    state.host_said.pop(event.number, None)
    task.drop(state, "ticket_host", event.number)


CONCEPT = Concept(
    evolves={TicketRegistrationOrdered: registration_ordered, TicketClaimed: claimed},
)
