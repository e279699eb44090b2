"""What is said at a dealt dice table; what a tumbler says of its dice is said as at any other."""

from collections.abc import Iterator
from typing import Final

from openfelt.floor.base import Command
from openfelt.floor.play.dealt_dice.dice_set import DeclareDieBroken, SealDice
from openfelt.floor.play.dealt_dice.exposure import ReadExposedDice, ReportExposedDice
from openfelt.floor.play.dealt_dice.saying import EnterDice
from openfelt.floor.play.dealt_dice.tumbling import Tumble
from openfelt.floor.play.words import Meant, Said, Words, whole
from openfelt.floor.state import Table


def staff(words: Said) -> Meant | None:
    """Say what the dealer does with the dice, and how they lie."""
    match words:
        case ("tumble", *rest):
            return Meant(lambda table, person, _: Tumble(table, person), rest)
        case ("exposed", *rest):
            return Meant(lambda table, person, _: ReportExposedDice(table, person), rest)
        case ("die", "broken", *rest):
            return Meant(lambda table, person, _: DeclareDieBroken(table, person), rest)
        case ("seal", dice, number, *rest):
            return Meant(lambda table, person, _: SealDice(table, person, dice, number), rest)
        case ("dice", _, *_):
            faces = tuple(map(whole, words[1:]))
            return Meant(lambda table, person, _: EnterDice(table, person, faces))
        case _:
            return None


def device(name: str, table: str, words: Said) -> tuple[Command, ...] | None:
    """Say that the dice were seen too early."""
    return (ReadExposedDice(table),) if (name, words) == ("tumbler", ("exposed",)) else None


def played(table: Table, dealer: str, roll: tuple[int, ...]) -> Iterator[Command]:
    """Tumble, and enter the dice."""
    yield Tumble(table.name, dealer)
    yield EnterDice(table.name, dealer, roll)


WORDS: Final = Words(
    staff,
    played,
    device,
    (
        ("dealer `name@T`", "`tumble`", "the dice are tumbled, when the book lets them be"),
        ("dealer `name@T`", "`dice a b c`", "enter the dice, which settles, or compare them"),
        ("dealer `name@T`", "`exposed`", "the dice were seen before the period was over"),
        (
            "supervisor",
            "`die broken T`",
            "a die broke: the round is void, the tumbler out of service",
        ),
        ("supervisor", "`seal DICE SEAL T`", "other dice are sealed in the tumbler"),
        ("device", "`tumbler@T exposed`", "the same, told by the tumbler"),
    ),
)
