"""Cards taken out of the shoe before its end, and the next shoe brought.

Rulebooks: LT 3.6, 3.12, 11.6.2.2, 11.6.19; MT 8.3(e), 8.3(f), 8.3(i), 8.3(j), 8.8(h).
"""

from typing import ClassVar

from openfelt.core.cards import DECK
from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.power import roles_for
from openfelt.floor.people.staff import holds
from openfelt.floor.play.cards import dummy, reading
from openfelt.floor.play.cards.early import EARLY
from openfelt.floor.play.cards.hands import begun_anew, play_at, with_shoe
from openfelt.floor.play.cards.preparation import prepared, set_aside, waiting_after
from openfelt.floor.rounds.correction import correctable
from openfelt.floor.rounds.notice import make_final
from openfelt.floor.rounds.round import void
from openfelt.floor.state import State, Table
from openfelt.games.baccarat.shoe_life import cut_is_lawful, cutting_card_is_lawful
from openfelt.rulebooks.definition import Definition
from openfelt.rulebooks.powers import Act

_BETWEEN_COUPS = ("idle", "settled", "void", "wagering")


class ChangeShoe(Command, frozen=True):
    """Have the remaining cards taken out, to be shuffled or replaced.

    Whoever may order it as a remedy after a void says `unfit` where the cards are why; `after` the
    coup in progress they are shuffled, whatever it comes to.
    """

    table: str
    person: str
    reason: str
    unfit: bool = False
    after: bool = False


class VoidShoe(Command, frozen=True):
    """Declare a shoe void because its order may be known."""

    table: str
    person: str
    reason: str


class BringShoe(Command, frozen=True):
    """The dealer has shuffled, cut and loaded the next shoe.

    `cut` says after how many cards it was cut, `end` how many lie behind the other cutting card; 0
    is not said.  `how` says who shuffled it, and `batch` which cards came shuffled.
    """

    table: str
    person: str
    cut: int = 0
    end: int = 0
    how: str = ""
    batch: str = ""


class ShoeRemoved(Event, frozen=True):
    """No card is left in the shoe; `void`: its order may have been known, who is told by `duty`."""

    version: ClassVar[int] = 2

    table: str
    void: bool
    reason: str
    duty: Duty


class ShuffleOrdered(Event, frozen=True):
    """The shoe is at its end with the coup in progress."""

    table: str
    reason: str


class ShoeCut(Event, frozen=True):
    """Where the next shoe was cut, and how many cards lie behind its cutting card; 0 is unsaid."""

    table: str
    cut: int
    end: int


class ShoeBrought(Event, frozen=True):
    """A full shoe lies ready; its first card is to be burned."""

    table: str


def _with_shoe(state: State, name: str, person: str, act: Act, now: int) -> Table | Refused:
    """Return a table that is open and dealt from a shoe, to whoever holds the power."""
    table = with_shoe(state, name, person, act, now)
    if isinstance(table, Refused):
        return table
    if table.phase == "closed_table":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "table_closed")
    return table


def change(state: State, command: ChangeShoe, context: Context) -> Answer:
    """Take the cards out between two coups; a wagering period that is open ends without a coup.

    Rule: LT 3.6; LT 11.6.2.2; MT 8.3(j)
    """
    if command.after:
        return _after(state, command, context.now)
    act = _power(state, command, context.now)
    table = _with_shoe(state, command.table, command.person, act, context.now)
    if isinstance(table, Refused):
        return table
    # A card that was drawn too early has begun its coup.  Rule: MT 8.3(j); MT 8.8(n)
    begun = table.aside or table.suspended == EARLY
    if table.phase not in _BETWEEN_COUPS or begun:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "coup_under_way")
    if not play_at(table).coups_left:
        return set_aside(state, table, command.person, command.reason, context.now)
    is_remedy = act is Act.CHANGE_SHOE and _knows_both(state, table)
    if is_remedy and not _follows_a_void(state, table):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_void_before")
    return _removed(state, table, command.reason, context.now, is_void=False)


def _after(state: State, command: ChangeShoe, now: int) -> Answer:
    """Have the cards shuffled when the coup is over; between two coups that is now.

    Rule: MT 8.3(e)(iii); MT 8.8(h)
    """
    act = Act.SHUFFLE_AFTER
    table = _with_shoe(state, command.table, command.person, act, now)
    if isinstance(table, Refused):
        return table
    if not play_at(table).coups_left:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "shoe_ended")
    if table.undecided:
        return (ShuffleOrdered(table.name, command.reason),)
    return _removed(state, table, command.reason, now, is_void=False)


