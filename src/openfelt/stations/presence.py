"""Who and what is there: the server knows it, no journal does, and whoever oversees a pit is shown.

It is kept by the server from what comes and goes; views only read it.
"""

from collections.abc import Iterable
from typing import NamedTuple


class Told(NamedTuple):
    """A warning of the server: its code, whom or what it is about, and how often it was so."""

    code: str
    about: str
    times: int


class Presence:
    """One pit: its pages, its dealers, its devices, and since when things are as they are."""

    def __init__(self) -> None:
        # By table: the station of whoever is in charge there, and the name of who deals.
        self.pages: dict[str, str] = {}
        self.dealers: dict[str, str] = {}
        # The terminals of the pit, with their tables.
        self.terminals: dict[str, tuple[str, ...]] = {}
        # Devices of the floor that are not connected, and since when.
        self.away: dict[str, int] = {}
        self.warnings: tuple[Told, ...] = ()
        self._since: dict[str, int] = {}

    def note(self, keys: Iterable[str], now: int) -> None:
        """Note since when each of these is so, and forget what is so no more."""
        known = self._since
        self._since = {key: known.get(key, now) for key in keys}

    def since(self, key: str, now: int) -> int:
        """Return since when something is so; what nobody has noted yet began just now."""
        return self._since.get(key, now)


NOBODY = Presence()
