"""Bells: robots sleep until something happens at their table or their terminal."""

import asyncio
from collections import defaultdict

from openfelt.engine.touches import TOUCHED
from openfelt.floor.base import Event


class Bells:
    """One bell a place.  A robot takes the bell first and looks then, so that it misses nothing."""

    def __init__(self) -> None:
        self._bells: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    def heard(self, event: Event) -> None:
        """Ring for the table and the terminal an event is about; chips being laid wake nobody."""
        if type(event) in TOUCHED:
            return
        for place in (getattr(event, "table", ""), getattr(event, "terminal", "")):
            if place in self._bells:
                self._bells.pop(place).set()

    def take(self, place: str) -> asyncio.Event:
        """Return the bell that rings at the next event of a table or a terminal."""
        return self._bells[place]
