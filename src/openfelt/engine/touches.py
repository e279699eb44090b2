"""A player's touches on a layout: many, small, and the only thing that may be turned away."""

from typing import Final

from openfelt.floor.base import Command, Event
from openfelt.floor.whole import COMMANDS, CONCEPTS, EVENTS

_COMMANDS: Final = (
    "StageWager",
    "MoveWager",
    "CancelWager",
    "TakeDown",
    "ClearLayout",
    "RepeatLayout",
    "DoubleLayout",
    "ConfirmWagers",
)
# They start no timer, order nothing of a device and ask no other stream.
_EVENTS: Final = (
    "WagerStaged",
    "WagerMoved",
    "WagersCancelled",
    "WagerTakenDown",
    "LayoutStaged",
    "WagersConfirmed",
)

TOUCHES: Final[frozenset[type[Command]]] = frozenset(
    command for command in COMMANDS if command.__name__ in _COMMANDS
)
TOUCHED: Final[frozenset[type[Event]]] = frozenset(
    event for event in EVENTS if event.__name__ in _EVENTS
)

assert len(TOUCHES) == len(_COMMANDS)
assert len(TOUCHED) == len(_EVENTS)
assert not any(TOUCHED & concept.tells.keys() for concept in CONCEPTS)
