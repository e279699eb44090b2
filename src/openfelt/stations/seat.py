"""Who has which wagers: an index over the wagers of a round, made once for all who look."""

from typing import Final

import msgspec

from openfelt.floor.state import Stake

_EMPTY: Final[list[int]] = []


class Chips(msgspec.Struct, frozen=True, gc=False):
    """A terminal's money on a bet."""

    bet: str
    amount: int


class Wagers:
    """The places of each terminal's wagers in a round's tuple.

    A tuple of wagers never changes, so an index is good as long as it is the very same tuple:
    a thousand terminals looking at one close walk the wagers once.
    """

    def __init__(self) -> None:
        self._made: dict[str, tuple[tuple[Stake, ...], dict[str, list[int]]]] = {}

    def places(self, key: str, stakes: tuple[Stake, ...], terminal: str) -> list[int]:
        """Return where a terminal's wagers stand in a tuple; `key` names what the tuple is."""
        made = self._made.get(key)
        if made is None or made[0] is not stakes:
            index: dict[str, list[int]] = {}
            for place, stake in enumerate(stakes):
                index.setdefault(stake.terminal, []).append(place)
            made = self._made[key] = (stakes, index)
        return made[1].get(terminal, _EMPTY)
