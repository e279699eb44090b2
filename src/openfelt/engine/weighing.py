"""What a request would do: decided on the state as it is, and told when that state is durable."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from openfelt.engine.archive import find
from openfelt.engine.request import Request
from openfelt.floor.base import Command, Context, Refused
from openfelt.floor.effect import Effect, effect_of
from openfelt.floor.ended import Name
from openfelt.floor.state import State
from openfelt.floor.whole import decide, named
from openfelt.journal.base import JournalReader

# The gaming day and how many rounds came back: when either has changed, a look-up is of no use.
_Looked = tuple[int, int]


class Gate(Protocol):
    """The engine, as far as weighing needs it."""

    def view(self, stream: str, make: Callable[[State], Any]) -> "asyncio.Future[Any]":
        """Build from the state now, tell when it is durable."""
        ...

    def stamp(self) -> int:
        """Return engine time."""
        ...


async def weigh(
    gate: Gate, reader: JournalReader, secret: bytes, request: Request
) -> Effect | Refused:
    """Say what a request would do, by the very decision it would meet; nothing is done.

    What it names that has left the state is looked up first, as it would be in earnest.
    """
    told: Effect | Refused | None = None
    while told is None:
        names, looked = await gate.view(request.stream, partial(_named, request.command))
        ended = await find(reader, names, secret)
        context = Context(gate.stamp(), request.actor, ended)
        told = await gate.view(request.stream, partial(_told, request.command, context, looked))
    return told


def _looked_at(state: State) -> _Looked:
    return state.gaming_day, state.recalls


def _named(command: Command, state: State) -> tuple[tuple[Name, ...], _Looked]:
    return named(state, command), _looked_at(state)


def _told(
    command: Command, context: Context, looked: _Looked, state: State
) -> Effect | Refused | None:
    """Decide, unless what was looked up may have left or come back meanwhile."""
    if _looked_at(state) != looked:
        return None
    answer = decide(state, command, context)
    return answer if isinstance(answer, Refused) else effect_of(state, command, answer)
