"""A ticket at a kiosk: redeemed by one decision, paid in what its dispenser really gave.

The order stays open until the dispenser has said what came out.  Asked again, after a crash too, it
says the same and gives nothing.  What did not come out is owed by a voucher, to the cent.
Rulebooks: LT 9.3; SB 5.3; AC 4.3.
"""

from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor import ended
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.ended import Name
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.money.cassettes import Kiosk, KioskPayment, KioskTold
from openfelt.floor.money.claim import claim, is_asked, is_hosts, waiting_at
from openfelt.floor.money.drawer import CASHIER
from openfelt.floor.money.kiosk import KioskClosed, account_of, known
from openfelt.floor.money.kiosk_slip import slip_for
from openfelt.floor.money.order import DispenseOrder
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.money.pieces import made_up, worth
from openfelt.floor.money.ticket import (
    HandPayHeld,
    TicketRedeemed,
    payable,
    voucher_of,
)
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.staff import may, may_with
from openfelt.floor.state import HandPay, State, Ticket
from openfelt.rulebooks.tickets import TicketKind, kind_of

# Whoever tries out numbers gets so many, and then waits so long; an attendant is told.
WRONG_MOST: Final = 5
SHUT_US: Final = 10 * 60_000_000


class PresentAtKiosk(Command, frozen=True):
    """Somebody puts a ticket into a kiosk."""

    kiosk: str
    number: str


class DispenserReceipt(Command, frozen=True):
    """The dispenser of a kiosk says what came out of each cassette, and whether it is jammed."""

    order: str
    pieces: tuple[int, ...]
    jammed: bool
    kiosk: str


class StateDispensed(Command, frozen=True):
    """Two cashiers say what came out of a kiosk whose dispenser does not."""

    kiosk: str
    order: str
    pieces: tuple[int, ...]
    person: str
    second: str
    reason: str


class KioskRefused(Event, frozen=True):
    """A ticket came out of a kiosk again, and why; after many wrong numbers it takes none.

    `wrong` counts numbers of no ticket, one after the other.
    """

    kiosk: str
    code: str
    data: dict[str, int | str]
    wrong: int
    shut_until: int = 0
    duty: Duty | None = None


class DispenseOrdered(Event, frozen=True):
    """Pieces are to come out for a ticket that was redeemed just before."""

    kiosk: str
    order: str
    number: str
    amount: int
    pieces: tuple[int, ...]
    scheme: str
    terminal: str
    pit: str


class DispenseStated(Event, frozen=True):
    """Somebody has looked what came out; it follows."""

    kiosk: str
    order: str
    reason: str
    second: str


class KioskPaid(Event, frozen=True):
    """These pieces came out, `amount` in all."""

    kiosk: str
    order: str
    number: str
    pieces: tuple[int, ...]
    amount: int


class RestOwed(Event, frozen=True):
    """What did not come out of a kiosk is owed by a voucher of the cash desk."""

    kiosk: str
    number: str
    voucher: str
    amount: int
    terminal: str
    scheme: str


def present(state: State, command: PresentAtKiosk, context: Context) -> Answer:
    """Redeem a ticket and order the cash for it, or hand it back and say why.

    Where the ticketing host has the say it is asked first, and the kiosk waits for it.

    Rule: LT 9.3; SB 5.3; AC 4.3; LT def:redeemable ticket; AC def:redeemable ticket
    """
    name, number = command.kiosk, command.number
    kiosk = known(state, name)
    if isinstance(kiosk, Refused):
        return kiosk
    busy = kiosk.paying or waiting_at(state, HOUSE, name)
    if busy and busy.number == number:
        return ()  # The scanner says again what it said.
    shut = _takes_none(kiosk, context.now, is_busy=bool(busy))
    if shut:
        return shut
    if not is_hosts(state, number, context.ended) or is_asked(state, number):
        found = payable(state, number, context.ended)
        return paid_or_back(state, name, number, found, context.now)
    ours = state.tickets.get(number)
    refused = why_not(state, name, ours) if ours else None
    if refused:
        return (handed_back(state, name, refused, context.now),)
    return (claim(state, number, context.now, (HOUSE, name)),)


