"""What the casino's ticketing host answers, and what becomes of the ticket.

Rulebooks: LT 4.3.2, 9.2; AC 3.4.2, 4.2; both define a ticket that other machines print.
"""

from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor import ended
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused, refuse
from openfelt.floor.ended import Name
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.money.claim import (
    ANSWER_US,
    as_said,
    claim,
    is_asked,
    is_hosts,
    not_yet,
)
from openfelt.floor.money.dispensing import handed_back, paid_or_back, why_not
from openfelt.floor.money.order import HostOrder
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.money.ticket import (
    TicketHeld,
    TicketRedeemed,
    TicketRefused,
    redeemable,
)
from openfelt.floor.name import CENTS_MAX
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.staff import may
from openfelt.floor.state import HostSaid, State, Ticket
from openfelt.rulebooks.powers import Role
from openfelt.rulebooks.tickets import FOREIGN

# A ticket of ours that somebody may still be paid on.
_OWED: Final = ("issued", "held")
# What whoever waits hears of a ticket that is withheld.
_HELD: Final = refuse(Refusal.TICKET_IS_HELD)


class SetTicketHost(Command, frozen=True):
    """Ask the casino's ticketing host about tickets, or no longer."""

    used: bool


class ClaimTicket(Command, frozen=True):
    """A cashier, or the kiosk with no person, asks the host for a ticket that was brought."""

    number: str
    person: str


class AnswerAsHost(Command, frozen=True):
    """The host answers an order: what it `said`, and what the ticket is good for."""

    order: str
    said: HostSaid
    amount: int = 0


class ReportPaidElsewhere(Command, frozen=True):
    """The host tells, unasked, that another machine of the house was given a ticket of ours."""

    number: str


class TicketHostSet(Event, frozen=True):
    """From now on the host is asked, or is not; tickets that are out stay whose they are."""

    used: bool


class TicketRegistered(Event, frozen=True):
    """The host knows a ticket of ours; not `taken`: it will not have it, so it is ours alone."""

    order: str
    number: str
    taken: bool


class ClaimAuthorised(Event, frozen=True):
    """The host keeps the ticket for us; it is asked to commit that."""

    order: str
    number: str
    amount: int
    commit: str
    due: int


class ClaimGivenUp(Event, frozen=True):
    """The host keeps a ticket for us that we do not want any more, or not for this amount."""

    order: str
    number: str
    cancel: str
    due: int
    duty: Duty


class ClaimCommitted(Event, frozen=True):
    """The ticket is ours alone; one of another machine the house owes us from now on."""

    order: str
    number: str
    amount: int
    own: bool


class ClaimEnded(Event, frozen=True):
    """We have not got the ticket, and the host has said why."""

    order: str
    number: str
    said: HostSaid


class TicketPaidElsewhere(Event, frozen=True):
    """Another machine of the house was given a ticket of ours: we owe the house.

    Whatever the host was asked about it is of no matter any more.
    """

    number: str
    amount: int


class HostSilent(Event, frozen=True):
    """The host has not answered in time: nobody is paid before it does, and `duty` is told."""

    order: str
    number: str
    duty: Duty


def set_host(state: State, command: SetTicketHost, _: Context) -> Answer:
    """Take the host, or let it go once it has no say over anything of ours.

    What a demo prints is worth nothing, and no other machine must ever hear of it.
    """
    if not state.pits or state.demo:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_setting")
    if state.ticket_host is command.used:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "stands_so")
    theirs = any(one.with_host for one in state.tickets.values() if one.state in _OWED)
    asked = any(isinstance(one, HostOrder) for one in state.orders.values())
    if theirs or asked:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "under_way")
    return (TicketHostSet(command.used),)


def claim_ticket(state: State, command: ClaimTicket, context: Context) -> Answer:
    """Ask the host for a ticket that somebody has brought to a desk or a kiosk."""
    if command.person:
        refused = may(state, command.person, (Role.CASHIER,), context.now)
        if refused:
            return refused
    number = command.number
    if not is_hosts(state, number, context.ended):
        found = redeemable(state, number, context.ended)
        if isinstance(found, Ticket):
            return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "ours")
        return found
    if is_asked(state, number):
        return not_yet(state, number)
    return (claim(state, number, context.now),)


def answer(state: State, command: AnswerAsHost, context: Context) -> Answer:
    """Take the host's answer to an order that is open; any other answers nothing."""
    order = state.orders.get(command.order)
    if not isinstance(order, HostOrder):
        return refuse(Refusal.TICKET_UNKNOWN, "not_ordered")
    match order.want, command.said:
        case "issue", ("taken" | "refused") as said:
            return _registered(state, command.order, order, context.now, taken=said == "taken")
        case "authorise", "authorised":
            return _authorised(state, command, order, context.now)
        case "commit", "committed":
            return _committed(state, command.order, order, context.now)
        case "cancel", ("cancelled" | "unknown" | "redeemed"):
            return (ClaimEnded(command.order, order.number, command.said),)
        case (("authorise" | "commit"), ("unknown" | "redeemed" | "refused")):
            return _ended(state, command, order, context.now)
        case _:
            return refuse(Refusal.TICKET_UNKNOWN, "not_ordered")


