"""What comes in, and what is answered."""

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final, Protocol

import msgspec

from openfelt.engine.errors import BadRequest
from openfelt.floor.base import Answer, Command, Event, Refused
from openfelt.floor.state import State

COMMAND_MAX: Final = 16_384

_encode = msgspec.msgpack.Encoder(order="deterministic").encode
# Copied for each command: that is cheaper than to set a new one up.
_EMPTY: Final = blake2b(digest_size=8)


@dataclass(slots=True, unsafe_hash=True)
class Client:
    """Who numbers his commands: a station since its last start.  Made once, used for each.

    `name` is what the journal knows him by: tables of clients go by it, for a text is hashed once.
    `waits` is how many of his commands have no answer yet; the engine counts.
    """

    station: str
    boot: str
    name: str = field(init=False, compare=False)
    waits: int = field(init=False, default=0, compare=False)

    def __post_init__(self) -> None:
        """Join the name."""
        self.name = f"{self.station} {self.boot}"


class Sight(Protocol):
    """What whoever sends a request was shown of it."""

    def judged(self, state: State, command: Command, events: tuple[Event, ...]) -> Answer:
        """Return what the request does if that was shown, else refuse it."""
        ...

    def done(self) -> None:
        """Note that it is done."""
        ...


class Request(msgspec.Struct, frozen=True, gc=False):
    """A command for a stream.

    From a client it carries his number, so a repeat is known; from another
    stream the sequence of the event that asks.  The clock has no number.
    `seen` is the effect that somebody was shown: no other is let happen.
    """

    stream: str
    command: Command
    actor: str
    client: Client | None = None
    number: int = 0
    sender: str = ""
    seen: Sight | None = None


def digest_of(command: Command) -> bytes:
    """Return 64 bits that tell two bodies under one number apart.

    What cannot be written down, or is longer than anybody has to say, is no command.
    """
    try:
        encoded = _encode(command)
    except (OverflowError, UnicodeEncodeError) as error:
        raise BadRequest(f"a {type(command).__name__} that cannot be kept: {error}") from error
    if len(encoded) > COMMAND_MAX:
        raise BadRequest(f"a {type(command).__name__} of {len(encoded)} bytes: shorten its texts")
    digest = _EMPTY.copy()
    digest.update(encoded)
    return digest.digest()


class Reply(msgspec.Struct, frozen=True, gc=False):
    """What became of a request: its events or the refusal; `repeated` if it was known."""

    events: tuple[Event, ...]
    refused: Refused | None = None
    repeated: bool = False
