"""What a tumbler says of its dice, at whatever table it stands.

The machine is the same everywhere; what its word means, the way a table is played says.
"""

from collections.abc import Callable
from typing import ClassVar, Final, NamedTuple

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, refuse
from openfelt.floor.state import State, Stopped, Table


class ReadDice(Command, frozen=True):
    """The tumbler's sensors read the dice at rest, as `order` wanted them thrown."""

    table: str
    dice: tuple[int, ...]
    order: str


class ReadCockedDice(Command, frozen=True):
    """A die does not lie flat."""

    table: str
    order: str


class DiceRead(Event, frozen=True):
    """The dice lie flat, thrown by that order; what they are worth stands in the row after this."""

    table: str
    round: int
    order: str
    dice: tuple[int, ...]


class DiceCocked(Event, frozen=True):
    """A die lies cocked; where the book voids the round by itself, that is the row after this."""

    version: ClassVar[int] = 2

    table: str
    round: int
    order: str


class Reader(NamedTuple):
    """What a way of playing makes of dice that lie flat, and of dice that do not."""

    flat: Callable[[State, Table, ReadDice, int], Answer]
    cocked: Callable[[State, Table, ReadCockedDice, int], Answer]


# By the name of the procedure, each with its line where its record is.
READERS: Final[dict[str, Reader]] = {}


def _reader(state: State, name: str) -> tuple[Table, Reader] | None:
    table = state.tables.get(name)
    reader = READERS.get(state.rules(table).procedure) if table else None
    return (table, reader) if table and reader else None


def read_dice(state: State, command: ReadDice, context: Context) -> Answer:
    """Hand the faces to the way this table is played."""
    found = _reader(state, command.table)
    if found is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    table, reader = found
    return reader.flat(state, table, command, context.now)


def read_cocked(state: State, command: ReadCockedDice, context: Context) -> Answer:
    """Hand it to the way this table is played."""
    found = _reader(state, command.table)
    if found is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    table, reader = found
    return reader.cocked(state, table, command, context.now)


def dice_read(state: State, event: DiceRead) -> None:
    """Recorded; the settlement that follows changes the floor."""


def dice_cocked(state: State, event: DiceCocked) -> None:
    table = state.tables[event.table]
    table.suspended, table.stopped = "cocked", Stopped(since=state.now)
    state.orders.pop(event.order, None)


CONCEPT = Concept(
    decides={ReadDice: read_dice, ReadCockedDice: read_cocked},
    evolves={DiceRead: dice_read, DiceCocked: dice_cocked},
)
