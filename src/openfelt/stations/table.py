"""The page of whoever is in charge of a table: its state, its terminals, stop, go on, void."""

from collections.abc import Callable

import msgspec

from openfelt.floor.people.power import resumes, roles_for
from openfelt.floor.rounds.pause import MUST_BE_VOIDED
from openfelt.floor.state import SpotState, State, Table, Terminal
from openfelt.floor.wagers import layout
from openfelt.rulebooks.powers import Act
from openfelt.stations.dealer import Seat, on_bets, seats_of
from openfelt.stations.key import Key, Look, keys
from openfelt.stations.procedures.every import SEAT_ACTS, rare_seat_acts
from openfelt.stations.procedures.whole import desk_of

# How people call somebody whom the journal knows by an id.
CalledBy = Callable[[str], str]


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


class Suspension(msgspec.Struct, frozen=True, gc=False):
    """Why a table stands still: who stopped it, "" where nobody did, since when, in his words.

    `roles` may let it go on; where `goes_on` is no, they can only declare the round void.
    """

    by: str
    since: int
    reason: str
    goes_on: bool
    roles: tuple[str, ...]


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
    suspension: Suspension | None
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


def _wagers(table: Table, terminal: str) -> tuple[SeatWager, ...]:
    """Return what a terminal has on a table, in the order in which it was laid."""
    spots = sorted(layout.of(table, terminal).values(), key=lambda spot: spot.order)
    return tuple(SeatWager(spot.bet, spot.amount, spot.state) for spot in spots)


def _suspension(state: State, table: Table, called: CalledBy) -> Suspension | None:
    if not table.suspended:
        return None
    stopped, goes_on = table.stopped, table.suspended not in MUST_BE_VOIDED
    roles = resumes(state, table) if goes_on else roles_for(state, table, Act.VOID)
    by = called(stopped.person) if stopped.person else ""
    each_once = tuple(dict.fromkeys(role.value for role in roles))
    return Suspension(by, stopped.since, stopped.reason, goes_on, each_once)


def table_view(
    state: State, name: str, person: str, now: int, *, demo: bool, called: CalledBy = str
) -> TableView:
    """Build a table's page for the person who is signed in; `called` gives people their names."""
    table = state.tables[name]
    look, desk = Look(state, table, person, now, demo), desk_of(state, table)
    seats = seats_of(state, table, _seat_acts)
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
        suspension=_suspension(state, table, called),
        on_bets=on_bets(table),
        orders=_orders(state, table, {seat.terminal for seat in seats}),
        correctable=tuple(table.settled),
        acts=keys(desk.acts, look),
        rare_acts=keys(desk.rare_acts, look),
        seat_acts=SEAT_ACTS,
        rare_seat_acts=rare_seat_acts(state, table),
    )
