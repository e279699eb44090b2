"""Tickets and hand pays, owned by the house.  A ticket is redeemed by one decision, here.

Rulebook: LT 8.3, 9.2.
"""

from typing import ClassVar

from openfelt.core.refusal import Refusal
from openfelt.floor import ended
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused, refuse
from openfelt.floor.demo import is_demo_ticket
from openfelt.floor.ended import Name, Thing
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.money.claim import claim, is_asked, is_hosts, not_yet, registration
from openfelt.floor.money.hand_pay import WaitEnded
from openfelt.floor.money.paying import PLAIN, Counter, Terms, over_the_counter
from openfelt.floor.money.unclaimed import Owed, SlipsUnclaimed
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.staff import may
from openfelt.floor.question import (
    CreditTicket,
    FinishCashOut,
    FinishTicket,
    OpenTicket,
    PrintTicket,
    RedeemAtTerminal,
    ReturnTicket,
)
from openfelt.floor.state import HandPay, State, Ticket
from openfelt.rulebooks.powers import Role
from openfelt.rulebooks.tickets import TicketKind, kind_of


class RedeemTicket(Command, frozen=True):
    """A cashier, or the kiosk with no person, is handed a ticket."""

    number: str
    person: str
    second: str = ""
    terms: Terms = PLAIN


class PayHandPay(Command, frozen=True):
    """A cashier pays a voucher."""

    voucher: str
    person: str
    second: str = ""
    terms: Terms = PLAIN


class HoldTicket(Command, frozen=True):
    """Payment of a ticket is withheld, or with `held` false released.

    `determination` is what the investigation found, the reason unless more is said.
    """

    number: str
    person: str
    held: bool
    reason: str
    determination: str = ""


class TicketOpened(Event, frozen=True):
    """A ticket is being printed; its amount is owed from now on."""

    number: str
    amount: int
    pit: str
    terminal: str
    scheme: str


class TicketIssued(Event, frozen=True):
    number: str


class TicketBecameHandPay(Event, frozen=True):
    """The ticket did not print: its number is void for ever, a voucher owes the amount."""

    number: str
    voucher: str
    amount: int
    terminal: str


class HandPayOpened(Event, frozen=True):
    """A voucher owes what was too much for a ticket, or what no ticket could be made for.

    `number_taken`: the number drawn for the ticket was another's already.
    """

    number: str
    voucher: str
    amount: int
    pit: str
    terminal: str
    scheme: str
    number_taken: bool = False


class TicketRedeemed(Event, frozen=True):
    """Paid, once: by a drawer, by the kiosk, or into a terminal of a pit."""

    number: str
    amount: int
    where: str
    pit: str


class TicketRefused(Event, frozen=True):
    """A ticket put into a terminal was not taken, and why."""

    number: str
    pit: str
    terminal: str
    code: str


class TicketHeld(Event, frozen=True):
    """Payment of a ticket is withheld, `duty` says who is told.

    Releases of earlier releases are told by it too; today they are `HoldReleased`.
    """

    version: ClassVar[int] = 2

    number: str
    held: bool
    reason: str
    duty: Duty


class HandPayHeld(Event, frozen=True):
    """Payment of a voucher is withheld; released by it in earlier releases."""

    version: ClassVar[int] = 2

    voucher: str
    held: bool
    reason: str
    duty: Duty


class HoldReleased(Event, frozen=True):
    """A ticket or a voucher can be paid again: why, and what was determined.

    The inspector who was told of the hold still has to review it.
    """

    number: str
    reason: str
    determination: str


class HandPayPaid(Event, frozen=True):
    voucher: str
    amount: int
    drawer: str


