"""How fast a demo floor lives.  A person takes his time; a test does not."""

import asyncio
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Pace:
    """`scale` stretches every pause: 1 is a quiet evening, 0 does not wait at all."""

    scale: float = 1.0

    async def pause(self, chance: Random, least_s: float, most_s: float) -> None:
        """Wait some time between the two, drawn anew each time."""
        await asyncio.sleep(self.scale * chance.uniform(least_s, most_s))
