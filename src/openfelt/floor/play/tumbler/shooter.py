"""Dice tables: who shoots, the ten seconds he has, and what the tumbler reads.

Rulebook: SB 3.10, 3.11, 7.4.1.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.money.account import may_play
from openfelt.floor.play.procedure import Shown
from openfelt.floor.play.tumbler.order import TumbleOrder
from openfelt.floor.play.tumbler.play import TumblerPlay
from openfelt.floor.play.tumbler.reading import DiceCocked, DiceRead, ReadCockedDice, ReadDice
from openfelt.floor.play.tumbler.throw import of_dice, throw_of
from openfelt.floor.rounds.round import settle
from openfelt.floor.state import Stake, State, Table
from openfelt.floor.wagers import layout

SECOND = 1_000_000


class Shoot(Command, frozen=True):
    """The shooter presses his button."""

    terminal: str
    table: str


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


def after_close(
    state: State, table: Table, committed: Sequence[Stake], now: int
) -> tuple[Event, ...]:
    """Call the shooter, or shoot at once when nobody may.

    Rule: SB 3.10
    """
    return called(state, table, _shooter(state, table, committed), now)


def called(state: State, table: Table, terminal: str, now: int) -> tuple[Event, ...]:
    """Give the dice to a terminal, or shoot at once where nobody has them.

    Rule: SB 3.10.3; SB 3.10.4; AC 3.11.1; AC 3.11.2
    """
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
    return clockwise(state, eligible, play.last_seat)


def clockwise(state: State, terminals: Iterable[str], seat: int) -> str:
    """Return the next of these terminals after a seat.

    Rule: SB 3.10.1; AC 3.11
    """
    seats = sorted(terminals, key=lambda name: state.terminals[name].seat)
    after = (name for name in seats if state.terminals[name].seat > seat)
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


def shown(table: Table) -> Shown:
    """Show whose turn it is."""
    return Shown(shooter=play_at(table).shooter)


def _dice_table(state: State, name: str) -> Table | None:
    table = state.tables.get(name)
    return table if table is not None and isinstance(table.play, TumblerPlay) else None


def shoot(state: State, command: Shoot, _: Context) -> Answer:
    """Shoot, if this is the shooter's terminal and he is still in the game.

    Rule: SB 3.10; SB def:shooter; SB 8.7.1; SB 8.7.2; AC def:shooter; AC 7.7.1; AC 7.7.2
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


def _thrown_by(state: State, table: Table, order: str) -> Refused | None:
    """Refuse a report unless the dice are being thrown by this very order: no other throw counts.

    Rule: SB 3.11; AC 3.12; AC def:automated dice tumbler
    """
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    if table.phase != "tumbling":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_tumbling")
    if order not in state.orders or state.orders[order].at != table.name:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_ordered")
    return None


def read_dice(state: State, table: Table, command: ReadDice, now: int) -> Answer:
    """Settle on the faces the sensors report.

    Rule: SB 3.11; AC 3.12
    """
    refused = _thrown_by(state, table, command.order)
    if refused:
        return refused
    roll = of_dice(command.dice, play_at(table).dice)
    if roll is None:
        return refuse(Refusal.RESULT_DOES_NOT_MATCH, "no_such_dice")
    read = DiceRead(table.name, table.round, command.order, command.dice)
    return (read, *settle(state, table, *roll, now))


def read_cocked(state: State, table: Table, command: ReadCockedDice, _: int) -> Answer:
    """Stop the table until the role the book names declares the round void.

    Rule: SB 7.4.1; SB def:cocked dice; AC 6.4.1; AC def:cocked dice
    """
    refused = _thrown_by(state, table, command.order)
    return refused or (DiceCocked(table.name, table.round, command.order),)


def shooter_called(state: State, event: ShooterCalled) -> None:
    table = state.tables[event.table]
    play = play_at(table)
    table.phase, table.due = "awaiting_shoot", event.due
    terminal = state.terminals[event.terminal]
    play.shooter, play.last_seat = event.terminal, terminal.seat
    play.account, play.keeps = terminal.account, True


def dice_shot(state: State, event: DiceShot) -> None:
    table = state.tables[event.table]
    if table.phase != "awaiting_shoot":
        play_at(table).shooter = ""
    table.phase, table.due = "tumbling", 0
    state.orders[event.order] = TumbleOrder(event.table, event.round)


def end(state: State, table: Table) -> None:
    """Want no throw any more."""
    state.orders.pop(throw_of(table), None)


CONCEPT = Concept(
    decides={Shoot: shoot},
    evolves={ShooterCalled: shooter_called, DiceShot: dice_shot},
)