def open_ticket(state: State, command: OpenTicket, context: Context) -> Answer:
    """Owe the amount by a ticket, or by a voucher where no ticket can be.

    A number names one slip for ever.  Numbers are drawn, so the same one can be drawn twice,
    however rarely: the second player is paid by hand, by a voucher named after this very row.
    """
    number = command.number
    what = (command.amount, command.pit, command.terminal, command.scheme)
    if number in state.tickets or voucher_of(number) in state.hand_pays or context.ended:
        voucher = f"{voucher_of(number)}-{state.sequence + 1}"
        return (HandPayOpened(number, voucher, *what, number_taken=True),)
    if command.by_hand:
        made = HandPayOpened(number, voucher_of(number), *what)
        nobodys = number in state.uncollected.abandoned
        owed = (Owed(voucher_of(number), command.amount),)
        return (made, SlipsUnclaimed((), owed)) if nobodys else (made,)
    return (TicketOpened(number, *what),)


def voucher_of(number: str) -> str:
    """Name the voucher that takes a ticket's place."""
    return f"V{number}"


def finish_ticket(state: State, command: FinishTicket, context: Context) -> Answer:
    """Issue the ticket, or owe its amount by a voucher; either may be withheld at once."""
    number = command.number
    ticket = state.tickets[number]
    assert ticket.state == "printing"
    made: tuple[Event, Event]
    if command.printed:
        made = (
            TicketIssued(number),
            TicketHeld(number, held=True, reason=ticket.to_hold, duty=task.duty("hold")),
        )
    else:
        # Rule: MT 4.9
        voucher = voucher_of(number)
        became = TicketBecameHandPay(number, voucher, ticket.amount, ticket.terminal)
        made = (
            became,
            HandPayHeld(voucher, held=True, reason=ticket.to_hold, duty=task.duty("hold")),
        )
    if ticket.to_hold:
        return made
    told = registration(state, number, ticket, context.now) if command.printed else ()
    return (made[0], *told)


def redeemable(state: State, number: str, archived: Thing | None) -> Ticket | Refused:
    """Return the ticket if it may be paid now.

    Rule: LT def:redeemable ticket; LT 9.2; SB 5.2; AC 4.2
    """
    if is_demo_ticket(state, number):
        return refuse(Refusal.WRONG_PLACE_TO_REDEEM, "demo_ticket")
    ticket = state.tickets.get(number) or archived
    if not isinstance(ticket, Ticket) or ticket.state in ("printing", "voided"):
        return refuse(Refusal.TICKET_UNKNOWN)
    if ticket.state == "redeemed":
        return refuse(
            Refusal.TICKET_ALREADY_REDEEMED,
            at_us=ticket.redeemed_at,
            where=ticket.redeemed_where,
        )
    if ticket.state in ("held", "unclaimed"):
        return withheld(ticket)
    return ticket


def withheld(slip: Ticket | HandPay) -> Refused:
    """Say that a slip is not paid now: it is withheld, or nobody came for it in its time."""
    if slip.state == "unclaimed":
        return refuse(Refusal.TICKET_IS_HELD, "unclaimed")
    return refuse(Refusal.TICKET_IS_HELD)


def payable(state: State, number: str, archived: Thing | None) -> Ticket | Refused:
    """Return the ticket if it may be paid now, and nobody else has to be asked."""
    if is_hosts(state, number, archived):
        return not_yet(state, number)
    return redeemable(state, number, archived)


def redeem_at_terminal(state: State, command: RedeemAtTerminal, context: Context) -> Answer:
    """Pay a ticket into a terminal that prints the same kind, whichever game printed it.

    Rule: LT 4.3.2; MT def:Redeemable Ticket
    """
    if is_hosts(state, command.number, context.ended) and not is_asked(state, command.number):
        at = (command.pit, command.terminal)
        return (claim(state, command.number, context.now, at),)
    ticket = payable(state, command.number, context.ended)
    if isinstance(ticket, Refused):
        code = ticket.code
    elif kind_of(ticket.scheme) is not kind_of(command.scheme):
        code = Refusal.WRONG_PLACE_TO_REDEEM
    else:
        where = f"{command.pit}/{command.terminal}"
        return (TicketRedeemed(command.number, ticket.amount, where, command.pit),)
    return (TicketRefused(command.number, command.pit, command.terminal, code.value),)


