from __future__ import annotations

import struct
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from journal_samples import entry, rows_of

from openfelt.journal.chain import seal, sealed, verify
from openfelt.journal.errors import JournalCorrupt
from openfelt.journal.row import COLUMNS, GENESIS, Head, Row, head_of

ROWS = rows_of("house", 6)
OTHER: dict[str, Any] = {
    "stream": "pit-1",
    "sequence": 99,
    "time_us": 0,
    "actor": "nobody",
    "client": "",
    "number": -1,
    "type": "WagerConfirmed",
    "version": 9,
    "payload": b"{}",
    "previous": bytes(32),
    "hash": b"\xff" * 32,
}
places = st.integers(0, len(ROWS) - 1)


def _corrupt_at(rows: list[Row]) -> int:
    with pytest.raises(JournalCorrupt, match="keep it as evidence") as caught:
        verify("house", GENESIS, rows)
    assert caught.value.stream == "house"
    return caught.value.sequence


def test_an_untouched_chain_verifies_whole_and_in_parts() -> None:
    assert verify("house", GENESIS, ROWS) == head_of(ROWS[-1])
    assert verify("house", head_of(ROWS[2]), ROWS[3:]) == head_of(ROWS[-1])
    assert verify("house", GENESIS, []) == GENESIS


def test_sealing_in_two_batches_is_sealing_in_one() -> None:
    first = rows_of("house", 2)
    assert first + rows_of("house", 4, head_of(first[-1])) == ROWS


@pytest.mark.parametrize("column", COLUMNS)
@given(place=places)
def test_a_changed_column_is_found_in_its_row(column: str, place: int) -> None:
    rows = list(ROWS)
    rows[place] = rows[place]._replace(**{column: OTHER[column]})
    if rows[place] != ROWS[place]:  # the first row's previous is zeros as it should be
        assert _corrupt_at(rows) == place + 1


@given(place=places, bit=st.integers(0, 7), data=st.data())
def test_one_flipped_bit_of_a_payload_is_found(place: int, bit: int, data: st.DataObject) -> None:
    payload = bytearray(ROWS[place].payload)
    payload[data.draw(st.integers(0, len(payload) - 1))] ^= 1 << bit
    rows = list(ROWS)
    rows[place] = rows[place]._replace(payload=bytes(payload))
    assert _corrupt_at(rows) == place + 1


@given(place=st.integers(0, len(ROWS) - 2))
def test_a_removed_row_is_found_where_it_was(place: int) -> None:
    assert _corrupt_at(ROWS[:place] + ROWS[place + 1 :]) == place + 1


@given(place=places, number=st.integers(0, 9))
def test_an_inserted_row_is_found_at_once_or_after_it(place: int, number: int) -> None:
    before = Head(place, ROWS[place].previous)
    forged = sealed("house", before, [entry(number, b"forged")])
    assert _corrupt_at(ROWS[:place] + forged + ROWS[place:]) == place + 2
    assert _corrupt_at(ROWS[:place] + forged + ROWS[place + 1 :] + ROWS[-1:]) >= place + 2


@given(st.lists(places, min_size=2, max_size=2, unique=True))
def test_swapped_rows_are_found_at_the_first(pair: list[int]) -> None:
    one, two = pair
    rows = list(ROWS)
    rows[one], rows[two] = rows[two], rows[one]
    assert _corrupt_at(rows) == min(pair) + 1


def test_a_row_of_another_stream_is_found() -> None:
    assert _corrupt_at([*ROWS[:3], *rows_of("pit-1", 4, head_of(ROWS[2]))]) == 4


def test_a_missing_tail_is_seen_only_by_its_head() -> None:
    assert verify("house", GENESIS, ROWS[:4]) != head_of(ROWS[-1])


@given(st.text("ab", max_size=3), st.text("ab", max_size=3), st.text("ab", max_size=3))
def test_no_byte_can_move_to_the_neighbouring_column(actor: str, moved: str, client: str) -> None:
    def hashed(actor: str, client: str) -> bytes:
        return seal(bytes(32), ("house", 1, 2, actor, client, 3, "Type", 1, b"{}"))

    same = moved == "" or (actor + moved, client) == (actor, moved + client)
    assert (hashed(actor + moved, client) == hashed(actor, moved + client)) == same


def test_the_hash_is_the_one_the_documentation_describes() -> None:
    row = ROWS[3]
    hasher = sha256(row.previous)
    for name in COLUMNS[: COLUMNS.index("previous")]:
        value = getattr(row, name)
        column = value.to_bytes(8, "big", signed=True) if isinstance(value, int) else value
        column = column.encode() if isinstance(column, str) else column
        hasher.update(len(column).to_bytes(8, "big") + column)
    assert row.hash == hasher.digest()


@pytest.mark.parametrize("change", [{"actor": "nul\0"}, {"number": 2**63}, {"client": "\ud800"}])
def test_what_no_backend_can_hold_is_never_sealed_and_never_verifies(
    change: dict[str, Any],
) -> None:
    with pytest.raises((ValueError, struct.error)):
        sealed("house", GENESIS, [msgspec.structs.replace(entry(1), **change)])
    assert _corrupt_at([ROWS[0]._replace(**change)]) == 1
