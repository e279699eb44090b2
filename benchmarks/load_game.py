"""What is played under load: where chips are laid, and how a dealer brings a round to its end."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from openfelt.floor.base import Command
from openfelt.floor.play.cards.coup import EnterResult, as_read
from openfelt.floor.play.wheel.spin import EnterNumber, Spin
from openfelt.floor.state import Table

CARDS: Final = ("9S", "2H", "KD", "3C")
NUMBER: Final = 17


class Game(NamedTuple):
    """A variant: its limits in dollars, the bets of a terminal, what is done before it is paid.

    Where a wager is confirmed as soon as it lies, `at_once`; else all are together.
    """

    variant: str
    minimum: int
    maximum: int
    bets: tuple[str, ...]
    at_once: bool
    to_the_end: Callable[[Table, str], Iterator[Command]]


def _coup(table: Table, dealer: str) -> Iterator[Command]:
    for card in CARDS:
        yield as_read(table, card)
    yield EnterResult(table.name, dealer, "player")


def _spin(table: Table, dealer: str) -> Iterator[Command]:
    yield Spin(table.name, dealer)
    yield EnterNumber(table.name, dealer, NUMBER)


_NUMBERS: Final = tuple(f"straight:{number}" for number in range(11, 23))
_AROUND: Final = ("split:17-20", "corner:16-17-19-20", "street:16-17-18", "six_line:16-21")
_OUTSIDE: Final = ("red", "dozen:2", "tier", "neighbours2:17")

GAMES: Final = {
    one.variant: one
    for one in (
        Game("LT", 5, 0, ("player", "banker", "tie"), at_once=True, to_the_end=_coup),
        Game(
            "MT_ROULETTE",
            1,
            500,
            (*_NUMBERS, *_AROUND, *_OUTSIDE),
            at_once=False,
            to_the_end=_spin,
        ),
    )
}
