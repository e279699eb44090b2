"""Dice tables: who shoots, the ten seconds he has, and what the tumbler reads.

Rulebook: SB 3.10, 3.11, 7.4.1.
"""

from collections.abc import Sequence
from typing import ClassVar

from openfelt.core import dice
from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.money.account import may_play
from openfelt.floor.order import name_of
from openfelt.floor.play.procedure import Outcome, Recalled, Shown, Stated
from openfelt.floor.play.tumbler.order import TumbleOrder
from openfelt.floor.play.tumbler.play import TumblerPlay
from openfelt.floor.rounds.round import settle
from openfelt.floor.state import Stake, State, Stopped, Table
from openfelt.floor.wagers import layout
from openfelt.rulebooks.definition import Definition

DICE = 3
SECOND = 1_000_000


class Shoot(Command, frozen=True):
    """The shooter presses his button."""

    terminal: str
    table: str


class ReadDice(Command, frozen=True):
    """The tumbler's sensors read the dice at rest, as `order` wanted them thrown."""

    table: str
    dice: tuple[int, ...]
    order: str


class ReadCockedDice(Command, frozen=True):
    """A die does not lie flat."""

    table: str
    order: str


class ShooterCalled(Event, frozen=True):
    table: str
    round: int
    terminal: str
    due: int


class DiceShot(Event, frozen=True):
    """The tumbler was told to shake, by a shooter or, with no name, by itself.

    `order` names what it was told; older releases had one name for every round of a table.
    """

    version: ClassVar[int] = 2

    table: str
    round: int
    by: str
    order: str


class DiceRead(Event, frozen=True):
    """The dice lie flat, thrown by that order; what they are worth stands in the row after this."""

    table: str
    round: int
    order: str
    dice: tuple[int, ...]


class DiceCocked(Event, frozen=True):
    version: ClassVar[int] = 2

    table: str
    round: int
    order: str


def after_close(
    state: State, table: Table, committed: Sequence[Stake], now: int
) -> tuple[Event, ...]:
    """Call the shooter, or shoot at once when nobody may.

    Rule: SB 3.10; SB 3.10.3; SB 3.10.4
    """
    terminal = _shooter(state, table, committed)
    if not terminal:
        return (_shot(table),)
    seconds = state.rules(table).policy.shoot_seconds
    return (ShooterCalled(table.name, table.round, terminal, now + seconds * SECOND),)


def _shooter(state: State, table: Table, committed: Sequence[Stake]) -> str:
    """Choose the shooter among those who staked the dice shooting value and may play.

    A terminal that failed or is excluded is passed over: the next one has the dice.

    Rule: SB 3.10.1; SB 3.10.2; SB 3.10.2.1; SB 3.10.4; SB 8.7.2
    """
    play = play_at(table)
    totals: dict[str, int] = {}
    for stake in committed:
        totals[stake.terminal] = totals.get(stake.terminal, 0) + stake.amount
    eligible = [
        name
        for name, total in totals.items()
        if total >= play.shoot_value and not isinstance(may_play(state, name), Refused)
    ]
    if not eligible:
        return ""
    # A table opened before turns beside a value were refused has such a mode on record.
    if play.shoot_value or play.shooter_mode == "highest":
        return min(eligible, key=lambda name: (-totals[name], table.reached[name]))
    seats = sorted(eligible, key=lambda name: state.terminals[name].seat)
    after = (name for name in seats if state.terminals[name].seat > play.last_seat)
    return next(after, seats[0])


def play_at(table: Table) -> TumblerPlay:
    """Return what a dice table remembers; its procedure has put it there."""
    assert isinstance(table.play, TumblerPlay)
    return table.play


def timed_out(table: Table) -> tuple[Event, ...]:
    """Shoot for a shooter who let his seconds pass.

    Rule: SB 3.10.3
    """
    return (_shot(table),)


def _shot(table: Table, by: str = "") -> DiceShot:
    return DiceShot(table.name, table.round, by, throw_of(table))


def throw_of(table: Table) -> str:
    """Name the order for the throw of a round."""
    return name_of("tumble", table.name, table.round)


def of_dice(faces: tuple[int, ...]) -> Outcome | None:
    """Return what three dice come to, None if they are no dice.

    Rule: SB 3.11; SB 2.2
    """
    try:
        roll = dice.faces(faces, DICE)
    except dice.NotADie:
        return None
    return Outcome("-".join(map(str, roll)), dice.index(roll))


