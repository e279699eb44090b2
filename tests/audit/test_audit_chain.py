"""Raw tampering: whatever is done to a row, its place in the chain tells."""

from __future__ import annotations

from typing import Any

import pytest
from audit_journals import Rows, audit, played, sequences

from openfelt.audit import Finding
from openfelt.journal.row import COLUMNS, Row

STREAMS = ("house", "pit")


def _other(value: Any) -> Any:
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:]
    return value + 1 if isinstance(value, int) else value + "x"


def _each_row() -> list[tuple[str, int]]:
    return [(stream, index) for stream in STREAMS for index in range(len(played()[stream]))]


def _first(findings: list[Finding]) -> tuple[str, int]:
    assert findings, "the tampering went unseen"
    return findings[0].stream, findings[0].sequence


@pytest.mark.parametrize("column", COLUMNS)
def test_any_changed_value_is_found_and_its_row_named(column: str) -> None:
    for stream, index in _each_row():
        rows = played()
        row = rows[stream][index]
        changed = {column: _other(getattr(row, column))}
        rows[stream][index] = row._replace(**changed)
        named = sequences(audit(rows))
        assert (stream, row.sequence) in named or column == "stream"
        if column == "stream":
            # It has left its stream: a gap there, a foreign row in the other.
            assert (f"{stream}x", 1) in named
            assert index + 1 == len(rows[stream]) or (stream, row.sequence) in named


def test_the_first_finding_names_the_changed_row() -> None:
    for stream, index in _each_row():
        rows = played()
        row = rows[stream][index]
        rows[stream][index] = row._replace(actor=row.actor + "x")
        found = audit(rows)
        assert _first(found) == (stream, row.sequence)
        assert found[0].type == row.type
        assert found[0].what == "its columns do not give its hash"


def test_a_removed_row_is_missed() -> None:
    for stream, index in _each_row():
        rows = played()
        if index + 1 == len(rows[stream]):
            continue  # The tail: only a head kept outside can tell.
        removed = rows[stream].pop(index)
        found = [f for f in audit(rows) if f.what.endswith("stands in its place")]
        assert _first(found) == (stream, removed.sequence)


def test_an_inserted_row_is_found() -> None:
    for stream, index in _each_row():
        rows = played()
        row = rows[stream][index]
        rows[stream].insert(index, row._replace(number=row.number + 7))
        assert _first(audit(rows)) == (stream, row.sequence)


def test_a_doubled_row_is_found() -> None:
    for stream, index in _each_row():
        rows = played()
        row = rows[stream][index]
        rows[stream].insert(index, row)
        assert (stream, row.sequence + 1) in sequences(audit(rows))


def _swap(rows: Rows, stream: str, index: int, *, with_numbers: bool) -> Row:
    one, other = rows[stream][index : index + 2]
    if with_numbers:
        places = (one.sequence, other.sequence)
        one = one._replace(sequence=places[1])
        other = other._replace(sequence=places[0])
    rows[stream][index : index + 2] = other, one
    return rows[stream][index]


@pytest.mark.parametrize("with_numbers", [False, True])
def test_two_swapped_rows_are_found(with_numbers: bool) -> None:
    for stream, index in _each_row():
        rows = played()
        if index + 1 == len(rows[stream]):
            continue
        _swap(rows, stream, index, with_numbers=with_numbers)
        assert (stream, index + 1) in sequences(audit(rows))


def test_a_row_below_the_first_is_found() -> None:
    rows = played()
    rows["pit"].insert(0, rows["pit"][5]._replace(sequence=0))
    assert _first(audit(rows)) == ("pit", 1)


def test_one_changed_row_does_not_drown_the_others() -> None:
    rows = played()
    for index in (30, 50):
        row = rows["pit"][index]
        rows["pit"][index] = row._replace(actor="nobody")
    # Who did it is part of what was hashed, and nobody holds no role.
    assert set(sequences(audit(rows))) == {("pit", 31), ("pit", 51)}
