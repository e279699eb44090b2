"""The house: the pits it serves."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused
from openfelt.floor.state import State


class OpenHouse(Command, frozen=True):
    """Name the pits of the house."""

    pits: tuple[str, ...]


class HouseOpened(Event, frozen=True):
    """The house serves these pits from now on."""

    pits: tuple[str, ...]


def open_house(state: State, command: OpenHouse, _: Context) -> Answer:
    """Open once; a pit more is another event."""
    if state.pits or not command.pits:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    return (HouseOpened(command.pits),)


def opened(state: State, event: HouseOpened) -> None:
    """Know the pits."""
    state.pits = list(event.pits)


CONCEPT = Concept(decides={OpenHouse: open_house}, evolves={HouseOpened: opened})
