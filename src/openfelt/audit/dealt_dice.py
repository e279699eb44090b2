"""Dice that a dealer tumbles, judged again: when, who said them, whether they were seen early."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from openfelt.audit import dice
from openfelt.audit.event import Event, OfRound
from openfelt.audit.outcome import DICE_PLACES, NoOutcome, dice_place
from openfelt.audit.table import Table, Tables

OUTCOMES: Final = DICE_PLACES
stated_place: Final = dice_place
is_complete: Final = dice.is_complete

_START: Final = "start"
_RECOGNITION: Final = "recognition"


class DiceTumbled(OfRound):
    """The dealer activated the tumbler."""

    order: str
    covered: bool


class DiceUncovered(OfRound):
    """Wagering is over: the tumbler is to tell what it kept covered."""

    order: str


class DiceEntered(OfRound):
    """How the dice lie, by the dealer."""

    dice: tuple[int, ...]


class DiceCompared(OfRound):
    """How the dealer sees dice that were recognised."""

    dice: tuple[int, ...]
    agrees: bool


class DiceExposed(OfRound):
    """The dice were seen while wagers were taken."""

    spoils: bool


class DieBroken(Event):
    """A die broke: the tumbler is out of service until its dice are changed."""

    table: str


class DiceSealed(Event):
    """Which dice are in a table's tumbler from now on, and by which seal."""

    table: str
    dice_set: str
    seal: str


def _words(faces: tuple[int, ...]) -> str:
    return "-".join(map(str, faces))


def _tumbled(tables: Tables, e: DiceTumbled) -> None:
    table = tables.current(e.table, e.round, "wagering", "closed")
    if table is None:
        return
    if e.table in tables.broken_dice:
        tables.say(f"a die in the tumbler of {e.table} is broken")
    at_start = table.tumble == _START and not table.no_bet
    if table.phase != ("wagering" if at_start else "closed"):
        tables.say(f"{e.table} tumbles at the {table.tumble} of wagering")
    if table.thrown:
        tables.say(f"the dice of round {e.round} were tumbled before")
    covered = at_start or table.said_by != _RECOGNITION
    if e.covered != covered or e.order != f"{'shake' if covered else 'tumble'}:{e.table}:{e.round}":
        tables.say(f"the tumble of round {e.round} is ordered as {e.order}")
    table.thrown, table.entered, table.awaited = True, "", e.order


def _uncovered(tables: Tables, e: DiceUncovered) -> None:
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    wanted = table.thrown and table.tumble == _START and table.said_by == _RECOGNITION
    if not wanted or e.order != f"uncover:{e.table}:{e.round}":
        tables.say(f"no dice of round {e.round} are to be uncovered as {e.order}")
    table.awaited = e.order


def _entered(tables: Tables, e: DiceEntered) -> None:
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if table.said_by == _RECOGNITION:
        tables.say(f"the dice of {e.table} are recognised, and somebody entered them")
    table.entered, table.awaited = _words(e.dice), ""


def _compared(tables: Tables, e: DiceCompared) -> None:
    table = tables.current(e.table, e.round, "settled")
    if table is None:
        return
    # Journals of old doubted the same faces in another order too.
    seen = _words(e.dice)
    same_faces = sorted(seen) == sorted(table.outcome)
    if (e.agrees and not same_faces) or (not e.agrees and seen == table.outcome):
        tables.say(f"round {e.round} was settled on {table.outcome}")
    table.doubted = table.doubted or not e.agrees


def _exposed(tables: Tables, e: DiceExposed) -> None:
    table = tables.current(e.table, e.round, "wagering")
    if table is None:
        return
    if e.spoils != (table.tumble == _START):
        tables.say(f"{e.table} tumbles at the {table.tumble} of wagering")
    table.spoiled = table.tumble == _START


def _broken(tables: Tables, e: DieBroken) -> None:
    """Whatever the dice of this round were, nobody can tell any more."""
    table = tables.find(e.table)
    if table is not None:
        tables.broken_dice.add(e.table)
        table.thrown = False


def _sealed(tables: Tables, e: DiceSealed) -> None:
    table = tables.find(e.table)
    if table is not None and table.phase in ("wagering", "closed"):
        tables.say(f"other dice are sealed at {e.table} in round {table.round}")
    tables.broken_dice.discard(e.table)


def settled_place(table: Table, outcome: str) -> int:
    """Take dice that were tumbled and told, unless those of the round were seen or lay cocked."""
    if table.spoiled:
        raise NoOutcome("its dice were seen while wagers were taken")
    if not table.thrown:
        raise NoOutcome("no dice were tumbled, or they lay cocked, or one broke")
    if table.awaited or outcome != table.entered:
        raise NoOutcome(f"it settles on {outcome}, but nobody said that the dice lie so")
    return dice_place(outcome)


RULES: Final[dict[type[Event], Callable[[Tables, Any], object]]] = {
    DiceTumbled: _tumbled,
    DiceUncovered: _uncovered,
    DiceEntered: _entered,
    DiceCompared: _compared,
    DiceExposed: _exposed,
    DieBroken: _broken,
    DiceSealed: _sealed,
}

# What the replay says of its events.
WORDS: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    "DiceTumbled": lambda e: "the dice are tumbled" + (", covered" if e["covered"] else ""),
    "DiceUncovered": lambda _: "the dice are uncovered",
    "DiceEntered": lambda e: f"dice entered: {_words(e['dice'])}",
    "DiceCompared": lambda e: (
        f"the dealer sees {_words(e['dice'])} too"
        if e["agrees"]
        else f"the dealer sees {_words(e['dice'])} instead: the table stands still"
    ),
    "DiceExposed": lambda e: (
        "the dice of this round are seen too early" if e["spoils"] else "dice are seen too early"
    ),
    "DieBroken": lambda _: "a die broke: the tumbler is out of service",
    "DiceSealed": lambda e: f"the dice {e['dice_set']} are sealed in the tumbler by {e['seal']}",
}
