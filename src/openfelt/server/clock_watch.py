"""Whoever watches the machine's clock: notices that it was set, tells, and hears what is right."""

import asyncio
from datetime import datetime, timedelta
from typing import Final

import msgspec

from openfelt.server.access.store import Store
from openfelt.server.house_clock import FOLLOWED_US, SLEW, Doubt, HouseClock
from openfelt.server.log import log
from openfelt.server.warnings import Code, Warnings

LOOK_S: Final = 1.0
_KIND: Final = "clock"
_SECOND_US: Final = 1_000_000


class ClockWatch:
    """The floor's clock against the machine's, for as long as a server runs.

    What is doubted is kept by node: another node has another clock.
    """

    def __init__(self, clock: HouseClock, store: Store, node: str, warnings: Warnings) -> None:
        self._clock = clock
        self._store = store
        self._node = node
        self._warnings = warnings
        self._warned: tuple[Code, str] | None = None
        self._doubt = Doubt()
        self.jumps = 0

    async def recall(self) -> None:
        """Read what was doubted when the floor was last run."""
        kept = (await self._store.all(_KIND)).get(self._node)
        if kept is not None:
            self._doubt = msgspec.json.decode(kept, type=Doubt)

    def go_on_after(self, last: int) -> None:
        """Let the floor's time go on after what is on record."""
        self._clock.go_on_after(last, self._doubt)

    async def begin(self) -> None:
        """Look for the first time: what was kept has had its say."""
        self._clock.look()
        await self._tell()

    async def run(self) -> None:
        """Look once a second, for ever."""
        while True:
            await asyncio.sleep(LOOK_S)
            await self.look()

    async def look(self) -> None:
        """Compare the clocks, and tell what is new."""
        if self._clock.look():
            await self._tell()
        elif self._warned:
            # However many other warnings came meanwhile, this one stands.
            self._warnings.give(*self._warned)

    async def _tell(self) -> None:
        ahead, before = self._clock.ahead_us, self._warned
        if ahead:
            self.jumps += 1
            self._warned = _code(ahead), lasting(ahead)
            self._warnings.give(*self._warned)
            log.warning("the clock was set", ahead_s=ahead // _SECOND_US, what=_sentence(ahead))
        elif before:
            self._warned = None
            log.warning("the clock agrees again")
        if before and before != self._warned:
            self._warnings.take_back(*before)
        await self._keep(Doubt(max(0, ahead), accepted=self._clock.follows))

    async def _keep(self, doubt: Doubt) -> None:
        """Remember for the next start; the tables go on also where that cannot be written."""
        self._doubt = doubt
        try:
            if doubt.ahead_us:
                await self._store.put(_KIND, self._node, msgspec.json.encode(doubt))
            else:
                await self._store.drop(_KIND, self._node)
        except Exception as error:
            log.error("what the clock was found to be is not kept", exc_info=error)

    def shown(self) -> dict[str, str]:
        """Return both times, and how they differ."""
        now, ahead = self._clock.now(), self._clock.ahead_us
        return {
            "floor": _written(now),
            "machine": _written(now + self._clock.difference()),
            "warning": _sentence(ahead) if ahead else "",
        }

    async def accept(self) -> str:
        """Take the machine's clock for right; say when the floor will go by it."""
        ahead = self._clock.ahead_us
        if not ahead:
            return "the two clocks agree: there is nothing to accept"
        self._clock.follows = abs(ahead) <= FOLLOWED_US
        if ahead > 0:
            await self._keep(Doubt(ahead, accepted=True))
        elif not self._clock.follows:
            return (
                "the floor's time never goes back, and so much slower it cannot go: it stays as "
                "it is, and if it is this machine's clock that is wrong, set that"
            )
        log.warning("the clock was accepted", ahead_s=ahead // _SECOND_US)
        slowly = f"in about {lasting(ahead * 1_000 // SLEW)}, by going half a percent "
        if ahead < 0:
            return f"they meet {slowly}slower; or stop the floor for {lasting(ahead)}"
        at_start = "the floor goes by this machine's clock from its next start on"
        return f"{at_start}; or they meet {slowly}faster" if self._clock.follows else at_start


def _code(ahead_us: int) -> Code:
    return "clock_ahead" if ahead_us > 0 else "clock_behind"


def _sentence(ahead_us: int) -> str:
    side = "ahead of" if ahead_us > 0 else "behind"
    return (
        f"this machine's clock is {lasting(ahead_us)} {side} the floor's time, which goes on by "
        "itself: set the clock right, or if it is right say `openfelt clock --accept`"
    )


def _written(us: int) -> str:
    """Write a moment, whatever a clock shows."""
    return str(datetime(1970, 1, 1) + timedelta(seconds=us // _SECOND_US)) + " UTC"  # noqa: DTZ001


def lasting(us: int) -> str:
    """Write how long as people say it: `40 d 0:00:00`, `0:10:00`."""
    days, seconds = divmod(round(abs(us) / _SECOND_US), 24 * 3600)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{f'{days} d ' if days else ''}{hours}:{minutes:02}:{seconds:02}"
