"""Craps: rolls follow each other, a shooter keeps the dice, and most wagers outlive a roll."""

from typing import Final

from openfelt.floor.play.craps import correction, roll, turn
from openfelt.floor.play.craps.laying import LAYING
from openfelt.floor.play.craps.play import CrapsPlay
from openfelt.floor.play.craps.position import play_at
from openfelt.floor.play.craps.words import WORDS as WORDS
from openfelt.floor.play.procedure import Procedure, SetUp
from openfelt.floor.play.tumbler import reading, shooter, throw
from openfelt.floor.state import State, Table


def fresh(set_up: SetUp) -> CrapsPlay:
    """Begin with a come out roll, and nobody having shot.

    Rule: AC def:come out roll
    """
    return CrapsPlay(set_up.shooter, set_up.shoot_value)


def set_up(table: Table) -> dict[str, str | int]:
    """Return what a craps table was opened with: its dice go round in turn."""
    return {"shoot_value": play_at(table).shoot_value}


def end(state: State, table: Table) -> None:
    """Want no throw any more; a roll that was settled is known with the point it was for."""
    shooter.end(state, table)
    correction.note(table)


PROCEDURE: Final = Procedure(
    name="craps",
    phases=("awaiting_shoot", "tumbling"),
    fresh=fresh,
    told=roll.told,
    shown=roll.shown,
    set_up=set_up,
    recalled=throw.recalled,
    laying=LAYING,
    after_close=turn.after_close,
    timed_out=shooter.timed_out,
    following=roll.following,
    replayed=correction.replayed,
    end=end,
    closed=roll.closed,
)

reading.READERS[PROCEDURE.name] = reading.Reader(shooter.read_dice, shooter.read_cocked)

# What each of its devices reports.
REPORTS: Final = {"tumbler": (reading.ReadDice, reading.ReadCockedDice)}
CONCEPTS: Final = (roll.CONCEPT, correction.CONCEPT)
