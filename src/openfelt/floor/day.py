"""The gaming day: it ends at the same hour every day, whatever is being played.

The house ends it and tells its pits.  What has ended till then leaves the state.
"""

from openfelt.floor.base import Answer, Concept, Context, Event
from openfelt.floor.ended import leave
from openfelt.floor.question import ClosePitDay
from openfelt.floor.state import State

DAY_US = 24 * 3600 * 1_000_000


class GamingDayClosed(Event, frozen=True):
    """`day` counts from 1; the next one ends at `next_end`."""

    day: int
    next_end: int


class PitDayClosed(Event, frozen=True):
    """A pit has heard that the day is over."""

    day: int


def day_closed(state: State) -> GamingDayClosed:
    """Return the end of the day that runs."""
    return GamingDayClosed(state.gaming_day + 1, state.day_ends + DAY_US)


def close_pit_day(state: State, command: ClosePitDay, _: Context) -> Answer:
    return (PitDayClosed(command.day),)


def closed(state: State, event: GamingDayClosed) -> None:
    state.gaming_day, state.day_ends = event.day, event.next_end
    leave(state)


def pit_closed(state: State, event: PitDayClosed) -> None:
    state.gaming_day = event.day
    leave(state)


CONCEPT = Concept(
    decides={ClosePitDay: close_pit_day},
    evolves={GamingDayClosed: closed, PitDayClosed: pit_closed},
    tells={
        GamingDayClosed: lambda state, event: tuple(
            (pit, ClosePitDay(event.day)) for pit in state.pits
        )
    },
)