def told(_: Definition, stated: Stated) -> Outcome | None:
    """Return the throw somebody states, None if it is none."""
    return None if stated.cards or stated.number >= 0 else of_dice(stated.dice)


def shown(table: Table) -> Shown:
    """Show whose turn it is."""
    return Shown(shooter=play_at(table).shooter)


def recalled(outcome: Outcome) -> Recalled:
    """Read the faces of a past throw."""
    faces = tuple(map(int, outcome.words.split("-")))
    return Recalled(points=(sum(faces),), dice=faces)


def _dice_table(state: State, name: str) -> Table | None:
    table = state.tables.get(name)
    return table if table is not None and isinstance(table.play, TumblerPlay) else None


def shoot(state: State, command: Shoot, _: Context) -> Answer:
    """Shoot, if this is the shooter's terminal and he is still in the game.

    Rule: SB 3.10; SB def:shooter; SB 8.7.1; SB 8.7.2
    """
    table = _dice_table(state, command.table)
    if table is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    # Who may not play at all is told so, whatever the table does.
    terminal = may_play(state, command.terminal)
    if isinstance(terminal, Refused):
        return terminal
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    if table.phase != "awaiting_shoot":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_shoot_due")
    if play_at(table).shooter != command.terminal:
        return refuse(Refusal.NOT_THE_SHOOTER, shooter=play_at(table).shooter)
    if not layout.of(table, command.terminal):
        return refuse(Refusal.NOT_THE_SHOOTER, "had_no_wager", shooter=command.terminal)
    return (_shot(table, command.terminal),)


def _tumbling(state: State, name: str, order: str) -> Table | Refused:
    """Return a table whose dice are being thrown by this very order: no other throw counts.

    Rule: SB 3.11
    """
    table = _dice_table(state, name)
    if table is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    if table.phase != "tumbling":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_tumbling")
    if order not in state.orders or state.orders[order].at != name:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_ordered")
    return table


def read_dice(state: State, command: ReadDice, context: Context) -> Answer:
    """Settle on the faces the sensors report.

    Rule: SB 3.11
    """
    table = _tumbling(state, command.table, command.order)
    if isinstance(table, Refused):
        return table
    roll = of_dice(command.dice)
    if roll is None:
        return refuse(Refusal.RESULT_DOES_NOT_MATCH, "no_such_dice")
    read = DiceRead(table.name, table.round, command.order, command.dice)
    return (read, *settle(state, table, *roll, context.now))


def read_cocked(state: State, command: ReadCockedDice, _: Context) -> Answer:
    """Stop the table until the role the book names declares the round void.

    Rule: SB 7.4.1; SB def:cocked dice
    """
    table = _tumbling(state, command.table, command.order)
    if isinstance(table, Refused):
        return table
    return (DiceCocked(table.name, table.round, command.order),)


def shooter_called(state: State, event: ShooterCalled) -> None:
    table = state.tables[event.table]
    play = play_at(table)
    table.phase, table.due = "awaiting_shoot", event.due
    play.shooter, play.last_seat = event.terminal, state.terminals[event.terminal].seat


def dice_shot(state: State, event: DiceShot) -> None:
    table = state.tables[event.table]
    if table.phase != "awaiting_shoot":
        play_at(table).shooter = ""
    table.phase, table.due = "tumbling", 0
    state.orders[event.order] = TumbleOrder(event.table, event.round)


def end(state: State, table: Table) -> None:
    """Want no throw any more."""
    state.orders.pop(throw_of(table), None)


def dice_read(state: State, event: DiceRead) -> None:
    """Recorded; the settlement that follows changes the floor."""


def dice_cocked(state: State, event: DiceCocked) -> None:
    table = state.tables[event.table]
    table.suspended, table.stopped = "cocked", Stopped(since=state.now)
    state.orders.pop(event.order, None)


CONCEPT = Concept(
    decides={Shoot: shoot, ReadDice: read_dice, ReadCockedDice: read_cocked},
    evolves={
        ShooterCalled: shooter_called,
        DiceShot: dice_shot,
        DiceRead: dice_read,
        DiceCocked: dice_cocked,
    },
)
