"""Dice: a shooter shoots or lets his seconds pass; the sensors read, nearly always flat ones."""

from random import Random
from typing import Final

from openfelt.floor.base import Command
from openfelt.floor.play.procedure import Stated
from openfelt.floor.play.tumbler import shooter
from openfelt.floor.play.tumbler.reading import ReadCockedDice, ReadDice
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.state import State, Table
from openfelt.rehearsal.way import Move, Way


def carry_on(chance: Random, _: State, table: Table) -> Move | None:
    """Press the button, or tell what the tumbler shows."""
    match table.phase:
        case "awaiting_shoot" if chance.random() < 0.5:
            shoots = shooter.play_at(table).shooter
            return shoots, shooter.Shoot(shoots, table.name)
        case "tumbling":
            return f"tumbler@{table.name}", _read(chance, table)
        case _:
            return None


def _read(chance: Random, table: Table) -> Command:
    order = throw_of(table)
    if chance.random() < 0.03:
        return ReadCockedDice(table.name, order)
    return ReadDice(table.name, thrown(chance, shooter.play_at(table).dice), order)


def thrown(chance: Random, count: int = 3) -> tuple[int, ...]:
    """Draw so many faces."""
    return tuple(chance.randint(1, 6) for _ in range(count))


WAY: Final = Way(
    bets=("small", "big", "any_triple", "total:9", "number:4", "combo:1-2", "player"),
    carry_on=carry_on,
    stated=lambda chance: Stated(dice=thrown(chance)),
    button=shooter.Shoot,
)
