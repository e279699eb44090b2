"""Writing rows to PostgreSQL behind the fence: only while our epoch stands in the lease row."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final

import asyncpg

from openfelt.journal.base import Archived
from openfelt.journal.errors import JournalConflict, OwnershipLost
from openfelt.journal.holding import Holding
from openfelt.journal.postgres_lease import refuse_lost
from openfelt.journal.postgres_server import faults
from openfelt.journal.row import COLUMNS, Row

# A COPY takes half the time of an insert for each row, but its transaction takes four round trips
# instead of one, and on a busy machine each of them may wait for milliseconds.
COPY_ABOVE: Final = 400

# FOR KEY SHARE: waits for a take-over and makes it wait, but lets renewals pass.
_FENCE: Final = """
SELECT lease.stream FROM lease
JOIN unnest($1::text[], $2::bigint[]) AS held (stream, epoch) USING (stream, epoch)
ORDER BY lease.stream FOR KEY SHARE OF lease
"""
# Fence, insert and commit in one statement, so a writer that falls asleep holds no lock.
_INSERT: Final = f"""
WITH fence AS ({_FENCE})
INSERT INTO journal
SELECT * FROM unnest(
    $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::bigint[],
    $9::text[], $10::bigint[], $11::bytea[], $12::bytea[], $13::bytea[]
)
WHERE (SELECT count(*) FROM fence) = cardinality($1::text[])
"""  # noqa: S608 - no value enters the text
ARCHIVE: Final = """
INSERT INTO archive VALUES ($1, $2, $3, $4)
ON CONFLICT (kind, key) DO UPDATE SET sequence = excluded.sequence, data = excluded.data
WHERE excluded.sequence >= archive.sequence
"""


class Writer:
    """The one connection that writes the journal."""

    def __init__(self, connection: Any, holding: Holding) -> None:
        self._connection = connection
        self._holding = holding
        self._turn = asyncio.Lock()

    async def append(self, rows: Sequence[Row], ended: Iterable[Archived] = ()) -> None:
        """Write the batch in one transaction, or break the journal."""
        async with self._turn:
            with self._holding.or_broken():
                heads = self._holding.follow(rows)
                if not rows:
                    return
                epochs = {stream: self._holding.epochs[stream] for stream in heads}
                with faults():
                    await self._write(rows, ended, epochs)
                self._holding.advance(heads)

    async def _write(
        self, rows: Sequence[Row], ended: Iterable[Archived], epochs: dict[str, int]
    ) -> None:
        try:
            if ended or len(rows) > COPY_ABOVE:
                await self._copy(rows, ended, epochs)
            else:
                await self._insert(rows, epochs)
        except asyncpg.UniqueViolationError as error:
            first = rows[0]
            raise JournalConflict(
                f"PostgreSQL refuses the batch from {first.stream}:{first.sequence} ({error})"
            ) from error

    async def _insert(self, rows: Sequence[Row], epochs: dict[str, int]) -> None:
        columns = [list(column) for column in zip(*rows, strict=True)]
        done = await self._connection.execute(
            _INSERT, list(epochs), list(epochs.values()), *columns
        )
        if done != f"INSERT 0 {len(rows)}":
            raise OwnershipLost(", ".join(epochs))

    async def _copy(
        self, rows: Sequence[Row], ended: Iterable[Archived], epochs: dict[str, int]
    ) -> None:
        async with self._connection.transaction():
            held = await self._connection.fetch(_FENCE, list(epochs), list(epochs.values()))
            refuse_lost(epochs, held)
            await self._connection.copy_records_to_table("journal", columns=COLUMNS, records=rows)
            if ended:
                await self._connection.executemany(ARCHIVE, ended)
