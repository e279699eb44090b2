"""The statements of a pit's terminals, folded from durable events of the pit and of the house."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from openfelt.floor.base import Event
from openfelt.floor.money.account import CmsCredited, NoteStacked
from openfelt.floor.money.case import CasesAsked
from openfelt.floor.money.cms_reversal import CmsReversed
from openfelt.floor.money.payout import (
    CashOutRequested,
    TicketCredited,
    TicketPrinted,
    TicketPrintFailed,
    VoucherMade,
)
from openfelt.floor.money.ticket import (
    HandPayHeld,
    HandPayPaid,
    HoldReleased,
    TicketHeld,
    TicketRedeemed,
    voucher_of,
)
from openfelt.floor.money.ticket_host import TicketPaidElsewhere
from openfelt.floor.money.voucher import VoucherOrdered
from openfelt.floor.people.news import NewsAcknowledged
from openfelt.floor.play.craps.correction import RollsReplayed
from openfelt.floor.rounds.corrected import (
    RoundResettled,
    SettledRoundVoided,
    SettlementReversed,
    Share,
)
from openfelt.floor.rounds.malfunction import WagersVoided
from openfelt.floor.rounds.round import RoundSettled, RoundVoided, WageringClosed
from openfelt.floor.rounds.standing_void import StandingReturned
from openfelt.floor.state import Stake
from openfelt.floor.wagers.commission import CommissionEarned
from openfelt.floor.wagers.dispensation import DispensationGiven
from openfelt.stations.statement import UNHEARD, LineKind, SlipState, Statement


class Statements:
    """See the module."""

    def __init__(self) -> None:
        self._of: dict[str, Statement] = {}
        # What a settlement that is being put right had paid, and why it is: the next row gives.
        self._taken: dict[str, tuple[dict[str, Share], str]] = {}
        # Where each terminal's last slip was made, and the line it stands in; by either name.
        self._slips: dict[str, tuple[str, int]] = {}
        self._last_slip: dict[str, str] = {}
        # Why staff has a credit paid by hand: the cash-out follows.
        self._ordered: dict[str, str] = {}

    def of(self, terminal: str) -> Statement:
        """Return a terminal's statement."""
        known = self._of.get(terminal)
        if known is None:
            known = self._of[terminal] = Statement()
        return known

    def take(self, event: Event, at: int) -> None:
        """Fold one durable event of the pit."""
        handler = FOLDS.get(type(event))
        if handler is not None:
            handler(self, event, at)

    def take_slip(self, event: Event, at: int) -> str:
        """Fold what the house did with a slip; return whose screen it concerns, "" for none."""
        told = _SLIPS.get(type(event))
        number: str = getattr(event, "number", "") or getattr(event, "voucher", "")
        terminal, line = self._slips.get(number, ("", 0))
        if told is None or not terminal:
            return ""
        # Only rows of earlier releases release by the event that withholds.
        slip: SlipState = told if getattr(event, "held", True) else "released"
        self.of(terminal).change(line, slip, at)
        return terminal

    # What a guest does himself

    def _note(self, event: NoteStacked, at: int) -> None:
        self._money_in(event, at).add(at, "note", event.amount)

    def _transfer(self, event: CmsCredited, at: int) -> None:
        self._money_in(event, at).add(at, "transfer", event.amount)

    def _transfer_back(self, event: CmsReversed, at: int) -> None:
        self.of(event.terminal).add(at, "transfer_back", -event.amount, news=True)

    def _ticket_in(self, event: TicketCredited, at: int) -> None:
        """Add a ticket that was taken in; its row may be read twice at a start."""
        digits, statement = event.number[-4:], self._money_in(event, at)
        last = statement.lines.get(statement.count)
        same = (event.amount, digits)
        if last is None or last.kind != "ticket_in" or (last.amount, last.digits) != same:
            statement.add(at, "ticket_in", event.amount, digits=digits)

    def _money_in(self, event: NoteStacked | CmsCredited | TicketCredited, at: int) -> Statement:
        statement = self.of(event.terminal)
        statement.money_in(event.account, at)
        return statement

    def _settled(self, event: RoundSettled, at: int) -> None:
        of, table, number = self.of, event.table, event.round
        for paid in event.paid:
            of(paid.terminal).add_round(at, table, number, paid.credited, paid.staked)

    def _paying(self, event: CashOutRequested, at: int) -> None:
        terminal, number = event.terminal, event.number
        statement, reason = self.of(terminal), self._ordered.pop(terminal, "")
        slip: SlipState = "by_hand" if event.by_hand else "printing"
        what = {"digits": number[-4:], "reason": reason}
        line = statement.add(at, "cash_out", -event.amount, news=True, slip=slip, **what)
        old = self._last_slip.get(terminal, "")
        for name in (old, voucher_of(old)):
            self._slips.pop(name, None)
        self._last_slip[terminal] = number
        self._slips[number] = self._slips[voucher_of(number)] = (terminal, line)

    def _paid(self, event: TicketPrinted | TicketPrintFailed | VoucherMade, at: int) -> None:
        terminal, line = self._slips.get(event.number, ("", 0))
        if terminal:
            self.of(terminal).change(line, _ENDS[type(event)], at)

    def _read(self, event: NewsAcknowledged, at: int) -> None:
        self.of(event.terminal).read(event.line, at)

    # What is done to him

    def _ordered_by_hand(self, event: VoucherOrdered, _: int) -> None:
        self._ordered[event.terminal] = event.reason

    def _closed(self, event: WageringClosed, at: int) -> None:
        """Note what went back because it was not confirmed or not in the limits: by the rules."""
        self._back(event, "unconfirmed", event.returned, at, news=False)

    def _voided(self, event: RoundVoided, at: int) -> None:
        self._back(event, "void", event.refunded, at, reason=event.reason)
        self._back(event, "kept", event.forfeited, at, reason=event.reason)

    def _standing_returned(self, event: StandingReturned, at: int) -> None:
        self._back(event, "standing", event.refunded, at, reason=event.reason)

    def _commission(self, event: CommissionEarned, at: int) -> None:
        """Note what decided wagers cost besides their stakes; its row may be read twice."""
        table, number = event.table, event.round
        for fee in event.shares:
            statement = self.of(fee.terminal)
            if not statement.has("commission", table, number):
                statement.add(at, "commission", -fee.amount, table=table, round=number)

    def _wagers_voided(self, event: WagersVoided, at: int) -> None:
        self._back(event, "returned", event.refunded, at)

    def _back(
        self,
        event: WageringClosed | RoundVoided | WagersVoided | StandingReturned,
        kind: LineKind,
        stakes: Iterable[Stake],
        at: int,
        *,
        news: bool = True,
        reason: str = "",
    ) -> None:
        sums: dict[str, int] = {}
        for stake in stakes:
            sums[stake.terminal] = sums.get(stake.terminal, 0) + stake.amount
        what = {"table": event.table, "round": event.round, "reason": reason}
        for terminal, amount in sums.items():
            signed = -amount if kind == "kept" else amount
            self.of(terminal).add(at, kind, signed, news=news, **what)

    def _dispensed(self, event: DispensationGiven, at: int) -> None:
        where = {"table": event.table, "round": event.round, "bet": event.bet}
        change = event.stood - event.stands
        statement = self.of(event.terminal)
        statement.add(at, "dispensed", change, news=True, reason=event.reason, **where)

    def _reversed(self, event: SettlementReversed, _: int) -> None:
        taken = {share.terminal: share for share in event.taken}
        self._taken[event.table] = (taken, event.reason)

    def _resettled(self, event: RoundResettled, at: int) -> None:
        self._put_right(event, "corrected", at)

    def _settled_voided(self, event: SettledRoundVoided, at: int) -> None:
        self._put_right(event, "settled_void", at)

    def _put_right(
        self, event: RoundResettled | SettledRoundVoided, kind: LineKind, at: int
    ) -> None:
        """Tell whoever played the round what became of his credit, also where nothing did.

        What is due to or from an account that has closed is the desk's to tell.
        """
        taken, reason = self._taken.pop(event.table, ({}, ""))
        where = {"table": event.table, "round": event.round, "reason": reason}
        for share in event.given:
            before = taken.get(share.terminal)
            if before is None or before.case or share.case:
                continue
            statement = self.of(share.terminal)
            change, owed = share.credit - before.credit, before.owed - share.owed
            if change or statement.played_in(event.table, event.round):
                statement.add(at, kind, change, news=True, owed=owed, **where)

    def _replayed(self, event: RollsReplayed, at: int) -> None:
        """Tell everybody what a roll that was corrected made of his credit, with all that followed.

        What is due to or from an account that has closed is the desk's to tell, and what it owes no
        more is nothing to whoever sits there now.
        """
        kind: LineKind = "settled_void" if event.void else "corrected"
        where = {"table": event.table, "round": event.round, "reason": event.reason}
        for one in event.adjusted:
            statement = self.of(one.terminal)
            if not one.case and statement.account in (UNHEARD, one.account):
                statement.add(at, kind, one.credit, news=True, owed=one.owed, **where)

    def _cases(self, event: CasesAsked, at: int) -> None:
        """Tell a guest who has cashed out and may still stand there what is due at the desk."""
        where = {"table": event.table, "round": event.round, "reason": event.reason}
        for claim in event.claims:
            statement = self.of(claim.terminal)
            if statement.account == claim.account and statement.waits_for_slip:
                statement.add(at, "case", claim.amount, news=True, **where)


