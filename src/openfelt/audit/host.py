"""What the ticketing host was asked, answer by answer: nothing is paid that it has the say over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.audit import host_event
from openfelt.audit.event import Event
from openfelt.audit.finding import dollars
from openfelt.audit.ticket import Asked, Ticket, Tickets


def _ask(tickets: Tickets, order: str, asked: Asked) -> None:
    """Expect an order that was never given, about a ticket that nothing else is asked of."""
    if order in tickets.asked_before:
        tickets.say(f"{order} was ordered before")
    if any(one.number == asked.number for one in tickets.host.values()):
        tickets.say(f"the host is asked about {asked.number} already")
    tickets.asked_before.add(order)
    tickets.host[order] = asked


def _answered(tickets: Tickets, order: str, number: str, *wants: str) -> Asked:
    asked = tickets.host.pop(order, None)
    if asked is None or asked.number != number or asked.want not in wants:
        tickets.say(f"no order {order} to {' or '.join(wants)} {number} is open")
    return asked or Asked("", number)


def _to_register(tickets: Tickets, e: host_event.TicketRegistrationOrdered) -> None:
    ticket = tickets.find(e.number, "issued")
    if ticket is not None:
        ticket.with_host = True
        _same(tickets, e.number, e.amount, ticket.amount)
    _ask(tickets, e.order, Asked("issue", e.number, e.amount))


def _same(tickets: Tickets, number: str, said: int, amount: int) -> None:
    if said != amount:
        tickets.say(f"{number} is good for {dollars(amount)}, not {dollars(said)}")


def _registered(tickets: Tickets, e: host_event.TicketRegistered) -> None:
    _answered(tickets, e.order, e.number, "issue")
    _own(tickets, e.number).with_host = e.taken


def _own(tickets: Tickets, number: str) -> Ticket:
    return tickets.find(number, "issued", "held") or Ticket(0, "")


def _claimed(tickets: Tickets, e: host_event.TicketClaimed) -> None:
    known = tickets.tickets.get(e.number)
    if known is not None and not known.with_host:
        tickets.say(f"the host is asked for {e.number}, which is ours")
    _ask(tickets, e.order, Asked("authorise", e.number))


def _authorised(tickets: Tickets, e: host_event.ClaimAuthorised) -> None:
    _answered(tickets, e.order, e.number, "authorise")
    known = tickets.tickets.get(e.number)
    if known is not None:
        _same(tickets, e.number, e.amount, known.amount)
    _ask(tickets, e.commit, Asked("commit", e.number, e.amount))


def _given_up(tickets: Tickets, e: host_event.ClaimGivenUp) -> None:
    _answered(tickets, e.order, e.number, "authorise")
    _ask(tickets, e.cancel, Asked("cancel", e.number))


def _committed(tickets: Tickets, e: host_event.ClaimCommitted) -> None:
    """Take over what the host committed: from here on it is a ticket like any other."""
    asked = _answered(tickets, e.order, e.number, "commit")
    _same(tickets, e.number, e.amount, asked.amount)
    if e.own is not (e.number in tickets.tickets):
        tickets.say(f"{e.number} is {'not ' if e.own else ''}of this house's own terminals")
    if e.own:
        _own(tickets, e.number).with_host = False
    else:
        tickets.tickets[e.number] = Ticket(e.amount, "", "issued")


def _ended(tickets: Tickets, e: host_event.ClaimEnded) -> None:
    asked = _answered(tickets, e.order, e.number, "authorise", "commit", "cancel")
    if e.said == "unknown" and e.number in tickets.tickets and asked.want:
        _own(tickets, e.number).with_host = False


def _paid_elsewhere(tickets: Tickets, e: host_event.TicketPaidElsewhere) -> None:
    ticket = _own(tickets, e.number)
    _same(tickets, e.number, e.amount, ticket.amount)
    if not ticket.with_host:
        tickets.say(f"the host had no say over {e.number}")
    ticket.state, ticket.to_hold, ticket.with_host = "redeemed", False, False
    # Whatever was asked about it is of no matter any more.
    tickets.host = {key: one for key, one in tickets.host.items() if one.number != e.number}


def _silent(tickets: Tickets, e: host_event.HostSilent) -> None:
    asked = tickets.host.get(e.order)
    if asked is None or asked.number != e.number:
        tickets.say(f"no order {e.order} about {e.number} is open")


RULES: Final[dict[type[Event], Callable[[Tickets, Any], None]]] = {
    host_event.TicketRegistrationOrdered: _to_register,
    host_event.TicketRegistered: _registered,
    host_event.TicketClaimed: _claimed,
    host_event.ClaimAuthorised: _authorised,
    host_event.ClaimGivenUp: _given_up,
    host_event.ClaimCommitted: _committed,
    host_event.ClaimEnded: _ended,
    host_event.TicketPaidElsewhere: _paid_elsewhere,
    host_event.HostSilent: _silent,
}
