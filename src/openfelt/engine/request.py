"""What comes in, and what is answered."""

from hashlib import blake2b
from typing import NamedTuple

import msgspec

from openfelt.floor.base import Command, Event, Refused

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class Client(NamedTuple):
    """Who numbers his commands: a station since its last start."""

    station: str
    boot: str


class Request(msgspec.Struct, frozen=True, gc=False):
    """A command for a stream.

    From a client it carries his number, so a repeat is known; from another
    stream the sequence of the event that asks.  The clock has no number.
    """

    stream: str
    command: Command
    actor: str
    client: Client | None = None
    number: int = 0
    sender: str = ""


def digest_of(command: Command) -> int:
    """Return 64 bits that tell two bodies under one number apart."""
    return int.from_bytes(blake2b(_encode(command), digest_size=8).digest(), "big")


class Reply(msgspec.Struct, frozen=True, gc=False):
    """What became of a request: its events or the refusal; `repeated` if it was known."""

    events: tuple[Event, ...]
    refused: Refused | None = None
    repeated: bool = False
