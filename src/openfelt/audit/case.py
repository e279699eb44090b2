"""Cases of the house, each followed from the correction that opened it to its one end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from openfelt.audit import case_event
from openfelt.audit.event import Event
from openfelt.audit.finding import Findings, dollars
from openfelt.audit.ticket import HandPay, Tickets


@dataclass(slots=True)
class Case:
    """Whose it is, what is due by it, and whether it has ended, perhaps because it was given up."""

    about: tuple[object, ...]
    amount: int
    ended: bool = False
    forgiven: bool = False


class Cases:
    """The cases of one stream; a voucher that pays one is a hand pay like any other."""

    def __init__(self, findings: Findings, tickets: Tickets) -> None:
        self._findings = findings
        self.tickets = tickets
        self.cases: dict[str, Case] = {}

    def say(self, what: str) -> None:
        """Complain about the row in hand."""
        self._findings.say(what)

    @property
    def row(self) -> int:
        """The sequence of the row in hand: a case is named after the row it begins in."""
        return self._findings.sequence

    def end(self, name: str, amount: int) -> None:
        """End a case that is open, over what is due by it."""
        case = self.cases.get(name)
        if case is None or case.ended:
            self.say(f"there is no open case {name}")
            return
        if case.amount != amount or not amount:
            self.say(f"{name} is over {dollars(case.amount)}, not {dollars(amount)}")
        case.ended = True


def _noted(cases: Cases, e: case_event.CasesNoted) -> None:
    for place, one in enumerate(e.entries, 1):
        about = (e.pit, one.terminal, one.account, e.table, e.round)
        if one.case not in cases.cases and one.case != f"D{cases.row}-{place}":
            cases.say(f"a case that begins here is not {one.case}")
        case = cases.cases.setdefault(one.case, Case(about, 0))
        if one.forgiven is not case.forgiven or (one.forgiven and one.stands < one.was):
            cases.say(f"what {one.case} was over had been given up, or had not")
        if case.about != about or (case.ended and not case.forgiven):
            cases.say(f"the case {one.case} is another's, or has ended")
        if case.amount != one.was:
            cases.say(f"{one.case} was at {dollars(case.amount)}, not {dollars(one.was)}")
        case.amount = one.stands
        if one.forgiven and one.stands >= 0:
            case.ended = case.forgiven = False


def _settled(cases: Cases, e: case_event.CaseSettled) -> None:
    cases.end(e.case, e.amount)
    by = (f"V{e.case}", "") if e.amount > 0 else ("", e.drawer)
    if (e.voucher, e.drawer) != by or (e.amount < 0 and not e.drawer.startswith("drawer:")):
        cases.say(f"{dollars(e.amount)} cannot be settled by {e.voucher or e.drawer!r}")
    if e.voucher in cases.tickets.hand_pays:
        cases.say(f"the voucher {e.voucher} was used before")
    elif e.voucher:
        cases.tickets.hand_pays[e.voucher] = HandPay(e.amount)


def _written_off(cases: Cases, e: case_event.CaseWrittenOff) -> None:
    cases.end(e.case, e.amount)
    if e.amount > 0:
        cases.say("what is due to somebody was given up")
    if e.case in cases.cases:
        cases.cases[e.case].forgiven = True


RULES: Final[dict[type[Event], Callable[[Cases, Any], None]]] = {
    case_event.CasesNoted: _noted,
    case_event.CaseSettled: _settled,
    case_event.CaseWrittenOff: _written_off,
}
