"""Settled rounds that have left the state, brought back whole from the archive to be corrected."""

from copy import deepcopy
from typing import ClassVar

from openfelt.floor import ended
from openfelt.floor.base import Concept, Event
from openfelt.floor.ended import Name, Rounds, Thing, round_name
from openfelt.floor.state import SettledRound, State, Table


class RoundRecalled(Event, frozen=True):
    """A settled round came back from the archive, to be corrected: all of it as it had left."""

    version: ClassVar[int] = 2

    table: str
    round: int
    settled: SettledRound


def is_old(table: Table, number: int) -> bool:
    """Say whether a round is over and not at hand: it may be in the archive."""
    over = table.round - 1 if table.undecided and not table.aside else table.round
    return 0 < number <= over and number not in table.settled and number not in table.voided


def names_round(state: State, name: str, number: int) -> tuple[Name, ...]:
    """Name a round that has left the state, where a table may have one.

    Where wagers stand the rounds after it are named too: they hang on it.
    """
    table = state.tables.get(name)
    if table is None or not is_old(table, number):
        return ()
    numbers = _old_from(table, number) if state.rules(table).wagers_stand else [number]
    return tuple(ended.round_of(state.stream, round_name(name, one)) for one in numbers)


def _old_from(table: Table, number: int) -> list[int]:
    return [one for one in range(number, table.round + 1) if is_old(table, one)]


def archived_from(table: Table, number: int, archived: Thing | None) -> dict[int, SettledRound]:
    """Return a round that comes from the archive, and those after it that do."""
    if isinstance(archived, Rounds):
        return archived.by_number
    return {number: archived} if isinstance(archived, SettledRound) else {}


def is_whole(table: Table, number: int, archived: Thing | None) -> bool:
    """Say whether no round is missing from one on."""
    known = archived_from(table, number, archived)
    return all(one in known for one in _old_from(table, number))


def recalled(table: Table, found: tuple[int, SettledRound]) -> tuple[RoundRecalled, ...]:
    """Put a round on record again that comes from the archive."""
    number, round_ = found
    return () if number in table.settled else (RoundRecalled(table.name, number, round_),)


def came_back(state: State, event: RoundRecalled) -> None:
    """Have the round at hand again; the next settlement lets it go once more."""
    state.tables[event.table].settled[event.round] = deepcopy(event.settled)
    state.recalls += 1


CONCEPT = Concept(evolves={RoundRecalled: came_back})
