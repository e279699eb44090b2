"""Where chips lie: a line or come wager that has found its point lies on the number."""

from typing import Final

from openfelt.floor.play.craps.play import CrapsPlay
from openfelt.floor.state import Table

LINES: Final = ("pass_line", "dont_pass")
COMES: Final = ("come", "dont_come")


def play_at(table: Table) -> CrapsPlay:
    """Return what a craps table remembers; its procedure has put it there."""
    assert isinstance(table.play, CrapsPlay)
    return table.play


def position_of(table: Table, bet: str) -> str:
    """Return where chips on a bet of the layout lie: `pass_line` on a point, `come:5` on the 5.

    Rule: AC 3.9.1; AC 3.9.3; AC 3.9.10; AC 3.9.11
    """
    if bet in LINES:
        point = play_at(table).point
        return f"{bet}@{point}" if point else bet
    kind, _, number = bet.partition(":")
    return f"{kind}@{number}" if kind in COMES and number else bet


def on_point(position: str, point: int) -> str:
    """Return where chips on a line that has its number lie, if the point is this one.

    Rule: AC 6.1
    """
    line, _, number = position.partition("@")
    return f"{line}@{point}" if number and point and line in LINES else position


def code_of(position: str) -> str:
    """Return how a position is called on the layout."""
    kind, _, number = position.partition("@")
    return f"{kind}:{number}" if kind in COMES and number else kind
