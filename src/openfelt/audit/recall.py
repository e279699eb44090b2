"""A round as it happened: every row of it, found by table and number."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from openfelt.audit.source import RowReader
from openfelt.journal.errors import JournalCorrupt
from openfelt.journal.row import Row

_FIELDS: Final = msgspec.json.Decoder(dict[str, Any])
_ENDS: Final = ("RoundSettled", "RoundVoided")


class NotRecorded(LookupError):
    """The journal holds no such round; the text says what it holds."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A row of the round; `offset_us` counts from its opening."""

    row: Row
    fields: dict[str, Any]
    offset_us: int


@dataclass(frozen=True, slots=True)
class Recalled:
    """A round, beginning with the row that opened it."""

    stream: str
    table: str
    round: int
    moments: tuple[Moment, ...]


@dataclass(slots=True)
class _Found:
    """What one stream has of the table."""

    opened: bool = False
    current: int = 0
    rows: list[tuple[Row, dict[str, Any]]] = field(default_factory=list)


async def recall(reader: RowReader, table: str, number: int) -> Recalled:
    """Find a round, or raise NotRecorded.  `pit/B1` names a table of one stream."""
    tables: list[str] = []
    found: dict[str, _Found] = {}
    pit, _, name = table.rpartition("/")
    for stream in await reader.streams():
        seen = _Found()
        async for row in _rows(reader, stream):
            if row.type == "TableOpened":
                tables.append(f"{stream}/{_fields(row).get('table')}")
            if _is_about(row, name):
                _take(seen, row, number)
        if seen.opened and pit in ("", stream):
            found[stream] = seen
    if not found:
        known = ", ".join(sorted(tables)) or "none"
        raise NotRecorded(f"there is no table {table!r}; the journal has: {known}")
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


async def _rows(reader: RowReader, stream: str) -> AsyncIterator[Row]:
    try:
        async for batch in reader.read(stream):
            for row in batch:
                yield row
    except JournalCorrupt:
        # What comes after it cannot be read; `openfelt audit` says so.
        return


def _is_about(row: Row, table: str) -> bool:
    """Look before decoding: most rows are about other tables."""
    return msgspec.json.encode(table) in row.payload and _fields(row).get("table") == table


def _fields(row: Row) -> dict[str, Any]:
    try:
        return _FIELDS.decode(row.payload)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}


def _take(seen: _Found, row: Row, number: int) -> None:
    fields = _fields(row)
    of_round = fields.get("round", seen.current)
    seen.opened = seen.opened or row.type == "TableOpened"
    if row.type == "RoundOpened":
        seen.current = of_round
    opens_next = row.type in _ENDS and fields.get("next_due") and of_round == seen.current
    if (row.type == "TableOpened" and fields.get("wagering")) or opens_next:
        seen.current += 1
        if seen.current == number:
            seen.rows.append((row, fields))
    if of_round == number and row.type != "TableOpened":
        seen.rows.append((row, fields))
