"""The page of whoever is in charge of a table: its state, its terminals, stop, go on, void."""

from functools import partial

import msgspec

from openfelt.floor.state import SpotState, State, Table, Terminal
from openfelt.floor.wagers import layout
from openfelt.stations.dealer import Seat, on_bets, seats_of
from openfelt.stations.dispute import CalledBy, DisputeView, dispute_views
from openfelt.stations.key import Key, Look, keys
from openfelt.stations.procedures.every import rare_seat_acts, seat_acts
from openfelt.stations.procedures.whole import desk_of
from openfelt.stations.suspension import Suspension, suspension_of


class SeatWager(msgspec.Struct, frozen=True, gc=False):
    """What a terminal has on one bet, and how far it has got."""

    bet: str
    amount: int
    state: SpotState


class SeatMoney(msgspec.Struct, frozen=True, gc=False):
    """What a terminal holds and has on this table, for whoever settles a dispute there."""

    terminal: str
    credit: int
    paying_out: int
    wagers: tuple[SeatWager, ...] = ()


class SeatReport(msgspec.Struct, frozen=True, gc=False):
    """What a terminal that failed showed of a round, for whoever compares it with what is so.

    `wagers` is what it showed there at the close, None where it showed no closed layout.
    """

    terminal: str
    round: int
    credit: int
    wagers: dict[str, int] | None


class OpenOrder(msgspec.Struct, frozen=True, gc=False):
    """Something a device was told to do and has not reported; ticket numbers are not shown."""

    device: str
    kind: str
    due: int


class TableView(msgspec.Struct, frozen=True, gc=False):
    """A table to its manager, and what he can do to it; a closed act says why.

    `correctable` are the settled rounds that are not final.  Of `seat_acts` each terminal names its
    own; `rare_seat_acts` can be done to all.  `reports` are of terminals that have a fault.
    """

    table: str
    seats: tuple[Seat, ...]
    money: tuple[SeatMoney, ...]
    suspension: Suspension | None
    on_bets: dict[str, int]
    orders: tuple[OpenOrder, ...]
    correctable: tuple[int, ...]
    acts: tuple[Key, ...]
    rare_acts: tuple[Key, ...]
    seat_acts: tuple[Key, ...]
    rare_seat_acts: tuple[Key, ...]
    reports: tuple[SeatReport, ...] = ()
    disputes: tuple[DisputeView, ...] = ()


def _orders(state: State, table: Table, terminals: set[str]) -> tuple[OpenOrder, ...]:
    return tuple(
        OpenOrder(order.device, order.kind, order.due)
        for order in state.orders.values()
        if order.at == table.name or order.at in terminals
    )


def _seat_acts(state: State, terminal: Terminal) -> tuple[str, ...]:
    fails = ("return",) if terminal.out_of_service or terminal.fault else ()
    works = () if terminal.out_of_service else ("faulty",)
    bars = "admit" if terminal.excluded or terminal.keeps_to else "exclude"
    decides = ("decide_objection",) if terminal.name in state.objections else ()
    return *decides, *fails, *works, bars


def _reports(state: State, table: Table, seats: tuple[Seat, ...]) -> tuple[SeatReport, ...]:
    """Return the records of terminals that failed.

    Rule: AC 6.1; AC 6.3; SB 7.1
    """
    found = ((one.terminal, state.terminals[one.terminal].reports) for one in seats if one.fault)
    return tuple(
        SeatReport(terminal, said.round, said.credit, said.wagers)
        for terminal, reports in found
        if (said := reports.get(table.name)) is not None
    )


def _wagers(table: Table, terminal: str) -> tuple[SeatWager, ...]:
    """Return what a terminal has on a table, in the order in which it was laid."""
    spots = sorted(layout.of(table, terminal).values(), key=lambda spot: spot.order)
    return tuple(SeatWager(spot.bet, spot.amount, spot.state) for spot in spots)


def table_view(
    state: State, name: str, person: str, now: int, *, demo: bool, called: CalledBy = str
) -> TableView:
    """Build a table's page for the person who is signed in; `called` gives people their names."""
    table = state.tables[name]
    look, desk = Look(state, table, person, now, demo), desk_of(state, table)
    seats = seats_of(state, table, partial(_seat_acts, state))
    money = tuple(
        SeatMoney(
            seat.terminal, terminal.credit, terminal.paying_out, _wagers(table, seat.terminal)
        )
        for seat in seats
        if (terminal := state.terminals[seat.terminal]).open
    )
    return TableView(
        table=name,
        seats=seats,
        money=money,
        suspension=suspension_of(state, table, called),
        on_bets=on_bets(table),
        orders=_orders(state, table, {seat.terminal for seat in seats}),
        correctable=tuple(table.settled),
        acts=keys(desk.acts, look),
        rare_acts=keys(desk.rare_acts, look),
        seat_acts=seat_acts(state, table),
        rare_seat_acts=rare_seat_acts(state, table),
        reports=_reports(state, table, seats),
        disputes=dispute_views(state, (name,), person, now, called),
    )
