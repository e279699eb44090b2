"""A guest's own last rounds: what came, what he had on it, and what it brought him."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from openfelt.floor.state import State
from openfelt.stations.display import Result, result_of
from openfelt.stations.memory import Memory
from openfelt.stations.player import Paid, paid_in
from openfelt.stations.statement import Line

ROUNDS_TOLD: Final = 10
_OF_A_ROUND: Final = ("round", "void")
_PUT_RIGHT: Final = ("corrected", "settled_void")


class OwnRound(msgspec.Struct, frozen=True):
    """A round somebody played, as it stands now; `at` is when he was told of it (µs).

    `wagers` are those it decided, none where it is void or too long ago.  `staked` and `returned`
    (cents) are theirs, or what was booked then.
    """

    table: str
    at: int
    result: Result
    staked: int
    returned: int
    wagers: tuple[Paid, ...]


def own_rounds(state: State, name: str, memory: Memory) -> tuple[OwnRound, ...]:
    """Return the last rounds of the account that is open at a terminal, the newest first."""
    lines = memory.statements.of(name).history(state.terminals[name])
    rounds: dict[tuple[str, int], OwnRound] = {}
    for line in reversed(lines):
        if line.kind in _OF_A_ROUND and (line.table, line.round) not in rounds:
            rounds.update(_told(state, name, memory, lines, line))
        if len(rounds) == ROUNDS_TOLD:
            break
    return tuple(rounds.values())


def _told(
    state: State, name: str, memory: Memory, lines: Sequence[Line], line: Line
) -> Iterator[tuple[tuple[str, int], OwnRound]]:
    """Yield the round of a line, while its table still knows how it ended."""
    table = state.tables.get(line.table)
    past = next((one for one in memory.of(line.table) if one.round == line.round), None)
    if table is None or past is None:
        return
    result = result_of(state, table, past)
    wagers = () if result.void else paid_in(table, name, line.round)
    staked, returned = line.staked or line.amount, _came_back(lines, line)
    if wagers:
        staked = sum(wager.amount for wager in wagers)
        returned = sum(wager.returned for wager in wagers)
    told = OwnRound(line.table, line.at, result, staked, returned, wagers)
    yield (line.table, line.round), told


def _came_back(lines: Sequence[Line], line: Line) -> int:
    """Return what a round brought in the end: as it was paid, and as that was put right since."""
    since = (
        one.amount - one.owed
        for one in lines
        if one.kind in _PUT_RIGHT and (one.table, one.round) == (line.table, line.round)
    )
    return line.amount + sum(since)
