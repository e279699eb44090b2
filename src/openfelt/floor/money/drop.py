"""Note stackers are taken out of terminals and counted: what should be in them against what is.

The acceptor says when its box is taken out, so what was stacked till then is known to the note.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused, refuse
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.money.drawer import rules_for, takes_two
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.money.uncollected import Drop
from openfelt.floor.question import ReceiveDrop
from openfelt.floor.state import State


class RemoveStacker(Command, frozen=True):
    """The acceptor of a terminal says that a box, by its own name, was taken out."""

    terminal: str
    box: str


class CountDrop(Command, frozen=True):
    """A cashier has counted what was in a box."""

    drop: str
    counted: int
    person: str
    second: str


class StackerRemoved(Event, frozen=True):
    terminal: str
    box: str
    amount: int


class DropReceived(Event, frozen=True):
    """The house expects a box of a pit's terminal."""

    drop: str
    pit: str
    terminal: str
    amount: int


class DropCounted(Event, frozen=True):
    """What was counted goes to the cage; what is over or short stays with the stacker's name."""

    drop: str
    stacker: str
    expected: int
    counted: int
    second: str


def remove(state: State, command: RemoveStacker, _: Context) -> Answer:
    """Read the meter at the moment the box comes out, once for each box.

    Rule: LT 2.2.7; AC 2.2.2
    """
    terminal, box = command.terminal, command.box
    if terminal not in state.terminals or not box:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_terminal")
    if state.uncollected.boxes.get(terminal) == box:
        return ()  # The acceptor says it again.
    amount = state.ledger.get(Account.NOTE_STACKER.of(terminal), 0)
    return (StackerRemoved(terminal, box, amount),)


def receive(state: State, command: ReceiveDrop, _: Context) -> Answer:
    name = f"{command.pit}/{command.terminal}/{command.box}"
    return (DropReceived(name, command.pit, command.terminal, command.amount),)


def count(state: State, command: CountDrop, context: Context) -> Answer:
    """Compare a box with its meter; a large sum is counted by two cashiers."""
    rules = rules_for(state, command.person, command.counted, context.now)
    if isinstance(rules, Refused):
        return rules
    drop = state.uncollected.drops.get(command.drop)
    if drop is None or drop.counted >= 0:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_drop")
    most = max(drop.expected, command.counted)
    refused = takes_two(state, rules, most, command.person, command.second, context.now)
    if refused:
        return refused
    stacker = f"{drop.pit}/{drop.terminal}"
    return (DropCounted(command.drop, stacker, drop.expected, command.counted, command.second),)


def removed(state: State, event: StackerRemoved) -> None:
    state.uncollected.boxes[event.terminal] = event.box


def received(state: State, event: DropReceived) -> None:
    drop = Drop(event.pit, event.terminal, event.amount, state.now)
    state.uncollected.drops[event.drop] = drop


def counted(state: State, event: DropCounted) -> None:
    state.uncollected.drops[event.drop].counted = event.counted


def _removed_legs(event: StackerRemoved) -> tuple[Leg, ...]:
    if not event.amount:
        return ()
    stacker = Account.NOTE_STACKER.of(event.terminal)
    return transfer(event.amount, debit=Account.IN_TRANSIT.of(HOUSE), credit=stacker)


def _counted_legs(event: DropCounted) -> tuple[Leg, ...]:
    stacker = Account.NOTE_STACKER.of(event.stacker)
    return (
        (stacker, -event.expected),
        (Account.CAGE, event.counted),
        (Account.DRAWER_OVER_SHORT.of(stacker), event.expected - event.counted),
    )


CONCEPT = Concept(
    decides={RemoveStacker: remove, ReceiveDrop: receive, CountDrop: count},
    evolves={StackerRemoved: removed, DropReceived: received, DropCounted: counted},
    posts={
        StackerRemoved: _removed_legs,
        DropReceived: lambda event: transfer(
            event.amount,
            debit=Account.NOTE_STACKER.of(f"{event.pit}/{event.terminal}"),
            credit=Account.IN_TRANSIT.of(event.pit),
        ),
        DropCounted: _counted_legs,
    },
    tells={
        StackerRemoved: lambda state, event: (
            ((HOUSE, ReceiveDrop(state.stream, event.terminal, event.box, event.amount)),)
            if event.amount
            else ()
        ),
    },
)
