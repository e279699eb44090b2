"""The auditor's own books: where money goes by each event, and what every account comes to.

Money moves from one account to another, so no event can be off balance.  An account is positive
when more came than went: a credit meter shows its balance, a drawer what it has paid out, a
stacker (where money comes from) the notes in it below zero, and so what a terminal owes us.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from openfelt.audit import (
    case_event,
    correction_event,
    craps_event,
    desk_event,
    drop_event,
    event,
    host_event,
    kiosk_event,
    ticket_event,
)
from openfelt.audit.event import Event, Stake
from openfelt.audit.finding import Findings, dollars

HOUSE: Final = "house"
TICKETS: Final = "tickets_outstanding"
HAND_PAYS: Final = "hand_pays_outstanding"
DEMANDED: Final = "demanded"
CAGE: Final = "cage"
UNCLAIMED: Final = "unclaimed"
CMS: Final = "cms"
TICKET_HOST: Final = "ticket_host"

# Whose money it is cannot be less than nothing.
_NEVER_BELOW_ZERO: Final = (
    *("terminal_credit:", "stake:", "commission_held:", "case_due:"),
    *(TICKETS, HAND_PAYS, DEMANDED, UNCLAIMED),
)

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


def held_of(terminal: str) -> str:
    """Name what is held of a terminal as commission."""
    return f"commission_held:{terminal}"


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
    yield e.amount, CMS, credit_of(e.terminal)


def _cms_back(e: event.CmsReversed) -> Iterator[Move]:
    yield e.amount, credit_of(e.terminal), CMS


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


def _held(e: craps_event.CommissionHeld) -> Iterator[Move]:
    yield e.amount, credit_of(e.terminal), held_of(e.terminal)


def _fees_back(e: craps_event.CommissionReturned) -> Iterator[Move]:
    for fee in e.shares:
        yield fee.amount, held_of(fee.terminal), credit_of(fee.terminal)


def _fees_earned(e: craps_event.CommissionEarned) -> Iterator[Move]:
    for fee in e.shares:
        yield fee.amount, held_of(fee.terminal), f"commission:{e.table}"


def _replayed(e: craps_event.RollsReplayed) -> Iterator[Move]:
    """Every account has what it has more from the table, and gives it what it has less."""
    bank = f"table_bank:{e.table}"
    for one in e.adjusted:
        more = (
            (one.credit, credit_of(one.terminal)),
            (-one.owed, _debt_of(one.terminal)),
            (one.case, _TO_HOUSE),
            (one.staked, stake_of(one.terminal)),
            (one.held, held_of(one.terminal)),
        )
        for amount, account in more:
            yield from _from_to(amount, bank, account)
    yield from _from_to(e.earned, bank, f"commission:{e.table}")


def _from_to(amount: int, source: str, target: str) -> Iterator[Move]:
    """Move an amount, or if it is less than nothing the other way."""
    if amount > 0:
        yield amount, source, target
    elif amount < 0:
        yield -amount, target, source


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


def _taken_over(e: host_event.ClaimCommitted) -> Iterator[Move]:
    """A ticket of another machine: the house owes us what we owe whoever brings it."""
    if not e.own:
        yield e.amount, TICKET_HOST, TICKETS


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


def _drawer_closed(e: desk_event.DrawerClosed) -> Iterator[Move]:
    """What was counted goes back; what is missing is held against whoever counted it."""
    yield from _from_to(e.counted, CAGE, e.drawer)
    owner = e.drawer.partition(":")[2]
    yield from _from_to(e.expected - e.counted, f"drawer_over_short:{owner}", e.drawer)


def _recorded(e: desk_event.PaymentRecorded) -> Iterator[Move]:
    """What was paid and did not leave the drawer: it was rounded, or is paid by the bank."""
    yield from _from_to(e.amount - e.cash, e.drawer, "rounding" if e.form == "cash" else "bank")


def _kiosk_counted(e: kiosk_event.KioskCounted) -> Iterator[Move]:
    """What is over is the house's, what is missing it has lost."""
    yield from _from_to(e.over, f"kiosk:{e.kiosk}", f"drawer_over_short:kiosk:{e.kiosk}")


def _rest_owed(e: kiosk_event.RestOwed) -> Iterator[Move]:
    """What was redeemed there stays in the kiosk, and the desk owes it."""
    yield e.amount, f"kiosk:{e.kiosk}", HAND_PAYS


def _dropped(e: drop_event.StackerRemoved) -> Iterator[Move]:
    if e.amount:
        yield e.amount, _TO_HOUSE, f"note_stacker:{e.terminal}"


