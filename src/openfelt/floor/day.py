"""The gaming day: it ends at the same hour every day, whatever is being played."""

from openfelt.floor.base import Concept, Event
from openfelt.floor.state import State

DAY_US = 24 * 3600 * 1_000_000


class GamingDayClosed(Event, frozen=True):
    """`day` counts from 1; the next one ends at `next_end`."""

    day: int
    next_end: int


def day_closed(state: State) -> GamingDayClosed:
    """Return the end of the day that runs."""
    return GamingDayClosed(state.gaming_day + 1, state.day_ends + DAY_US)


def closed(state: State, event: GamingDayClosed) -> None:
    state.gaming_day, state.day_ends = event.day, event.next_end


CONCEPT = Concept(evolves={GamingDayClosed: closed})