def _registered(state: State, name: str, order: HostOrder, now: int, *, taken: bool) -> Answer:
    """Note that the host has it; what it will not have is ours, and looked into first."""
    number = order.number
    registered = TicketRegistered(name, number, taken)
    ticket = state.tickets[number]
    if not taken:
        return (registered, *_looked_into(number, ticket))
    # It was withheld before the host knew it.
    back = (claim(state, number, now, nth=1),) if ticket.state == "held" else ()
    return (registered, *back)


def _authorised(state: State, command: AnswerAsHost, order: HostOrder, now: int) -> Answer:
    """Commit what is as we think and can be paid where it was put in, if somebody waits there."""
    about, due = (command.order, order.number), now + ANSWER_US
    known, amount = state.tickets.get(order.number), command.amount
    is_right = amount == known.amount if known else 0 < amount <= CENTS_MAX
    is_late = bool(order.terminal) and not order.due
    why = None
    if not is_right:
        why = refuse(Refusal.TICKET_IS_HELD, "host_said")
    elif order.pit == HOUSE and order.due:
        why = why_not(state, order.terminal, known or _foreign(amount))
    if why is None and not is_late:
        return (ClaimAuthorised(*about, amount, f"commit:{state.sequence + 1}", due),)
    told = task.duty("ticket_host")
    given_up = ClaimGivenUp(*about, f"cancel:{state.sequence + 1}", due, told)
    return (given_up, *_returned(state, order, why or _HELD, now))


def _foreign(amount: int) -> Ticket:
    """Return a ticket of another machine of the house, as it is ours from the commit on."""
    return Ticket(amount, FOREIGN, "", "", state="issued")


def _committed(state: State, name: str, order: HostOrder, now: int) -> Answer:
    """The ticket is ours; it is paid where somebody waits, unless it is withheld meanwhile.

    Rule: LT 4.3.2; AC 3.4.2; AC 3.3.1; LT 9.3; AC 4.3
    """
    known, number = state.tickets.get(order.number), order.number
    ours = ClaimCommitted(name, number, order.amount, own=known is not None)
    if not order.terminal or not order.due:
        return (ours,)
    if known is not None and known.state != "issued":
        return (ours, *_returned(state, order, _HELD, now))
    if order.pit == HOUSE:
        found = known or _foreign(order.amount)
        return (ours, *paid_or_back(state, order.terminal, number, found, now))
    where = f"{order.pit}/{order.terminal}"
    return (ours, TicketRedeemed(number, order.amount, where, order.pit))


def _ended(state: State, command: AnswerAsHost, order: HostOrder, now: int) -> Answer:
    """Give up what the host does not let us pay; what it has lost of ours is looked into first.

    Rule: LT 9.2; SB 5.2; AC 4.2
    """
    number, said = order.number, command.said
    known, why = state.tickets.get(number), as_said(said)
    more: tuple[Event, ...] = ()
    if known is not None and said == "redeemed":
        more = (TicketPaidElsewhere(number, known.amount),)
    elif known is not None and said == "unknown":
        more, why = _looked_into(number, known), _HELD
    return (ClaimEnded(command.order, number, said), *more, *_returned(state, order, why, now))


def _looked_into(number: str, known: Ticket) -> tuple[TicketHeld, ...]:
    """Withhold a ticket of ours that the host does not know, unless it is withheld already."""
    if known.state != "issued":
        return ()
    return (TicketHeld(number, held=True, reason="ticket host", duty=task.duty("hold")),)


def _returned(state: State, order: HostOrder, why: Refused, now: int) -> tuple[Event, ...]:
    """Let the terminal or the kiosk that waits give the ticket back."""
    if not order.terminal or not order.due:
        return ()
    if order.pit == HOUSE:
        return (handed_back(state, order.terminal, why, now),)
    return (TicketRefused(order.number, order.pit, order.terminal, why.code.value),)


def silent(state: State, name: str, order: HostOrder, now: int) -> tuple[Event, ...]:
    """Tell that the host is silent: what it did is unknown, so the ticket is paid to nobody."""
    told = HostSilent(name, order.number, task.duty("ticket_host"))
    why = refuse(Refusal.TICKET_IS_HELD, "host_asked")
    return (told, *_returned(state, order, why, now))


