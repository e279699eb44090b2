"""Recovery: the newest snapshot that fits the journal, and the rows after it, verified and folded.

A snapshot is a cache, made by the follower from committed rows and never by the engine.  It fits
one release only: its schema is a fingerprint of everything it is made of, and of the release,
since the next one may fold the same fields otherwise.  It is believed only if it was marked with
the floor's key, and only for a while: who recovers from one says so (`Began`), and the second
process folds the rows from the first to see whether it was true (`proof`).
"""

import asyncio
import logging
from hashlib import sha256
from typing import Final

import msgspec

from openfelt import __version__
from openfelt.engine.key import MARK_BYTES, is_marked, mark
from openfelt.engine.stream import Stream
from openfelt.engine.window import BOOTS_KEPT, NUMBERS_KEPT, SLOT, Snapped, Window
from openfelt.floor.state import State
from openfelt.journal.base import JournalReader, Snapshot
from openfelt.journal.chain import verify
from openfelt.journal.errors import JournalFault
from openfelt.journal.row import GENESIS, Head

Marks = dict[str, int]


class Saved(msgspec.Struct, gc=False):
    """What a snapshot holds.

    `followed` says up to which row of each other stream everything that asks this one was taken.
    """

    state: State
    window: Snapped
    followed: Marks


def _fingerprint() -> str:
    definition = {
        "schema": msgspec.json.schema(Saved),
        "window": [BOOTS_KEPT, NUMBERS_KEPT, SLOT],
        "release": __version__,
        "marked": True,
    }
    return sha256(msgspec.json.encode(definition, order="deterministic")).hexdigest()[:32]


SCHEMA: Final = _fingerprint()

_LOG: Final = logging.getLogger(__name__)
_decode: Final = msgspec.msgpack.Decoder(Saved).decode
_encode: Final = msgspec.msgpack.Encoder().encode


class Began(msgspec.Struct, frozen=True):
    """What a recovery believed of a snapshot: a digest of all that it said, right after a row."""

    stream: str
    sequence: int
    digest: str
    followed: Marks


class Recovered(msgspec.Struct):
    """A stream as the journal has it, how far others were heard, and what was believed for it."""

    stream: Stream
    followed: Marks
    began: Began | None = None

    def heard_up_to(self, sender: str) -> int:
        """Return up to which row of another stream nothing is left to take."""
        taken = self.stream.state.taken.get(sender, 0)
        return max(taken, self.followed.get(sender, 0))


def encoded(recovered: Recovered) -> bytes:
    """Return the data of a snapshot of the stream as it is."""
    stream = recovered.stream
    return _encode(Saved(stream.state, stream.window.snapped(), recovered.followed))


def marked(secret: bytes, recovered: Recovered) -> bytes:
    """Return the data of a snapshot as it is kept: whoever changes it cannot mark it again."""
    head, data = recovered.stream.head, encoded(recovered)
    return mark(secret, *_place(recovered.stream.name, head), data) + data


def digest_of(stream: Stream) -> str:
    """Return what two streams have in common exactly if state and window are the same."""
    plain = msgspec.to_builtins((stream.state, stream.window.snapped()), str_keys=True)
    return sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()


def _place(stream: str, head: Head) -> tuple[bytes, ...]:
    return stream.encode(), str(head.sequence).encode(), head.hash


def _proved(secret: bytes, snapshot: Snapshot | None) -> Snapshot | None:
    """Return a snapshot without its mark, None where there is none or it is not the floor's own."""
    if snapshot is None:
        return None
    said, data = snapshot.data[:MARK_BYTES], snapshot.data[MARK_BYTES:]
    head = Head(snapshot.sequence, snapshot.row_hash)
    if not is_marked(secret, said, *_place(snapshot.stream, head), data):
        where = (snapshot.stream, snapshot.sequence)
        _LOG.error("the snapshot of %s at row %d was not made with the floor's key", *where)
        return None
    return msgspec.structs.replace(snapshot, data=data)


def decoded(snapshot: Snapshot) -> Recovered | None:
    """Return the stream a snapshot was made of, None where it cannot have been made of it."""
    head = Head(snapshot.sequence, snapshot.row_hash)
    try:
        saved = _decode(snapshot.data)
        window = Window.restored(saved.window)
    except (msgspec.MsgspecError, ValueError) as error:
        _ignore(snapshot, f"it cannot be read: {error}")
        return None
    if (saved.state.stream, saved.state.sequence) != (snapshot.stream, head.sequence):
        _ignore(snapshot, "it holds the state of another row")
        return None
    return Recovered(Stream(snapshot.stream, head, saved.state, window), saved.followed)


def _ignore(snapshot: Snapshot, why: str) -> None:
    where = (snapshot.stream, snapshot.sequence)
    _LOG.error("the snapshot of %s at row %d is ignored: %s", *where, why)


def _from_snapshot(secret: bytes, snapshot: Snapshot | None) -> Recovered | None:
    proved = _proved(secret, snapshot)
    recovered = decoded(proved) if proved else None
    if recovered is not None:
        stream, followed = recovered.stream, dict(recovered.followed)
        recovered.began = Began(stream.name, stream.sequence, digest_of(stream), followed)
    return recovered


def believed(secret: bytes, snapshot: Snapshot | None) -> Began | None:
    """Return what a start would believe of a snapshot, None where it would not."""
    recovered = _from_snapshot(secret, snapshot)
    return recovered.began if recovered else None


async def recover(
    reader: JournalReader, name: str, *, snapshots: bool = True, secret: bytes = b""
) -> Recovered:
    """Return a stream up to its last row; raise JournalCorrupt at a row that does not fit."""
    snapshot = await reader.snapshot(name, SCHEMA) if snapshots else None
    found = _from_snapshot(secret, snapshot)
    if snapshot is not None and found is not None:
        try:
            await go_on(reader, found.stream)
        except JournalFault:
            raise
        except Exception as error:
            _ignore(snapshot, f"the rows do not follow from it ({type(error).__name__}: {error})")
        else:
            return found
    whole = Recovered(Stream(name, GENESIS), {})
    await go_on(reader, whole.stream)
    return whole


async def go_on(reader: JournalReader, stream: Stream) -> None:
    """Fold the rows after a stream's last; raise JournalCorrupt at a row that does not fit."""
    async for rows in reader.read(stream.name, stream.sequence):
        verify(stream.name, stream.head, rows)
        for row in rows:
            stream.fold(row)
        # A long recovery must not keep the lease from being renewed.
        await asyncio.sleep(0)
    stream.folded()
