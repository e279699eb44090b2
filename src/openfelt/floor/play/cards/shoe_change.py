"""Cards taken out of the shoe before its end, and the next shoe brought.

Rulebook: LT 3.12, 11.6.2.2, 11.6.19.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused
from openfelt.floor.people import power, task
from openfelt.floor.people.staff import may
from openfelt.floor.play.cards.dummy import DummyHandEnded
from openfelt.floor.rounds.notice import make_final
from openfelt.floor.rounds.round import void
from openfelt.floor.state import UNDECIDED, State, Table
from openfelt.rulebooks import VARIANTS

_BETWEEN_COUPS = ("idle", "settled", "void", "wagering")


class ChangeShoe(Command, frozen=True):
    """Have the remaining cards taken out, to be shuffled or replaced."""

    table: str
    person: str
    reason: str


class VoidShoe(Command, frozen=True):
    """Declare a shoe void because its order may be known."""

    table: str
    person: str
    reason: str


class BringShoe(Command, frozen=True):
    """The dealer has shuffled, cut and loaded the next shoe."""

    table: str
    person: str


class ShoeRemoved(Event, frozen=True):
    """No card is left in the shoe; `void`: its order may have been known."""

    table: str
    void: bool
    reason: str


class ShoeBrought(Event, frozen=True):
    """A full shoe lies ready; its first card is to be burned."""

    table: str


def _with_shoe(
    state: State, name: str, person: str, roles: tuple[str, ...], now: int
) -> Table | Refused:
    """Return a table that is open and dealt from a shoe, to whoever holds the power."""
    table = state.tables.get(name)
    if table is None:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    refused = may(state, person, roles, now)
    if refused:
        return refused
    if VARIANTS[table.variant].shoe is None or table.phase == "closed_table":
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    return table


def change(state: State, command: ChangeShoe, context: Context) -> Answer:
    """Take the cards out between two coups; a wagering period that is open ends without a coup.

    Rule: LT 11.6.2.2
    """
    table = _with_shoe(state, command.table, command.person, power.AGM, context.now)
    if isinstance(table, Refused):
        return table
    if table.phase not in _BETWEEN_COUPS or table.dummy or not table.coups_left:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    return _removed(table, command.reason, context.now, is_void=False)


def void_shoe(state: State, command: VoidShoe, context: Context) -> Answer:
    """Withdraw the cards at once: the coup in progress is void, those before it stand.

    Rule: LT 11.6.19
    """
    table = _with_shoe(state, command.table, command.person, power.GAMING_MANAGER, context.now)
    if isinstance(table, Refused):
        return table
    if not table.coups_left:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    return _removed(table, command.reason, context.now, is_void=True)


def _removed(table: Table, reason: str, now: int, *, is_void: bool) -> tuple[Event, ...]:
    """End what is being played, then take the cards out: no carried card outlives its shoe."""
    removed = ShoeRemoved(table.name, is_void, reason)
    if table.dummy:
        return (DummyHandEnded(table.name, "void"), removed)
    return (*void(table, reason, now), removed) if table.phase in UNDECIDED else (removed,)


def bring(state: State, command: BringShoe, context: Context) -> Answer:
    """Load the next shoe once the last has ended or was taken out.

    Rule: LT 3.12; LT 3.13
    """
    table = _with_shoe(state, command.table, command.person, power.DEALER, context.now)
    if isinstance(table, Refused):
        return table
    if table.suspended:
        return Refused(Refusal.TABLE_IS_SUSPENDED)
    if table.coups_left or table.phase in UNDECIDED or table.name in state.shoes:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    return (ShoeBrought(table.name),)


def removed(state: State, event: ShoeRemoved) -> None:
    """Wait for the next shoe; what was settled is final now.

    Rule: LT 11.6.2.3
    """
    table = state.tables[event.table]
    make_final(table)
    # A card that was drawn too many opens no dummy hand of a shoe that is gone.
    table.coups_left, table.carried, table.dummy = 0, [], ""
    if table.phase != "closed_table":
        table.phase = "idle" if table.phase in UNDECIDED else table.phase
    if event.void:
        task.begin(state, "void_shoe", event.table)


def brought(state: State, event: ShoeBrought) -> None:
    table = state.tables[event.table]
    make_final(table)
    table.coups_left, table.burned, table.standby = -1, False, True
    table.phase, table.seen = "idle", {}


CONCEPT = Concept(
    decides={ChangeShoe: change, VoidShoe: void_shoe, BringShoe: bring},
    evolves={ShoeRemoved: removed, ShoeBrought: brought},
)
