"""The return of a slip that was paid is demanded, and what becomes of the demand.

What was paid is owed to us from the demand on, and to the player again should he turn out to be
entitled: both stand until the money is back or the demand is dropped.  A slip that was paid stays
paid for ever; money that came back is withheld by a voucher of its own.
Rulebooks: LT 9.2; SB 5.2.
"""

from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused, refuse
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.money.paying import PLAIN, Counter, over_the_counter
from openfelt.floor.money.ticket import names_slip
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.staff import may
from openfelt.floor.state import Demand, HandPay, State, Ticket
from openfelt.rulebooks.powers import Role
from openfelt.rulebooks.tickets import may_wait

_DEMANDS: Final = (Role.AGM,)  # Rule: LT 9.2; SB 5.2; AC 4.2


class DemandReturn(Command, frozen=True):
    """What was paid on a ticket or a voucher is demanded back."""

    number: str
    person: str
    reason: str


class TakeBack(Command, frozen=True):
    """A cashier is given the money back that was demanded."""

    number: str
    person: str


class ReturnDemanded(Event, frozen=True):
    """`duty` says who is told of it, and has to review it."""

    number: str
    terminal: str
    amount: int
    reason: str
    duty: Duty


class PaymentReturned(Event, frozen=True):
    """The money is back in a drawer; a voucher that is withheld owes it."""

    number: str
    terminal: str
    amount: int
    voucher: str
    drawer: str


class DemandDropped(Event, frozen=True):
    """The player keeps what he was paid: why, and what was determined."""

    number: str
    terminal: str
    amount: int
    reason: str
    determination: str


def demand(state: State, command: DemandReturn, context: Context) -> Answer:
    """Demand the return of a slip that was paid, once, however long ago.

    Rule: LT 9.2; SB 5.2; AC 4.2
    """
    refused = may(state, command.person, _DEMANDS, context.now)
    if refused:
        return refused
    number = command.number
    found = state.tickets.get(number) or state.hand_pays.get(number) or context.ended
    if not isinstance(found, Ticket | HandPay):
        return refuse(Refusal.TICKET_UNKNOWN)
    if not may_wait(found.scheme):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_act")
    if number in state.demands:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "already_demanded")
    if found.state not in ("redeemed", "paid"):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_paid")
    told = task.duty("demand")
    return (ReturnDemanded(number, found.terminal, found.amount, command.reason, told),)


def take_back(state: State, command: TakeBack, context: Context) -> Answer:
    """Take in what was demanded; it is withheld until it is determined whose it is.

    Rule: LT 9.2; SB 5.2; AC 4.2
    """
    refused = may(state, command.person, (Role.CASHIER,), context.now)
    if refused:
        return refused
    known = state.demands.get(command.number)
    if known is None or known.returned:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_demanded")
    by = Counter(command.person, "", PLAIN, context.now)
    record = over_the_counter(state, command.number, -known.amount, by)
    if isinstance(record, Refused):
        return record
    drawer = Account.DRAWER.of(command.person)
    owed = (command.number, known.terminal, known.amount)
    return (PaymentReturned(*owed, f"R{command.number}", drawer), *record)


def dropped(number: str, known: Demand, reason: str, determination: str) -> Answer:
    """Drop a demand whose money has not come back: the player is entitled to it.

    Rule: LT 9.2; SB 5.2; AC 4.2
    """
    return (DemandDropped(number, known.terminal, known.amount, reason, determination),)


def demanded(state: State, event: ReturnDemanded) -> None:
    state.demands[event.number] = Demand(event.terminal, event.amount)
    task.begin(state, "demand", event.number, event.duty)


def returned(state: State, event: PaymentReturned) -> None:
    state.demands[event.number].returned = True
    state.hand_pays[event.voucher] = HandPay(
        event.amount, event.terminal, state="held", since=state.now
    )


def demand_dropped(state: State, event: DemandDropped) -> None:
    """It may be demanded again; the review of this demand stays to be done."""
    del state.demands[event.number]


def _returned_legs(event: PaymentReturned) -> tuple[Leg, ...]:
    recoverable, owed = Account.RECOVERABLE.of(event.terminal), Account.HAND_PAYS_OUTSTANDING
    return (
        *transfer(event.amount, debit=event.drawer, credit=recoverable),
        *transfer(event.amount, debit=Account.DEMANDED, credit=owed),
    )


CONCEPT = Concept(
    decides={DemandReturn: demand, TakeBack: take_back},
    evolves={
        ReturnDemanded: demanded,
        PaymentReturned: returned,
        DemandDropped: demand_dropped,
    },
    posts={
        ReturnDemanded: lambda event: transfer(
            event.amount,
            debit=Account.RECOVERABLE.of(event.terminal),
            credit=Account.DEMANDED,
        ),
        PaymentReturned: _returned_legs,
        DemandDropped: lambda event: transfer(
            event.amount,
            debit=Account.DEMANDED,
            credit=Account.RECOVERABLE.of(event.terminal),
        ),
    },
    names={DemandReturn: lambda state, command: names_slip(state, command.number)},
)
