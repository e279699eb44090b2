"""What the dealer sees of his table besides the public half."""

from collections.abc import Callable, Iterable

import msgspec

from openfelt.core.cards import DECK
from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.rounds.close_of_play import must_collect
from openfelt.floor.state import State, Table, Terminal, TerminalFault
from openfelt.floor.wagers import layout
from openfelt.stations.dispute import CalledBy
from openfelt.stations.effect import ResultEffect, result_effect
from openfelt.stations.key import Key, Look, keys
from openfelt.stations.objection import ObjectionView, objection_view
from openfelt.stations.procedures.whole import desk_of
from openfelt.stations.suspension import Suspension, suspension_of


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A terminal at the table: whether somebody plays there, and whether he is done betting.

    `collect`: the table closes and he is told to clear his credit.
    `acts` names what can be done to it where somebody in charge is shown it.  `objection` is what
    its player says is wrong, `fault` what is wrong with the terminal by its own reports.
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
    objection: ObjectionView | None = None
    fault: TerminalFault = ""


class DealerView(msgspec.Struct, frozen=True, gc=False):
    """The dealer's half: seats, what lies on each bet, the shoe, and his keys, row by row.

    `acts` and `rare_acts` stop or correct the table; most need another person's authority.
    `next_act` is the one the procedure wants now, "" where nobody here can do anything; `waits`
    says what for.  `face` is a virtual card that lies there unread, as it would be seen on a table.
    `result_by_agm`: the standby was forgotten, so the AGM enters this result.  `carried` are
    cards drawn too many, `draws` the hand that takes the next card.  `effect` is what confirming
    the result that was entered would do.  `out` of the `cards` of the shoe have left it; a table
    without one has none.
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
    next_act: str = ""
    waits: str = ""
    face: str = ""
    effect: ResultEffect | None = None
    draws: str = ""
    out: int = 0
    cards: int = 0
    suspension: Suspension | None = None


# How a card looks that lies on a table unread: (table, seal, sealed, number) → face.
FaceUp = Callable[[str, str, str, int], str]


def no_face(_table: str, _seal: str, _sealed: str, _number: int) -> str:
    """See nothing: a real card is looked at where it lies."""
    return ""


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
                objection=objection_view(state, terminal.name),
                fault=terminal.fault,
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


def dealer_view(
    state: State,
    name: str,
    person: str,
    now: int,
    *,
    demo: bool,
    face_up: FaceUp = no_face,
    seal: Callable[[str], str] = str,
    called: CalledBy = str,
) -> DealerView:
    """Build the dealer's half for the person who is signed in; `seal` marks what he is shown.

    `called` gives people their names.
    """
    table = state.tables[name]
    procedure = procedure_of(state, table)
    shown = procedure.shown(table)
    look, desk = Look(state, table, person, now, demo), desk_of(state, table)
    rows = tuple(keys(row, look) for row in desk.rows)
    acts, rare_acts = keys(desk.by_authority, look), keys(desk.rarely_by_authority, look)
    waits = desk.waits_for(look)
    return DealerView(
        table=name,
        seats=seats_of(state, table),
        on_bets=on_bets(table),
        burned=shown.burned,
        standby=shown.standby,
        result_by_agm=shown.result_by_agm,
        carried=shown.carried,
        keys=rows,
        acts=acts,
        rare_acts=rare_acts,
        # Rule: MT def:Dealer Terminal(b)
        next_act=that_can_be_done(desk.next_act(look), (*rows, acts)),
        waits=waits,
        face=_unread_face(look, face_up) if waits == "unread" else "",
        effect=result_effect(look, seal) if table.phase == "result_pending" else None,
        draws=procedure.awaited(state, table).due,  # Rule: MT def:Dealer Terminal(b)
        out=shown.out,
        cards=len(DECK) * state.rules(table).decks,
        suspension=suspension_of(state, table, called),
    )


def that_can_be_done(act: str, rows: Iterable[Iterable[Key]]) -> str:
    """Return an act if its key can be pressed now: what cannot be done is never the next step."""
    return act if any(key.act == act and key.can_be_done for row in rows for key in row) else ""


def _unread_face(look: Look, face_up: FaceUp) -> str:
    """Look at a card of a virtual shoe that waits to be keyed."""
    shoe = look.state.shoes.get(look.table.name)
    if shoe is None:
        return ""
    return face_up(look.table.name, shoe.seal, look.state.seals[shoe.seal].sealed, shoe.drawn)
