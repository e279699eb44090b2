"""Entries and rows for the journal tests, and the short ways to write and read them."""

from __future__ import annotations

from collections.abc import Sequence

from openfelt.journal.base import Journal, JournalReader, Ownership
from openfelt.journal.chain import sealed
from openfelt.journal.row import GENESIS, Entry, Head, Row


def entry(number: int, payload: bytes | None = None) -> Entry:
    return Entry(
        time_us=1_700_000_000_000_000 + number,
        actor=f"terminal:T{number % 7}",
        client=f"T{number % 7}/boot-é",
        number=number,
        type="WagerStaged",
        version=1 + number % 2,
        payload=b'{"bet":"player","amount":%d}' % number if payload is None else payload,
    )


def entries(count: int, first: int = 1) -> list[Entry]:
    return [entry(number) for number in range(first, first + count)]


def rows_of(stream: str, count: int, head: Head = GENESIS) -> list[Row]:
    return sealed(stream, head, entries(count, head.sequence + 1))


async def take(journal: Journal, stream: str) -> Ownership:
    return (await journal.take([stream], "node-1"))[stream]


async def read_all(
    journal: JournalReader, stream: str, after: int = 0, limit: int | None = None
) -> list[Row]:
    return [row async for batch in journal.read(stream, after, limit) for row in batch]


async def fill(journal: Journal, stream: str, count: int, batch: int = 7) -> Sequence[Row]:
    """Take the stream and append that many rows in small batches."""
    owned = await take(journal, stream)
    rows = rows_of(stream, count, owned.head)
    for start in range(0, count, batch):
        await journal.append(rows[start : start + batch])
    return rows
