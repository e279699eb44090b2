"""The contract every journal keeps, and what passes through it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple, Protocol

import msgspec

from openfelt.journal.row import Head, Row

BATCH: Final = 2_000
SNAPSHOTS_KEPT: Final = 2

_LOG: Final = logging.getLogger(__name__)


class Ownership(msgspec.Struct, frozen=True):
    """The right to write a stream: raised by one at every take, with the head found."""

    epoch: int
    head: Head


class Snapshot(msgspec.Struct, frozen=True):
    """A state as it was right after a row.  A cache: the journal is the truth."""

    stream: str
    sequence: int
    row_hash: bytes
    schema: str
    data: bytes
    digest: bytes

    def misfit(self, schema: str, row_hash: bytes | None) -> str | None:
        """Say why it is of no use to a release of that schema, beside the row at its place."""
        if self.schema != schema:
            return "another release made it"
        if self.row_hash != row_hash:
            return "the row it was made at is not in this journal"
        # A file can rot.
        return None if sha256(self.data).digest() == self.digest else "its data are damaged"


def first_fitting(
    newest_first: Iterable[tuple[Snapshot, bytes | None]], schema: str
) -> Snapshot | None:
    """Return the first snapshot that fits, and say of each before it why it does not."""
    for one, row_hash in newest_first:
        why = one.misfit(schema, row_hash)
        if why is None:
            return one
        _LOG.warning("the snapshot of %s at row %d is ignored: %s", one.stream, one.sequence, why)
    return None


class Archived(NamedTuple):
    """A thing that has ended and left the state; `sequence` is the row that ended it."""

    kind: str
    key: str
    sequence: int
    data: bytes


class JournalReader(Protocol):
    """What auditor and follower need.  All but `close` raise JournalFault when they cannot."""

    def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> AsyncIterator[list[Row]]:
        """Give the stream's rows in order and in batches, as stored: nothing is verified."""
        ...

    async def head(self, stream: str) -> Head:
        """Return the end of the stream, GENESIS when it has no row."""
        ...

    async def streams(self) -> list[str]:
        """Return the streams that have rows, sorted."""
        ...

    async def put_snapshot(
        self, stream: str, sequence: int, row_hash: bytes, schema: str, data: bytes
    ) -> None:
        """Keep a snapshot and the newest before it; a later one is not of this journal."""
        ...

    async def snapshot(self, stream: str, schema: str) -> Snapshot | None:
        """Return the newest whole one of that schema whose row is in the journal."""
        ...

    async def forget_snapshots(self) -> None:
        """Throw the snapshots of all streams away."""
        ...

    async def archived(self, kind: str, key: str) -> bytes | None:
        """Look up an ended thing."""
        ...

    async def person(self, person: str) -> bytes | None:
        """Look up what is kept of a person beside the journal."""
        ...

    async def persons(self) -> Mapping[str, bytes]:
        """Return what is kept of every person."""
        ...

    async def close(self) -> None:
        """Let go of files and connections; allowed always, broken or not."""
        ...


class Journal(JournalReader, Protocol):
    """The one writer's journal.

    When `append` or `renew` fails, or is cancelled, nobody knows what is on disk: the object
    raises JournalBroken from then on, and its process must stop.  Start-up is recovery.
    """

    async def take(self, streams: Sequence[str], node: str) -> Mapping[str, Ownership]:
        """Become the one writer of all these streams or of none (OwnedByAnother)."""
        ...

    async def renew(self) -> None:
        """Keep the ownership; call it every second.  OwnershipLost when it is gone."""
        ...

    def may_answer(self) -> bool:
        """Say whether this process surely is the owner still, and may tell anybody anything."""
        ...

    def durable(self) -> Mapping[str, Head]:
        """Return the ends of the streams held, as far as they are surely on disk."""
        ...

    async def append(self, rows: Sequence[Row], ended: Iterable[Archived] = ()) -> None:
        """Make the rows durable, all or none, in one transaction; they follow the heads taken.

        With them goes to the archive what ended by them.
        """
        ...

    async def release(self) -> None:
        """End the ownership of everything, so that another need not wait."""
        ...

    async def archive(self, entries: Sequence[Archived]) -> None:
        """Keep ended things; the same again changes nothing, an older one neither."""
        ...

    async def put_person(self, person: str, data: bytes) -> None:
        """Keep names, addresses, credentials: what must never enter the journal itself."""
        ...
