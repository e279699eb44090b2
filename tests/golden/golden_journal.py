"""A recorded journal as data: its rows, and all that must come of them again."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import click
import msgspec
from click.testing import CliRunner
from golden_seen import seen
from golden_words import Seen

from openfelt.audit.head import written
from openfelt.cli import audit, replay
from openfelt.engine.stream import CODEC, Stream
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.journal.row import GENESIS, Row, head_of, row_of
from openfelt.stations.memory import Memory

SUFFIX: Final = ".json.gz"

Rows = Mapping[str, Sequence[Row]]


class Delta(msgspec.Struct, array_like=True, frozen=True):
    """What can be seen otherwise than a row before."""

    changed: Seen
    gone: list[str]


class RecordedStream(msgspec.Struct):
    """A stream; `rows` have their columns in the order they are hashed, hashes in hex."""

    head: str
    rows: list[list[Any]]
    seen: list[Delta]


class Recorded(msgspec.Struct):
    """A story as some release wrote it; `replay` is by `table/round`."""

    streams: dict[str, RecordedStream]
    audit: dict[str, Any]
    replay: dict[str, list[str]]

    def rows(self) -> dict[str, list[Row]]:
        """Return the rows as they lay in the journal."""
        return {
            name: [_row(columns) for columns in stream.rows]
            for name, stream in self.streams.items()
        }


def recorded(journal: Rows) -> Recorded:
    """Write down a journal and what comes of it."""
    return Recorded(
        streams={name: _recorded_stream(name, rows) for name, rows in sorted(journal.items())},
        audit=audited(journal),
        replay={round_: replayed(journal, round_) for round_ in _rounds(journal)},
    )


def _recorded_stream(name: str, rows: Sequence[Row]) -> RecordedStream:
    head = written(name, head_of(rows[-1]))
    return RecordedStream(head, [_columns(row) for row in rows], list(deltas(name, rows)))


def _columns(row: Row) -> list[Any]:
    *columns, payload, previous, digest = row
    return [*columns, payload.decode(), previous.hex(), digest.hex()]


def _row(data: Sequence[Any]) -> Row:
    *columns, payload, previous, digest = data
    hashes = (bytes.fromhex(previous), bytes.fromhex(digest))
    return row_of((*columns, payload.encode(), *hashes))


def folded(name: str, rows: Sequence[Row]) -> Iterator[tuple[Stream, Seen]]:
    """Fold the rows afresh, and after each say what can be seen at its time."""
    stream, memory = Stream(name, GENESIS), Memory()
    for row in rows:
        stream.fold(row)
        memory.take(CODEC.read(row))
        yield stream, seen(stream, memory, row.time_us)


def deltas(name: str, rows: Sequence[Row]) -> Iterator[Delta]:
    """Give for each row what can be seen otherwise than before it."""
    before: Seen = {}
    for _, now in folded(name, rows):
        changed = {path: value for path, value in now.items() if _differs(before, path, value)}
        yield Delta(changed, sorted(before.keys() - now.keys()))
        before = now


def _differs(before: Seen, path: str, value: object) -> bool:
    return path not in before or before[path] != value


def _rounds(journal: Rows) -> list[str]:
    """Name every round of every table."""
    names: list[str] = []
    for stream, rows in sorted(journal.items()):
        *_, (last, _) = folded(stream, rows)
        for table in last.state.tables.values():
            names += [f"{table.name}/{number}" for number in range(1, table.round + 1)]
    return names


def audited(journal: Rows) -> dict[str, Any]:
    """Return what `openfelt audit --json` gives: findings, heads and sums."""
    (line,) = _said(journal, audit, "golden", "--json")
    found: dict[str, Any] = json.loads(line)
    return found


def replayed(journal: Rows, round_: str) -> list[str]:
    """Return the lines of `openfelt replay` for `table/round`."""
    table, _, number = round_.partition("/")
    return _said(journal, replay, "golden", "--table", table, "--round", number)


def _said(journal: Rows, tool: Any, *words: str) -> list[str]:
    """Run a command line tool with the rows in place of the journal it would open."""

    async def open_rows(*_: str) -> MemoryJournal:
        store = MemoryStore()
        store.rows = {name: list(rows) for name, rows in journal.items()}
        return MemoryJournal(store)

    command: click.Command = tool.command
    with patch.object(tool, "open_rows", open_rows):
        result = CliRunner().invoke(command, words)
    assert result.exit_code == 0, result.output
    return result.output.splitlines()


def save(path: Path, story: Recorded) -> None:
    """Write a story, the same bytes each time."""
    data = msgspec.json.encode(story, order="sorted")
    path.write_bytes(gzip.compress(data, mtime=0))


def load(path: Path) -> Recorded:
    """Read a story."""
    return msgspec.json.decode(gzip.decompress(path.read_bytes()), type=Recorded)
