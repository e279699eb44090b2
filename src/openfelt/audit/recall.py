"""A round as it happened: every row of it, found by table and number."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from openfelt.audit.source import BEFORE_ALL, RowReader
from openfelt.journal import upcasts
from openfelt.journal.errors import JournalCorrupt
from openfelt.journal.row import Row
from openfelt.journal.upcasts import Fields

_ENDS: Final = ("RoundSettled", "RoundVoided")


class NotRecorded(LookupError):
    """The journal holds no such round; the text says what it holds."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A row of the round; `offset_us` counts from its opening."""

    row: Row
    fields: Fields
    offset_us: int


@dataclass(frozen=True, slots=True)
class Recalled:
    """A round, beginning with the row that opened it."""

    stream: str
    table: str
    round: int
    moments: tuple[Moment, ...]


@dataclass(frozen=True, slots=True)
class Noted:
    """What a read model has noted of a stream up to a row, so that only the rest is searched.

    `tables` holds the round each table is at, `rows` where the wanted round's rows stand.
    """

    sequence: int
    tables: Mapping[str, int]
    rows: Sequence[int]


_NOTHING: Final = Noted(0, {}, ())


@dataclass(slots=True)
class _Found:
    """What one stream has of the table."""

    opened: bool = False
    current: int = 0
    rows: list[tuple[Row, Fields]] = field(default_factory=list)


def rounds_of(name: str, fields: Mapping[str, Any], current: int) -> tuple[int, tuple[int, ...]]:
    """Return the round a table is at after an event of it, and the rounds the event is of.

    A settlement that opens the next round at once is of both.
    """
    own = fields.get("round", current)
    if not isinstance(own, int):
        return current, ()  # Never written by us: the audit says so.
    if name == "TableOpened":
        return (current + 1, (current + 1,)) if fields.get("wagering") else (current, ())
    if name in ("RoundOpened", "NoBetOpened"):
        return own, (own,)
    if name == "RollsReplayed":
        return current, (own, *(number for number, _ in fields["rounds"] if number != own))
    if name in _ENDS and fields.get("next_due") and own == current:
        return current + 1, (own, current + 1)
    return current, (own,) if own else ()


async def recall(
    reader: RowReader, table: str, number: int, noted: Mapping[str, Noted] | None = None
) -> Recalled:
    """Find a round, or raise NotRecorded.  `pit/B1` names a table of one stream."""
    tables: list[str] = []
    found: dict[str, _Found] = {}
    pit, _, name = table.rpartition("/")
    written = msgspec.json.encode(name)
    for stream in await reader.streams():
        known = (noted or {}).get(stream, _NOTHING)
        tables.extend(f"{stream}/{one}" for one in known.tables)
        seen = await _as_noted(reader, stream, known, name)
        async for row in _rows(reader, stream, known.sequence):
            if row.type == "TableOpened":
                tables.append(f"{stream}/{upcasts.fields(row).get('table')}")
            if upcasts.may_hold(row, written):
                _take(seen, row, name, number)
        if seen.opened and pit in ("", stream):
            found[stream] = seen
    if not found:
        names = ", ".join(sorted(tables)) or "none"
        raise NotRecorded(f"there is no table {table!r}; the journal has: {names}")
    if len(found) > 1:
        names = ", ".join(f"{stream}/{name}" for stream in found)
        raise NotRecorded(f"there are several tables {table!r}: name one of {names}")
    ((stream, seen),) = found.items()
    if not seen.rows:
        rounds = f"1 to {seen.current}" if seen.current else "none yet"
        raise NotRecorded(f"{table} has no round {number}; its rounds: {rounds}")
    start = seen.rows[0][0].time_us
    moments = (Moment(row, fields, row.time_us - start) for row, fields in seen.rows)
    return Recalled(stream, name, number, tuple(moments))


async def _as_noted(reader: RowReader, stream: str, noted: Noted, table: str) -> _Found:
    """Fetch the rows that were noted; the journal itself says what stands in them."""
    seen = _Found(table in noted.tables, noted.tables.get(table, 0))
    for sequence in noted.rows:
        async for rows in reader.read(stream, sequence - 1, 1):
            seen.rows.extend((row, upcasts.fields(row)) for row in rows)
    return seen


async def is_demo(reader: RowReader, stream: str) -> bool:
    """Say whether a stream is a demo floor's: it says so before its first table, or never."""
    async for row in _rows(reader, stream, BEFORE_ALL):
        if row.type in ("DemoDeclared", "TableOpened"):
            return row.type == "DemoDeclared"
    return False


async def _rows(reader: RowReader, stream: str, after: int) -> AsyncIterator[Row]:
    try:
        async for batch in reader.read(stream, after):
            for row in batch:
                yield row
    except JournalCorrupt:
        # What comes after it cannot be read; `openfelt audit` says so.
        return


def _take(seen: _Found, row: Row, table: str, number: int) -> None:
    fields = upcasts.fields(row)
    if fields.get("table") != table:
        return
    seen.opened = seen.opened or row.type == "TableOpened"
    seen.current, rounds = rounds_of(row.type, fields, seen.current)
    if number in rounds:
        seen.rows.append((row, fields))
