"""What is said at a roulette table."""

from collections.abc import Iterator
from typing import Final

from openfelt.floor.base import Command
from openfelt.floor.play.wheel.spin import CallNoSpin, EnterNumber, ReadNumber, Spin
from openfelt.floor.play.words import Meant, Said, Words, whole
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.state import Table


def staff(words: Said) -> Meant | None:
    """Say what the dealer does with the ball."""
    match words:
        case ("spin", *rest):
            return Meant(lambda table, person, _: Spin(table, person), rest)
        case ("no", "spin", *rest):
            return Meant(lambda table, person, _: CallNoSpin(table, person), rest)
        case ("number", number):
            return Meant(lambda table, person, _: EnterNumber(table, person, whole(number)))
        case _:
            return None


def device(name: str, table: str, words: Said) -> tuple[Command, ...] | None:
    """Say where the ball lies."""
    match name, words:
        case "wheel", ("number", number):
            return (ReadNumber(table, whole(number), ""),)
        case _:
            return None


def played(table: Table, dealer: str, number: int) -> Iterator[Command]:
    """Spin, enter the number and confirm it."""
    yield Spin(table.name, dealer)
    yield EnterNumber(table.name, dealer, number)
    yield ConfirmResult(table.name, dealer)


WORDS: Final = Words(
    staff,
    played,
    device,
    (
        ("dealer `name@T`", "`spin`", "the ball is spun"),
        ("dealer `name@T`", "`no spin`", "call the spin off: it is void"),
        ("dealer `name@T`", "`number N`", "enter the number; `confirm result` settles"),
        (
            "dealer `name@T`",
            "`void REASON`",
            "a void spin, while the ball goes round",
        ),
        ("device", "`wheel@T number N`", "what the wheel reads"),
    ),
)
