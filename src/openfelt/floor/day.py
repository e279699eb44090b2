"""The gaming day: it ends at the same hour every day, whatever is being played.

The house ends it and tells its pits.  What has ended till then leaves the state.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, refuse
from openfelt.floor.ended import leave
from openfelt.floor.money.unclaimed import left_at
from openfelt.floor.name import TIME_MAX_US
from openfelt.floor.question import ClosePitDay
from openfelt.floor.state import State

DAY_US = 24 * 3600 * 1_000_000


class MoveDayEnd(Command, frozen=True):
    """Let the running gaming day end at another time (µs UTC).

    The floor counts days of 24 hours; whoever knows the hour and the time zone says when one is
    longer or shorter, since the clocks are changed or the hour is.
    """

    day_ends: int


class DayEndMoved(Event, frozen=True):
    """The running gaming day ends then."""

    day_ends: int


class GamingDayClosed(Event, frozen=True):
    """`day` counts from 1; the next one ends at `next_end`."""

    day: int
    next_end: int


class PitDayClosed(Event, frozen=True):
    """A pit has heard that the day is over."""

    day: int


def day_closed(state: State, now: int) -> GamingDayClosed:
    """Return the end of the day that runs; the next one is still to end, however late it is.

    A floor that was shut for a month had no gaming days meanwhile.
    """
    days = 1 + (now - state.day_ends) // DAY_US
    return GamingDayClosed(state.gaming_day + 1, state.day_ends + days * DAY_US)


def move_end(state: State, command: MoveDayEnd, context: Context) -> Answer:
    """Move an end that is still to come, to another that is; a day that is over is closed first."""
    ends = command.day_ends
    is_running = context.now < state.day_ends != ends
    if not is_running or not context.now < ends <= TIME_MAX_US:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_to_come")
    return (DayEndMoved(ends),)


def moved(state: State, event: DayEndMoved) -> None:
    state.day_ends = event.day_ends


def close_pit_day(state: State, command: ClosePitDay, _: Context) -> Answer:
    return (PitDayClosed(command.day), *left_at(state, command.day))


def closed(state: State, event: GamingDayClosed) -> None:
    state.gaming_day, state.day_ends = event.day, event.next_end
    rest = state.uncollected
    # Pits say anew who has credit, and what was counted is done.
    rest.credits = {}
    rest.drops = {name: drop for name, drop in rest.drops.items() if drop.counted < 0}
    leave(state)


def pit_closed(state: State, event: PitDayClosed) -> None:
    state.gaming_day = event.day
    leave(state)


CONCEPT = Concept(
    decides={MoveDayEnd: move_end, ClosePitDay: close_pit_day},
    evolves={DayEndMoved: moved, GamingDayClosed: closed, PitDayClosed: pit_closed},
    tells={
        GamingDayClosed: lambda state, event: tuple(
            (pit, ClosePitDay(event.day)) for pit in state.pits
        )
    },
)
