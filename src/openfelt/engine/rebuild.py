"""The archive from the journal alone: what every day's end sent there, by folding again."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from openfelt.engine.archive import DAY_ENDS, Leaving
from openfelt.engine.stream import Stream
from openfelt.journal.base import Archived, Journal, JournalReader
from openfelt.journal.chain import verify
from openfelt.journal.row import GENESIS

_DAY_ENDS: Final = frozenset(event.__name__ for event in DAY_ENDS)


async def left_at_day_ends(reader: JournalReader, name: str) -> AsyncIterator[list[Archived]]:
    """Yield for each day's end of a stream what left its state then; verify the rows on the way."""
    stream = Stream(name, GENESIS)
    async for rows in reader.read(name):
        verify(name, stream.head, rows)
        for row in rows:
            if row.type in _DAY_ENDS:
                yield list(Leaving(stream.state, row.sequence))
            stream.fold(row)
        await asyncio.sleep(0)


async def missing_from_archive(reader: JournalReader, name: str) -> AsyncIterator[Archived]:
    """Yield what the archive does not have as it left the state."""
    async for left in left_at_day_ends(reader, name):
        for one in left:
            if await reader.archived(one.kind, one.key) != one.data:
                yield one


async def rebuild_archive(journal: Journal) -> int:
    """Put everything there that ever left a state; return how many things.

    What somebody put there by hand in place of it is overwritten.
    """
    count = 0
    for name in await journal.streams():
        async for left in left_at_day_ends(journal, name):
            await journal.archive(left)
            count += len(left)
    return count
