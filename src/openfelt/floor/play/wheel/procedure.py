"""A wheel: a dealer opens each round, spins when wagering is closed, and confirms the number."""

from typing import Final

from openfelt.floor.play.procedure import Outcome, Procedure, Recalled, SetUp, Shown, Stated
from openfelt.floor.play.wheel import spin
from openfelt.floor.play.wheel.play import WheelPlay
from openfelt.floor.play.wheel.words import WORDS as WORDS
from openfelt.floor.state import State, Table
from openfelt.rulebooks.definition import Definition


def fresh(_: SetUp) -> WheelPlay:
    """Begin with a wheel that has not been spun."""
    return WheelPlay()


def set_up(_: Table) -> dict[str, str | int]:
    """Return nothing: a wheel is opened with what every table is."""
    return {}


def told(_: Definition, stated: Stated) -> Outcome | None:
    """Return the number somebody states, None if it is none of the wheel's.

    Rule: MT 9.2(b)(i)
    """
    if stated.cards or stated.dice or not spin.is_pocket(stated.number):
        return None
    return Outcome(str(stated.number), stated.number)


def shown(table: Table) -> Shown:
    """Show the number that was entered."""
    number = spin.play_at(table).number
    return Shown(entered="" if number < 0 else str(number))


def recalled(outcome: Outcome) -> Recalled:
    """Read a past number."""
    return Recalled(points=(outcome.place,), number=outcome.place)


def in_play(table: Table) -> bool:
    """Say whether the ball goes round at a table that plays: the dealer may declare the spin void.

    Rule: MT 9.6(a); MT 9.6(c); MT 9.6(e); MT 9.6(f); MT 9.6(g)
    """
    return table.phase == spin.SPINNING and not table.suspended


def begin(table: Table) -> None:
    """Forget the number of the round before."""
    play = spin.play_at(table)
    play.number, play.read = -1, False


def end(state: State, table: Table) -> None:
    """Want no spin any more."""
    state.orders.pop(spin.spin_of(table), None)


PROCEDURE: Final = Procedure(
    name="wheel",
    phases=(spin.SPINNING,),
    fresh=fresh,
    told=told,
    shown=shown,
    set_up=set_up,
    recalled=recalled,
    confirm=spin.confirm,
    no_spin=spin.no_spin,
    in_play=in_play,
    begin=begin,
    begin_no_bet=lambda _, table: begin(table),
    end=end,
)

# What each of its devices reports.
REPORTS: Final = {"wheel": (spin.ReadNumber,)}
CONCEPTS: Final = (spin.CONCEPT,)
