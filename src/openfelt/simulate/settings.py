"""A plan as numbers: the layout of its rows, which kernels and the GPU's read alike.

A row is: the bet's position, its cents, a bit for each point on which it is laid,
how many times odds are laid, the first odds bet, the moves after a win and after
a loss, and how many levels there are; then for each point the share of the wager
that goes on the odds, as numerator and denominator; then the levels.
"""

from typing import Any, Final

from openfelt.games.craps.bets import POINTS

BET: Final = 0
CENTS: Final = 1
ON_POINTS: Final = 2
ODDS_TIMES: Final = 3
FIRST_ODDS: Final = 4
ON_WIN: Final = 5
ON_LOSS: Final = 6
LEVEL_COUNT: Final = 7
SHARES: Final = 8
LEVELS: Final = SHARES + 2 * len(POINTS)
LEVELS_MAX: Final = 24
ROW: Final = LEVELS + LEVELS_MAX

# Where the level goes after a result.
MOVES: Final = ("stay", "first", "next", "back")


def moved_level(level: Any, levels: Any, move: Any) -> Any:
    """Return the level after a result, never beyond the ends; `move` is a place in `MOVES`."""
    if move == 1:
        level = 0
    elif move == 2:
        level = min(level + 1, levels - 1)
    elif move == 3:
        level = max(level - 1, 0)
    return level