def paid_or_back(
    state: State, name: str, number: str, found: Ticket | Refused, now: int
) -> tuple[Event, ...]:
    """Redeem a ticket that lies in a kiosk, or hand it back."""
    judged = _payable(state, state.kiosks[name], found)
    if isinstance(judged, Refused):
        return (handed_back(state, name, judged, now),)
    ticket, pieces = judged
    order = f"dispense:{name}:{state.sequence + 1}"
    of = (ticket.scheme, ticket.terminal, ticket.pit)
    return (
        TicketRedeemed(number, ticket.amount, account_of(name), ""),
        DispenseOrdered(name, order, number, ticket.amount, pieces, *of),
    )


def why_not(state: State, name: str, ticket: Ticket) -> Refused | None:
    """Say why a kiosk would not pay a ticket now."""
    judged = _payable(state, state.kiosks[name], ticket)
    return judged if isinstance(judged, Refused) else None


def _takes_none(kiosk: Kiosk, now: int, *, is_busy: bool) -> Refused | None:
    """Say why a kiosk takes no ticket, whichever it is."""
    if is_busy:
        return refuse(Refusal.CASH_IN_NOT_ALLOWED, "under_way")
    if not kiosk.is_open:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "kiosk_closed")
    if now < kiosk.shut_until:
        seconds = -(-(kiosk.shut_until - now) // 1_000_000)
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "kiosk_shut", seconds=seconds)
    return None


def _payable(
    state: State, kiosk: Kiosk, ticket: Ticket | Refused
) -> tuple[Ticket, tuple[int, ...]] | Refused:
    """Return a ticket with the pieces that pay it, or why the cash desk has to.

    It may have been closed while the ticketing host was asked.

    Rule: MT 4.6; LT 9.3.3; SB 5.3.3; AC 4.3.3
    """
    if isinstance(ticket, Refused):
        return ticket
    if not kiosk.is_open:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "kiosk_closed")
    if kind_of(ticket.scheme) is TicketKind.CASH_DESK:
        return refuse(Refusal.WRONG_PLACE_TO_REDEEM, "cash_desk_only")
    if state.desk and 0 < state.desk.identity_from <= ticket.amount:
        return refuse(Refusal.WRONG_PLACE_TO_REDEEM, "identity_at_desk")
    if ticket.amount > kiosk.most:
        return refuse(Refusal.WRONG_PLACE_TO_REDEEM, "kiosk_most", maximum=kiosk.most)
    pieces = made_up(ticket.amount, kiosk.values, tuple(kiosk.pieces))
    cash = worth(kiosk.values, pieces)
    if not cash or ticket.amount - cash > kiosk.change:
        return refuse(Refusal.WRONG_PLACE_TO_REDEEM, "kiosk_short", cash=cash)
    return ticket, pieces


def handed_back(state: State, name: str, refused: Refused, now: int) -> KioskRefused:
    """Give the ticket back; a number that is no ticket's counts."""
    kiosk = state.kiosks[name]
    wrong = kiosk.wrong + (refused.code is Refusal.TICKET_UNKNOWN)
    # In the order in which a row has it: a fold of the rows gives the very same state.
    said = (name, refused.code.value, dict(sorted(refused.data.items())))
    if wrong < WRONG_MOST:
        return KioskRefused(*said, wrong)
    return KioskRefused(*said, 0, now + SHUT_US, task.duty("kiosk"))


def receipt(state: State, command: DispenserReceipt, _: Context) -> Answer:
    """Believe the dispenser what came out of it, once."""
    payment = _payment(state, command.kiosk, command.order, command.pieces)
    if isinstance(payment, Refused):
        return payment
    fault = "jam" if command.jammed else "short" if command.pieces != payment.pieces else ""
    return _came_out(state, command.kiosk, payment, command.pieces, fault)


def state_dispensed(state: State, command: StateDispensed, context: Context) -> Answer:
    """Believe two cashiers where the dispenser says nothing."""
    person, second = command.person, command.second
    refused = may(state, person, CASHIER, context.now) or may_with(
        state, person, second, CASHIER, context.now
    )
    if refused:
        return refused
    payment = _payment(state, command.kiosk, command.order, command.pieces)
    if isinstance(payment, Refused):
        return payment
    stated = DispenseStated(command.kiosk, command.order, command.reason, second)
    return (stated, *_came_out(state, command.kiosk, payment, command.pieces, "silent"))


