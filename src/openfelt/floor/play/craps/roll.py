"""What a roll does to the table: the point moves, and the dice pass on.

Rulebook: AC def:come out roll, 3.11, 3.12.
"""

from typing import Final

from openfelt.core import dice
from openfelt.core.verdict import Result
from openfelt.floor.base import Concept, Event
from openfelt.floor.play.craps.play import CrapsPlay
from openfelt.floor.play.craps.position import LINES, play_at, position_of
from openfelt.floor.play.procedure import Outcome, Shown, Stated
from openfelt.floor.play.tumbler import throw
from openfelt.floor.state import State, Table
from openfelt.floor.wagers import layout
from openfelt.games.craps.point import point_after
from openfelt.rulebooks.definition import Definition

_ROLLS: Final = dice.rolls(CrapsPlay.dice)
# How a line wager must end for its shooter to lose the dice.  Rule: AC 3.11
_PASSES: Final = {"pass_line": Result.LOSE, "dont_pass": Result.WIN}


class PointMoved(Event, frozen=True):
    """A roll set the point, or with 0 took it off: a come out roll is next."""

    table: str
    round: int
    point: int


class DicePassed(Event, frozen=True):
    """The shooter's line lost: the dice are the next one's, clockwise."""

    table: str
    round: int
    terminal: str


def following(state: State, table: Table, place: int) -> tuple[Event, ...]:
    """Say what a roll did to point and shooter; one that is void does nothing to either.

    Rule: AC def:come out roll; AC 3.11; AC def:cocked dice
    """
    if place < 0:
        return ()
    events: list[Event] = []
    play = play_at(table)
    point = point_after(play.point or None, sum(_ROLLS[place])) or 0
    if point != play.point:
        events.append(PointMoved(table.name, table.round, point))
    if _loses_the_dice(state, table, place):
        events.append(DicePassed(table.name, table.round, play.shooter))
    return tuple(events)


def _loses_the_dice(state: State, table: Table, place: int) -> bool:
    """Say whether the shooter's Pass Line loses, or his Don't Pass wins.

    Rule: AC 3.11
    """
    rules, spots = state.rules(table), layout.of(table, play_at(table).shooter)
    ends = {line: position_of(table, line) for line in LINES}
    return any(
        bet in spots and rules.ruling(bet, place).result is _PASSES[line]
        for line, bet in ends.items()
    )


def told(_: Definition, stated: Stated) -> Outcome | None:
    """Return the roll somebody states, None if it is none.

    Rule: AC 3.12; AC 6.1
    """
    if stated.cards or stated.number >= 0:
        return None
    return throw.of_dice(stated.dice, CrapsPlay.dice)


def shown(table: Table) -> Shown:
    """Show whose dice they are, and the puck."""
    play = play_at(table)
    return Shown(shooter=play.shooter, point=play.point)


def closed(_: State, table: Table) -> None:
    """Take the puck off and the dice back: the next opening begins with a come out roll.

    Rule: AC def:come out roll
    """
    play = play_at(table)
    play.point, play.shooter, play.keeps = 0, "", False


def point_moved(state: State, event: PointMoved) -> None:
    play_at(state.tables[event.table]).point = event.point


def dice_passed(state: State, event: DicePassed) -> None:
    """Take the dice from whoever had them: the next in turn is called.

    Rule: AC 3.11
    """
    play = play_at(state.tables[event.table])
    play.shooter, play.keeps = "", False


CONCEPT = Concept(evolves={PointMoved: point_moved, DicePassed: dice_passed})
