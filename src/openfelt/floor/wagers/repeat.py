"""Laying several bets at once: the last round's again, or as much again as lies there."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Concept, Context, Refused, refuse
from openfelt.floor.play.procedure import laying_at
from openfelt.floor.state import Spot, Stake, State, Table, Terminal
from openfelt.floor.wagers import commission, layout
from openfelt.floor.wagers.placing import open_for, room_for, short_of_credit
from openfelt.floor.wagers.wager import DoubleLayout, LayoutStaged, RepeatLayout, nothing_loose

# A bet on which nothing more can stand does not keep the others from being laid.
# Rule: MT 3.3
_LIMIT_REACHED = (
    Refusal.ABOVE_MAXIMUM,
    Refusal.ABOVE_AGGREGATE,
    Refusal.BELOW_MINIMUM,
    Refusal.NOT_A_MULTIPLE,
)


def _stage_all(state: State, terminal: Terminal, table: Table, wanted: tuple[Stake, ...]) -> Answer:
    """Lay all bets, each trimmed to what may stand, or none."""
    # Asked for every view of a player: `copy` would take longer than all the rest.
    spots = {
        bet: Spot(terminal.name, bet, spot.amount, spot.order, spot.state)
        for bet, spot in layout.of(table, terminal.name).items()
    }
    laid: list[Stake] = []
    full: list[Refused] = []
    rules, fee = state.rules(table), 0
    # Where wagers stand a bet may be out of season: that keeps no other from being laid.
    seasonal = laying_at(state, table) is not None
    for stake in wanted:
        room = room_for(state, table, spots, stake.bet, stake.amount)
        if isinstance(room, Refused):
            if room.code not in _LIMIT_REACHED and not seasonal:
                return room
            full.append(room)
            continue
        laid.append(Stake(terminal.name, stake.bet, room[0]))
        fee += commission.added(rules, stake.bet, *room)
        spots.setdefault(stake.bet, Spot(terminal.name, stake.bet, 0, 0)).amount = room[1]
    if not laid:
        return full[0]
    amount = sum(stake.amount for stake in laid)
    trimmed = amount < sum(stake.amount for stake in wanted)
    return short_of_credit(terminal, amount + fee) or (
        LayoutStaged(terminal.name, table.name, tuple(laid), trimmed),
        *commission.paid(terminal.name, table.name, fee),
    )


def repeat(state: State, command: RepeatLayout, _: Context) -> Answer:
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    return repeated(state, *found)


def repeated(state: State, terminal: Terminal, table: Table) -> Answer:
    """Lay the last round's bets of a terminal again, wagering being open for it."""
    wanted = table.repeatable.get(terminal.name, ())
    if not wanted:
        return refuse(Refusal.BET_NOT_OFFERED, "nothing_to_repeat")
    return _stage_all(state, terminal, table, wanted)


def double(state: State, command: DoubleLayout, _: Context) -> Answer:
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    return doubled(state, *found)


def doubled(state: State, terminal: Terminal, table: Table) -> Answer:
    """Lay as much again of what is loose, wagering being open for the terminal."""
    wanted = layout.unconfirmed(table, terminal.name)
    if not wanted:
        return nothing_loose(table, terminal.name)
    return _stage_all(state, terminal, table, wanted)


CONCEPT = Concept(decides={RepeatLayout: repeat, DoubleLayout: double})
