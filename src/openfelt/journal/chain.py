"""The hash chain.

A row's hash is SHA-256 over the previous hash (32 bytes) and then every column from `stream` to
`payload`, each as its length in 8 bytes and its bytes.  Text is UTF-8; a number is 8 bytes, two's
complement; all big-endian.  With the lengths no byte can move to a neighbouring column unseen.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import Final

from msgspec.structs import astuple

from openfelt.journal.errors import JournalCorrupt
from openfelt.journal.row import Columns, Entry, Head, Row, row_of

# Copied for each row: that is cheaper than to set a new one up.
_EMPTY: Final = sha256()
_LENGTH: Final = struct.Struct(">Q").pack
_NUMBER: Final = struct.Struct(">Qq").pack
_TWO_NUMBERS: Final = struct.Struct(">QqQq").pack
_NUMBER_THEN_LENGTH: Final = struct.Struct(">QqQ").pack


def seal(previous: bytes, columns: Columns) -> bytes:
    """Return the hash that chains a row's columns to the row before."""
    stream, sequence, time_us, actor, client, number, name, version, payload = columns
    digest = _EMPTY.copy()
    # Joined and hashed once: a dozen update calls would cost more than the hashing.
    digest.update(
        b"".join(
            (
                previous,
                text_of(stream),
                _TWO_NUMBERS(8, sequence, 8, time_us),
                text_of(actor),
                _encoded(client),
                _NUMBER(8, number),
                text_of(name),
                _NUMBER_THEN_LENGTH(8, version, len(payload)),
                payload,
            )
        )
    )
    return digest.digest()


def chained(hashes: dict[str, bytes], batch: Iterable[Columns]) -> list[Row]:
    """Return the rows a batch becomes behind the last hash of each stream, which moves on."""
    rows: list[Row] = []
    for columns in batch:
        stream = columns[0]
        previous = hashes[stream]
        hashes[stream] = digest = seal(previous, columns)
        rows.append(row_of((*columns, previous, digest)))
    return rows


def sealed(stream: str, head: Head, entries: Iterable[Entry]) -> list[Row]:
    """Turn entries into the rows that follow the head."""
    numbers = count(head.sequence + 1)
    batch = ((stream, next(numbers), *astuple(entry)) for entry in entries)
    return chained({stream: head.hash}, batch)


def verify(stream: str, head: Head, rows: Iterable[Row]) -> Head:
    """Return the head after the rows, or raise JournalCorrupt at the first that does not fit."""
    sequence, previous = head.sequence, head.hash
    for row in rows:
        sequence += 1
        why = _misfit(row, stream, sequence, previous)
        if why is not None:
            raise JournalCorrupt(stream, sequence, why)
        previous = row.hash
    return Head(sequence, previous)


def _misfit(row: Row, stream: str, sequence: int, previous: bytes) -> str | None:
    if row.stream != stream:
        return f"a row of the stream {row.stream!r} stands in its place"
    if row.sequence != sequence:
        return f"row {row.sequence} stands in its place"
    if row.previous != previous:
        return "it does not hold the hash of the row before"
    try:
        digest = seal(previous, row[:9])
    except (ValueError, struct.error) as error:
        return f"it holds what was never written ({error})"
    return None if row.hash == digest else "its columns do not give its hash"


# Streams, actors and types repeat for thousands of rows; clients hold a digest and do not.
@lru_cache(maxsize=16_384)
def text_of(text: str) -> bytes:
    """Return a text as it is hashed; raise for one that no journal can keep."""
    return _encoded(text)


def _encoded(text: str) -> bytes:
    if "\0" in text:
        # PostgreSQL cannot store it, and all backends must give the same chain.
        raise ValueError("a text in the journal holds no NUL")
    encoded = text.encode()
    return _LENGTH(len(encoded)) + encoded
