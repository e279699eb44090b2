"""Tickets and hand pays, each followed from its birth to its one payment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from openfelt.audit import drop_event, event, kiosk_event, ticket_event
from openfelt.audit.event import Event
from openfelt.audit.finding import Findings, dollars

TicketState = Literal["printing", "issued", "held", "redeemed", "voided", "unclaimed"]


@dataclass(slots=True)
class Ticket:
    """What is known of a number; `to_hold`: the house was asked to withhold it, and has not yet.

    `with_host`: the ticketing host has the say over it.
    """

    amount: int
    terminal: str
    state: TicketState = "printing"
    to_hold: bool = False
    with_host: bool = False


class Asked(NamedTuple):
    """An order to the ticketing host that is open."""

    want: str
    number: str
    amount: int = 0


@dataclass(slots=True)
class HandPay:
    """What is known of a voucher."""

    amount: int
    state: Literal["open", "held", "paid", "unclaimed"] = "open"
    to_hold: bool = False


class Tickets:
    """The tickets of one stream, and what other systems say only once: notes and transfers."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self.tickets: dict[str, Ticket] = {}
        self.hand_pays: dict[str, HandPay] = {}
        self.orders: dict[str, tuple[str, str]] = {}
        # What is demanded back and from whom, None once it is back.
        self.demands: dict[str, tuple[str, int] | None] = {}
        # Tickets that a kiosk is paying.
        self.paying: set[str] = set()
        # By terminal and number: what left a terminal and nobody was called for yet, and the
        # voucher that somebody waits for there.
        self.left: dict[tuple[str, str], int] = {}
        self.waiting: dict[tuple[str, str], str] = {}
        # What the ticketing host was asked and has not answered; every order there ever was.
        self.host: dict[str, Asked] = {}
        self.asked_before: set[str] = set()
        self._transfers: set[str] = set()
        # Where each transfer went, and how much of it has not gone back.
        self.sent: dict[str, tuple[str, int, int]] = {}
        self._last_notes: dict[str, str] = {}

    def say(self, what: str) -> None:
        """Complain about the row in hand."""
        self._findings.say(what)

    def transferred(self, transfer: str) -> None:
        """Complain when the other system's own id comes a second time, however much later."""
        if transfer in self._transfers:
            self.say(f"the transfer {transfer!r} was credited before")
        self._transfers.add(transfer)

    def stacked(self, terminal: str, note: str) -> None:
        """Complain when the note that was credited last is credited again.

        An acceptor holds one note at a time and tells of no other twice; a later one may bear the
        id of an earlier, for instance of an acceptor that counts from one again.
        """
        if note and self._last_notes.get(terminal) == note:
            self.say(f"the note {note!r} was credited before")
        self._last_notes[terminal] = note

    def find(self, number: str, *states: TicketState) -> Ticket | None:
        """Return a ticket, which must be in one of these states."""
        ticket = self.tickets.get(number)
        if ticket is None:
            self.say(f"no ticket {number} was opened")
        elif ticket.state not in states:
            self.say(f"ticket {number} is {ticket.state}")
        return ticket

    def not_withheld(self) -> list[str]:
        """Return the slips that can be paid though the house was asked to withhold them."""
        tickets = [
            key for key, one in self.tickets.items() if one.to_hold and one.state == "issued"
        ]
        vouchers = self.hand_pays.items()
        return tickets + [key for key, one in vouchers if one.to_hold and one.state == "open"]

    @property
    def owed(self) -> int:
        """Return the liability: everything opened and neither redeemed nor voided."""
        ended = ("redeemed", "voided", "unclaimed")
        return sum(t.amount for t in self.tickets.values() if t.state not in ended)

    @property
    def hand_pays_owed(self) -> int:
        """Return what vouchers are still good for."""
        return sum(
            each.amount for each in self.hand_pays.values() if each.state in ("open", "held")
        )

    @property
    def unclaimed(self) -> int:
        """Return what was moved away until somebody comes for it."""
        slips: list[Ticket | HandPay] = [*self.tickets.values(), *self.hand_pays.values()]
        return sum(each.amount for each in slips if each.state == "unclaimed")


def _credited(tickets: Tickets, e: event.CmsCredited) -> None:
    tickets.transferred(e.transfer)
    tickets.sent[e.transfer] = (e.terminal, e.account, e.amount)


