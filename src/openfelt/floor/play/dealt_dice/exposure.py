"""Dice that are seen before wagering is over, told by the tumbler or by the dealer.

Rulebook: MT 5.4, 10.5(c).
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.play.dealt_dice.play import START, DealtDicePlay
from openfelt.floor.play.dealt_dice.tumbling import dealt_by, play_at
from openfelt.floor.rounds.round import close_wagering
from openfelt.floor.state import State, Stopped, Table
from openfelt.rulebooks.policy import EarlyOutcome


class ReadExposedDice(Command, frozen=True):
    """The tumbler's cover is off though players are still choosing."""

    table: str


class ReportExposedDice(Command, frozen=True):
    """The dealer says so."""

    table: str
    person: str


class DiceExposed(Event, frozen=True):
    """The dice were seen, and wagering is over; `spoils`: they are those of this round."""

    table: str
    round: int
    spoils: bool


def read_exposed(state: State, command: ReadExposedDice, _: Context) -> Answer:
    """Take the tumbler's word for it."""
    table = state.tables.get(command.table)
    if table is None or not isinstance(table.play, DealtDicePlay):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    return _exposed(state, table)


def report_exposed(state: State, command: ReportExposedDice, context: Context) -> Answer:
    """Take the dealer's word for it."""
    table = dealt_by(state, command.table, command.person, context.now)
    return table if isinstance(table, Refused) else _exposed(state, table)


def _exposed(state: State, table: Table) -> Answer:
    """Take no more wagers.  Those placed stand, unless the dice seen are those they are on.

    Rule: MT 5.4; MT 10.5(c)
    """
    if table.phase != "wagering":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "period_over")
    early = state.rules(table).policy.early_outcome
    spoils = early is EarlyOutcome.VOID_IF_RESULT_WAS_SEEN and play_at(table).tumble == START
    return (DiceExposed(table.name, table.round, spoils), close_wagering(state, table))


def exposed(state: State, event: DiceExposed) -> None:
    """Stand still until a supervisor has looked, where the wagers cannot stand."""
    if event.spoils:
        table = state.tables[event.table]
        table.suspended, table.stopped = "exposed", Stopped(since=state.now)


CONCEPT = Concept(
    decides={ReadExposedDice: read_exposed, ReportExposedDice: report_exposed},
    evolves={DiceExposed: exposed},
)