def redeem(state: State, command: RedeemTicket, context: Context) -> Answer:
    """Pay a ticket at once, whenever it is handed in; only a hold keeps it from being paid.

    Some tickets are for the cash desk alone, the kiosk does not pay them.

    Rule: LT 9.3; SB 5.3; MT 4.6; AC 4.3; AC def:redeemable ticket
    """
    if command.person:
        refused = may(state, command.person, (Role.CASHIER,), context.now)
        if refused:
            return refused
    ticket = payable(state, command.number, context.ended)
    if isinstance(ticket, Refused):
        return ticket
    if not command.person and kind_of(ticket.scheme) is TicketKind.CASH_DESK:
        return refuse(Refusal.WRONG_PLACE_TO_REDEEM, "cash_desk_only")
    if not command.person and state.kiosks:
        # A kiosk that is counted pays by its own decision: see `dispensing`.
        return refuse(Refusal.WRONG_PLACE_TO_REDEEM, "no_such_kiosk")
    if not command.person:
        return (TicketRedeemed(command.number, ticket.amount, Account.KIOSK, ""),)
    by = Counter(command.person, command.second, command.terms, context.now)
    record = over_the_counter(state, command.number, ticket.amount, by)
    if isinstance(record, Refused):
        return record
    drawer = Account.DRAWER.of(command.person)
    return (TicketRedeemed(command.number, ticket.amount, drawer, ""), *record)


def pay_hand_pay(state: State, command: PayHandPay, context: Context) -> Answer:
    """Pay a voucher, once, at the cash desk only."""
    if not command.person:
        return refuse(Refusal.WRONG_PLACE_TO_REDEEM, "cash_desk_only")
    refused = may(state, command.person, (Role.CASHIER,), context.now)
    if refused:
        return refused
    hand_pay = state.hand_pays.get(command.voucher) or context.ended
    if not isinstance(hand_pay, HandPay):
        return refuse(Refusal.TICKET_UNKNOWN)
    if hand_pay.state == "paid":
        return refuse(
            Refusal.TICKET_ALREADY_REDEEMED, at_us=hand_pay.paid_at, where=hand_pay.paid_where
        )
    if hand_pay.state in ("held", "unclaimed"):
        return withheld(hand_pay)
    by = Counter(command.person, command.second, command.terms, context.now)
    record = over_the_counter(state, command.voucher, hand_pay.amount, by, by_form=True)
    if isinstance(record, Refused):
        return record
    drawer = Account.DRAWER.of(command.person)
    waited = (WaitEnded(hand_pay.pit, hand_pay.terminal, hand_pay.number),)
    paid_ = HandPayPaid(command.voucher, hand_pay.amount, drawer)
    return (paid_, *record, *(waited if hand_pay.pit else ()))


def opened(state: State, event: TicketOpened) -> None:
    state.tickets[event.number] = Ticket(event.amount, event.scheme, event.terminal, event.pit)


def issued(state: State, event: TicketIssued) -> None:
    ticket = state.tickets[event.number]
    ticket.state, ticket.since = "issued", state.now


def became_hand_pay(state: State, event: TicketBecameHandPay) -> None:
    ticket = state.tickets[event.number]
    ticket.state = "voided"
    state.hand_pays[event.voucher] = HandPay(
        event.amount,
        event.terminal,
        ticket.scheme,
        since=state.now,
        pit=ticket.pit,
        number=event.number,
    )


def hand_pay_opened(state: State, event: HandPayOpened) -> None:
    state.hand_pays[event.voucher] = HandPay(
        event.amount,
        event.terminal,
        event.scheme,
        since=state.now,
        pit=event.pit,
        number=event.number,
    )


