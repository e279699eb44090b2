"""The page of whoever is in charge of a table: its state, its terminals, stop, go on, void."""

import msgspec

from openfelt.floor.state import State, Table, Terminal
from openfelt.stations.dealer import Seat, on_bets, seats_of
from openfelt.stations.key import Key, Look, keys
from openfelt.stations.procedures.every import SEAT_ACTS, rare_seat_acts
from openfelt.stations.procedures.whole import desk_of


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


class TableView(msgspec.Struct, frozen=True, gc=False):
    """A table to its manager, and what he can do to it; a closed act says why.

    `correctable` are the settled rounds that are not final.  Of `seat_acts` each terminal names its
    own; `rare_seat_acts` can be done to all.
    """

    table: str
    seats: tuple[Seat, ...]
    money: tuple[SeatMoney, ...]
    on_bets: dict[str, int]
    orders: tuple[OpenOrder, ...]
    correctable: tuple[int, ...]
    acts: tuple[Key, ...]
    rare_acts: tuple[Key, ...]
    seat_acts: tuple[Key, ...]
    rare_seat_acts: tuple[Key, ...]


def _orders(state: State, table: Table, terminals: set[str]) -> tuple[OpenOrder, ...]:
    return tuple(
        OpenOrder(order.device, order.kind, order.due)
        for order in state.orders.values()
        if order.at == table.name or order.at in terminals
    )


def _seat_acts(terminal: Terminal) -> tuple[str, ...]:
    works = "return" if terminal.out_of_service else "faulty"
    return works, "admit" if terminal.excluded or terminal.keeps_to else "exclude"


def table_view(state: State, name: str, person: str, now: int, *, demo: bool) -> TableView:
    """Build a table's page for the person who is signed in."""
    table = state.tables[name]
    look, desk = Look(state, table, person, now, demo), desk_of(state, table)
    seats = seats_of(state, table, _seat_acts)
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
        acts=keys(desk.acts, look),
        rare_acts=keys(desk.rare_acts, look),
        seat_acts=SEAT_ACTS,
        rare_seat_acts=rare_seat_acts(state, table),
    )
