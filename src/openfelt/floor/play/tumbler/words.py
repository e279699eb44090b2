"""What is said at a dice table: nothing by staff, players shoot and sensors read."""

from collections.abc import Iterator
from typing import Final

from openfelt.floor.base import Command
from openfelt.floor.play.tumbler.reading import ReadCockedDice, ReadDice
from openfelt.floor.play.tumbler.shooter import Shoot, play_at
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.play.words import Meant, Said, Words, whole
from openfelt.floor.state import Table


def staff(_: Said) -> Meant | None:
    """Nobody deals."""
    return None


def device(name: str, table: str, words: Said) -> tuple[Command, ...] | None:
    """Say how the dice lie."""
    match name, words:
        case "tumbler", ("dice", _, *_):
            return (ReadDice(table, tuple(map(whole, words[1:])), ""),)
        case "tumbler", ("cocked",):
            return (ReadCockedDice(table, ""),)
        case _:
            return None


def played(table: Table, _: str, roll: tuple[int, ...]) -> Iterator[Command]:
    """Let the shooter press, then read the dice."""
    if table.phase == "awaiting_shoot":
        yield Shoot(play_at(table).shooter, table.name)
    yield ReadDice(table.name, roll, throw_of(table))


WORDS: Final = Words(
    staff,
    played,
    device,
    (("device", "`tumbler@T dice a b c`, `tumbler@T cocked`", "what the tumbler reads"),),
)
