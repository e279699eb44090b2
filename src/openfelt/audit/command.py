"""A station's command is taken once, by the rule of the floor and no other.

Of each station the last two starts are remembered in the order they began, of each start the
last sixteen numbers.  Within them a number never comes back, and no number comes from before
them.  Whoever comes back with a start that was forgotten begins anew, with whichever number: the
floor cannot know better, so an auditor who did would call an honest journal wrong.
"""

from __future__ import annotations

from typing import Final

from openfelt.audit.finding import Findings
from openfelt.journal.row import Row

_NUMBERS_KEPT: Final = 16
_BOOTS_KEPT: Final = 2


class Commands:
    """The last numbers of every station of one stream."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        # The starts of each station, the older first, and the numbers of each start.
        self._stations: dict[str, list[str]] = {}
        self._numbers: dict[str, set[int]] = {}
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
        number, oldest = row.number, max(numbers, default=0) - _NUMBERS_KEPT
        if number in numbers:
            self._findings.say(f"{started} used the number {number} before")
        elif number <= oldest:
            self._findings.say(f"{started} was at number {oldest + _NUMBERS_KEPT} already")
        numbers.add(number)
        if len(numbers) > _NUMBERS_KEPT:
            oldest = max(numbers) - _NUMBERS_KEPT
            numbers -= {each for each in numbers if each <= oldest}

    def _started(self, started: str) -> set[int]:
        """Make room for a start of a station, and forget its oldest."""
        station, _, boot = started.partition(" ")
        if not station or not boot or " " in boot:
            self._findings.say("its client is no station, start and digest")
        starts = self._stations.setdefault(station, [])
        starts.append(started)
        if len(starts) > _BOOTS_KEPT:
            del self._numbers[starts.pop(0)]
        numbers = self._numbers[started] = set()
        return numbers