def redeemed(state: State, event: TicketRedeemed) -> None:
    ticket = state.tickets[event.number]
    ticket.state, ticket.redeemed_where = "redeemed", event.where
    ticket.redeemed_at = state.now
    task.drop(state, "payment", event.number)


def paid(state: State, event: HandPayPaid) -> None:
    hand_pay = state.hand_pays[event.voucher]
    hand_pay.state, hand_pay.paid_at, hand_pay.paid_where = "paid", state.now, event.drawer
    task.drop(state, "payment", event.voucher)


def _nothing(state: State, event: TicketRefused) -> None:
    """A refusal changes nothing here; the pit hears of it."""


def _redeemed_legs(event: TicketRedeemed) -> tuple[Leg, ...]:
    paid_from = Account.IN_TRANSIT.of(event.pit) if event.pit else event.where
    return transfer(event.amount, debit=Account.TICKETS_OUTSTANDING, credit=paid_from)


def names_ticket(state: State, command: RedeemTicket | RedeemAtTerminal) -> tuple[Name, ...]:
    return () if command.number in state.tickets else (ended.ticket(command.number),)


def names_voucher(state: State, command: PayHandPay) -> tuple[Name, ...]:
    return () if command.voucher in state.hand_pays else (ended.hand_pay(command.voucher),)


def names_number(state: State, command: OpenTicket) -> tuple[Name, ...]:
    """A number that was drawn may have been drawn before."""
    number, voucher = command.number, voucher_of(command.number)
    if number in state.tickets or voucher in state.hand_pays:
        return ()
    return ended.ticket(number), ended.hand_pay(voucher)


def names_slip(state: State, number: str) -> tuple[Name, ...]:
    """Name a ticket or a voucher that may have ended: which of them it is is not said."""
    if number in state.tickets or number in state.hand_pays:
        return ()
    return ended.ticket(number), ended.hand_pay(number)


CONCEPT = Concept(
    decides={
        OpenTicket: open_ticket,
        FinishTicket: finish_ticket,
        RedeemAtTerminal: redeem_at_terminal,
        RedeemTicket: redeem,
        PayHandPay: pay_hand_pay,
    },
    evolves={
        TicketOpened: opened,
        TicketIssued: issued,
        TicketBecameHandPay: became_hand_pay,
        HandPayOpened: hand_pay_opened,
        TicketRedeemed: redeemed,
        TicketRefused: _nothing,
        HandPayPaid: paid,
    },
    posts={
        TicketOpened: lambda event: transfer(
            event.amount,
            debit=Account.IN_TRANSIT.of(event.pit),
            credit=Account.TICKETS_OUTSTANDING,
        ),
        TicketBecameHandPay: lambda event: transfer(
            event.amount,
            debit=Account.TICKETS_OUTSTANDING,
            credit=Account.HAND_PAYS_OUTSTANDING,
        ),
        HandPayOpened: lambda event: transfer(
            event.amount,
            debit=Account.IN_TRANSIT.of(event.pit),
            credit=Account.HAND_PAYS_OUTSTANDING,
        ),
        TicketRedeemed: _redeemed_legs,
        HandPayPaid: lambda event: transfer(
            event.amount, debit=Account.HAND_PAYS_OUTSTANDING, credit=event.drawer
        ),
    },
    names={
        OpenTicket: names_number,
        RedeemAtTerminal: names_ticket,
        RedeemTicket: names_ticket,
        PayHandPay: names_voucher,
    },
    tells={
        TicketOpened: lambda _, event: (
            (event.pit, PrintTicket(event.terminal, event.number, event.amount)),
        ),
        HandPayOpened: lambda _, event: ((event.pit, FinishCashOut(event.terminal, event.number)),),
        TicketRedeemed: lambda _, event: (
            ((event.pit, CreditTicket(event.where.partition("/")[2], event.number, event.amount)),)
            if event.pit
            else ()
        ),
        TicketRefused: lambda _, event: (
            (event.pit, ReturnTicket(event.terminal, event.number, event.code)),
        ),
    },
)
