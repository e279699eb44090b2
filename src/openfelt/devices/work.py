"""An order in hand: looking at the floor, asking a device, saying what it did."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from openfelt.core.refusal import Refusal
from openfelt.engine.engine import Engine
from openfelt.engine.request import Request
from openfelt.floor.base import Command
from openfelt.floor.state import Order, State

# A device that does not answer is asked again; the floor gives a printer 20 seconds in all.
ASK_AGAIN_S: Final = 4.0
ASKED_MOST: Final = 4

T = TypeVar("T")
Pause = Callable[[float], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Work:
    """An order of a stream, under its id, and the engine it came from."""

    engine: Engine
    pause: Pause
    stream: str
    name: str
    order: Order

    async def look(self, make: Callable[[State], T]) -> T:
        """Look something up where the order came from."""
        return await self.engine.view(self.stream, make)

    async def ask(self, question: Callable[[], Awaitable[T | None]]) -> T | None:
        """Ask a device until it answers; asked again it says what it did, and does nothing."""
        for asked in range(ASKED_MOST):
            if asked:
                await self.pause(ASK_AGAIN_S)
            answer = await question()
            if answer is not None:
                return answer
        return None

    async def say(self, command: Command) -> Refusal | None:
        """Send what the device has to say; return why the floor does not want it."""
        reply = await self.engine.submit(Request(self.stream, command, self.order.device))
        return reply.refused.code if reply.refused else None
