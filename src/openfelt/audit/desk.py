"""The cash desks: what is in every drawer, by sums of our own, and how each payment was made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from openfelt.audit import case_event, desk_event, ticket_event
from openfelt.audit.event import Event
from openfelt.audit.finding import Findings, dollars

_DRAWER: Final = "drawer:"


class _Paid(NamedTuple):
    """A payment over the counter whose record must follow."""

    number: str
    drawer: str
    amount: int
    by_form: bool = False


class Desk:
    """The desks of one stream; of `drawers`, None is closed."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self.rules: desk_event.DeskRulesSet | None = None
        self.drawers: dict[str, int | None] = {}
        self._due: _Paid | None = None
        # What was signed on screens, by its hash: each is for one payment.
        self._signatures: set[str] = set()

    def say(self, what: str) -> None:
        """Complain about the row in hand."""
        self._findings.say(what)

    def take(self, event: Event) -> None:
        """Hear an event of the stream, whatever it is: a payment is recorded at once or never."""
        rule = RULES.get(type(event))
        if rule is None and self._due is None:
            return
        due, self._due = self._due, None
        if due is not None and not isinstance(event, desk_event.PaymentRecorded):
            self.say(f"no row says how {due.number} was paid")
        if isinstance(event, desk_event.PaymentRecorded):
            self._recorded(event, due)
        elif rule is not None:
            rule(self, event)

    def ending(self) -> str:
        """Say what the last command left undone, "" for nothing."""
        return f"no row says how {self._due.number} was paid" if self._due else ""

    def paid(self, number: str, drawer: str, amount: int, *, by_form: bool = False) -> None:
        """Expect the record of what went over a counter, once there are rules for it."""
        if self.rules is not None and drawer.startswith(_DRAWER):
            self._due = _Paid(number, drawer, amount, by_form)

    def _recorded(self, e: desk_event.PaymentRecorded, due: _Paid | None) -> None:
        rules = self.rules
        if rules is None or due is None or (e.number, e.drawer, e.amount) != due[:3]:
            self.say(f"nothing like it was paid on {e.number} just before")
            return
        if e.cash != (_coins(e.amount, rules.cash_unit) if e.form == "cash" else 0):
            self.say(f"{dollars(e.amount)} in {e.form} are not {dollars(e.cash)} in cash")
        if due.by_form and not e.signed:
            self.say(f"nobody signed for {e.number}")
        if e.signature and not e.signed:
            self.say(f"a signature for {e.number}, and nobody signed")
        if e.signature in self._signatures:
            self.say(f"the signature for {e.number} was given for another payment before")
        self._signatures |= {e.signature} - {""}
        if 0 < rules.identity_from <= e.amount and not e.identity:
            self.say(f"nobody looked who was paid {dollars(e.amount)}")
        self.counted_by_two(e.amount, e.second)
        self.moved(e.drawer, -e.cash)

    def counted_by_two(self, amount: int, second: str) -> None:
        """Expect another cashier where the house wants one."""
        rules = self.rules
        if rules and 0 < rules.second_from <= amount and not second:
            self.say(f"one cashier alone handled {dollars(amount)}")

    def moved(self, drawer: str, amount: int) -> None:
        """Move cash into an open drawer, or less than 0 out of it."""
        held = self.drawers.get(drawer)
        if held is None:
            self.say(f"{drawer} is not open")
            return
        self.drawers[drawer] = held + amount
        if held + amount < 0:
            self.say(f"{drawer} would hold {dollars(held + amount)}")


def _coins(amount: int, unit: int) -> int:
    """Return the nearest amount that coins make up, the larger of two that are as near."""
    below, over = divmod(abs(amount), unit)
    nearest = (below + (2 * over >= unit)) * unit
    return nearest if amount > 0 else -nearest


def _rules(desk: Desk, e: desk_event.DeskRulesSet) -> None:
    desk.rules = e


def _opened(desk: Desk, e: desk_event.DrawerOpened) -> None:
    if desk.drawers.get(e.drawer) is not None:
        desk.say(f"{e.drawer} is open already")
    desk.drawers[e.drawer] = e.amount


def _filled(desk: Desk, e: desk_event.DrawerFilled) -> None:
    desk.counted_by_two(abs(e.amount), e.second)
    desk.moved(e.drawer, e.amount)


def _closed(desk: Desk, e: desk_event.DrawerClosed) -> None:
    holds = desk.drawers.get(e.drawer)
    desk.drawers[e.drawer] = None
    if holds is None:
        desk.say(f"{e.drawer} is not open")
    elif holds != e.expected:
        desk.say(f"{e.drawer} should hold {dollars(holds)}, not {dollars(e.expected)}")


def _settled(desk: Desk, e: case_event.CaseSettled) -> None:
    if e.drawer:
        desk.paid(e.case, e.drawer, e.amount)


RULES: Final[dict[type[Event], Callable[[Desk, Any], None]]] = {
    desk_event.DeskRulesSet: _rules,
    desk_event.DrawerOpened: _opened,
    desk_event.DrawerFilled: _filled,
    desk_event.DrawerClosed: _closed,
    ticket_event.TicketRedeemed: lambda desk, e: desk.paid(e.number, e.where, e.amount),
    ticket_event.HandPayPaid: lambda desk, e: desk.paid(
        e.voucher, e.drawer, e.amount, by_form=True
    ),
    ticket_event.PaymentReturned: lambda desk, e: desk.paid(e.number, e.drawer, -e.amount),
    case_event.CaseSettled: _settled,
}
