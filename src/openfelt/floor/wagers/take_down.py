"""Taking a wager down: the whole of it is cancelled, or a part comes back.

Rulebooks: LT def:wagering period, 4.2.7; SB def:wagering period; AC def:wagering period.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.money import purse
from openfelt.floor.play.procedure import Laying, laying_at
from openfelt.floor.state import Spot, Stake, State, Table
from openfelt.floor.wagers import commission, layout
from openfelt.floor.wagers.limits import next_lowest, not_a_multiple, signed_pieces
from openfelt.floor.wagers.placing import open_for, position
from openfelt.floor.wagers.wager import (
    CancelWager,
    WagersCancelled,
    WagerTakenDown,
    from_stake,
    left_behind,
)


class TakeDown(Command, frozen=True):
    """Take some of the chips off a bet."""

    terminal: str
    table: str
    round: int
    bet: str
    amount: int


def cancel(state: State, command: CancelWager, _: Context) -> Answer:
    """Give a wager back that is not locked; of one that is bound what was added in this period."""
    found = _lies(state, command)
    if isinstance(found, Refused):
        return found
    table, spot = found
    laying = laying_at(state, table)
    if laying is None:
        # Rule: LT def:wagering period; SB def:wagering period; MT def:Wagering Period; MT 2.4(b)
        stake = Stake(command.terminal, spot.bet, spot.amount)
        return (WagersCancelled(command.terminal, command.table, (stake,)),)
    # Rule: AC def:wagering period
    bound = laying.refuses_less(state, table, spot, 0)
    if bound and spot.amount > spot.stood:
        return less(state, table, laying, spot, spot.stood)
    return bound or less(state, table, laying, spot, 0)


def _lies(state: State, command: CancelWager | TakeDown) -> tuple[Table, Spot] | Refused:
    """Return the wager that is meant, if it is not locked."""
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    table = found[1]
    spot = layout.of(table, command.terminal).get(position(state, table, command.bet))
    if spot is None:
        return refuse(Refusal.BET_NOT_OFFERED, "nothing_there")
    # Rule: LT 4.2.7; MT 2.7; MT 2.7(a)
    if spot.state == "confirmed":
        return refuse(Refusal.WAGER_IS_CONFIRMED, bet=command.bet)
    return table, spot


def take_down(state: State, command: TakeDown, _: Context) -> Answer:
    """Give a part of a wager back, if what is left may stand."""
    if command.amount <= 0:
        return refuse(Refusal.AMOUNT_MUST_BE_POSITIVE)
    found = _lies(state, command)
    if isinstance(found, Refused):
        return found
    table, spot = found
    left = spot.amount - command.amount
    if left < 0:
        return refuse(Refusal.EXCEEDS_CREDIT, "lies_there", lies=spot.amount)
    laying = laying_at(state, table)
    if laying is not None:
        refused = may_be_left(state, table, laying, spot, left)
        return refused or less(state, table, laying, spot, left)
    refused = left_behind(state, table, spot.bet, left)
    if refused:
        return refused
    rules = state.rules(table)
    pieces = signed_pieces(rules, spot.bet)
    # Rule: LT 6.3.1; SB 3.2
    if next_lowest(table.limits, rules.policy, left, pieces) != left:
        return not_a_multiple(table.limits, rules.policy, pieces)
    return (WagerTakenDown(command.terminal, command.table, spot.bet, command.amount, left),)


def may_be_left(
    state: State, table: Table, laying: Laying, spot: Spot, left: int
) -> Refused | None:
    """Say why a wager may not be left at an amount; what stood before may always be left.

    Rule: AC 3.1; AC def:minimum bet; AC def:wagering period
    """
    refused = laying.refuses_less(state, table, spot, left)
    if refused or left in (0, spot.stood):
        return refused
    limits = table.limits
    if left < limits.minimum:
        return refuse(Refusal.BELOW_MINIMUM, "left", minimum=limits.minimum, bet=spot.bet)
    policy = state.rules(table).policy
    return None if next_lowest(limits, policy, left) == left else not_a_multiple(limits, policy)


def less(state: State, table: Table, laying: Laying, spot: Spot, left: int) -> tuple[Event, ...]:
    """Leave a wager at an amount; odds that lose their cover come back before it.

    Rule: AC def:wagering period; AC 3.5.1.1
    """
    back, _ = fallen(state, table, laying, spot, left)
    amount = spot.amount - left
    fee = commission.added(state.rules(table), spot.bet, amount, spot.amount)
    own = _lifted(table, spot, amount)
    return (*back, own, *commission.paid(spot.terminal, table.name, -fee))


def fallen(
    state: State, table: Table, laying: Laying, spot: Spot, left: int
) -> tuple[tuple[Event, ...], int]:
    """Return what brings back what leans on a wager that is left at an amount, and how much.

    Rule: AC 3.9.12.1; AC 3.9.13.1
    """
    spots = layout.of(table, spot.terminal)
    stakes = laying.falls(state, table, spots, spot.bet, left)
    events = tuple(_lifted(table, spots[stake.bet], stake.amount) for stake in stakes)
    return events, sum(stake.amount for stake in stakes)


def _lifted(table: Table, spot: Spot, amount: int) -> Event:
    """Say that chips come back: all that lie there, or a part."""
    if amount == spot.amount:
        stake = Stake(spot.terminal, spot.bet, amount)
        return WagersCancelled(spot.terminal, table.name, (stake,))
    left = spot.amount - amount
    return WagerTakenDown(spot.terminal, table.name, spot.bet, amount, left)


def taken_down(state: State, event: WagerTakenDown) -> None:
    table = state.tables[event.table]
    purse.give(state, event.terminal, event.amount)
    layout.lift(table, event.terminal, event.bet, event.amount)
    layout.note_total(table, event.terminal)


CONCEPT = Concept(
    decides={CancelWager: cancel, TakeDown: take_down},
    evolves={WagerTakenDown: taken_down},
    posts={WagerTakenDown: lambda event: from_stake(event.terminal, event.amount)},
)
