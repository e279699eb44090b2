"""What terminals said they showed: held against the auditor's own sums, and what must follow.

Rulebooks: AC 6.1, 6.2.1, 6.6.1.1; SB 7.1, 7.2.1, 7.6.1.1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.audit.correction_event import TerminalReturned
from openfelt.audit.event import Event
from openfelt.audit.ledger import Ledger, credit_of
from openfelt.audit.table import Tables

_LOCKS: Final = ("credit", "wagers")


class TerminalReported(Event):
    """A terminal told what it showed of a round; `fault` is what was found wrong."""

    terminal: str
    table: str
    round: int
    credit: int
    wagers: dict[str, int] | None
    fault: str


class TerminalsFailAlike(Event):
    """A table stands still because of terminals that have the same fault."""

    table: str
    fault: str
    terminals: tuple[str, ...]


class Reports:
    """What is wrong with the terminals of one stream."""

    def __init__(self, ledger: Ledger, tables: Tables) -> None:
        self._ledger = ledger
        self.tables = tables
        self.faults: dict[str, str] = {}

    def differs(self, e: TerminalReported) -> str:
        """Say what a terminal showed that is not so, "" for nothing."""
        if e.credit != self._ledger.accounts.get(credit_of(e.terminal), 0):
            return "credit"
        if e.wagers is None or e.fault in ("sequence", "display"):
            return ""
        table = self.tables.find(e.table)
        settled = table.settled.get(e.round) if table else None
        own = (one for one in settled.played if one.terminal == e.terminal) if settled else ()
        return "" if e.wagers == {_code(one.bet): one.amount for one in own} else "wagers"


def _code(bet: str) -> str:
    """Return how a wager that has its number is called on the screen."""
    kind, _, number = bet.partition("@")
    return f"{kind}:{number}" if number and kind in ("come", "dont_come") else kind


def _reported(reports: Reports, e: TerminalReported) -> None:
    differs = reports.differs(e)
    if differs != (e.fault if e.fault in _LOCKS else ""):
        found, due = e.fault or "nothing", differs or "nothing of its record"
        reports.tables.say(f"{found} is said to be wrong with {e.terminal}, and {due} is")
    if e.fault:
        reports.faults[e.terminal] = e.fault
    elif e.terminal not in reports.tables.broken:
        reports.faults.pop(e.terminal, None)
    if e.fault in _LOCKS:
        reports.tables.broken.add(e.terminal)


def _fail_alike(reports: Reports, e: TerminalsFailAlike) -> None:
    alike = {name for name in e.terminals if reports.faults.get(name) == e.fault}
    if reports.tables.find(e.table) is not None and len(alike) < 2:
        reports.tables.say(f"{e.table} stands still for a fault that one terminal has: {e.fault}")


def _returned(reports: Reports, e: TerminalReturned) -> None:
    reports.faults.pop(e.terminal, None)


RULES: Final[dict[type[Event], Callable[[Reports, Any], None]]] = {
    TerminalReported: _reported,
    TerminalsFailAlike: _fail_alike,
    TerminalReturned: _returned,
}
