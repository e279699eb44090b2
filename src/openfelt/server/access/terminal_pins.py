"""PINs of staff at a terminal where guests sit: one at a time, few of them, each wrong one told.

A guest has all evening and can type any name.  So besides the wait of each person at the terminal
(`tries`) the terminal itself waits, whoever is named, and the office hears of the first wrong PIN.
"""

from typing import Final

from openfelt.server.access.judge import Judge, Turns
from openfelt.server.access.persons import Changed, Known
from openfelt.server.access.tries import MustWait, Tally, Throttle, Unknown
from openfelt.server.log import log
from openfelt.server.warnings import TOLD_S, Warnings

# Wrong PINs a minute at one terminal, over all names.
WRONG_MOST: Final = 3


class TerminalPins:
    """See the module."""

    def __init__(self, judge: Judge, warnings: Warnings) -> None:
        self._judge = judge
        self._warnings = warnings
        self._turns = Turns()
        self.throttle = Throttle(most=WRONG_MOST)
        self._wrong = Tally()

    async def judge(
        self, person: str, terminal: str, pin: str
    ) -> Known | Unknown | MustWait | Changed:
        """Judge a PIN at a terminal; a try is counted before the next is looked at."""
        async with self._turns.of(terminal):
            if self.throttle.is_shut(terminal):
                return MustWait(self.throttle.wait_s())
            judged = await self._judge.pin(person, terminal, pin)
            if isinstance(judged, Unknown):
                self._tell(terminal)
            return judged

    def _tell(self, terminal: str) -> None:
        self.throttle.wrong(terminal)
        count = self._wrong.add(terminal)
        log.warning("a wrong PIN at a player's terminal", terminal=terminal, times=count)
        self._warnings.give("pins_tried", terminal, count, TOLD_S)