def _reversed(tickets: Tickets, e: event.CmsReversed) -> None:
    """Expect that it goes back from the account it went to, and no more than went there."""
    tickets.transferred(e.reversal)
    terminal, account, left = tickets.sent.get(e.transfer, ("", 0, 0))
    if (terminal, account) != (e.terminal, e.account) or e.amount > left:
        tickets.say(f"{dollars(left)} of {e.transfer!r} are left, at {terminal or 'no terminal'}")
    tickets.sent[e.transfer] = (terminal, account, left - e.amount)


def _check_amount(tickets: Tickets, number: str, said: int, amount: int) -> None:
    if said != amount:
        tickets.say(f"{number} is good for {dollars(amount)}, not {dollars(said)}")


def _opened(tickets: Tickets, e: ticket_event.TicketOpened) -> None:
    _refuse_used(tickets, e.number)
    tickets.tickets[e.number] = Ticket(e.amount, e.terminal)


def _refuse_used(tickets: Tickets, number: str) -> None:
    if number in tickets.tickets:
        tickets.say(f"the number {number} was used before")


def _print_ordered(tickets: Tickets, e: ticket_event.TicketPrintOrdered) -> None:
    if e.order in tickets.orders:
        tickets.say(f"{e.order} was ordered before")
    tickets.orders[e.order] = (e.terminal, e.number)


def _print_ended(
    tickets: Tickets, e: ticket_event.TicketPrinted | ticket_event.TicketPrintFailed
) -> None:
    if tickets.orders.pop(e.order, None) != (e.terminal, e.number):
        tickets.say(f"no order {e.order} to print {e.number} at {e.terminal} is open")


def _issued(tickets: Tickets, e: ticket_event.TicketIssued) -> None:
    ticket = tickets.find(e.number, "printing")
    if ticket is not None:
        ticket.state = "issued"


def _became_hand_pay(tickets: Tickets, e: ticket_event.TicketBecameHandPay) -> None:
    ticket = tickets.find(e.number, "printing")
    if ticket is not None:
        ticket.state = "voided"
        _check_amount(tickets, e.number, e.amount, ticket.amount)
    _make_voucher(tickets, e.voucher, e.amount)
    tickets.waiting[e.terminal, e.number] = e.voucher
    tickets.hand_pays[e.voucher].to_hold = ticket is not None and ticket.to_hold


def _hand_pay_opened(tickets: Tickets, e: ticket_event.HandPayOpened) -> None:
    if not e.number_taken:
        _refuse_used(tickets, e.number)
        tickets.tickets[e.number] = Ticket(e.amount, e.terminal, "voided")
    elif e.number not in tickets.tickets:
        tickets.say(f"the number {e.number} was not used before")
    _make_voucher(tickets, e.voucher, e.amount)
    tickets.waiting[e.terminal, e.number] = e.voucher


def _cashed_out(tickets: Tickets, e: ticket_event.CashOutRequested) -> None:
    tickets.left[e.terminal, e.number] = e.amount


def _called(tickets: Tickets, e: ticket_event.HandPayCalled) -> None:
    """Expect that so much left there under that number, and that nobody was called for it yet."""
    if tickets.left.pop((e.terminal, e.number), None) != e.amount:
        tickets.say(f"nobody waits at {e.terminal} for {dollars(e.amount)} under {e.number}")


def _wait_ended(tickets: Tickets, e: ticket_event.WaitEnded) -> None:
    """Expect a voucher that was paid, once."""
    voucher = tickets.waiting.pop((e.terminal, e.number), "")
    if not voucher or tickets.hand_pays[voucher].state != "paid":
        tickets.say(f"nobody was paid who waited at {e.terminal} under {e.number}")


def _make_voucher(tickets: Tickets, voucher: str, amount: int) -> None:
    if voucher in tickets.hand_pays:
        tickets.say(f"the voucher {voucher} was used before")
    tickets.hand_pays[voucher] = HandPay(amount)


def _hand_pay_held(tickets: Tickets, e: ticket_event.HandPayHeld) -> None:
    hand_pay = tickets.hand_pays.get(e.voucher)
    if hand_pay is None or hand_pay.state != ("open" if e.held else "held"):
        tickets.say(f"the voucher {e.voucher} is {hand_pay.state if hand_pay else 'unknown'}")
    if hand_pay is not None:
        hand_pay.state, hand_pay.to_hold = "held" if e.held else "open", False


