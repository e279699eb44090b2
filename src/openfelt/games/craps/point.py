"""The point of a craps table: state of the table, whoever has wagers on it.  Rulebook: AC."""

from openfelt.games.craps.bets import POINTS


def point_after(point: int | None, total: int) -> int | None:
    """Return the point after a roll; None means that a come out roll is next.

    Rule: AC def:come out roll
    """
    if point is None:
        return total if total in POINTS else None
    return None if total in (point, 7) else point
