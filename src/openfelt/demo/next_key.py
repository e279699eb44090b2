"""A robot who deals by his terminal: he presses what it shows as the next key."""

from collections.abc import Callable, Mapping
from typing import Final

from openfelt.floor.base import Command
from openfelt.floor.play.dealt_dice.tumbling import Tumble
from openfelt.floor.play.wheel.spin import Spin
from openfelt.floor.rounds.no_spin import CallNoSpin
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.state import State
from openfelt.stations.key import Look
from openfelt.stations.procedures.whole import desk_of

# A key, what it asks for, and how long a dealer takes over it.  Dice and balls are recognised, or
# a person enters them: a robot sees none.
_KEYS: Final[Mapping[str, tuple[Callable[[str, str], Command], float, float]]] = {
    "new_game": (NewGame, 3, 5),
    "tumble_dice": (Tumble, 1, 2),
    "spin": (Spin, 1, 2),
    "no_spin": (CallNoSpin, 2, 4),
    "confirm_result": (ConfirmResult, 1.5, 2.5),
}


def next_key(
    state: State, table: str, dealer: str, now: int
) -> tuple[Command, float, float] | None:
    """Return the key to press next, None while there is nothing to press."""
    place = state.tables[table]
    act = desk_of(state, place).next_act(Look(state, place, dealer, now, demo=True))
    if act not in _KEYS:
        return None
    command, least_s, most_s = _KEYS[act]
    return command(table, dealer), least_s, most_s
