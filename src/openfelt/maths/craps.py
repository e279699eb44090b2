"""Craps bets as absorbing chains: how they end and how many rolls they take."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from openfelt.core.verdict import Result
from openfelt.games.craps.bets import at
from openfelt.games.game import Column
from openfelt.maths.markov import solve
from openfelt.maths.profile import Ending, Profile, lines_of


@dataclass(frozen=True, slots=True)
class _Position:
    """What one roll does to a wager standing here, counted over the 36 rolls."""

    onward: Counter[str]
    endings: Counter[Ending]


def _position(code: str, column: Column) -> _Position:
    onward: Counter[str] = Counter()
    endings: Counter[Ending] = Counter()
    for verdict in column:
        if verdict.result is Result.STANDS:
            onward[code if verdict.point is None else at(code, verdict.point)] += 1
        else:
            endings[verdict.result, verdict.net] += 1
    return _Position(onward, endings)


def _reachable(bet: str, columns: Mapping[str, Column]) -> dict[str, _Position]:
    positions: dict[str, _Position] = {}
    ahead = [bet]
    while ahead:
        code = ahead.pop()
        if code not in positions:
            positions[code] = _position(code, columns[code])
            ahead.extend(positions[code].onward)
    return positions


def profile(bet: str, columns: Mapping[str, Column], commission: Fraction) -> Profile:
    """Follow a wager from its placement until it is decided."""
    positions = _reachable(bet, columns)
    endings = sorted({e for p in positions.values() for e in p.endings}, key=lambda e: e[1])
    rolls = len(columns[bet])
    leaving = [
        [Fraction(here == there) - Fraction(p.onward[there], rolls) for there in positions]
        for here, p in positions.items()
    ]
    right = [
        [Fraction(1), *(Fraction(p.endings[ending], rolls) for ending in endings)]
        for p in positions.values()
    ]
    expected, *chances = solve(leaving, right)[0]
    weights = dict(zip(endings, chances, strict=True))
    return Profile(lines_of(weights, 1), commission, expected)
