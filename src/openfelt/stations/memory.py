"""What stations still show though the floor's state has let go of it.

The state holds what can still change.  A road of results, the last ticket of a terminal and what
its guest was told cannot, so they are folded beside it from durable events, a bounded number of
each.
"""

from collections.abc import Callable
from typing import Any, Final, Literal

import msgspec

from openfelt.floor.base import Event
from openfelt.floor.money.payout import (
    CashOutRequested,
    TicketPrinted,
    TicketPrintFailed,
    VoucherMade,
)
from openfelt.floor.rounds.correction import RoundResettled, SettledRoundVoided
from openfelt.floor.rounds.round import RoundSettled, RoundVoided
from openfelt.stations.statements import FOLDS, Statements

RESULTS_KEPT: Final = 120


TicketState = Literal["printing", "printed", "failed", "by_hand", "voucher"]


class Past(msgspec.Struct, frozen=True, gc=False):
    """How a round ended; `void` is the reason it did not count.

    `fingerprint` names what it was played by: the table may play another game since.
    `corrected`: it had been settled otherwise before.
    """

    round: int
    outcome: str
    place: int
    void: str = ""
    fingerprint: str = ""
    corrected: bool = False


class LastTicket(msgspec.Struct, frozen=True, gc=False):
    """The last credit a terminal paid out; of an unpaid ticket only the last digits are shown.

    `failed` where the printer did not deliver and a cashier pays by voucher; `by_hand` where the
    amount is above what a ticket may carry.
    """

    amount: int
    digits: str
    state: TicketState


class Memory:
    """Results by table, tickets and statements by terminal, of one pit."""

    def __init__(self) -> None:
        self.statements = Statements()
        self.results: dict[str, list[Past]] = {}
        self.tickets: dict[str, LastTicket] = {}

    def take(self, event: Event, at: int = 0) -> None:
        """Fold one durable event of then (µs); most concern nobody here."""
        self.statements.take(event, at)
        handler = _FOLDS.get(type(event))
        if handler is not None:
            handler(self, event)

    def of(self, table: str) -> list[Past]:
        """Return the past of a table, oldest first."""
        return self.results.get(table, [])

    def _add(self, table: str, past: Past) -> None:
        """Add a round; one that is known is not added again, though its row be read twice."""
        kept = self.results.setdefault(table, [])
        if kept and kept[-1].round >= past.round:
            return
        kept.append(past)
        if len(kept) > RESULTS_KEPT:
            del kept[0]

    def _replace(self, table: str, past: Past) -> None:
        kept = self.results.get(table, [])
        for place, known in enumerate(kept):
            if known.round == past.round:
                kept[place] = past

    def _settled(self, event: RoundSettled) -> None:
        self._add(event.table, _past(event))

    def _voided(self, event: RoundVoided) -> None:
        self._add(event.table, Past(event.round, "", -1, event.reason or "void"))

    def _resettled(self, event: RoundResettled) -> None:
        past = msgspec.structs.replace(_past(event), corrected=True)
        self._replace(event.table, past)

    def _settled_voided(self, event: SettledRoundVoided) -> None:
        void = event.reason or "void"
        self._replace(event.table, Past(event.round, "", -1, void, corrected=True))

    def _paying(self, event: CashOutRequested) -> None:
        state: TicketState = "by_hand" if event.by_hand else "printing"
        self.tickets[event.terminal] = LastTicket(event.amount, event.number[-4:], state)

    def _paid(self, event: TicketPrinted | TicketPrintFailed | VoucherMade) -> None:
        known = self.tickets.get(event.terminal)
        if known is not None:
            self.tickets[event.terminal] = LastTicket(
                known.amount, known.digits, _ENDS[type(event)]
            )


def _past(event: RoundSettled | RoundResettled) -> Past:
    return Past(event.round, event.outcome, event.place, fingerprint=event.fingerprint)


_ENDS: Final[dict[type[Event], TicketState]] = {
    TicketPrinted: "printed",
    TicketPrintFailed: "failed",
    VoucherMade: "voucher",
}
_FOLDS: Final[dict[type[Event], Callable[[Memory, Any], None]]] = {
    RoundSettled: Memory._settled,
    RoundVoided: Memory._voided,
    RoundResettled: Memory._resettled,
    SettledRoundVoided: Memory._settled_voided,
    CashOutRequested: Memory._paying,
    TicketPrinted: Memory._paid,
    TicketPrintFailed: Memory._paid,
    VoucherMade: Memory._paid,
}
# The names of the events that matter here.
remembered: Final = frozenset(event.__name__ for event in (*_FOLDS, *FOLDS))
