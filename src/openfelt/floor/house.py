"""The house: the pits it serves, and when its gaming day ends."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, refuse
from openfelt.floor.name import TIME_MAX_US, is_name
from openfelt.floor.state import State


class OpenHouse(Command, frozen=True):
    """Name the pits of the house, and when its first gaming day ends (µs UTC; 0 counts none)."""

    pits: tuple[str, ...]
    day_ends: int = 0


class HouseOpened(Event, frozen=True):
    """The house serves these pits from now on."""

    pits: tuple[str, ...]
    day_ends: int = 0


class AddPit(Command, frozen=True):
    """Let the house serve a pit more."""

    pit: str


class PitAdded(Event, frozen=True):
    """The house serves this pit too.

    Its stream begins after this.  What the house has told all its pits, roles and days, the new one
    hears from the beginning: it reads the house's rows as any stream does that was away.
    """

    pit: str


def open_house(state: State, command: OpenHouse, _: Context) -> Answer:
    """Open once; a pit more is added."""
    named = command.pits and all(map(is_name, command.pits))
    if state.pits:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "already_open")
    if not named or not 0 <= command.day_ends <= TIME_MAX_US:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_setting")
    return (HouseOpened(command.pits, command.day_ends),)


def opened(state: State, event: HouseOpened) -> None:
    """Know the pits."""
    state.pits = list(event.pits)
    state.day_ends = event.day_ends


def add_pit(state: State, command: AddPit, _: Context) -> Answer:
    pit = command.pit
    if not state.pits or not is_name(pit):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_setting")
    if pit in (*state.pits, state.stream):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "already_open")
    return (PitAdded(pit),)


def added(state: State, event: PitAdded) -> None:
    state.pits.append(event.pit)


CONCEPT = Concept(
    decides={OpenHouse: open_house, AddPit: add_pit},
    evolves={HouseOpened: opened, PitAdded: added},
)
