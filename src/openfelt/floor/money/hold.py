"""Payment withheld and released.  Rulebooks: LT 9.2; SB 5.2."""

from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Concept, Context, Event, refuse
from openfelt.floor.money import demand
from openfelt.floor.money.claim import claimed_back
from openfelt.floor.money.ticket import (
    HandPayHeld,
    HoldReleased,
    HoldTicket,
    TicketHeld,
    names_slip,
)
from openfelt.floor.money.unclaimed import UnclaimedReturned
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.staff import may
from openfelt.floor.state import HandPay, State, Ticket
from openfelt.rulebooks.powers import Role
from openfelt.rulebooks.tickets import may_wait

RELEASES: Final = (Role.AGM,)  # Rule: LT 9.2; SB 5.2; AC 4.2


def hold(state: State, command: HoldTicket, context: Context) -> Answer:
    """Withhold or release the payment of a ticket or a voucher.

    Rule: LT 9.2; SB 5.2; AC 4.2
    """
    refused = may(state, command.person, RELEASES, context.now)
    if refused:
        return refused
    found = (
        state.tickets.get(command.number) or state.hand_pays.get(command.number) or context.ended
    )
    if not isinstance(found, Ticket | HandPay):
        return refuse(Refusal.TICKET_UNKNOWN)
    # What a correction withholds is released like any other.
    if command.held and not may_wait(found.scheme):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_act")
    claim = state.demands.get(command.number)
    if claim is not None and not claim.returned and not command.held:
        found_so = command.determination or command.reason
        return demand.dropped(command.number, claim, command.reason, found_so)
    if found.state in ("redeemed", "paid"):
        return refuse(Refusal.TICKET_ALREADY_REDEEMED)
    return _withheld(state, command, found, context) if command.held else _released(command, found)


def _withheld(
    state: State, command: HoldTicket, found: Ticket | HandPay, context: Context
) -> Answer:
    if found.state not in ("issued", "open"):
        held = found.state in ("held", "unclaimed")
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "already_held" if held else "not_printed")
    happened = TicketHeld if command.number in state.tickets else HandPayHeld
    told = task.duty("hold")
    back = claimed_back(state, command.number, context.now, nth=1)
    return (happened(command.number, held=True, reason=command.reason, duty=told), *back)


def _released(command: HoldTicket, found: Ticket | HandPay) -> Answer:
    """End the investigation by a determination.

    Rule: LT 9.2; SB 5.2; AC 4.2
    """
    determination = command.determination or command.reason
    if found.state == "unclaimed":
        what = (command.number, found.amount, isinstance(found, Ticket))
        back = UnclaimedReturned(*what, command.reason, determination)
        return (back, *_still_owed(command, found))
    if found.state != "held":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_held")
    return (HoldReleased(command.number, command.reason, determination),)


def _still_owed(command: HoldTicket, found: Ticket | HandPay) -> tuple[Event, ...]:
    """Withhold what a correction found to be owed for while nobody claimed it.

    Rule: LT 9.2; SB 5.2; AC 4.2
    """
    why = found.to_hold if isinstance(found, Ticket) else ""
    if not why:
        return ()
    return (TicketHeld(command.number, held=True, reason=why, duty=task.duty("hold")),)


def _tell_inspector(state: State, number: str, given: Duty, *, held: bool) -> None:
    """An inspector is told of what is withheld; only releases on record let the task go.

    Rule: LT 9.2; SB 5.2; AC 4.2
    """
    if held:
        task.begin(state, "hold", number, given)
    else:
        task.drop(state, "hold", number)


def ticket_held(state: State, event: TicketHeld) -> None:
    state.tickets[event.number].state = "held" if event.held else "issued"
    _tell_inspector(state, event.number, event.duty, held=event.held)


def hand_pay_held(state: State, event: HandPayHeld) -> None:
    state.hand_pays[event.voucher].state = "held" if event.held else "open"
    _tell_inspector(state, event.voucher, event.duty, held=event.held)


def released(state: State, event: HoldReleased) -> None:
    """Let it be paid; the inspector's review stays open until he has done it.

    Rule: LT 9.2; SB 5.2; AC 4.2
    """
    ticket = state.tickets.get(event.number)
    if ticket is not None:
        ticket.state = "issued"
    else:
        state.hand_pays[event.number].state = "open"


CONCEPT = Concept(
    decides={HoldTicket: hold},
    evolves={TicketHeld: ticket_held, HandPayHeld: hand_pay_held, HoldReleased: released},
    names={HoldTicket: lambda state, command: names_slip(state, command.number)},
)
