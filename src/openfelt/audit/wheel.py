"""Roulette tables judged again: a number counts only where the ball was spun."""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Final

from openfelt.audit.event import Event, OfRound
from openfelt.audit.outcome import NoOutcome, number_place
from openfelt.audit.table import Table, Tables

OUTCOMES: Final = 37
stated_place: Final = partial(number_place, numbers=OUTCOMES)


class BallSpun(OfRound):
    """The ball goes round."""

    version: ClassVar[int] = 2

    order: str


class NumberEntered(OfRound):
    """Where it lies; `order` is what the wheel itself answers."""

    version: ClassVar[int] = 2

    number: int
    order: str


def _spun(tables: Tables, e: BallSpun) -> None:
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if e.order != _spin(e):
        tables.say(f"the spin of round {e.round} is ordered as {e.order}")
    table.entered, table.thrown = "", True


def _entered(tables: Tables, e: NumberEntered) -> None:
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if e.order not in ("", _spin(e)):
        tables.say(f"{e.order} was not ordered for round {e.round}")
    table.entered = str(e.number) if table.thrown else ""


def _spin(e: BallSpun | NumberEntered) -> str:
    """Name the order for the spin of a round."""
    return f"spin:{e.table}:{e.round}"


def is_complete(table: Table) -> bool:
    """Say whether there is a number, so that it can have been another."""
    return bool(table.entered)


def settled_place(table: Table, outcome: str) -> int:
    """Take what a supervisor stated, else the number that was entered after a spin."""
    if outcome != (table.stated or table.entered):
        raise NoOutcome(f"it settles on {outcome}, but no spin gave that number")
    return stated_place(outcome)


RULES: Final[dict[type[Event], Callable[[Tables, Any], object]]] = {
    BallSpun: _spun,
    NumberEntered: _entered,
}

# What the replay says of its events.
WORDS: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    "BallSpun": lambda _: "the ball is spun",
    "NumberEntered": lambda e: (
        f"the ball is read in {e['number']}" if e["read"] else f"number entered: {e['number']}"
    ),
}
