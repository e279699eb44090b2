"""The archive from both sides: what leaves the state goes there with the row that ends the day."""

import logging
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

import msgspec

from openfelt.floor.day import GamingDayClosed, PitDayClosed
from openfelt.floor.ended import KINDS, Name, Thing, ended, has_ended
from openfelt.floor.state import State
from openfelt.journal.base import Archived, JournalReader

# The events by which things leave the state.
DAY_ENDS: Final = frozenset((GamingDayClosed, PitDayClosed))

_KEY_MAX: Final = 200

_LOG: Final = logging.getLogger(__name__)
_encode: Final = msgspec.json.Encoder(order="deterministic").encode
_DECODE: Final = {kind: msgspec.json.Decoder(thing).decode for kind, thing in KINDS.items()}


def _key(key: str) -> str:
    """Return a key that every database can keep: other systems choose their own ids."""
    escaped = msgspec.json.encode(key).decode()[1:-1]
    return escaped if len(escaped) <= _KEY_MAX else sha256(escaped.encode()).hexdigest()


class Leaving:
    """What leaves a state when the row of that sequence ends the day.

    It is encoded by whoever writes it, beside the loop where the journal can: a day has thousands
    of tickets, and once they have left nobody changes them.
    """

    def __init__(self, state: State, sequence: int) -> None:
        self._things = list(ended(state))
        self._sequence = sequence

    def __iter__(self) -> Iterator[Archived]:
        for (kind, key), thing in self._things:
            yield Archived(kind, _key(key), self._sequence, _encode(thing))

    def __len__(self) -> int:
        return len(self._things)


async def find(reader: JournalReader, names: tuple[Name, ...]) -> Thing | None:
    """Return the first of these that is in the archive."""
    for kind, key in names:
        try:
            data = await reader.archived(kind, _key(key))
        except UnicodeEncodeError:
            continue  # No text: nothing of that name was ever written.
        thing = _read(kind, key, data) if data is not None else None
        if thing is not None:
            return thing
    return None


def _read(kind: str, key: str, data: bytes) -> Thing | None:
    """Believe nothing that could be paid: the archive is not chained, the journal is."""
    try:
        thing: Thing = _DECODE[kind](data)
    except msgspec.DecodeError as error:
        _LOG.error("the archive's %s %s cannot be read: %s", kind, key, error)
        return None
    if not has_ended(thing):
        _LOG.error("the archive's %s %s has not ended: somebody changed it", kind, key)
        return None
    return thing
