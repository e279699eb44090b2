"""What the dealer sees of his table besides the public half."""

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.play.cards.coup import EnterResult
from openfelt.floor.play.cards.shoe import BurnCard, PressStandby
from openfelt.floor.play.cards.shoe_change import BringShoe
from openfelt.floor.play.cards.virtual_shoe import CallShoe, DrawCard
from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.rounds.pause import ResumeTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.state import State, Table
from openfelt.floor.wagers import layout
from openfelt.stations.allowed import Reason, why_not, why_not_asked


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A terminal at the table: whether somebody plays there, and whether he is done betting."""

    terminal: str
    seat: int
    open: bool
    staged: bool
    confirmed: bool
    called: bool
    out_of_service: bool
    excluded: bool


class MayDeal(msgspec.Struct, frozen=True, gc=False):
    """Why each of the dealer's keys is closed, or "".

    Whether a result matches the cards is not said here: the dealer reads them for himself.
    `call_shoe` and `draw` are for the virtual shoe of a demo floor.
    """

    new_game: Reason
    bring_shoe: Reason
    burn: Reason
    call_shoe: Reason
    draw: Reason
    standby: Reason
    enter_result: Reason
    confirm_result: Reason
    resume: Reason


class DealerView(msgspec.Struct, frozen=True, gc=False):
    """The dealer's half: seats, what lies on each bet, the shoe, and which keys are open.

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
    may: MayDeal


def seats_of(state: State, table: Table) -> tuple[Seat, ...]:
    """Return the terminals linked to a table, by seat."""
    committed = {stake.terminal for stake in table.committed}
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
                staged=any(not spot.confirmed for spot in spots),
                confirmed=terminal.name in committed or any(spot.confirmed for spot in spots),
                called=f"call:{terminal.name}" in state.tasks,
                out_of_service=terminal.out_of_service,
                excluded=terminal.excluded,
            )
        )
    return tuple(sorted(seats, key=lambda seat: (seat.seat, seat.terminal)))


def on_bets(table: Table) -> dict[str, int]:
    """Return what lies on each bet, staged or committed."""
    sums: dict[str, int] = {}
    for stake in table.committed or layout.everything(table):
        sums[stake.bet] = sums.get(stake.bet, 0) + stake.amount
    return sums


def _may_deal(state: State, table: str, person: str, now: int) -> MayDeal:
    who = (table, person)
    # A result that does not match is an answer to the key, not to whether it may be pressed.
    entered = EnterResult(table, person, "tie")
    return MayDeal(
        new_game=why_not(state, NewGame(*who), now),
        bring_shoe=why_not(state, BringShoe(*who), now),
        burn=why_not(state, BurnCard(*who), now),
        call_shoe=why_not(state, CallShoe(*who), now),
        draw=why_not(state, DrawCard(*who), now),
        standby=why_not(state, PressStandby(*who), now),
        enter_result=why_not_asked(state, entered, now, Refusal.RESULT_DOES_NOT_MATCH),
        confirm_result=why_not(state, ConfirmResult(*who), now),
        resume=why_not(state, ResumeTable(*who), now),
    )


def dealer_view(state: State, name: str, person: str, now: int) -> DealerView:
    """Build the dealer's half for the person who is signed in."""
    table = state.tables[name]
    shown = procedure_of(state, table).shown(table)
    return DealerView(
        table=name,
        seats=seats_of(state, table),
        on_bets=on_bets(table),
        burned=shown.burned,
        standby=shown.standby,
        result_by_agm=shown.result_by_agm,
        carried=shown.carried,
        may=_may_deal(state, name, person, now),
    )
