"""Whose dice they are: a line bettor's, clockwise, who keeps them until his line loses.

Rulebook: AC 3.11.
"""

from collections.abc import Sequence

from openfelt.floor.base import Event, Refused
from openfelt.floor.money.account import may_play
from openfelt.floor.play.craps.position import LINES, play_at, position_of
from openfelt.floor.play.tumbler.shooter import called, clockwise
from openfelt.floor.state import Stake, State, Table
from openfelt.floor.wagers import layout


def after_close(
    state: State, table: Table, committed: Sequence[Stake], now: int
) -> tuple[Event, ...]:
    """Call the shooter; where nobody may shoot the dice are shot at once.

    Rule: AC 3.11; AC 3.11.1; AC 3.11.2
    """
    return called(state, table, _shooter(state, table), now)


def _shooter(state: State, table: Table) -> str:
    """Leave the dice with who has them, if he still may shoot; else give them to the next.

    Who sits where he sat before he left does not have them.

    Rule: AC 3.11
    """
    play = play_at(table)
    eligible = [name for name in table.layouts if _may_shoot(state, table, name)]
    if not eligible:
        return ""
    if play.keeps:
        for terminal in map(state.terminals.__getitem__, eligible):
            if (terminal.seat, terminal.account) == (play.last_seat, play.account):
                return terminal.name
    return clockwise(state, eligible, play.last_seat)


def _may_shoot(state: State, table: Table, terminal: str) -> bool:
    """Say whether a terminal works, is played at, and has the dice shooting value on the line.

    Rule: AC 3.11; AC 3.11.2; AC 7.7.2
    """
    spots = layout.of(table, terminal)
    ends = (position_of(table, line) for line in LINES)
    laid = sum(spots[bet].amount for bet in ends if bet in spots)
    enough = laid >= max(1, play_at(table).shoot_value)
    return enough and not isinstance(may_play(state, terminal), Refused)
