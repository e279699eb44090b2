"""A spin: started by the dealer, its number entered or read, called off, confirmed.

Rulebook: MT 9.2, 9.3, 9.6.
"""

from typing import ClassVar

from openfelt.core import wheel
from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.order import name_of
from openfelt.floor.people.power import at_table
from openfelt.floor.play.wheel.order import SpinOrder
from openfelt.floor.play.wheel.play import WheelPlay
from openfelt.floor.rounds.no_spin import CallNoSpin as CallNoSpin
from openfelt.floor.rounds.round import settle, void
from openfelt.floor.state import State, Table
from openfelt.rulebooks.powers import Act

SPINNING = "spinning"


class Spin(Command, frozen=True):
    """The dealer has spun the ball; a wheel that spins by itself is told to."""

    table: str
    person: str


class EnterNumber(Command, frozen=True):
    """The dealer keys the number the ball lies in."""

    table: str
    person: str
    number: int


class ReadNumber(Command, frozen=True):
    """The wheel's sensor reads where the ball lies that `order` wanted spun."""

    table: str
    number: int
    order: str


class BallSpun(Event, frozen=True):
    """`order` names what the wheel is wanted to spin or read."""

    version: ClassVar[int] = 2

    table: str
    round: int
    order: str


class NumberEntered(Event, frozen=True):
    """The number the ball lies in; `read` where the wheel itself said so, answering `order`."""

    version: ClassVar[int] = 2

    table: str
    round: int
    number: int
    read: bool
    order: str


def play_at(table: Table) -> WheelPlay:
    """Return what a roulette table remembers; its procedure has put it there."""
    assert isinstance(table.play, WheelPlay)
    return table.play


def spin_of(table: Table) -> str:
    """Name the order for the spin of a round."""
    return name_of("spin", table.name, table.round)


def _in_phase(table: Table | None, *phases: str) -> Table | Refused:
    """Return a roulette table that stands in one of these phases."""
    if table is None or not isinstance(table.play, WheelPlay):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    if table.phase not in phases:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_after_close")
    return table


def _dealt_by(state: State, name: str, person: str, now: int, *phases: str) -> Table | Refused:
    """Return it to its dealer; elsewhere nothing is spun, whoever asks."""
    known = state.tables.get(name)
    if known is not None and not isinstance(known.play, WheelPlay):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_act")
    table = at_table(state, name, person, Act.DEAL, now)
    return table if isinstance(table, Refused) else _in_phase(table, *phases)


def spin(state: State, command: Spin, context: Context) -> Answer:
    """Spin once wagering is closed.

    Rule: MT 9.3(a)
    """
    table = _dealt_by(state, command.table, command.person, context.now, "closed")
    if isinstance(table, Refused):
        return table
    return (BallSpun(table.name, table.round, spin_of(table)),)


def enter_number(state: State, command: EnterNumber, context: Context) -> Answer:
    """Take the dealer's number; he may put it right until he confirms, but not the wheel's.

    Rule: MT 9.3(c); MT 9.2(b)(i); MT def:Dealer Terminal(a)
    """
    phases = (SPINNING, "result_pending")
    table = _dealt_by(state, command.table, command.person, context.now, *phases)
    if isinstance(table, Refused):
        return table
    play = play_at(table)
    if not is_pocket(command.number):
        return refuse(Refusal.RESULT_DOES_NOT_MATCH, "no_outcome")
    if play.read and command.number != play.number:
        return refuse(Refusal.RESULT_DOES_NOT_MATCH)
    return (NumberEntered(table.name, table.round, command.number, read=play.read, order=""),)


def read_number(state: State, command: ReadNumber, _: Context) -> Answer:
    """Take the wheel's number; the dealer still has to confirm it.

    Rule: MT 9.2(b)(i); MT 9.3(c)
    """
    table = _in_phase(state.tables.get(command.table), SPINNING)
    if isinstance(table, Refused):
        return table
    if command.order != spin_of(table):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_ordered")
    if not is_pocket(command.number):
        return refuse(Refusal.RESULT_DOES_NOT_MATCH, "no_outcome")
    read = (table.name, table.round, command.number)
    return (NumberEntered(*read, read=True, order=command.order),)


def is_pocket(number: int) -> bool:
    """Say whether the wheel has such a compartment.

    Rule: MT 9.2(b)(i)
    """
    return number in wheel.POCKETS


def no_spin(state: State, table: Table, person: str, now: int) -> Answer:
    """Call the spin off while the ball goes round: all wagers go back.

    Rule: MT 9.6(b)
    """
    due = _dealt_by(state, table.name, person, now, SPINNING)
    return due if isinstance(due, Refused) else void(state, table, "no spin", now)


def confirm(state: State, table: Table, person: str, now: int) -> Answer:
    """Settle on the number once the dealer confirms it.

    Rule: MT 9.3(c); MT def:Individual spin (roulette)
    """
    due = _dealt_by(state, table.name, person, now, "result_pending")
    if isinstance(due, Refused):
        return due
    number = play_at(table).number
    return settle(state, table, str(number), number, now)


def ball_spun(state: State, event: BallSpun) -> None:
    state.tables[event.table].phase = SPINNING
    state.orders[event.order] = SpinOrder(event.table, event.round)


def number_entered(state: State, event: NumberEntered) -> None:
    table = state.tables[event.table]
    play = play_at(table)
    table.phase, play.number, play.read = "result_pending", event.number, event.read
    state.orders.pop(spin_of(table), None)


CONCEPT = Concept(
    decides={
        Spin: spin,
        EnterNumber: enter_number,
        ReadNumber: read_number,
    },
    evolves={BallSpun: ball_spun, NumberEntered: number_entered},
)