def _redeemed(tickets: Tickets, e: ticket_event.TicketRedeemed) -> None:
    ticket = tickets.find(e.number, "issued")
    if ticket is not None:
        if ticket.to_hold:
            tickets.say(f"ticket {e.number} was to be withheld")
        if ticket.with_host:
            tickets.say(f"ticket {e.number} was paid, and the host has the say over it")
        ticket.state = "redeemed"
        _check_amount(tickets, e.number, e.amount, ticket.amount)
    by_hand = e.where == "kiosk" or e.where.startswith(("kiosk:", "drawer:"))
    if by_hand if e.pit else not by_hand:
        tickets.say(f"it cannot have been paid by {e.where!r}")


def _held(tickets: Tickets, e: ticket_event.TicketHeld) -> None:
    ticket = tickets.find(e.number, "issued" if e.held else "held")
    if ticket is not None:
        ticket.state, ticket.to_hold = "held" if e.held else "issued", False


def _released(tickets: Tickets, e: ticket_event.HoldReleased) -> None:
    """Expect what is held, and that the investigation ended in something."""
    found: Ticket | HandPay | None = tickets.hand_pays.get(e.number)
    found = found or tickets.find(e.number, "held")
    if not e.determination:
        tickets.say(f"{e.number} was released without a determination")
    if isinstance(found, HandPay):
        if found.state != "held":
            tickets.say(f"the voucher {e.number} is {found.state}")
        found.state = "open"
    elif found is not None:
        found.state = "issued"


def _demanded(tickets: Tickets, e: ticket_event.ReturnDemanded) -> None:
    """Expect a slip that was paid, of that amount, and no demand of it yet."""
    found = tickets.hand_pays.get(e.number) or tickets.find(e.number, "redeemed")
    if isinstance(found, HandPay) and found.state != "paid":
        tickets.say(f"the voucher {e.number} is {found.state}")
    if found is not None:
        _check_amount(tickets, e.number, e.amount, found.amount)
    if e.number in tickets.demands:
        tickets.say(f"the return of {e.number} was demanded before")
    tickets.demands[e.number] = (e.terminal, e.amount)


def _check_demand(
    tickets: Tickets, e: ticket_event.PaymentReturned | ticket_event.DemandDropped
) -> None:
    if tickets.demands.get(e.number) != (e.terminal, e.amount):
        tickets.say(f"nobody demands {dollars(e.amount)} back on {e.number} from {e.terminal}")


def _returned(tickets: Tickets, e: ticket_event.PaymentReturned) -> None:
    """Let the slip stay paid: what came back is a voucher that is held."""
    _check_demand(tickets, e)
    tickets.demands[e.number] = None
    if not e.drawer.startswith("drawer:"):
        tickets.say(f"it cannot have been given back to {e.drawer!r}")
    _make_voucher(tickets, e.voucher, e.amount)
    tickets.hand_pays[e.voucher].state = "held"


def _dropped(tickets: Tickets, e: ticket_event.DemandDropped) -> None:
    _check_demand(tickets, e)
    tickets.demands.pop(e.number, None)
    if not e.determination:
        tickets.say(f"the demand of {e.number} was dropped without a determination")


def _hold_noted(tickets: Tickets, e: ticket_event.HoldNoted) -> None:
    """Expect that none of the slips is paid before it was withheld."""
    for slip in e.slips:
        ticket = tickets.tickets.get(slip.number)
        if ticket is None:
            tickets.say(f"no ticket {slip.number} was opened")
        elif ticket.terminal != slip.terminal:
            continue  # The number was another's already: a voucher named otherwise is meant.
        elif ticket.state == "voided" or f"V{slip.number}" in tickets.hand_pays:
            hand_pay = tickets.hand_pays.get(f"V{slip.number}")
            if hand_pay is not None:
                hand_pay.to_hold = hand_pay.state == "open"
        else:
            ticket.to_hold = (
                ticket.state in ("printing", "issued", "unclaimed") or slip.number in tickets.paying
            )


