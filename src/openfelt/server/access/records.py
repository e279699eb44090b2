"""Records beside the journal that the journal vouches for: persons, and stations with their keys.

Whoever can write the database could change one.  So every record that the floor writes has its
hash noted in the journal first, and one without its note is not believed: it counts for nothing
until somebody sets it again through the floor.
"""

import asyncio
from collections.abc import Mapping
from hashlib import sha256
from typing import Final, Protocol

import msgspec

from openfelt.floor.name import is_name
from openfelt.server.access.store import Store
from openfelt.server.log import log
from openfelt.server.warnings import Warnings

# So many in one event: a large floor's first note is not one long row.
_AT_ONCE: Final = 100


class PersonTable(Protocol):
    """Where persons are kept: the journal's own table for them."""

    async def person(self, person: str) -> bytes | None:
        """Look one up."""
        ...

    async def persons(self) -> Mapping[str, bytes]:
        """Return all."""
        ...

    async def put_person(self, person: str, data: bytes) -> None:
        """Keep one."""
        ...


class Notes(Protocol):
    """The journal, as far as notes go."""

    def noted(self) -> Mapping[str, str] | None:
        """Return the hash of each record, None where none was ever noted."""
        ...

    async def note(self, digests: dict[str, str]) -> None:
        """Note some more; they are on disk when this returns."""
        ...


def person(name: str) -> str:
    """Return what the record of a person goes by."""
    return f"person {name}"


def station(name: str) -> str:
    """Return what the record of a station goes by."""
    return f"station {name}"


def digest_of(record: str, data: bytes) -> str:
    """Return the hash of a record; the same bytes under another name have another."""
    return sha256(record.encode() + b"\0" + data).hexdigest()


class Records:
    """Writes records and their notes, and compares them."""

    def __init__(
        self, table: PersonTable, store: Store, notes: Notes, warnings: Warnings | None = None
    ) -> None:
        self._table = table
        self._store = store
        self._notes = notes
        self._warnings = warnings or Warnings()
        self._changed: set[str] = set()
        self._writing = asyncio.Lock()

    async def start(self) -> None:
        """End what a crash left half done; note everything where nothing was ever noted."""
        noted = self._notes.noted()
        if noted is None:
            records = await self._all()
            await self._note(records)
            log.warning("persons and keys are noted for the first time", records=len(records))
            return
        for data in (await self._store.all("pending")).values():
            written: dict[str, bytes] = msgspec.msgpack.decode(data, type=dict[str, bytes])
            mine = {r: d for r, d in written.items() if noted.get(r) == digest_of(r, d)}
            await self._put(mine)
            await self._store.drop("pending", "records")
        await self.compare()

    async def write(self, records: dict[str, bytes]) -> None:
        """Note and write; whatever ends us in between, the next start has both or neither."""
        async with self._writing:
            await self._store.put("pending", "records", msgspec.msgpack.encode(records))
            await self._note(records)
            await self._put(records)
            await self._store.drop("pending", "records")
        for record in records:
            self._agrees(record)

    def is_noted(self, record: str, data: bytes) -> bool:
        """Say whether a record is as the floor wrote it; tell of one that is not."""
        if (self._notes.noted() or {}).get(record) == digest_of(record, data):
            return True
        self._differs(record)
        return False

    async def compare(self) -> list[str]:
        """Compare every record with its note; return those that differ, and tell of them."""
        async with self._writing:
            noted = self._notes.noted() or {}
            now = {record: digest_of(record, data) for record, data in (await self._all()).items()}
        differ = [r for r in sorted({*noted, *now}) if noted.get(r) != now.get(r)]
        for record in self._changed - set(differ):
            self._agrees(record)
        for record in differ:
            self._differs(record)
        return differ

    async def _all(self) -> dict[str, bytes]:
        persons = await self._table.persons()
        stations = await self._store.all("station")
        records = {
            **{person(name): data for name, data in persons.items()},
            **{station(name): data for name, data in stations.items()},
        }
        # What has no name that the floor could know can hold no role and stand nowhere.
        return {what: data for what, data in records.items() if is_name(what.partition(" ")[2])}

    async def _note(self, records: Mapping[str, bytes]) -> None:
        digests = [(record, digest_of(record, data)) for record, data in records.items()]
        for start in range(0, max(len(digests), 1), _AT_ONCE):
            await self._notes.note(dict(digests[start : start + _AT_ONCE]))

    async def _put(self, records: Mapping[str, bytes]) -> None:
        for record, data in records.items():
            kind, _, name = record.partition(" ")
            if kind == "person":
                await self._table.put_person(name, data)
            else:
                await self._store.put("station", name, data)

    def _differs(self, record: str) -> None:
        if record not in self._changed:
            log.error(
                "a record was changed behind the floor's back and counts for nothing",
                record=record,
                do="set it again: openfelt station credential, or enrol",
            )
        self._changed.add(record)
        self._warnings.give("credential_changed", record)

    def _agrees(self, record: str) -> None:
        self._changed.discard(record)
        self._warnings.take_back("credential_changed", record)
