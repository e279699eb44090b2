"""How the dice lie: entered by the dealer, or recognised by the tumbler and then compared by him.

Rulebook: MT 10.3(c), 10.5(a).
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.play.dealt_dice.play import RECOGNITION
from openfelt.floor.play.dealt_dice.tumbling import TUMBLING, dealt_by, play_at
from openfelt.floor.play.tumbler.reading import DiceCocked, DiceRead, ReadCockedDice, ReadDice
from openfelt.floor.play.tumbler.throw import of_dice
from openfelt.floor.rounds.round import settle, void
from openfelt.floor.state import State, Stopped, Table


class EnterDice(Command, frozen=True):
    """The dealer keys how the dice lie."""

    table: str
    person: str
    dice: tuple[int, ...]


class DiceEntered(Event, frozen=True):
    """The dice as the dealer sees them; what they are worth stands in the row after this."""

    table: str
    round: int
    dice: tuple[int, ...]


class DiceCompared(Event, frozen=True):
    """The dice as the dealer sees them, after they were recognised; he sees the same or not."""

    table: str
    round: int
    dice: tuple[int, ...]
    agrees: bool


def _lie_there(table: Table) -> bool:
    """Say whether the dice have been tumbled and may be told: never while wagers are taken.

    Rule: MT 10.3(a)(i); MT 10.3(b)
    """
    return play_at(table).tumbled and table.phase in ("closed", TUMBLING)


def enter_dice(state: State, command: EnterDice, context: Context) -> Answer:
    """Settle on what the dealer enters; where the dice are recognised he only compares.

    Rule: MT 10.3(c); MT def:Dealer Terminal(a)
    """
    table = dealt_by(state, command.table, command.person, context.now)
    if isinstance(table, Refused):
        return table
    recognised = play_at(table).dice == RECOGNITION
    if recognised and table.phase != "settled":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "read_first")
    if not recognised and not _lie_there(table):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_tumbling")
    roll = of_dice(command.dice)
    if roll is None:
        return refuse(Refusal.RESULT_DOES_NOT_MATCH, "no_such_dice")
    if recognised:
        return (_compared(table, command.dice, roll.words),)
    entered = DiceEntered(table.name, table.round, command.dice)
    return (entered, *settle(state, table, *roll, context.now))


def _compared(table: Table, dice: tuple[int, ...], words: str) -> DiceCompared:
    """Hold the dice the dealer sees against those that were recognised; no money moves.

    Three dice lie in no order: he may say the same faces in another.

    Rule: MT 10.3(c)
    """
    agrees = sorted(words) == sorted(table.settled[table.round].outcome)
    return DiceCompared(table.name, table.round, dice, agrees)


def read_dice(state: State, table: Table, command: ReadDice, now: int) -> Answer:
    """Settle on the dice that were recognised.

    Rule: MT 10.3(c); MT def:Dice Recognition System
    """
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    if play_at(table).dice != RECOGNITION:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "dealer_enters")
    if not _lie_there(table):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_tumbling")
    if not _is_open(state, table, command.order):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_ordered")
    roll = of_dice(command.dice)
    if roll is None:
        return refuse(Refusal.RESULT_DOES_NOT_MATCH, "no_such_dice")
    read = DiceRead(table.name, table.round, command.order, command.dice)
    return (read, *settle(state, table, *roll, now))


def _is_open(state: State, table: Table, order: str) -> bool:
    return order in state.orders and state.orders[order].at == table.name


def read_cocked(state: State, table: Table, command: ReadCockedDice, now: int) -> Answer:
    """Void the round at once: nobody has to declare it.

    Rule: MT 10.5(a)
    """
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    if not (table.undecided and play_at(table).tumbled):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_tumbling")
    if not _is_open(state, table, command.order):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_ordered")
    cocked = DiceCocked(table.name, table.round, command.order)
    return (cocked, *void(state, table, "cocked dice", now))


def entered(state: State, event: DiceEntered) -> None:
    """Recorded; the settlement that follows changes the floor."""


def compared(state: State, event: DiceCompared) -> None:
    table = state.tables[event.table]
    if not event.agrees:
        table.suspended, table.stopped = "doubted", Stopped(since=state.now)
        # The round is settled: no timer ran, whatever stood still before.
        table.frozen_us, table.due = -1, 0


CONCEPT = Concept(
    decides={EnterDice: enter_dice},
    evolves={DiceEntered: entered, DiceCompared: compared},
)
