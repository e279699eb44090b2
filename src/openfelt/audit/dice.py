"""Dice tables judged again: who shot, and whether the dice were thrown at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from openfelt.audit.event import Event, OfRound
from openfelt.audit.outcome import DICE_PLACES, NoOutcome, dice_place
from openfelt.audit.table import Table, Tables


class ShooterCalled(OfRound):
    """A terminal may press the button."""

    terminal: str


class DiceShot(OfRound):
    """The tumbler was told to shake, by the shooter or with no name by itself."""

    version: ClassVar[int] = 2
    # Rows of older versions did not say what the tumbler reported.
    reported: ClassVar[int] = 2

    by: str
    order: str


class DiceRead(OfRound):
    """The tumbler says what it threw, and by which order."""

    order: str
    dice: tuple[int, ...]


class DiceCocked(OfRound):
    """A die does not lie flat: this throw cannot be settled."""

    version: ClassVar[int] = 2

    order: str


def _shooter_called(tables: Tables, e: ShooterCalled) -> None:
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if table.odds.stands:
        _check_line(tables, table, e.terminal)
    elif all(stake.terminal != e.terminal for stake in table.committed):
        tables.say(f"{e.terminal} is the shooter and has no wager")
    table.shooter = table.holder = e.terminal


def _on_the_line(table: Table, terminal: str) -> int:
    """Return what a terminal has on the line, whichever way."""
    ends = (f"{line}@{table.point}" if table.point else line for line in ("pass_line", "dont_pass"))
    on_it = table.on_it()
    return sum(on_it.get((terminal, bet), 0) for bet in ends)


def _check_line(tables: Tables, table: Table, terminal: str) -> None:
    """Only who has the dice shooting value on the line shoots, and keeps the dice as he has it."""
    least, holder = max(1, table.shoot_value), table.holder
    if _on_the_line(table, terminal) < least:
        tables.say(f"{terminal} is the shooter and has not the value on the line")
    keeps = holder not in ("", terminal) and not tables.is_barred(holder)
    if keeps and _on_the_line(table, holder) >= least:
        tables.say(f"{holder} has not lost the dice, and {terminal} is the shooter")


def _dice_shot(tables: Tables, e: DiceShot) -> None:
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if e.by and e.by != table.shooter:
        tables.say(f"{e.by} shot, the shooter is {table.shooter or 'nobody'}")
    if e.by:
        tables.check_may_play(e.by)
    if e.order != _throw(e):
        tables.say(f"the throw of round {e.round} is ordered as {e.order}")
    table.thrown, table.entered = True, ""
    table.awaited = e.order if tables.version >= e.reported else ""


def _throw(e: DiceShot | DiceRead | DiceCocked) -> str:
    """Name the order for the throw of a round."""
    return f"tumble:{e.table}:{e.round}"


def _dice_read(tables: Tables, e: DiceRead) -> None:
    """A reading answers the order of its own round, and the round is settled on it."""
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if e.order != table.awaited or e.order.startswith("shake:"):
        tables.say(f"{e.order} was not ordered, or was read before")
    table.entered, table.awaited = "-".join(map(str, e.dice)), ""


def _dice_cocked(tables: Tables, e: DiceCocked) -> None:
    """A throw of this round lies cocked; where a dealer tumbles early, while wagers are taken."""
    table = tables.current(e.table, e.round, "closed", "wagering")
    if table is not None:
        if table.phase == "wagering" and not table.thrown:
            tables.say(f"no dice of round {e.round} were thrown yet")
        if e.order not in (_throw(e), table.awaited):
            tables.say(f"{e.order} was not ordered for round {e.round}")
        table.thrown = False


OUTCOMES: Final = DICE_PLACES
stated_place: Final = dice_place


def is_complete(_: Table) -> bool:
    """Dice settle when they are read: there is no result in between to be stated."""
    return False


def settled_place(table: Table, outcome: str) -> int:
    """Take the dice only where they were thrown and lay flat."""
    check_thrown(table, outcome)
    return dice_place(outcome)


def check_thrown(table: Table, outcome: str) -> None:
    """Raise where no dice were thrown, or the tumbler reported other ones."""
    if not table.thrown:
        raise NoOutcome("no dice were thrown, or they lay cocked")
    if table.awaited or outcome != (table.entered or outcome):
        raise NoOutcome(f"it settles on {outcome}, but the tumbler did not report that")


RULES: Final[dict[type[Event], Callable[[Tables, Any], object]]] = {
    ShooterCalled: _shooter_called,
    DiceShot: _dice_shot,
    DiceRead: _dice_read,
    DiceCocked: _dice_cocked,
}

# What the replay says of its events.
WORDS: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    "ShooterCalled": lambda e: f"{e['terminal']} is the shooter",
    "DiceShot": lambda e: f"the dice are shot by {e['by'] or 'the table itself'}",
    "DiceRead": lambda e: f"the tumbler reads {'-'.join(map(str, e['dice']))}",
    "DiceCocked": lambda _: "a die lies cocked",
}
