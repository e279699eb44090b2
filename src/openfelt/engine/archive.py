"""The archive from both sides: what leaves the state goes there with the row it left by."""

import logging
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

import msgspec

from openfelt.engine.key import MARK_BYTES, is_marked, mark
from openfelt.floor.day import GamingDayClosed, PitDayClosed
from openfelt.floor.ended import KINDS, Name, Rounds, Thing, ended, has_ended, left, number_of
from openfelt.floor.state import SettledRound, State
from openfelt.journal.base import Archived, JournalReader

# The events by which everything that has ended leaves the state.
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
    """What leaves a state by the row of that sequence; a round, which may come back, is marked.

    It is encoded by whoever writes it, beside the loop where the journal can: a day has thousands
    of tickets, and once they have left nobody changes them.
    """

    def __init__(self, things: list[tuple[Name, Thing]], sequence: int, secret: bytes) -> None:
        self._things = things
        self._sequence = sequence
        self._secret = secret

    def __iter__(self) -> Iterator[Archived]:
        for (kind, key), thing in self._things:
            data = _encode(thing)
            if isinstance(thing, SettledRound):
                data += mark(self._secret, kind.encode(), key.encode(), data)
            yield Archived(kind, _key(key), self._sequence, data)

    def __len__(self) -> int:
        return len(self._things)


def leaving_with_the_day(state: State, secret: bytes) -> Leaving:
    """Return what leaves a state when its next row ends the day."""
    return Leaving(list(ended(state)), state.sequence + 1, secret)


def let_go(state: State, secret: bytes) -> Leaving:
    """Take the settled rounds that the last row let go."""
    leaving = Leaving(list(left(state)), state.sequence, secret)
    state.left = {}
    return leaving


def same(archived: bytes | None, one: Archived) -> bool:
    """Say whether the archive has a thing as it left; who holds another secret asks, too."""
    cut = MARK_BYTES if one.kind == "round" else 0
    return archived is not None and _without(archived, cut) == _without(one.data, cut)


def _without(data: bytes, cut: int) -> bytes:
    return data[: len(data) - cut]


async def find(reader: JournalReader, names: tuple[Name, ...], secret: bytes = b"") -> Thing | None:
    """Return the first of these that is in the archive; of several rounds all that are."""
    rounds: dict[int, SettledRound] = {}
    for kind, key in names:
        thing = await _found(reader, kind, key, secret)
        if isinstance(thing, SettledRound) and len(names) > 1:
            rounds[number_of(key)] = thing
        elif thing is not None:
            return thing
    return Rounds(rounds) if rounds else None


async def _found(reader: JournalReader, kind: str, key: str, secret: bytes) -> Thing | None:
    try:
        data = await reader.archived(kind, _key(key))
    except UnicodeEncodeError:
        return None  # No text: nothing of that name was ever written.
    return _read(kind, key, data, secret) if data is not None else None


def _read(kind: str, key: str, data: bytes, secret: bytes) -> Thing | None:
    """Believe nothing that could be paid but what is proved: the archive is not chained."""
    if kind == "round":
        data, said = data[:-MARK_BYTES], data[-MARK_BYTES:]
        if not is_marked(secret, said, kind.encode(), key.encode(), data):
            _LOG.error("the archive's round %s was not written with this floor's key", key)
            return None
    try:
        thing: Thing = _DECODE[kind](data)
    except msgspec.DecodeError as error:
        _LOG.error("the archive's %s %s cannot be read: %s", kind, key, error)
        return None
    if not has_ended(thing):
        _LOG.error("the archive's %s %s has not ended: somebody changed it", kind, key)
        return None
    return thing
