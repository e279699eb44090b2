"""The dice in a tumbler: sealed there as a set, and out of service once one of them has broken.

Rulebook: MT 10.2(b)(ii), 10.5(b).
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.name import is_name
from openfelt.floor.people.power import at_table
from openfelt.floor.play.dealt_dice.play import DealtDicePlay
from openfelt.floor.rounds.round import void
from openfelt.floor.sealed import DiceSet
from openfelt.floor.state import State, Stopped, Table
from openfelt.rulebooks.powers import Act


class DeclareDieBroken(Command, frozen=True):
    """Somebody with the power says that a die in the tumbler has broken."""

    table: str
    person: str


class SealDice(Command, frozen=True):
    """Other dice are sealed in the tumbler: which set, and by which seal."""

    table: str
    person: str
    dice_set: str
    seal: str


class DieBroken(Event, frozen=True):
    """The tumbler is out of service; what is void because of it stands in the rows after this."""

    table: str


class DiceSealed(Event, frozen=True):
    table: str
    dice_set: str
    seal: str


def declare(state: State, command: DeclareDieBroken, context: Context) -> Answer:
    """Void the round that is played, and have nothing tumbled until the dice were changed.

    Rule: MT 10.5(b)
    """
    table = _with_dice(state, command.table, command.person, Act.VOID, context.now)
    if isinstance(table, Refused):
        return table
    if _dice_of(state, table).broken:
        return refuse(Refusal.TABLE_IS_SUSPENDED, "broken")
    # What the dice of the last round show is decided first: other dice would end the doubt.
    if table.suspended == "doubted":
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    voided = void(state, table, "Die broken", context.now) if table.undecided else ()
    return (DieBroken(table.name), *voided)


def seal(state: State, command: SealDice, context: Context) -> Answer:
    """Put other dice on record, between two rounds; a broken set does not come back.

    Rule: MT 10.2(b)(ii); MT 10.5(b)
    """
    table = _with_dice(state, command.table, command.person, Act.MANAGE, context.now)
    if isinstance(table, Refused):
        return table
    if table.undecided:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "round_under_way")
    before = _dice_of(state, table)
    if not is_name(command.dice_set) or not is_name(command.seal):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_setting")
    if command.seal == before.seal or (before.broken and command.dice_set == before.name):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "same_dice")
    return (DiceSealed(table.name, command.dice_set, command.seal),)


def _dice_of(state: State, table: Table) -> DiceSet:
    return state.dice_sets.get(table.name, DiceSet())


def _with_dice(state: State, name: str, person: str, act: Act, now: int) -> Table | Refused:
    """Return a table with dice sealed in a tumbler that its dealer activates."""
    known = state.tables.get(name)
    if known is not None and not isinstance(known.play, DealtDicePlay):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_act")
    return at_table(state, name, person, act, now)


def out_of_service(state: State, table: Table) -> None:
    """Let a table stand still between its rounds as long as a die of its tumbler is broken.

    Rule: MT 10.5(b)
    """
    if _dice_of(state, table).broken:
        table.suspended, table.stopped = "broken", Stopped(since=state.now)


def broken(state: State, event: DieBroken) -> None:
    table = state.tables[event.table]
    state.dice_sets.setdefault(event.table, DiceSet()).broken = True
    if not table.undecided and table.phase != "closed_table":
        out_of_service(state, table)


def sealed(state: State, event: DiceSealed) -> None:
    table = state.tables[event.table]
    state.dice_sets[event.table] = DiceSet(event.dice_set, event.seal)
    if table.suspended == "broken":
        table.suspended = ""


CONCEPT = Concept(
    decides={DeclareDieBroken: declare, SealDice: seal},
    evolves={DieBroken: broken, DiceSealed: sealed},
)
