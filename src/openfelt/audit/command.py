"""A station's command is taken once: its number never comes back with other rows."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from openfelt.audit.finding import Findings
from openfelt.journal.row import Row

# A repeat can come as long as the floor remembers: sixteen answers of two starts of a station.
_NUMBERS_KEPT: Final = 64
_BOOTS_KEPT: Final = 4


class Commands:
    """The last numbers of every station of one stream."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._stations: dict[str, OrderedDict[str, dict[int, None]]] = {}
        self._numbers: dict[str, dict[int, None]] = {}
        self._last = ("", 0, 0)

    def take(self, row: Row) -> bool:
        """Hear a row; say whether it goes on with the command of the row before."""
        key = (row.client, row.number, row.time_us)
        same = bool(row.client) and key == self._last
        self._last = key
        if row.client and not same and not row.client.startswith("stream "):
            self._take_number(row)
        return same

    def _take_number(self, row: Row) -> None:
        started = row.client.rpartition(" ")[0]
        numbers = self._numbers.get(started)
        if numbers is None:
            numbers = self._started(started)
        if row.number in numbers:
            self._findings.say(f"{started} used the number {row.number} before")
        numbers[row.number] = None
        if len(numbers) > _NUMBERS_KEPT:
            del numbers[next(iter(numbers))]

    def _started(self, started: str) -> dict[int, None]:
        """Make room for a start of a station, and forget its oldest."""
        station, _, boot = started.partition(" ")
        if not station or not boot or " " in boot:
            self._findings.say("its client is no station, start and digest")
        boots = self._stations.setdefault(station, OrderedDict())
        numbers = boots[started] = self._numbers[started] = {}
        if len(boots) > _BOOTS_KEPT:
            oldest, _ = boots.popitem(last=False)
            del self._numbers[oldest]
        return numbers