_ENDS: Final[dict[type[Event], SlipState]] = {
    TicketPrinted: "printed",
    TicketPrintFailed: "failed",
    VoucherMade: "voucher",
}
# What the house does with a slip that its guest may still wait for.
_SLIPS: Final[dict[type[Event], SlipState]] = {
    TicketHeld: "held",
    HandPayHeld: "held",
    HoldReleased: "released",
    HandPayPaid: "paid",
    TicketRedeemed: "paid",
    TicketPaidElsewhere: "paid",
}
FOLDS: Final[dict[type[Event], Callable[[Statements, Any, int], None]]] = {
    NoteStacked: Statements._note,
    CmsCredited: Statements._transfer,
    CmsReversed: Statements._transfer_back,
    TicketCredited: Statements._ticket_in,
    RoundSettled: Statements._settled,
    CashOutRequested: Statements._paying,
    TicketPrinted: Statements._paid,
    TicketPrintFailed: Statements._paid,
    VoucherMade: Statements._paid,
    NewsAcknowledged: Statements._read,
    VoucherOrdered: Statements._ordered_by_hand,
    WageringClosed: Statements._closed,
    RoundVoided: Statements._voided,
    StandingReturned: Statements._standing_returned,
    CommissionEarned: Statements._commission,
    WagersVoided: Statements._wagers_voided,
    DispensationGiven: Statements._dispensed,
    SettlementReversed: Statements._reversed,
    RoundResettled: Statements._resettled,
    SettledRoundVoided: Statements._settled_voided,
    RollsReplayed: Statements._replayed,
    CasesAsked: Statements._cases,
}
# The names of the house's events that matter here.
told_of_slips: Final = frozenset(event.__name__ for event in _SLIPS)
