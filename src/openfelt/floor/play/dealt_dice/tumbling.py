"""The tumble: by the dealer, when the round opens or when wagering is over; and his NO SPIN.

Rulebook: MT 10.3(a), 10.5.
"""

from collections.abc import Sequence

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.order import name_of
from openfelt.floor.people.power import at_table
from openfelt.floor.play.dealt_dice.order import ShakeOrder, UncoverOrder, shake_of
from openfelt.floor.play.dealt_dice.play import RECOGNITION, START, DealtDicePlay
from openfelt.floor.play.tumbler.order import TumbleOrder
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.rounds.round import void
from openfelt.floor.state import Stake, State, Table
from openfelt.rulebooks.powers import Act

TUMBLING = "tumbling"


class Tumble(Command, frozen=True):
    """The dealer activates the tumbler."""

    table: str
    person: str


class DiceTumbled(Event, frozen=True):
    """The tumbler was activated; `order` names what it is wanted to do.

    `covered`: it keeps to itself how the dice lie, because wagers are still taken or because the
    dealer says it.
    """

    table: str
    round: int
    order: str
    covered: bool


class DiceUncovered(Event, frozen=True):
    """Wagering is over, and the tumbler is wanted to tell the dice it has kept covered."""

    table: str
    round: int
    order: str


def play_at(table: Table) -> DealtDicePlay:
    """Return what a dealt dice table remembers; its procedure has put it there."""
    assert isinstance(table.play, DealtDicePlay)
    return table.play


def dealt_by(state: State, name: str, person: str, now: int) -> Table | Refused:
    """Return a dealt dice table that plays to its dealer; elsewhere nothing is tumbled."""
    known = state.tables.get(name)
    if known is not None and not isinstance(known.play, DealtDicePlay):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_act")
    table = at_table(state, name, person, Act.DEAL, now)
    if not isinstance(table, Refused) and table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    return table


def at_start(table: Table) -> bool:
    """Say whether this round is tumbled while wagers are taken; one without them never is.

    Rule: MT 10.3(a)(i); MT 5.5
    """
    return play_at(table).tumble == START and not table.no_bet


def tumble(state: State, command: Tumble, context: Context) -> Answer:
    """Tumble once a round, by hand: when it opens, or when wagering is over.

    Rule: MT 10.3(a); MT 10.3(a)(i); MT 10.3(a)(ii); MT def:Individual spin (sic bo)
    """
    table = dealt_by(state, command.table, command.person, context.now)
    if isinstance(table, Refused):
        return table
    play, early = play_at(table), at_start(table)
    if early and (table.phase != "wagering" or play.tumbled):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "tumbled_at_start")
    if not early and (table.phase != "closed" or play.tumbled):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_after_close")
    covered = early or play.dice != RECOGNITION
    order = shake_of(table.name, table.round) if covered else throw_of(table)
    return (DiceTumbled(table.name, table.round, order, covered),)


def after_close(_: State, table: Table, __: Sequence[Stake], ___: int) -> tuple[Event, ...]:
    """Have the covered dice told where they are recognised and not entered.

    Rule: MT 10.3(b); MT 10.3(c)
    """
    play = play_at(table)
    if not play.tumbled or play.dice != RECOGNITION:
        return ()
    return (DiceUncovered(table.name, table.round, _uncover_of(table)),)


def _uncover_of(table: Table) -> str:
    return name_of("uncover", table.name, table.round)


def may_call_off(table: Table) -> bool:
    """Say whether there is a spin to call off: one that was made, or is to be made next."""
    tumbled = table.phase == "wagering" and play_at(table).tumbled
    return tumbled or table.phase in ("closed", TUMBLING)


def no_spin(state: State, table: Table, person: str, now: int) -> Answer:
    """Call the spin off: the result is void, all wagers go back, the next round tumbles anew.

    Rule: MT 10.5(e)
    """
    due = dealt_by(state, table.name, person, now)
    if isinstance(due, Refused):
        return due
    if not may_call_off(table):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_tumbling")
    return void(state, table, "no spin", now)


def tumbled(state: State, event: DiceTumbled) -> None:
    table = state.tables[event.table]
    play_at(table).tumbled = True
    if table.phase == "closed":
        table.phase = TUMBLING
    # Rule: MT def:Dice tumbler controller
    order = ShakeOrder if event.covered else TumbleOrder
    state.orders[event.order] = order(event.table, event.round)


def uncovered(state: State, event: DiceUncovered) -> None:
    state.orders.pop(shake_of(event.table, event.round), None)
    state.orders[event.order] = UncoverOrder(event.table, event.round)


def begin(table: Table) -> None:
    """Have the dice still to be tumbled."""
    play_at(table).tumbled = False


def end(state: State, table: Table) -> None:
    """Want nothing of the tumbler any more."""
    for order in (shake_of(table.name, table.round), throw_of(table), _uncover_of(table)):
        state.orders.pop(order, None)


CONCEPT = Concept(
    decides={Tumble: tumble},
    evolves={DiceTumbled: tumbled, DiceUncovered: uncovered},
)