def _power(state: State, command: ChangeShoe, now: int) -> Act:
    """Say by which power it is ordered: as a remedy, or because cards are unfit for use."""
    table = state.tables.get(command.table)
    if table is None or not _knows_both(state, table):
        return Act.CHANGE_SHOE
    roles = roles_for(state, table, Act.CHANGE_SHOE)
    remedy = holds(state, command.person, roles, now) and not command.unfit
    return Act.CHANGE_SHOE if remedy else Act.REPLACE_CARDS


def _knows_both(state: State, table: Table) -> bool:
    """Say whether the two are told apart; a table opened before they were has one for both."""
    return Act.REPLACE_CARDS in state.rules(table).powers


def _follows_a_void(state: State, table: Table) -> bool:
    """Say whether the coup before, from this shoe, was declared void; a dummy hand is one, too.

    Rule: LT 11.6.2.2
    """
    play = play_at(table)
    if play.since:
        return play.since == "void"
    number = table.round - (table.phase == "wagering")
    if not number:
        return False
    found = correctable(state, table, number)
    return isinstance(found, Refused) and found.code is not Refusal.ROUND_IS_FINAL


def void_shoe(state: State, command: VoidShoe, context: Context) -> Answer:
    """Withdraw the cards at once: the coup in progress is void, those before it stand.

    Rule: LT 11.6.19
    """
    table = _with_shoe(state, command.table, command.person, Act.VOID_SHOE, context.now)
    if isinstance(table, Refused):
        return table
    if not play_at(table).coups_left:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "shoe_ended")
    return _removed(state, table, command.reason, context.now, is_void=True)


def _removed(
    state: State, table: Table, reason: str, now: int, *, is_void: bool
) -> tuple[Event, ...]:
    """End what is being played, then take the cards out: no carried card outlives its shoe."""
    removed = ShoeRemoved(table.name, is_void, reason, task.duty("void_shoe"))
    if table.aside:
        return (*dummy.void(table), removed)
    return (*void(state, table, reason, now), removed) if table.undecided else (removed,)


def bring(state: State, command: BringShoe, context: Context) -> Answer:
    """Load the next shoe once the last has ended or was taken out.

    Rule: LT 3.12; LT 3.13
    """
    table = _with_shoe(state, command.table, command.person, Act.DEAL, context.now)
    if isinstance(table, Refused):
        return table
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    if table.undecided:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "coup_under_way")
    if table.name in state.shoes:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "virtual_shoe")
    if play_at(table).coups_left:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "shoe_in_use")
    if not _is_lawful(state.rules(table), command):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_cut_so")
    shuffled = prepared(table, command.how, command.batch)
    if isinstance(shuffled, Refused):
        return shuffled
    cut = (ShoeCut(table.name, command.cut, command.end),) if command.cut or command.end else ()
    return (*shuffled, *cut, ShoeBrought(table.name))


def _is_lawful(rules: Definition, command: BringShoe) -> bool:
    """Say whether the cards were cut far enough from either end, as far as that was said.

    Rule: LT 3.10; LT 3.11; MT 8.3(f)
    """
    assert rules.shoe is not None, "cards are dealt from a shoe"
    stack = rules.decks * len(DECK)
    well_cut = not command.cut or cut_is_lawful(rules.shoe, stack, command.cut)
    return well_cut and (not command.end or cutting_card_is_lawful(rules.shoe, command.end))


def removed(state: State, event: ShoeRemoved) -> None:
    """Wait for the next shoe; what was settled is final now.

    Rule: LT 11.6.2.3
    """
    table = state.tables[event.table]
    make_final(state, table)
    # A card that was drawn too many opens no dummy hand of a shoe that is gone.
    play = play_at(table)
    play.coups_left, play.carried, play.dummy, table.aside = 0, [], "", False
    play.unseen, play.tie_adds_one = False, False
    if table.phase != "closed_table":
        table.phase = "idle" if table.undecided else table.phase
    if event.void:
        task.begin(state, "void_shoe", event.table, event.duty)


def shuffle_ordered(state: State, event: ShuffleOrdered) -> None:
    play_at(state.tables[event.table]).shuffle_after = True


def shoe_cut(state: State, event: ShoeCut) -> None:
    """Recorded; the shoe that was cut is brought in the next row."""


def brought(state: State, event: ShoeBrought) -> None:
    table = state.tables[event.table]
    make_final(state, table)
    play = play_at(table)
    play.coups_left, play.burned, play.standby, play.seen = -1, False, True, {}
    play.carried, play.waiting = [], waiting_after(play.prepared, play.waiting)
    play.prepared, play.set_aside = "", False
    begun_anew(play)
    play.since, table.phase = "shoe", "idle"
    reading.next_turn(table)


CONCEPT = Concept(
    decides={ChangeShoe: change, VoidShoe: void_shoe, BringShoe: bring},
    evolves={
        ShoeRemoved: removed,
        ShuffleOrdered: shuffle_ordered,
        ShoeCut: shoe_cut,
        ShoeBrought: brought,
    },
)
