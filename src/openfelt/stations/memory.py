"""What stations still show though the floor's state has let go of it.

The state holds what can still change.  A road of results, the last ticket of a terminal and what
its guest was told cannot, so they are folded beside it from durable events, a bounded number of
each.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import msgspec

from openfelt.floor.base import Event
from openfelt.floor.money.payout import (
    CashOutRequested,
    TicketPrinted,
    TicketPrintFailed,
    VoucherMade,
)
from openfelt.floor.play.craps.correction import RollsReplayed
from openfelt.floor.play.craps.retelling import outcome_of
from openfelt.floor.rounds.corrected import RoundResettled, SettledRoundVoided
from openfelt.floor.rounds.round import RoundSettled, RoundVoided
from openfelt.floor.rounds.settling import Paid, paid_to
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


class Wins(msgspec.Struct, frozen=True, gc=False):
    """What a round paid besides stakes, by terminal; a round that does not count paid nothing."""

    round: int
    paid: dict[str, int]


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
        self.wins: dict[str, Wins] = {}
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

    def _paid_out(self, table: str, number: int, paid: Sequence[Paid] = ()) -> None:
        """Keep what the newest round of a table paid, also where it is put right."""
        known = self.wins.get(table)
        if known is None or known.round <= number:
            self.wins[table] = Wins(number, {one.terminal: one.won for one in paid if one.won})

    def _settled(self, event: RoundSettled) -> None:
        self._add(event.table, _past(event))
        self._paid_out(event.table, event.round, event.paid)

    def _voided(self, event: RoundVoided) -> None:
        self._add(event.table, Past(event.round, "", -1, event.reason or "void"))
        self._paid_out(event.table, event.round)

    def _resettled(self, event: RoundResettled) -> None:
        past = msgspec.structs.replace(_past(event), corrected=True)
        self._replace(event.table, past)
        self._paid_out(event.table, event.round, event.paid)

    def _settled_voided(self, event: SettledRoundVoided) -> None:
        void = event.reason or "void"
        self._replace(event.table, Past(event.round, "", -1, void, corrected=True))
        self._paid_out(event.table, event.round)

    def _replayed(self, event: RollsReplayed) -> None:
        """Put the corrected roll right; those that were played again with it fell as they fell."""
        if event.void:
            self._paid_out(event.table, event.round)
        for again in event.rounds[-1:]:
            paid = paid_to(again.settled.layouts, again.settled.returned)
            self._paid_out(event.table, again.number, paid)
        if event.void:
            void = event.reason or "void"
            self._replace(event.table, Past(event.round, "", -1, void, corrected=True))
            return
        settled = event.rounds[0].settled
        outcome = outcome_of(settled)
        past = Past(event.round, outcome.words, outcome.place, fingerprint=settled.fingerprint)
        self._replace(event.table, msgspec.structs.replace(past, corrected=True))

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
    RollsReplayed: Memory._replayed,
    CashOutRequested: Memory._paying,
    TicketPrinted: Memory._paid,
    TicketPrintFailed: Memory._paid,
    VoucherMade: Memory._paid,
}
# The names of the events that matter here.
remembered: Final = frozenset(event.__name__ for event in (*_FOLDS, *FOLDS))
