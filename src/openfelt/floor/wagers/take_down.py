"""Taking a part of a wager down; the whole of it is cancelled.

Rulebooks: LT def:wagering period, 4.2.7; SB def:wagering period.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.money import purse
from openfelt.floor.state import State
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.limits import next_lowest, not_a_multiple
from openfelt.floor.wagers.placing import open_for
from openfelt.floor.wagers.wager import from_stake, leaves_too_little


class TakeDown(Command, frozen=True):
    """Take some of the chips off a bet."""

    terminal: str
    table: str
    round: int
    bet: str
    amount: int


class WagerTakenDown(Event, frozen=True):
    """Chips went back to the credit meter; `stands` is what is left on the spot."""

    terminal: str
    table: str
    bet: str
    amount: int
    stands: int


def take_down(state: State, command: TakeDown, _: Context) -> Answer:
    """Give a part of a staged wager back, if what is left may stand."""
    if command.amount <= 0:
        return refuse(Refusal.AMOUNT_MUST_BE_POSITIVE)
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    table = found[1]
    spot = layout.of(table, command.terminal).get(command.bet)
    if spot is None:
        return refuse(Refusal.BET_NOT_OFFERED, "nothing_there")
    # Rule: LT 4.2.7
    if spot.state != "staged":
        return refuse(Refusal.WAGER_IS_CONFIRMED, bet=command.bet)
    left = spot.amount - command.amount
    if left < 0:
        return refuse(Refusal.EXCEEDS_CREDIT, "lies_there", lies=spot.amount)
    rules = state.rules(table)
    pieces = rules.bets[command.bet].pieces
    too_little = leaves_too_little(state, table, command.bet, left)
    if too_little:
        return too_little
    # Rule: LT 6.3.1; SB 3.2
    if next_lowest(table.limits, rules.policy, left, pieces) != left:
        return not_a_multiple(table.limits, rules.policy, pieces)
    where = (command.terminal, command.table, command.bet)
    return (WagerTakenDown(*where, command.amount, left),)


def taken_down(state: State, event: WagerTakenDown) -> None:
    table = state.tables[event.table]
    purse.give(state, event.terminal, event.amount)
    layout.lift(table, event.terminal, event.bet, event.amount)
    layout.note_total(table, event.terminal)


CONCEPT = Concept(
    decides={TakeDown: take_down},
    evolves={WagerTakenDown: taken_down},
    posts={WagerTakenDown: lambda event: from_stake(event.terminal, event.amount)},
)
