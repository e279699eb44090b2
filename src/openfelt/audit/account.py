"""Accounts, each with its number: whose the wagers of a round were, and who has left since.

What a correction takes or gives must be that account's: over the meter while it is open, by the
house once it has closed, and never over the meter of whoever sits there next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from openfelt.audit import case_event, correction_event, event, ticket_event
from openfelt.audit.correction_event import Share
from openfelt.audit.event import Event
from openfelt.audit.finding import Findings
from openfelt.audit.ledger import Ledger, credit_of
from openfelt.audit.table import Settled, Tables

_Credited = event.NoteStacked | event.CmsCredited | ticket_event.TicketCredited
_Printed = ticket_event.TicketPrinted | ticket_event.TicketPrintFailed | ticket_event.VoucherMade


@dataclass(slots=True)
class Account:
    """The account of a terminal that is open, or was last."""

    number: int = 0
    open: bool = False
    paying: bool = False
    leaving: bool = False


class Accounts:
    """The accounts of one stream."""

    def __init__(self, findings: Findings, ledger: Ledger, tables: Tables) -> None:
        self._findings = findings
        self._ledger = ledger
        self.tables = tables
        self.by_terminal: dict[str, Account] = {}

    def say(self, what: str) -> None:
        """Complain about the row in hand."""
        self._findings.say(what)

    def of(self, terminal: str) -> Account:
        """Return a terminal's account."""
        return self.by_terminal.setdefault(terminal, Account())

    def credit(self, terminal: str) -> int:
        """Return what is on a credit meter."""
        return self._ledger.accounts.get(credit_of(terminal), 0)

    def has_left(self, terminal: str, number: int, before: int) -> bool:
        """Say whether an account has closed, or all it had, `before` the row, is on its way out."""
        account = self.of(terminal)
        if account.number != number or not account.open:
            return True
        return account.paying and not before and not self.tables.unsettled(terminal)

    def empty(self, terminal: str, account: Account) -> None:
        """Close an account that leaves once nothing of it is on a table, unless it won."""
        if account.leaving and not self.tables.unsettled(terminal):
            account.open, account.leaving = self.credit(terminal) > 0, False
            if not account.open:
                self.tables.leaves(terminal)

    def stay(self, terminal: str) -> None:
        """Keep an account open whose last wagers a correction lifted: no round decides them."""
        account = self.of(terminal)
        account.leaving = account.leaving and self.tables.unsettled(terminal) > 0


def _credited(accounts: Accounts, e: _Credited) -> None:
    account = accounts.of(e.terminal)
    number = account.number if account.open else account.number + 1
    if e.account not in (0, number):
        accounts.say(f"it goes to account {e.account} of {e.terminal} instead of {number}")
    account.number, account.open, account.leaving = number, True, False


def _requested(accounts: Accounts, e: ticket_event.CashOutRequested) -> None:
    accounts.of(e.terminal).paying = True


def _paid_out(accounts: Accounts, e: _Printed) -> None:
    account = accounts.of(e.terminal)
    account.paying, account.leaving = False, not accounts.credit(e.terminal)
    accounts.empty(e.terminal, account)


def _ended(accounts: Accounts, _: Event) -> None:
    for terminal, account in accounts.by_terminal.items():
        accounts.empty(terminal, account)


def _settled(accounts: Accounts, e: event.RoundSettled) -> None:
    settled = _found(accounts, e.table, e.round)
    if settled is not None:
        played = dict.fromkeys(stake.terminal for stake in settled.played)
        settled.accounts = {terminal: accounts.of(terminal).number for terminal in played}
    _ended(accounts, e)


def _found(accounts: Accounts, table: str, number: int) -> Settled | None:
    known = accounts.tables.tables.get(table)
    return known.settled.get(number) if known else None


def _reversed(accounts: Accounts, e: correction_event.SettlementReversed) -> None:
    settled = _found(accounts, e.table, e.round)
    if settled is None or accounts.tables.version < e.of_accounts:
        return
    settled.gone = {
        share.terminal
        for share in e.taken
        if accounts.has_left(
            share.terminal,
            settled.accounts.get(share.terminal, 0),
            accounts.credit(share.terminal) + share.credit,
        )
    }
    settled.claims = {share.terminal: -share.case for share in e.taken}
    accounts.tables.claims = {}
    _check(accounts, settled.gone, e.taken)
    for share in e.taken:
        accounts.stay(share.terminal)


def _given(
    accounts: Accounts, e: correction_event.RoundResettled | correction_event.SettledRoundVoided
) -> None:
    settled = accounts.tables.corrected
    if settled is None or accounts.tables.version < e.of_accounts:
        return
    _check(accounts, settled.gone, e.given)
    for share in e.given:
        settled.claims[share.terminal] = settled.claims.get(share.terminal, 0) + share.case
        owner = share.terminal, settled.accounts.get(share.terminal, 0)
        accounts.tables.claims[owner] = settled.claims[share.terminal]
        if share.credit:
            accounts.of(share.terminal).leaving = False


def _check(accounts: Accounts, gone: set[str], shares: Iterable[Share]) -> None:
    for share in shares:
        if share.terminal in gone and share.credit:
            accounts.say(f"the account of {share.terminal} that played has closed")
        if share.terminal not in gone and share.case:
            accounts.say(f"the account of {share.terminal} that played is open")


def _asked(accounts: Accounts, e: case_event.CasesAsked) -> None:
    claims = accounts.tables.claims
    due = {owner: amount for owner, amount in claims.items() if amount}
    if {(one.terminal, one.account): one.amount for one in e.claims} != due:
        accounts.say("it is not what the correction makes due to accounts that have closed")


RULES: Final[dict[type[Event], Callable[[Accounts, Any], None]]] = {
    event.NoteStacked: _credited,
    event.CmsCredited: _credited,
    ticket_event.TicketCredited: _credited,
    ticket_event.CashOutRequested: _requested,
    ticket_event.TicketPrinted: _paid_out,
    ticket_event.TicketPrintFailed: _paid_out,
    ticket_event.VoucherMade: _paid_out,
    event.RoundSettled: _settled,
    event.RoundVoided: _ended,
    correction_event.SettlementReversed: _reversed,
    correction_event.RoundResettled: _given,
    correction_event.SettledRoundVoided: _given,
    case_event.CasesAsked: _asked,
}
