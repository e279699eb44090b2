"""What is said at a dice table: nothing by staff, players shoot and sensors read."""

from typing import Final

from openfelt.floor.base import Command
from openfelt.floor.play.tumbler.shooter import ReadCockedDice, ReadDice
from openfelt.floor.play.words import Meant, Said, Words, whole


def staff(_: Said) -> Meant | None:
    """Nobody deals."""
    return None


def device(name: str, table: str, words: Said) -> tuple[Command, ...] | None:
    """Say how the dice lie."""
    match name, words:
        case "tumbler", ("dice", _, *_):
            return (ReadDice(table, tuple(map(whole, words[1:]))),)
        case "tumbler", ("cocked",):
            return (ReadCockedDice(table),)
        case _:
            return None


WORDS: Final = Words(
    staff,
    device,
    (("device", "`tumbler@T dice a b c`, `tumbler@T cocked`", "what the tumbler reads"),),
)
