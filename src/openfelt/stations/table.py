"""The page of whoever is in charge of a table: its state, its terminals, stop, go on, void."""

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.play.cards.shoe_change import ChangeShoe, VoidShoe
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.invalidation import FRAUD, InvalidateOutcome
from openfelt.floor.rounds.malfunction import DeclareMalfunction
from openfelt.floor.rounds.notice import ChangeLimits, CloseTable
from openfelt.floor.rounds.pause import ResumeTable, SuspendTable
from openfelt.floor.rounds.round import VoidRound
from openfelt.floor.state import State, Table
from openfelt.floor.wagers.dispensation import Dispense
from openfelt.stations.allowed import Reason, one_of, why_not, why_not_asked
from openfelt.stations.dealer import Seat, on_bets, seats_of


class SeatMoney(msgspec.Struct, frozen=True, gc=False):
    """What a terminal holds, for whoever settles a dispute there."""

    terminal: str
    credit: int
    paying_out: int


class OpenOrder(msgspec.Struct, frozen=True, gc=False):
    """Something a device was told to do and has not reported; ticket numbers are not shown."""

    device: str
    kind: str
    due: int


class MayManage(msgspec.Struct, frozen=True, gc=False):
    """Why each power is closed to the person who is signed in, or ""."""

    suspend: Reason
    resume: Reason
    void: Reason
    correct: Reason
    invalidate: Reason
    dispense: Reason
    change_shoe: Reason
    void_shoe: Reason
    malfunction: Reason
    change_limits: Reason
    close: Reason


class TableView(msgspec.Struct, frozen=True, gc=False):
    """A table to its manager; `correctable` are the settled rounds that are not final."""

    table: str
    seats: tuple[Seat, ...]
    money: tuple[SeatMoney, ...]
    on_bets: dict[str, int]
    orders: tuple[OpenOrder, ...]
    correctable: tuple[int, ...]
    may: MayManage


def _may_manage(state: State, table: Table, person: str, now: int) -> MayManage:
    name = table.name
    limits = ChangeLimits(name, person, table.limits, now=False)
    nobody = Dispense(name, "", "", 0, person, "")
    correct = _correct(state, table, person, now)
    return MayManage(
        suspend=why_not(state, SuspendTable(name, person, ""), now),
        resume=why_not(state, ResumeTable(name, person), now),
        # A settled round that may be corrected may also be voided, by its number.
        void=one_of((why_not(state, VoidRound(name, person, ""), now), correct)),
        correct=correct,
        invalidate=_invalidate(state, table, person, now),
        dispense=why_not_asked(state, nobody, now, Refusal.TERMINAL_OUT_OF_SERVICE),
        change_shoe=why_not(state, ChangeShoe(name, person, ""), now),
        void_shoe=why_not(state, VoidShoe(name, person, ""), now),
        malfunction=why_not(state, DeclareMalfunction(name, person, ""), now),
        change_limits=why_not(state, limits, now),
        close=why_not(state, CloseTable(name, person, now=False), now),
    )


def _correct(state: State, table: Table, person: str, now: int) -> Reason:
    """Ask for the last settled round and for one whose result is pending, with no outcome yet."""
    asked = [StateActualOutcome(table.name, person, "", round=n) for n in (0, table.round)]
    match = Refusal.RESULT_DOES_NOT_MATCH
    return one_of(why_not_asked(state, one, now, match) for one in asked)


def _invalidate(state: State, table: Table, person: str, now: int) -> Reason:
    """Ask for the undecided round, and for fraud in the last settled one.

    Nobody's wager is asked to be kept, so that no refund of a whole table is worked out to look.
    """
    nobody = ("",) if state.rules(table).policy.forfeits_fraud else ()
    rounds = (0, max(table.settled, default=0))
    asked = [InvalidateOutcome(table.name, person, FRAUD, "", nobody, n) for n in rounds]
    return one_of(why_not_asked(state, one, now, Refusal.BET_NOT_OFFERED) for one in asked)


def _orders(state: State, table: Table, terminals: set[str]) -> tuple[OpenOrder, ...]:
    return tuple(
        OpenOrder(order.device, order.kind, order.due)
        for order in state.orders.values()
        if (where := order.device.partition("@")[2]) == table.name or where in terminals
    )


def table_view(state: State, name: str, person: str, now: int) -> TableView:
    """Build a table's page for the person who is signed in."""
    table = state.tables[name]
    seats = seats_of(state, table)
    money = tuple(
        SeatMoney(seat.terminal, terminal.credit, terminal.paying_out)
        for seat in seats
        if (terminal := state.terminals[seat.terminal]).open
    )
    return TableView(
        table=name,
        seats=seats,
        money=money,
        on_bets=on_bets(table),
        orders=_orders(state, table, {seat.terminal for seat in seats}),
        correctable=tuple(table.settled),
        may=_may_manage(state, table, person, now),
    )
