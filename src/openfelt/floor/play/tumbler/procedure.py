"""Dice in a tumbler: periods follow each other, a shooter or nobody shakes, the sensors read."""

from typing import Final

from openfelt.floor.play.procedure import Procedure, SetUp
from openfelt.floor.play.tumbler import reading, shooter, throw
from openfelt.floor.play.tumbler.play import TumblerPlay
from openfelt.floor.play.tumbler.words import WORDS as WORDS
from openfelt.floor.state import Table


def fresh(set_up: SetUp) -> TumblerPlay:
    """Begin with nobody having shot."""
    return TumblerPlay(set_up.shooter, set_up.shoot_value)


def set_up(table: Table) -> dict[str, str | int]:
    """Return what a dice table was opened with."""
    play = shooter.play_at(table)
    return {"shooter": play.shooter_mode, "shoot_value": play.shoot_value}


PROCEDURE: Final = Procedure(
    name="tumbler",
    phases=("awaiting_shoot", "tumbling"),
    fresh=fresh,
    told=throw.told,
    shown=shooter.shown,
    set_up=set_up,
    recalled=throw.recalled,
    after_close=shooter.after_close,
    timed_out=shooter.timed_out,
    end=shooter.end,
)

reading.READERS[PROCEDURE.name] = reading.Reader(shooter.read_dice, shooter.read_cocked)

# What each of its devices reports.
REPORTS: Final = {"tumbler": (reading.ReadDice, reading.ReadCockedDice)}
CONCEPTS: Final = (shooter.CONCEPT, reading.CONCEPT)
