"""The auditor's own books: where money goes by each event, and what every account comes to.

Money moves from one account to another, so no event can be off balance.  An account is positive
when more came than went: a credit meter shows its balance, a drawer what it has paid out, a
stacker (where money comes from) the notes in it below zero, and so what a terminal owes us.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from openfelt.audit import case_event, correction_event, event, ticket_event
from openfelt.audit.event import Event, Stake
from openfelt.audit.finding import Findings, dollars

HOUSE: Final = "house"
TICKETS: Final = "tickets_outstanding"
HAND_PAYS: Final = "hand_pays_outstanding"
DEMANDED: Final = "demanded"

# Whose money it is cannot be less than nothing.
_NEVER_BELOW_ZERO: Final = ("terminal_credit:", "stake:", "case_due:", TICKETS, HAND_PAYS, DEMANDED)

# A settlement may give nothing on a wager; nothing else moves nothing.
_BANK: Final = "table_bank:"

_TO_HOUSE: Final = f"in_transit:{HOUSE}"

Move = tuple[int, str, str]


def credit_of(terminal: str) -> str:
    """Name a credit meter."""
    return f"terminal_credit:{terminal}"


def stake_of(terminal: str) -> str:
    """Name what a terminal has on its tables."""
    return f"stake:{terminal}"


def _debt_of(terminal: str) -> str:
    return f"recoverable:{terminal}"


def _due_to(terminal: str) -> str:
    return f"case_due:{terminal}"


def _staged(terminal: str, amount: int) -> Move:
    return amount, credit_of(terminal), stake_of(terminal)


def _back(stakes: tuple[Stake, ...]) -> Iterator[Move]:
    for stake in stakes:
        yield stake.amount, stake_of(stake.terminal), credit_of(stake.terminal)


def _note(e: event.NoteStacked) -> Iterator[Move]:
    yield e.amount, f"note_stacker:{e.terminal}", credit_of(e.terminal)


def _cms(e: event.CmsCredited) -> Iterator[Move]:
    yield e.amount, "cms", credit_of(e.terminal)


def _wager(e: event.WagerStaged) -> Iterator[Move]:
    yield _staged(e.terminal, e.amount)


def _layout(e: event.LayoutStaged) -> Iterator[Move]:
    for stake in e.wagers:
        yield _staged(e.terminal, stake.amount)


def _taken_down(e: event.WagerTakenDown) -> Iterator[Move]:
    yield e.amount, stake_of(e.terminal), credit_of(e.terminal)


def _cancelled(e: event.WagersCancelled) -> Iterator[Move]:
    for stake in e.wagers:
        yield stake.amount, stake_of(e.terminal), credit_of(e.terminal)


def _settled(e: event.RoundSettled) -> Iterator[Move]:
    bank = f"table_bank:{e.table}"
    for paid in e.paid:
        yield paid.staked, stake_of(paid.terminal), bank
        yield paid.credited, bank, credit_of(paid.terminal)


def _reversed(e: correction_event.SettlementReversed) -> Iterator[Move]:
    bank = f"table_bank:{e.table}"
    for share in e.taken:
        yield share.credit, credit_of(share.terminal), bank
        yield share.owed, _debt_of(share.terminal), bank
        if share.case:
            yield share.case, _TO_HOUSE, bank
    for paid in e.paid:
        yield paid.staked, bank, stake_of(paid.terminal)


def _resettled(e: correction_event.RoundResettled) -> Iterator[Move]:
    bank = f"table_bank:{e.table}"
    for paid in e.paid:
        yield paid.staked, stake_of(paid.terminal), bank
    yield from _given(bank, e.given)


def _given(bank: str, given: tuple[correction_event.Share, ...]) -> Iterator[Move]:
    for share in given:
        yield share.credit, bank, credit_of(share.terminal)
        yield share.owed, bank, _debt_of(share.terminal)
        if share.case:
            yield share.case, bank, _TO_HOUSE


def _settled_voided(e: correction_event.SettledRoundVoided) -> Iterator[Move]:
    bank = f"table_bank:{e.table}"
    for stake in (*e.refunded, *e.forfeited):
        yield stake.amount, stake_of(stake.terminal), bank
    yield from _given(bank, e.given)


def _voided(e: event.RoundVoided) -> Iterator[Move]:
    yield from _back(e.refunded)
    for stake in e.forfeited:
        yield stake.amount, stake_of(stake.terminal), f"table_bank:{e.table}"


def _dispensed(e: correction_event.DispensationGiven) -> Iterator[Move]:
    if e.stands > e.stood:
        yield _staged(e.terminal, e.stands - e.stood)
    else:
        yield e.stood - e.stands, stake_of(e.terminal), credit_of(e.terminal)


def _cash_out(e: ticket_event.CashOutRequested) -> Iterator[Move]:
    yield e.amount, credit_of(e.terminal), f"in_transit:{HOUSE}"


def _ticket_in(e: ticket_event.TicketCredited) -> Iterator[Move]:
    yield e.amount, f"in_transit:{HOUSE}", credit_of(e.terminal)


def _opened(e: ticket_event.TicketOpened) -> Iterator[Move]:
    yield e.amount, f"in_transit:{e.pit}", TICKETS


def _hand_pay_opened(e: ticket_event.HandPayOpened) -> Iterator[Move]:
    yield e.amount, f"in_transit:{e.pit}", HAND_PAYS


def _hand_pay(e: ticket_event.TicketBecameHandPay) -> Iterator[Move]:
    yield e.amount, TICKETS, HAND_PAYS


def _redeemed(e: ticket_event.TicketRedeemed) -> Iterator[Move]:
    yield e.amount, TICKETS, f"in_transit:{e.pit}" if e.pit else e.where


def _paid(e: ticket_event.HandPayPaid) -> Iterator[Move]:
    yield e.amount, HAND_PAYS, e.drawer


def _cases(e: case_event.CasesNoted) -> Iterator[Move]:
    """What is due to somebody is kept for him, what is due from him is held against him."""
    way = f"in_transit:{e.pit}"
    for one in e.entries:
        more_due = max(0, one.stands) - max(0, one.was)
        more_owed = max(0, -one.stands) - max(0, -one.was)
        debt = "written_off" if one.forgiven else _debt_of(one.terminal)
        if more_due > 0:
            yield more_due, way, _due_to(one.terminal)
        if more_due < 0:
            yield -more_due, _due_to(one.terminal), way
        if more_owed > 0:
            yield more_owed, debt, way
        if more_owed < 0:
            yield -more_owed, way, debt


def _case_settled(e: case_event.CaseSettled) -> Iterator[Move]:
    if e.amount > 0:
        yield e.amount, _due_to(e.terminal), HAND_PAYS
    else:
        yield -e.amount, e.drawer, _debt_of(e.terminal)


def _case_written_off(e: case_event.CaseWrittenOff) -> Iterator[Move]:
    yield -e.amount, "written_off", _debt_of(e.terminal)


def _returned(e: ticket_event.PaymentReturned) -> Iterator[Move]:
    yield e.amount, e.drawer, _debt_of(e.terminal)
    yield e.amount, DEMANDED, HAND_PAYS


# Every event that moves money.
MOVES: Final[dict[type[Event], Callable[[Any], Iterator[Move]]]] = {
    event.NoteStacked: _note,
    event.CmsCredited: _cms,
    event.WagerStaged: _wager,
    event.LayoutStaged: _layout,
    event.WagerTakenDown: _taken_down,
    event.WagersCancelled: _cancelled,
    event.WageringClosed: lambda e: _back(e.returned),
    event.MadeNoBet: lambda e: _back(e.refunded),
    event.RoundSettled: _settled,
    event.RoundVoided: _voided,
    correction_event.SettlementReversed: _reversed,
    correction_event.RoundResettled: _resettled,
    correction_event.SettledRoundVoided: _settled_voided,
    correction_event.DispensationGiven: _dispensed,
    correction_event.WagersVoided: lambda e: _back(e.refunded),
    ticket_event.CashOutRequested: _cash_out,
    ticket_event.TicketCredited: _ticket_in,
    ticket_event.TicketOpened: _opened,
    ticket_event.TicketBecameHandPay: _hand_pay,
    ticket_event.HandPayOpened: _hand_pay_opened,
    ticket_event.TicketRedeemed: _redeemed,
    ticket_event.HandPayPaid: _paid,
    ticket_event.ReturnDemanded: lambda e: iter([(e.amount, _debt_of(e.terminal), DEMANDED)]),
    ticket_event.PaymentReturned: _returned,
    ticket_event.DemandDropped: lambda e: iter([(e.amount, DEMANDED, _debt_of(e.terminal))]),
    case_event.CasesNoted: _cases,
    case_event.CaseSettled: _case_settled,
    case_event.CaseWrittenOff: _case_written_off,
}


class Ledger:
    """The accounts of one stream."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self.accounts: dict[str, int] = {}

    def post(self, event: Event) -> None:
        """Book an event, and say so when an account cannot bear it."""
        moves = MOVES.get(type(event))
        if moves is None:
            return
        accounts = self.accounts
        touched: list[str] = []
        for amount, source, target in moves(event):
            if amount <= 0 and (amount < 0 or _BANK not in (source[:11], target[:11])):
                self._findings.say(f"it moves {dollars(amount)} from {source} to {target}")
            accounts[source] = accounts.get(source, 0) - amount
            accounts[target] = accounts.get(target, 0) + amount
            touched.append(source)
            if target.startswith("recoverable:") and accounts[target] > 0:
                self._findings.say(f"{target} gets {dollars(accounts[target])} more than it owes")
            if amount < 0:
                touched.append(target)
        if isinstance(event, ticket_event.CashOutRequested):
            self._check_left(event.terminal)
        for account in touched:
            if accounts[account] < 0 and account.startswith(_NEVER_BELOW_ZERO):
                self._findings.say(f"{account} would stand at {dollars(accounts[account])}")

    def _check_left(self, terminal: str) -> None:
        """A player takes all his credit or none."""
        left = self.accounts[credit_of(terminal)]
        if left > 0:
            self._findings.say(f"{dollars(left)} of {terminal}'s credit stayed behind")
