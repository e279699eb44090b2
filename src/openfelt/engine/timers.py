"""Real time: the engine is told when something falls due."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

# A timer set meanwhile may be nearer than the one waited for.
LOOK_S: Final = 0.05
_PAUSE_S: Final = 0.001


class Timed(Protocol):
    """What has timers."""

    def next_due(self) -> int:
        """Return when the next one falls due (µs), 0 for none."""
        ...

    def tick(self) -> None:
        """Do what has fallen due."""
        ...


async def keep_time(engine: Timed, clock: Callable[[], int]) -> None:
    """Tick whenever something is due.  A command stamped later waits for no timer: see Engine."""
    while True:
        due = engine.next_due()
        left = (due - clock()) / 1_000_000 if due else LOOK_S
        if left <= 0:
            engine.tick()
            await asyncio.sleep(_PAUSE_S)
        else:
            await asyncio.sleep(min(left, LOOK_S))