def paid_elsewhere(state: State, command: ReportPaidElsewhere, context: Context) -> Answer:
    """Note that a ticket of ours was taken in elsewhere, once."""
    known = state.tickets.get(command.number) or context.ended
    if not isinstance(known, Ticket):
        return refuse(Refusal.TICKET_UNKNOWN)
    if known.state == "redeemed" and known.redeemed_where == Account.TICKET_HOST:
        return ()
    if not known.with_host or known.state not in _OWED:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "ours")
    waiting = tuple(
        back
        for _, order in _about(state, command.number)
        for back in _returned(state, order, as_said("redeemed"), context.now)
    )
    return (TicketPaidElsewhere(command.number, known.amount), *waiting)


def _about(state: State, number: str) -> list[tuple[str, HostOrder]]:
    """Return what the host was asked about a ticket and has not answered."""
    orders = state.orders.items()
    return [
        (name, one) for name, one in orders if isinstance(one, HostOrder) and one.number == number
    ]


# What follows


def host_set(state: State, event: TicketHostSet) -> None:
    state.ticket_host = event.used


def _close(state: State, order: str, number: str) -> HostOrder:
    """Close an order that was answered; nobody has to see to it any more."""
    answered = state.orders.pop(order)
    assert isinstance(answered, HostOrder)
    task.drop(state, "ticket_host", number)
    return answered


def registered(state: State, event: TicketRegistered) -> None:
    _close(state, event.order, event.number)
    state.tickets[event.number].with_host = event.taken


def authorised(state: State, event: ClaimAuthorised) -> None:
    asked = _close(state, event.order, event.number)
    at = (asked.pit, asked.terminal)
    state.orders[event.commit] = HostOrder(
        "house", "commit", event.number, event.amount, *at, event.due
    )


def given_up(state: State, event: ClaimGivenUp) -> None:
    """Whoever waited has his ticket back; that it cannot be had here is looked into."""
    _close(state, event.order, event.number)
    state.orders[event.cancel] = HostOrder("house", "cancel", event.number, due=event.due)
    task.begin(state, "ticket_host", event.number, event.duty)


def committed(state: State, event: ClaimCommitted) -> None:
    _close(state, event.order, event.number)
    if event.own:
        state.tickets[event.number].with_host = False
    else:
        state.tickets[event.number] = Ticket(
            event.amount, "HOST", "", "", state="issued", since=state.now
        )


def claim_ended(state: State, event: ClaimEnded) -> None:
    _close(state, event.order, event.number)
    state.host_said[event.number] = event.said
    if event.said == "unknown" and event.number in state.tickets:
        state.tickets[event.number].with_host = False


def elsewhere(state: State, event: TicketPaidElsewhere) -> None:
    ticket = state.tickets[event.number]
    ticket.state, ticket.redeemed_at, ticket.redeemed_where = "redeemed", state.now, "ticket_host"
    for name, _ in _about(state, event.number):
        del state.orders[name]
    for kind in ("payment", "ticket_host"):
        task.drop(state, kind, event.number)


def was_silent(state: State, event: HostSilent) -> None:
    """The order stays open, and the host is asked again; who waited at a terminal does not."""
    order = state.orders[event.order]
    assert isinstance(order, HostOrder)
    at = (order.pit, order.terminal)
    state.orders[event.order] = HostOrder("house", order.want, order.number, order.amount, *at)
    task.begin(state, "ticket_host", event.number, event.duty)


def _committed_legs(event: ClaimCommitted) -> tuple[Leg, ...]:
    if event.own:
        return ()
    owed = Account.TICKETS_OUTSTANDING
    return transfer(event.amount, debit=Account.TICKET_HOST, credit=owed)


def names_number(state: State, command: ClaimTicket | ReportPaidElsewhere) -> tuple[Name, ...]:
    return () if command.number in state.tickets else (ended.ticket(command.number),)


CONCEPT = Concept(
    decides={
        SetTicketHost: set_host,
        ClaimTicket: claim_ticket,
        AnswerAsHost: answer,
        ReportPaidElsewhere: paid_elsewhere,
    },
    evolves={
        TicketHostSet: host_set,
        TicketRegistered: registered,
        ClaimAuthorised: authorised,
        ClaimGivenUp: given_up,
        ClaimCommitted: committed,
        ClaimEnded: claim_ended,
        TicketPaidElsewhere: elsewhere,
        HostSilent: was_silent,
    },
    posts={
        ClaimCommitted: _committed_legs,
        TicketPaidElsewhere: lambda event: transfer(
            event.amount, debit=Account.TICKETS_OUTSTANDING, credit=Account.TICKET_HOST
        ),
    },
    names={ClaimTicket: names_number, ReportPaidElsewhere: names_number},
)
