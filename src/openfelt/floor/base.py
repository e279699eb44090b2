"""What every concept of the floor is made of."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import msgspec

from openfelt.core.refusal import Refusal, Why
from openfelt.floor.ended import Name, Thing
from openfelt.floor.state import State


class Command(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Somebody wants something.  Imperative: `StageWager`."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something happened, for ever.  Past tense: `WagerStaged`.

    `version` rises when the fields change; the journal's upcasts bring old rows up to it.
    """

    version: ClassVar[int] = 1


class Refused(msgspec.Struct, frozen=True, gc=False):
    """A no: its code, and in `data` what a station may show of it.

    There are figures and, where a code serves several guards, the second word `why`.
    """

    code: Refusal
    data: dict[str, int | str] = {}


def refuse(code: Refusal, why: Why | None = None, /, **figures: int | str) -> Refused:
    """Say no, with the second word and the figures that tell which no it is."""
    return Refused(code, {"why": why, **figures} if why else figures)


def listed(figures: Iterable[int | str]) -> str:
    """Write several as one figure; whoever shows it words each."""
    return ",".join(map(str, figures))


class Context(msgspec.Struct, frozen=True, gc=False):
    """When the command was stamped (µs UTC), who sent it, and the ended thing it names, if any."""

    now: int
    actor: str
    ended: Thing | None = None


Answer = tuple[Event, ...] | Refused
Leg = tuple[str, int]

# Typed by hand at each entry: a handler takes the very command or event it is listed under.
Decider = Callable[[State, Any, Context], Answer]
Evolver = Callable[[State, Any], None]
Poster = Callable[[Any], tuple[Leg, ...]]
Namer = Callable[[State, Any], tuple[Name, ...]]
Teller = Callable[[State, Any], tuple[tuple[str, Command], ...]]


@dataclass(frozen=True, slots=True)
class Concept:
    """What one file of the floor contributes: how its commands are decided, what its events do.

    `posts` gives the ledger legs of an event; `tells` what other streams are
    asked because of it, at most one thing each; `names` which things a command names that are
    not in the state (any more): they are looked up before it is decided.
    """

    decides: Mapping[type[Command], Decider] = field(default_factory=dict)
    evolves: Mapping[type[Event], Evolver] = field(default_factory=dict)
    posts: Mapping[type[Event], Poster] = field(default_factory=dict)
    tells: Mapping[type[Event], Teller] = field(default_factory=dict)
    names: Mapping[type[Command], Namer] = field(default_factory=dict)
