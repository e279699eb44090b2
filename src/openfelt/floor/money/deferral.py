"""Payment that waits until a time agreed with the player.  Rulebooks: LT 9.3.1; SB 5.3.1."""

from typing import ClassVar

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, refuse
from openfelt.floor.money.ticket import names_slip, withheld
from openfelt.floor.name import TIME_MAX_US
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.staff import may
from openfelt.floor.state import HandPay, State, Ticket
from openfelt.rulebooks.powers import Role
from openfelt.rulebooks.tickets import may_wait


class DeferPayment(Command, frozen=True):
    """A cashier and the player agree when a ticket or voucher is paid (µs UTC)."""

    number: str
    until: int
    person: str
    reason: str


class PaymentDeferred(Event, frozen=True):
    version: ClassVar[int] = 2

    number: str
    until: int
    reason: str
    duty: Duty


def defer(state: State, command: DeferPayment, context: Context) -> Answer:
    """Note the agreed time; payment stays open to the player before it, and is due then.

    Rule: LT 9.3.1; SB 5.3.1; AC 4.3.1
    """
    refused = may(state, command.person, (Role.CASHIER,), context.now)
    if refused:
        return refused
    found = (
        state.tickets.get(command.number) or state.hand_pays.get(command.number) or context.ended
    )
    if not isinstance(found, Ticket | HandPay) or found.state in ("printing", "voided"):
        return refuse(Refusal.TICKET_UNKNOWN)
    if not may_wait(found.scheme):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_act")
    if found.state in ("redeemed", "paid"):
        return refuse(Refusal.TICKET_ALREADY_REDEEMED)
    if found.state in ("held", "unclaimed"):
        return withheld(found)
    if not context.now < command.until <= TIME_MAX_US:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_to_come")
    return (PaymentDeferred(command.number, command.until, command.reason, task.duty("payment")),)


def deferred(state: State, event: PaymentDeferred) -> None:
    """Agree on a time, or on another than before."""
    task.drop(state, "payment", event.number)
    slip = state.tickets.get(event.number) or state.hand_pays.get(event.number)
    owed = slip.amount if slip else 0
    task.begin(state, "payment", event.number, event.duty, due=event.until, amount=owed)


CONCEPT = Concept(
    decides={DeferPayment: defer},
    evolves={PaymentDeferred: deferred},
    names={DeferPayment: lambda state, command: names_slip(state, command.number)},
)
