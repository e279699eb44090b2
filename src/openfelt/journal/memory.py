"""The journal in memory, for tests and for floors that need not survive."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from hashlib import sha256

from openfelt.journal.base import (
    BATCH,
    SNAPSHOTS_KEPT,
    Archived,
    Ownership,
    Snapshot,
    first_fitting,
)
from openfelt.journal.errors import OwnedByAnother
from openfelt.journal.holding import Holding
from openfelt.journal.row import GENESIS, Head, Row, head_of


class MemoryStore:
    """What outlives a MemoryJournal: hand it to the next one and it has been restarted."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Row]] = {}
        self.epochs: dict[str, int] = {}
        self.snapshots: dict[str, list[Snapshot]] = {}
        self.archive: dict[tuple[str, str], Archived] = {}
        self.persons: dict[str, bytes] = {}
        self.owner: MemoryJournal | None = None


class MemoryJournal:
    """One writer at a time, by the store's one owner."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        self._store = store or MemoryStore()
        self._holding = Holding()

    async def take(self, streams: Sequence[str], node: str) -> Mapping[str, Ownership]:
        """Become the owner of the store; the node needs no record, there is only this process."""
        self._holding.check_new(streams)
        if self._store.owner not in (None, self):
            raise OwnedByAnother(f"{node} cannot write: another journal object owns this store")
        self._store.owner = self
        owned: dict[str, Ownership] = {}
        for stream in streams:
            epoch = self._store.epochs[stream] = self._store.epochs.get(stream, 0) + 1
            owned[stream] = Ownership(epoch, self._head(stream))
        self._holding.begin(owned)
        return owned

    async def renew(self) -> None:
        """Nothing to renew: the store cannot be taken over."""
        self._holding.check()

    def may_answer(self) -> bool:
        """Say whether this object owns the store and no write of it failed."""
        return self._holding.may_answer()

    def durable(self) -> Mapping[str, Head]:
        """Return the ends of what is owned."""
        return self._holding.durable()

    async def append(self, rows: Sequence[Row], ended: Iterable[Archived] = ()) -> None:
        """Add the rows."""
        with self._holding.or_broken():
            heads = self._holding.follow(rows)
            for row in rows:
                self._store.rows.setdefault(row.stream, []).append(row)
            self._keep(ended)
            self._holding.advance(heads)

    async def release(self) -> None:
        """Let another journal object own the store."""
        self._holding.check()
        self._let_go()

    async def close(self) -> None:
        """End as a process does: whatever was owned is free."""
        self._let_go()

    def _let_go(self) -> None:
        self._holding.end()
        if self._store.owner is self:
            self._store.owner = None

    async def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> AsyncIterator[list[Row]]:
        """Give the rows in batches."""
        self._holding.check()
        rows = self._store.rows.get(stream, [])[after:]
        rows = rows[:limit]
        for start in range(0, len(rows), BATCH):
            yield rows[start : start + BATCH]

    async def head(self, stream: str) -> Head:
        """Return the last row's head."""
        self._holding.check()
        return self._head(stream)

    def _head(self, stream: str) -> Head:
        rows = self._store.rows.get(stream)
        return head_of(rows[-1]) if rows else GENESIS

    async def streams(self) -> list[str]:
        """Return the streams that have rows."""
        self._holding.check()
        return sorted(self._store.rows)

    async def put_snapshot(
        self, stream: str, sequence: int, row_hash: bytes, schema: str, data: bytes
    ) -> None:
        """Keep it among the newest two."""
        self._holding.check()
        new = Snapshot(stream, sequence, row_hash, schema, data, sha256(data).digest())
        older = [one for one in self._store.snapshots.get(stream, []) if one.sequence < sequence]
        self._store.snapshots[stream] = [new, *older][:SNAPSHOTS_KEPT]

    async def snapshot(self, stream: str, schema: str) -> Snapshot | None:
        """Return the newest that fits."""
        self._holding.check()
        rows = self._store.rows.get(stream, [])
        kept = self._store.snapshots.get(stream, [])
        hashes = (
            rows[one.sequence - 1].hash if one.sequence <= len(rows) else None for one in kept
        )
        return first_fitting(zip(kept, hashes, strict=True), schema)

    async def forget_snapshots(self) -> None:
        """Throw all away."""
        self._holding.check()
        self._store.snapshots.clear()

    async def archive(self, entries: Sequence[Archived]) -> None:
        """Keep each unless a later one is there."""
        self._holding.check()
        self._keep(entries)

    def _keep(self, entries: Iterable[Archived]) -> None:
        for entry in entries:
            there = self._store.archive.get((entry.kind, entry.key))
            if there is None or there.sequence <= entry.sequence:
                self._store.archive[entry.kind, entry.key] = entry

    async def archived(self, kind: str, key: str) -> bytes | None:
        """Look up an ended thing."""
        self._holding.check()
        entry = self._store.archive.get((kind, key))
        return entry.data if entry else None

    async def put_person(self, person: str, data: bytes) -> None:
        """Keep a person's data."""
        self._holding.check()
        self._store.persons[person] = data

    async def person(self, person: str) -> bytes | None:
        """Look up a person's data."""
        self._holding.check()
        return self._store.persons.get(person)

    async def persons(self) -> dict[str, bytes]:
        """Return every person's data."""
        return dict(self._store.persons)
