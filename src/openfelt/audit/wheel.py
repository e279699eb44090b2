"""Roulette tables judged again: a number counts only where the ball was spun."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from openfelt.audit.event import OfRound
from openfelt.audit.outcome import NoOutcome, number_place
from openfelt.audit.table import Table, Tables

OUTCOMES: Final = 37
stated_place: Final = partial(number_place, numbers=OUTCOMES)


class BallSpun(OfRound):
    """The ball goes round."""


class NumberEntered(OfRound):
    """Where it lies."""

    number: int


def _noted(tables: Tables, e: BallSpun | NumberEntered) -> None:
    table = tables.current(e.table, e.round, "closed")
    if table is not None:
        table.entered = str(e.number) if isinstance(e, NumberEntered) and table.thrown else ""
        table.thrown = True


def is_complete(table: Table) -> bool:
    """Say whether there is a number, so that it can have been another."""
    return bool(table.entered)


def settled_place(table: Table, outcome: str) -> int:
    """Take what a supervisor stated, else the number that was entered after a spin."""
    if outcome != (table.stated or table.entered):
        raise NoOutcome(f"it settles on {outcome}, but no spin gave that number")
    return stated_place(outcome)


RULES: Final = {BallSpun: _noted, NumberEntered: _noted}

# What the replay says of its events.
WORDS: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    "BallSpun": lambda _: "the ball is spun",
    "NumberEntered": lambda e: (
        f"the ball is read in {e['number']}" if e["read"] else f"number entered: {e['number']}"
    ),
}