def _paid(tickets: Tickets, e: ticket_event.HandPayPaid) -> None:
    hand_pay = tickets.hand_pays.get(e.voucher)
    if hand_pay is None:
        tickets.say(f"there is no voucher {e.voucher}")
        return
    if hand_pay.state != "open":
        was = "was paid before" if hand_pay.state == "paid" else "is held"
        tickets.say(f"the voucher {e.voucher} {was}")
    if hand_pay.to_hold:
        tickets.say(f"the voucher {e.voucher} was to be withheld")
    if not e.drawer.startswith("drawer:"):
        tickets.say(f"it cannot have been paid by {e.drawer!r}")
    _check_amount(tickets, e.voucher, e.amount, hand_pay.amount)
    hand_pay.state = "paid"


def _dispense(tickets: Tickets, e: kiosk_event.DispenseOrdered) -> None:
    tickets.paying.add(e.number)


def _dispensed(tickets: Tickets, e: kiosk_event.KioskPaid) -> None:
    tickets.paying.discard(e.number)


def _rest_owed(tickets: Tickets, e: kiosk_event.RestOwed) -> None:
    """What a kiosk could not give is a voucher; of a slip that was to be withheld, it is too."""
    ticket = tickets.find(e.number, "redeemed")
    _make_voucher(tickets, e.voucher, e.amount)
    tickets.hand_pays[e.voucher].to_hold = ticket is not None and ticket.to_hold


def _unclaimed(tickets: Tickets, e: drop_event.SlipsUnclaimed) -> None:
    """Expect slips that can be paid, each over its own amount."""
    for one in e.tickets:
        ticket = tickets.find(one.number, "issued")
        if ticket is not None:
            if ticket.with_host:
                tickets.say(f"ticket {one.number} is unclaimed, and the host has the say over it")
            ticket.state = "unclaimed"
            _check_amount(tickets, one.number, one.amount, ticket.amount)
    for one in e.vouchers:
        hand_pay = tickets.hand_pays.get(one.number)
        if hand_pay is None or hand_pay.state != "open":
            tickets.say(f"the voucher {one.number} is {hand_pay.state if hand_pay else 'unknown'}")
        else:
            hand_pay.state = "unclaimed"
            _check_amount(tickets, one.number, one.amount, hand_pay.amount)


def _claimed(tickets: Tickets, e: drop_event.UnclaimedReturned) -> None:
    """Expect one that was moved away, and that it was looked into."""
    slips = tickets.tickets if e.is_ticket else tickets.hand_pays
    found = slips.get(e.number)
    if found is None or found.state != "unclaimed":
        tickets.say(f"{e.number} is not unclaimed")
    else:
        found.state = "issued" if isinstance(found, Ticket) else "open"
        _check_amount(tickets, e.number, e.amount, found.amount)
    if not e.determination:
        tickets.say(f"{e.number} was given back without a determination")


RULES: Final[dict[type[Event], Callable[[Tickets, Any], None]]] = {
    event.NoteStacked: lambda tickets, e: tickets.stacked(e.terminal, e.note),
    event.CmsCredited: _credited,
    event.CmsReversed: _reversed,
    ticket_event.CashOutRequested: _cashed_out,
    ticket_event.HandPayCalled: _called,
    ticket_event.WaitEnded: _wait_ended,
    ticket_event.TicketPrintOrdered: _print_ordered,
    ticket_event.TicketPrinted: _print_ended,
    ticket_event.TicketPrintFailed: _print_ended,
    ticket_event.TicketOpened: _opened,
    ticket_event.TicketIssued: _issued,
    ticket_event.TicketBecameHandPay: _became_hand_pay,
    ticket_event.TicketRedeemed: _redeemed,
    ticket_event.TicketHeld: _held,
    ticket_event.HandPayOpened: _hand_pay_opened,
    ticket_event.HandPayHeld: _hand_pay_held,
    ticket_event.HandPayPaid: _paid,
    ticket_event.HoldReleased: _released,
    ticket_event.ReturnDemanded: _demanded,
    ticket_event.PaymentReturned: _returned,
    ticket_event.DemandDropped: _dropped,
    ticket_event.HoldNoted: _hold_noted,
    drop_event.SlipsUnclaimed: _unclaimed,
    drop_event.UnclaimedReturned: _claimed,
    kiosk_event.DispenseOrdered: _dispense,
    kiosk_event.KioskPaid: _dispensed,
    kiosk_event.RestOwed: _rest_owed,
}
