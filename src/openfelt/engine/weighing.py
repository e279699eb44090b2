"""What a request would do: decided on the state as it is, and told when that state is durable."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, TypeVar

from openfelt.engine.archive import find
from openfelt.engine.request import Request
from openfelt.floor.base import Context, Refused
from openfelt.floor.effect import Effect, effect_of
from openfelt.floor.ended import Name, Thing
from openfelt.floor.state import State
from openfelt.floor.whole import decide, named
from openfelt.journal.base import JournalReader

T = TypeVar("T")
# What something names that may have left the state, and what is told with what was found of it.
Names = Callable[[State], tuple[Name, ...]]
Show = Callable[[State, Thing | None], T]


class Gate(Protocol):
    """The engine, as far as weighing needs it."""

    def view(self, stream: str, make: Callable[[State], Any]) -> "asyncio.Future[Any]":
        """Build from the state now, tell when it is durable."""
        ...

    def stamp(self) -> int:
        """Return engine time."""
        ...


class _Stale:
    """What was looked up may have left or come back meanwhile."""


async def look(
    gate: Gate, reader: JournalReader, secret: bytes, stream: str, names: Names, show: Show[T]
) -> T:
    """Tell something of a state, and of what has left it, as they are at one moment."""
    told: T | _Stale = _Stale()
    while isinstance(told, _Stale):
        wanted, looked = await gate.view(stream, lambda state: (names(state), _looked_at(state)))
        ended = await find(reader, wanted, secret)
        told = await gate.view(stream, partial(_told, show, ended, looked))
    return told


def _looked_at(state: State) -> tuple[int, int]:
    """Return the gaming day and how many rounds came back: with either a look-up is of no use."""
    return state.gaming_day, state.recalls


def _told(show: Show[T], ended: Thing | None, looked: tuple[int, int], state: State) -> T | _Stale:
    return show(state, ended) if _looked_at(state) == looked else _Stale()


async def weigh(
    gate: Gate, reader: JournalReader, secret: bytes, request: Request
) -> Effect | Refused:
    """Say what a request would do, by the very decision it would meet; nothing is done.

    What it names that has left the state is looked up first, as it would be in earnest.
    """

    def tell(state: State, ended: Thing | None) -> Effect | Refused:
        context = Context(gate.stamp(), request.actor, ended)
        answer = decide(state, request.command, context)
        return answer if isinstance(answer, Refused) else effect_of(state, request.command, answer)

    def names(state: State) -> tuple[Name, ...]:
        return named(state, request.command)

    return await look(gate, reader, secret, request.stream, names, tell)