def _drop_received(e: drop_event.DropReceived) -> Iterator[Move]:
    yield e.amount, f"note_stacker:{e.pit}/{e.terminal}", f"in_transit:{e.pit}"


def _drop_counted(e: drop_event.DropCounted) -> Iterator[Move]:
    """What was counted goes to the cage, what is missing is held against the stacker."""
    stacker = f"note_stacker:{e.stacker}"
    yield from _from_to(e.counted, CAGE, stacker)
    yield from _from_to(e.expected - e.counted, f"drawer_over_short:{stacker}", stacker)


def _unclaimed(e: drop_event.SlipsUnclaimed) -> Iterator[Move]:
    for one in e.tickets:
        yield one.amount, TICKETS, UNCLAIMED
    for one in e.vouchers:
        yield one.amount, HAND_PAYS, UNCLAIMED


# Every event that moves money.
MOVES: Final[dict[type[Event], Callable[[Any], Iterator[Move]]]] = {
    event.NoteStacked: _note,
    event.CmsCredited: _cms,
    event.CmsReversed: _cms_back,
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
    host_event.ClaimCommitted: _taken_over,
    host_event.TicketPaidElsewhere: lambda e: iter([(e.amount, TICKETS, TICKET_HOST)]),
    ticket_event.ReturnDemanded: lambda e: iter([(e.amount, _debt_of(e.terminal), DEMANDED)]),
    ticket_event.PaymentReturned: _returned,
    ticket_event.DemandDropped: lambda e: iter([(e.amount, DEMANDED, _debt_of(e.terminal))]),
    craps_event.CommissionHeld: _held,
    craps_event.CommissionReturned: _fees_back,
    craps_event.CommissionEarned: _fees_earned,
    craps_event.StandingReturned: lambda e: _back(e.refunded),
    craps_event.RollsReplayed: _replayed,
    desk_event.DrawerOpened: lambda e: _from_to(e.amount - e.was, e.drawer, CAGE),
    desk_event.DrawerFilled: lambda e: _from_to(e.amount, e.drawer, CAGE),
    desk_event.DrawerClosed: _drawer_closed,
    desk_event.PaymentRecorded: _recorded,
    kiosk_event.CassetteLoaded: lambda e: _from_to(e.amount, f"kiosk:{e.kiosk}", CAGE),
    kiosk_event.KioskCounted: _kiosk_counted,
    kiosk_event.RestOwed: _rest_owed,
    drop_event.StackerRemoved: _dropped,
    drop_event.DropReceived: _drop_received,
    drop_event.DropCounted: _drop_counted,
    drop_event.SlipsUnclaimed: _unclaimed,
    drop_event.UnclaimedReturned: lambda e: iter(
        [(e.amount, UNCLAIMED, TICKETS if e.is_ticket else HAND_PAYS)]
    ),
    case_event.CasesNoted: _cases,
    case_event.CaseSettled: _case_settled,
    case_event.CaseWrittenOff: _case_written_off,
}


CMS_EVENTS: Final = (event.CmsCredited, event.CmsReversed)


class Ledger:
    """The accounts of one stream."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self.accounts: dict[str, int] = {}
        # What was transferred to a meter that has never fallen below it since.
        self._unplayed: dict[str, int] = {}

    def post(self, event: Event) -> None:
        """Book an event, and say so when an account cannot bear it."""
        moves = MOVES.get(type(event))
        if moves is None:
            return
        accounts = self.accounts
        touched: list[str] = []
        if isinstance(event, CMS_EVENTS):
            self._transfer(event)
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
            if account in self._unplayed:
                self._unplayed[account] = min(self._unplayed[account], accounts[account])
            if accounts[account] < 0 and account.startswith(_NEVER_BELOW_ZERO):
                self._findings.say(f"{account} would stand at {dollars(accounts[account])}")

    def _transfer(self, e: event.CmsCredited | event.CmsReversed) -> None:
        """Let go back what was never played: the meter has always held as much."""
        meter = credit_of(e.terminal)
        left = min(self._unplayed.get(meter, 0), self.accounts.get(meter, 0))
        more = e.amount if isinstance(e, event.CmsCredited) else -e.amount
        if left + more < 0:
            self._findings.say(f"{dollars(left)} of what was transferred were not played")
        self._unplayed[meter] = max(0, left + more)

    def _check_left(self, terminal: str) -> None:
        """A player takes all his credit or none."""
        left = self.accounts[credit_of(terminal)]
        if left > 0:
            self._findings.say(f"{dollars(left)} of {terminal}'s credit stayed behind")
