"""Dice tables: who shoots, the ten seconds he has, and what the tumbler reads.

Rulebook: SB 3.10, 3.11, 7.4.1.
"""

from openfelt.core import dice
from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused
from openfelt.floor.round import settle
from openfelt.floor.state import Order, State, Table
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.policy import OutcomeFrom

SECOND = 1_000_000


class Shoot(Command, frozen=True):
    """The shooter presses his button."""

    terminal: str
    table: str


class ReadDice(Command, frozen=True):
    """The tumbler's sensors read the dice at rest."""

    table: str
    dice: tuple[int, ...]


class ReadCockedDice(Command, frozen=True):
    """A die does not lie flat."""

    table: str


class ShooterCalled(Event, frozen=True):
    table: str
    round: int
    terminal: str
    due: int


class DiceShot(Event, frozen=True):
    """The tumbler was told to shake, by a shooter or, with no name, by itself."""

    table: str
    round: int
    by: str


class DiceCocked(Event, frozen=True):
    table: str
    round: int


def after_close(
    state: State, table: Table, committed: dict[str, tuple[int, int]], now: int
) -> Event:
    """Call the shooter, or shoot at once when nobody may.

    `committed` holds each terminal's total and when it came to it.

    Rule: SB 3.10; SB 3.10.4
    """
    terminal = _shooter(state, table, committed)
    if not terminal:
        return DiceShot(table.name, table.round, "")
    seconds = VARIANTS[table.variant].policy.shoot_seconds
    return ShooterCalled(table.name, table.round, terminal, now + seconds * SECOND)


def _shooter(state: State, table: Table, committed: dict[str, tuple[int, int]]) -> str:
    """Choose the shooter.

    Rule: SB 3.10.1; SB 3.10.2; SB 3.10.2.1
    """
    eligible = [name for name, (total, _) in committed.items() if total >= table.shoot_value]
    if not eligible:
        return ""
    if table.shooter_mode == "highest":
        return min(eligible, key=lambda name: (-committed[name][0], committed[name][1]))
    seats = sorted(eligible, key=lambda name: state.terminals[name].seat)
    before = state.terminals[table.shooter].seat if table.shooter else 0
    return next((name for name in seats if state.terminals[name].seat > before), seats[0])


def _dice_table(state: State, name: str) -> Table | None:
    table = state.tables.get(name)
    if table is None or VARIANTS[table.variant].policy.outcome_from is not OutcomeFrom.TUMBLER:
        return None
    return table


def shoot(state: State, command: Shoot, _: Context) -> Answer:
    table = _dice_table(state, command.table)
    if table is None or table.phase != "awaiting_shoot":
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    if table.shooter != command.terminal:
        return Refused(Refusal.NOT_THE_SHOOTER)
    if table.suspended:
        return Refused(Refusal.TABLE_IS_SUSPENDED)
    return (DiceShot(table.name, table.round, command.terminal),)


def read_dice(state: State, command: ReadDice, context: Context) -> Answer:
    """Settle on the faces the sensors report.

    Rule: SB 3.11
    """
    table = _dice_table(state, command.table)
    if table is None or table.phase != "tumbling" or table.suspended:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    try:
        roll = dice.faces(command.dice, 3)
    except dice.NotADie:
        return Refused(Refusal.RESULT_DOES_NOT_MATCH)
    return (settle(table, "-".join(map(str, roll)), dice.index(roll), context.now),)


def read_cocked(state: State, command: ReadCockedDice, _: Context) -> Answer:
    """Stop the table until the role the book names declares the round void.

    Rule: SB 7.4.1; SB def:cocked dice
    """
    table = _dice_table(state, command.table)
    if table is None or table.phase != "tumbling" or table.suspended:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    return (DiceCocked(table.name, table.round),)


def shooter_called(state: State, event: ShooterCalled) -> None:
    table = state.tables[event.table]
    table.phase, table.shooter, table.due = "awaiting_shoot", event.terminal, event.due


def dice_shot(state: State, event: DiceShot) -> None:
    table = state.tables[event.table]
    table.phase, table.due = "tumbling", 0
    order = Order(f"tumbler@{event.table}", "tumble", str(event.round), 0)
    state.orders[f"tumble:{event.table}"] = order


def dice_cocked(state: State, event: DiceCocked) -> None:
    table = state.tables[event.table]
    table.suspended, table.frozen_us = True, 0
    state.orders.pop(f"tumble:{event.table}", None)


CONCEPT = Concept(
    decides={Shoot: shoot, ReadDice: read_dice, ReadCockedDice: read_cocked},
    evolves={ShooterCalled: shooter_called, DiceShot: dice_shot, DiceCocked: dice_cocked},
)
