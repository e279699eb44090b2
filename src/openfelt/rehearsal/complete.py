"""Whether a run sent everything there is to send."""

from collections.abc import Mapping
from typing import Final

from openfelt.floor import question
from openfelt.floor.whole import COMMANDS

# What nobody sends in the rehearsal, and why.
NOT_REHEARSED: Final[Mapping[str, str]] = {
    "AddPit": "a pit more is a stream more, which the engine is started with",
    "Restart": "the engine says it itself, after every kill",
    "Tick": "the engine's own clock",
}
_ASKED_BY_STREAMS: Final = {name for name, one in vars(question).items() if isinstance(one, type)}
# Every command that a station, a device, a desk or the office can send.
BY_HAND: Final = frozenset(command.__name__ for command in COMMANDS) - _ASKED_BY_STREAMS


def never_granted(granted: Mapping[str, int]) -> list[str]:
    """Name the commands that were not sent, or only to be refused, though they should be done."""
    return sorted(BY_HAND - NOT_REHEARSED.keys() - {name for name in granted if granted[name]})
