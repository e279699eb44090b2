"""What the dealer sees of his table besides the public half."""

from collections.abc import Callable

import msgspec

from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.rounds.close_of_play import must_collect
from openfelt.floor.state import State, Table, Terminal
from openfelt.floor.wagers import layout
from openfelt.stations.key import Key, Look, keys
from openfelt.stations.procedures.whole import desk_of


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A terminal at the table: whether somebody plays there, and whether he is done betting.

    `collect`: the table closes and he is told to clear his credit.
    `acts` names what can be done to it where somebody in charge is shown it.
    """

    terminal: str
    seat: int
    open: bool
    staged: bool
    confirmed: bool
    called: bool
    out_of_service: bool
    excluded: bool
    acts: tuple[str, ...] = ()
    collect: bool = False


class DealerView(msgspec.Struct, frozen=True, gc=False):
    """The dealer's half: seats, what lies on each bet, the shoe, and his keys, row by row.

    `acts` and `rare_acts` are done with another person's authority.
    `result_by_agm`: the standby was forgotten, so the AGM enters this result.  `carried` are
    cards drawn too many.
    """

    table: str
    seats: tuple[Seat, ...]
    on_bets: dict[str, int]
    burned: bool
    standby: bool
    result_by_agm: bool
    carried: tuple[str, ...]
    keys: tuple[tuple[Key, ...], ...]
    acts: tuple[Key, ...]
    rare_acts: tuple[Key, ...]


def _nothing(_: Terminal) -> tuple[str, ...]:
    return ()


def seats_of(
    state: State, table: Table, acts: Callable[[Terminal], tuple[str, ...]] = _nothing
) -> tuple[Seat, ...]:
    """Return the terminals linked to a table, by seat, and what can be done to each."""
    seats = []
    for terminal in state.terminals.values():
        if table.name not in terminal.tables:
            continue
        spots = layout.of(table, terminal.name).values()
        seats.append(
            Seat(
                terminal.name,
                terminal.seat,
                terminal.open,
                staged=any(spot.state == "staged" for spot in spots),
                confirmed=any(spot.state != "staged" for spot in spots),
                called=f"call:{terminal.name}" in state.tasks,
                out_of_service=terminal.out_of_service,
                excluded=terminal.excluded or terminal.keeps_to != "",
                acts=acts(terminal),
                collect=must_collect(state, terminal),
            )
        )
    return tuple(sorted(seats, key=lambda seat: (seat.seat, seat.terminal)))


def on_bets(table: Table) -> dict[str, int]:
    """Return what lies on each bet, whether staged, committed or standing."""
    sums: dict[str, int] = {}
    for spots in table.layouts.values():
        for bet, spot in spots.items():
            sums[bet] = sums.get(bet, 0) + spot.amount
    return sums


def dealer_view(state: State, name: str, person: str, now: int, *, demo: bool) -> DealerView:
    """Build the dealer's half for the person who is signed in."""
    table = state.tables[name]
    shown = procedure_of(state, table).shown(table)
    look, desk = Look(state, table, person, now, demo), desk_of(state, table)
    return DealerView(
        table=name,
        seats=seats_of(state, table),
        on_bets=on_bets(table),
        burned=shown.burned,
        standby=shown.standby,
        result_by_agm=shown.result_by_agm,
        carried=shown.carried,
        keys=tuple(keys(row, look) for row in desk.rows),
        acts=desk.by_authority,
        rare_acts=desk.rarely_by_authority,
    )
