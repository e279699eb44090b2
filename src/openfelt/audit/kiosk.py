"""The kiosks: every piece in every cassette, and every ticket paid to the cent by sums of our own.

A kiosk holds what was loaded and counted into it, less what came out.  What is redeemed there is
ordered in the next row, comes out in part or whole, and the rest is owed at once.  What it waits
for the ticketing host to say is heard there once: the ticket is redeemed, or comes out again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from openfelt.audit import host_event, kiosk_event, ticket_event
from openfelt.audit.desk import Desk
from openfelt.audit.event import Event
from openfelt.audit.finding import Findings, dollars
from openfelt.audit.ledger import HOUSE

_KIOSK: Final = "kiosk:"
# So many wrong numbers, and it takes no ticket for a while.
_WRONG_MOST: Final = 5


# What ends the wait of whoever put a ticket in, and what may come between that and his hearing it.
Answered = (
    host_event.ClaimGivenUp
    | host_event.ClaimCommitted
    | host_event.ClaimEnded
    | host_event.HostSilent
    | host_event.TicketPaidElsewhere
)
_BEFORE_IT: Final = (ticket_event.TicketHeld, host_event.TicketPaidElsewhere)


@dataclass(slots=True)
class _Kiosk:
    """What is in one, whether it takes tickets, and what is to come out: order, number, cents.

    `asking`: for which ticket it waits for the ticketing host.  `owed` of the last ticket: voucher,
    rest and what came out; `slip` is the order to print that.
    """

    values: tuple[int, ...]
    most: int
    change: int
    pieces: list[int] = field(default_factory=list)
    is_open: bool = False
    wrong: int = 0
    order: kiosk_event.DispenseOrdered | None = None
    asking: str = ""
    prints: bool = False
    came_out: int = 0
    owed: tuple[str, int, int] | None = None
    slip: str = ""

    @property
    def cash(self) -> int:
        return sum(map(lambda value, many: value * many, self.values, self.pieces))


class Kiosks:
    """The kiosks of one stream."""

    def __init__(self, findings: Findings, desk: Desk) -> None:
        self._findings, self._desk = findings, desk
        self.kiosks: dict[str, _Kiosk] = {}
        # What the next row has to say: of a ticket that was redeemed, of a rest that did not come.
        self._redeemed: ticket_event.TicketRedeemed | None = None
        self._rest: tuple[str, int] | None = None
        # The kiosk that has to hear what the ticketing host just said of its ticket.
        self._hears: str = ""

    def say(self, what: str) -> None:
        """Complain about the row in hand."""
        self._findings.say(what)

    def take(self, event: Event) -> None:
        """Hear an event of the stream, whatever it is: some must follow others at once."""
        rule = RULES.get(type(event))
        if rule is None and self._redeemed is None and self._rest is None and not self._hears:
            return
        if unsaid := self.unsaid(event):
            self.say(unsaid)
        if rule is not None:
            rule(self, event)
        if type(event) is not kiosk_event.DispenseOrdered and not _at_kiosk(event):
            self._redeemed = None
        if type(event) is not kiosk_event.KioskPaid:
            self._rest = None

    def unsaid(self, event: Event | None = None) -> str:
        """Say what had to be the next row and is not, "" for nothing."""
        if self._redeemed and not isinstance(event, kiosk_event.DispenseOrdered):
            return f"nothing is ordered for {self._redeemed.number}, which a kiosk redeemed"
        if self._hears and not self._is_heard(event):
            return f"{self._hears} hears nothing of the ticket it waits for"
        if self._rest and not isinstance(event, kiosk_event.RestOwed):
            return f"nobody owes the {dollars(self._rest[1])} that did not come out"
        return ""

    def _is_heard(self, event: Event | None) -> bool:
        """Say whether the kiosk hears it now, or in a moment."""
        if isinstance(event, kiosk_event.KioskRefused):
            return event.kiosk == self._hears
        if isinstance(event, ticket_event.TicketRedeemed):
            return event.where == _KIOSK + self._hears
        return isinstance(event, _BEFORE_IT)

    def asked(self, e: host_event.TicketClaimed) -> None:
        """Expect a kiosk that takes a ticket now, where one waits."""
        if e.pit != HOUSE:
            return
        kiosk = self.find(e.terminal)
        if not kiosk.is_open or kiosk.order or kiosk.asking:
            self.say(f"{e.terminal} takes no ticket now")
        kiosk.asking = e.number

    def answered(self, e: Answered) -> None:
        """Expect that whoever waits at a kiosk for this hears it at once."""
        self._hears = next((key for key, one in self.kiosks.items() if one.asking == e.number), "")

    def _heard(self, name: str) -> None:
        self.find(name).asking = ""
        self._hears = "" if self._hears == name else self._hears

    def find(self, name: str) -> _Kiosk:
        """Return a kiosk; one that was never installed has no cassette."""
        if name not in self.kiosks:
            self.say(f"there is no kiosk {name}")
        return self.kiosks.setdefault(name, _Kiosk((), 0, 0))

    def wrong_sums(self, accounts: dict[str, int]) -> Iterator[str]:
        """Yield kiosks that do not hold what is booked, and what else is unsaid at the end."""
        if unsaid := self.unsaid():
            yield unsaid
        for name, kiosk in self.kiosks.items():
            under_way = kiosk.order.amount if kiosk.order else 0
            booked = -accounts.get(_KIOSK + name, 0)
            if kiosk.cash - under_way != booked:
                holds = f"{dollars(kiosk.cash)}, {dollars(under_way)} of it ordered"
                yield f"the kiosk {name} holds {holds}, booked {dollars(booked)}"

    def redeemed(self, e: ticket_event.TicketRedeemed) -> None:
        """Expect the order of what a kiosk redeemed."""
        if not _at_kiosk(e):
            return
        kiosk = self.find(e.where.removeprefix(_KIOSK))
        if not kiosk.is_open or kiosk.order or kiosk.asking not in ("", e.number):
            self.say(f"{e.where} takes no ticket now")
        self._heard(e.where.removeprefix(_KIOSK))
        if e.amount > kiosk.most:
            self.say(f"{e.where} pays {dollars(kiosk.most)} at most")
        self._redeemed = e

    def ordered(self, e: kiosk_event.DispenseOrdered) -> None:
        """Expect what was redeemed, and no more than there is."""
        was, self._redeemed = self._redeemed, None
        kiosk = self.find(e.kiosk)
        if was is None or (was.number, was.amount, was.where) != (
            e.number,
            e.amount,
            _KIOSK + e.kiosk,
        ):
            self.say(f"{e.number} was not redeemed there just before")
        worth = self._worth(kiosk, e.pieces)
        if not 0 < worth <= e.amount or e.amount - worth > kiosk.change:
            self.say(f"{dollars(worth)} are ordered for {dollars(e.amount)}")
        if any(out > there for out, there in zip(e.pieces, kiosk.pieces, strict=False)):
            self.say("more is ordered than is there")
        kiosk.order, kiosk.wrong = e, 0

    def paid(self, e: kiosk_event.KioskPaid) -> None:
        """Take out what came out: at most what was ordered."""
        kiosk = self.find(e.kiosk)
        order, kiosk.order = kiosk.order, None
        if order is None or (order.order, order.number) != (e.order, e.number):
            self.say(f"{e.order} is not open")
            return
        if any(out > most for out, most in zip(e.pieces, order.pieces, strict=False)):
            self.say("more came out than was ordered")
        worth = self._worth(kiosk, e.pieces)
        if worth != e.amount:
            self.say(f"the pieces come to {dollars(worth)}, not {dollars(e.amount)}")
        kiosk.came_out = worth
        kiosk.pieces = [one - out for one, out in zip(kiosk.pieces, e.pieces, strict=False)]
        if order.amount > worth:
            self._rest = (e.number, order.amount - worth)

    def rest_owed(self, e: kiosk_event.RestOwed) -> None:
        """Expect it right after what came out."""
        if self._rest != (e.number, e.amount):
            self.say(f"{dollars(e.amount)} did not stay behind of {e.number}")
        kiosk = self.find(e.kiosk)
        kiosk.owed = (e.voucher, e.amount, kiosk.came_out)

    def slip_ordered(self, e: kiosk_event.RestSlipOrdered) -> None:
        """Expect the slip to say what is owed, once."""
        kiosk = self.find(e.kiosk)
        if not kiosk.prints or (e.voucher, e.amount, e.paid) != kiosk.owed:
            self.say(f"a slip says {dollars(e.amount)}, which {e.kiosk} does not leave to the desk")
        kiosk.owed, kiosk.slip = None, e.order

    def slip_printed(self, e: kiosk_event.RestSlipPrinted) -> None:
        """Expect a printer to speak of what it was told last."""
        kiosk = self.find(e.kiosk)
        if not e.order or kiosk.slip != e.order:
            self.say(f"no slip {e.order} was to be printed")
        kiosk.slip = ""

    def loaded(self, e: kiosk_event.CassetteLoaded) -> None:
        """Put pieces in, or take out what is there."""
        kiosk = self.find(e.kiosk)
        if not 1 <= e.cassette <= len(kiosk.pieces):
            self.say(f"{e.kiosk} has no cassette {e.cassette}")
            return
        self._reached_into(kiosk, e.kiosk)
        self._desk.counted_by_two(abs(e.amount), e.second)
        kiosk.pieces[e.cassette - 1] += e.pieces
        if kiosk.pieces[e.cassette - 1] < 0:
            self.say(f"cassette {e.cassette} would hold {kiosk.pieces[e.cassette - 1]} pieces")
        if e.amount != e.pieces * kiosk.values[e.cassette - 1]:
            self.say(f"{e.pieces} pieces are not {dollars(e.amount)}")

    def counted(self, e: kiosk_event.KioskCounted) -> None:
        """Compare what should have been there with our own count."""
        kiosk = self.find(e.kiosk)
        self._reached_into(kiosk, e.kiosk)
        if list(e.expected) != kiosk.pieces:
            self.say(f"there should be {kiosk.pieces} pieces, not {list(e.expected)}")
        there = self._worth(kiosk, e.pieces)
        self._desk.counted_by_two(there, e.second)
        over = there - kiosk.cash
        if over != e.over:
            self.say(f"{dollars(over)} are over, not {dollars(e.over)}")
        kiosk.pieces = list(e.pieces)

    def refused(self, e: kiosk_event.KioskRefused) -> None:
        """Count wrong numbers: after so many it must be shut."""
        kiosk = self.find(e.kiosk)
        if kiosk.asking and self._hears != e.kiosk:
            self.say(f"{e.kiosk} waits for the ticketing host")
        self._heard(e.kiosk)
        kiosk.wrong += e.code == "TICKET_UNKNOWN"
        shut = kiosk.wrong >= _WRONG_MOST
        kiosk.wrong = 0 if shut else kiosk.wrong
        if e.wrong != kiosk.wrong or (e.shut_until > 0) is not shut:
            self.say(f"{kiosk.wrong} wrong numbers were tried, it says {e.wrong}")

    def _worth(self, kiosk: _Kiosk, pieces: tuple[int, ...]) -> int:
        if len(pieces) != len(kiosk.values) or any(one < 0 for one in pieces):
            self.say(f"{list(pieces)} are no pieces of {len(kiosk.values)} cassettes")
        return sum(value * many for value, many in zip(kiosk.values, pieces, strict=False))

    def _reached_into(self, kiosk: _Kiosk, name: str) -> None:
        if kiosk.is_open or kiosk.order:
            self.say(f"somebody reached into {name} while it was paying")


def _at_kiosk(event: Event) -> bool:
    return isinstance(event, ticket_event.TicketRedeemed) and event.where.startswith(_KIOSK)


def _installed(kiosks: Kiosks, e: kiosk_event.KioskInstalled) -> None:
    before = kiosks.kiosks.get(e.kiosk)
    if before is not None and before.values == e.values:
        before.most, before.change, before.prints = e.most, e.change, e.prints
        return
    if before is not None and (any(before.pieces) or before.order):
        kiosks.say(f"{e.kiosk} is not empty and gets other cassettes")
    empty = [0] * len(e.values)
    kiosks.kiosks[e.kiosk] = _Kiosk(e.values, e.most, e.change, empty, prints=e.prints)


def _opened(kiosks: Kiosks, e: kiosk_event.KioskOpened) -> None:
    kiosk = kiosks.find(e.kiosk)
    if kiosk.is_open or kiosk.order:
        kiosks.say(f"{e.kiosk} cannot be opened now")
    kiosk.is_open, kiosk.wrong = True, 0


def _closed(kiosks: Kiosks, e: kiosk_event.KioskClosed) -> None:
    kiosks.find(e.kiosk).is_open = False


RULES: Final[dict[type[Event], Callable[[Kiosks, Any], None]]] = {
    kiosk_event.KioskInstalled: _installed,
    kiosk_event.CassetteLoaded: Kiosks.loaded,
    kiosk_event.KioskCounted: Kiosks.counted,
    kiosk_event.KioskOpened: _opened,
    kiosk_event.KioskClosed: _closed,
    kiosk_event.KioskRefused: Kiosks.refused,
    kiosk_event.DispenseOrdered: Kiosks.ordered,
    kiosk_event.KioskPaid: Kiosks.paid,
    kiosk_event.RestOwed: Kiosks.rest_owed,
    kiosk_event.RestSlipOrdered: Kiosks.slip_ordered,
    kiosk_event.RestSlipPrinted: Kiosks.slip_printed,
    ticket_event.TicketRedeemed: Kiosks.redeemed,
    host_event.TicketClaimed: Kiosks.asked,
    **dict.fromkeys(get_args(Answered), Kiosks.answered),
}