def _payment(
    state: State, name: str, order: str, pieces: tuple[int, ...]
) -> KioskPayment | Refused:
    """Return what a kiosk is paying, where so many pieces can have come out for it."""
    kiosk = known(state, name)
    if isinstance(kiosk, Refused):
        return kiosk
    payment = kiosk.paying
    if payment is None or payment.order != order or len(pieces) != len(payment.pieces):
        return refuse(Refusal.TICKET_UNKNOWN, "not_ordered")
    if not all(0 <= out <= most for out, most in zip(pieces, payment.pieces, strict=True)):
        return refuse(Refusal.TICKET_UNKNOWN, "not_ordered")
    return payment


def _came_out(
    state: State, name: str, payment: KioskPayment, pieces: tuple[int, ...], fault: str
) -> tuple[Event, ...]:
    """Book what came out, owe the rest, and close a kiosk that did not do what it should.

    Rule: LT 9.1; SB 5.1; AC 4.1
    """
    kiosk, number = state.kiosks[name], payment.number
    cash = worth(kiosk.values, pieces)
    rest, voucher = payment.amount - cash, voucher_of(number)
    events: list[Event] = [KioskPaid(name, payment.order, number, pieces, cash)]
    if rest:
        owed = (payment.terminal, payment.scheme)
        events.append(RestOwed(name, number, voucher, rest, *owed))
        events += slip_for(kiosk, name, voucher, rest, cash)
    if rest and payment.to_hold:
        # Rule: LT 9.2; SB 5.2; AC 4.2
        held = HandPayHeld(voucher, held=True, reason=payment.to_hold, duty=task.duty("hold"))
        events.append(held)
    if fault:
        events.append(KioskClosed(name, fault, task.duty("kiosk")))
    return tuple(events)


def refused(state: State, event: KioskRefused) -> None:
    kiosk = state.kiosks[event.kiosk]
    kiosk.wrong, kiosk.shut_until = event.wrong, event.shut_until
    kiosk.told = KioskTold(state.now, code=event.code, data=event.data)
    if event.duty is not None:
        task.begin(state, "kiosk", event.kiosk, event.duty)


def ordered(state: State, event: DispenseOrdered) -> None:
    kiosk = state.kiosks[event.kiosk]
    what = (event.order, event.number, event.amount, event.pieces)
    kiosk.paying = KioskPayment(*what, event.scheme, event.terminal, event.pit, state.now)
    kiosk.told, kiosk.wrong = None, 0
    state.orders[event.order] = DispenseOrder(event.kiosk, event.number, event.pieces)


def paid(state: State, event: KioskPaid) -> None:
    kiosk = state.kiosks[event.kiosk]
    payment = kiosk.paying
    assert payment is not None
    del state.orders[event.order]
    kiosk.pieces = [one - out for one, out in zip(kiosk.pieces, event.pieces, strict=True)]
    kiosk.paying = None
    kiosk.told = KioskTold(state.now, payment.amount)


def rest_owed(state: State, event: RestOwed) -> None:
    kiosk = state.kiosks[event.kiosk]
    told = kiosk.told
    assert told is not None
    kiosk.told = KioskTold(told.at, told.amount, event.amount, event.voucher)
    owed = (event.amount, event.terminal, event.scheme)
    state.hand_pays[event.voucher] = HandPay(*owed, since=state.now)


def stated(state: State, event: DispenseStated) -> None:
    """Recorded; what came out follows."""


def names_presented(state: State, command: PresentAtKiosk) -> tuple[Name, ...]:
    return () if command.number in state.tickets else (ended.ticket(command.number),)


CONCEPT = Concept(
    decides={
        PresentAtKiosk: present,
        DispenserReceipt: receipt,
        StateDispensed: state_dispensed,
    },
    evolves={
        KioskRefused: refused,
        DispenseOrdered: ordered,
        DispenseStated: stated,
        KioskPaid: paid,
        RestOwed: rest_owed,
    },
    posts={
        RestOwed: lambda event: transfer(
            event.amount,
            debit=account_of(event.kiosk),
            credit=Account.HAND_PAYS_OUTSTANDING,
        ),
    },
    names={PresentAtKiosk: names_presented},
)
