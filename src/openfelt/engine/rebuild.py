"""The archive from the journal alone: what every row sent there, by folding again."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from openfelt.engine.archive import DAY_ENDS, leaving_with_the_day, let_go, same
from openfelt.engine.stream import Stream
from openfelt.journal.base import Archived, Journal, JournalReader
from openfelt.journal.chain import verify
from openfelt.journal.row import GENESIS

_DAY_ENDS: Final = frozenset(event.__name__ for event in DAY_ENDS)


async def left_by_rows(
    reader: JournalReader, name: str, secret: bytes = b""
) -> AsyncIterator[list[Archived]]:
    """Yield what left the state of a stream, row by row; verify the rows on the way."""
    stream = Stream(name, GENESIS)
    state = stream.state
    async for rows in reader.read(name):
        verify(name, stream.head, rows)
        for row in rows:
            if row.type in _DAY_ENDS:
                yield list(leaving_with_the_day(state, secret))
            stream.fold(row, forget=False)
            if state.left:
                yield list(let_go(state, secret))
        await asyncio.sleep(0)


async def missing_from_archive(reader: JournalReader, name: str) -> AsyncIterator[Archived]:
    """Yield what the archive does not have as it left the state, at last."""
    missing: dict[tuple[str, str], Archived] = {}
    async for left in left_by_rows(reader, name):
        for one in left:
            # A round that was corrected has left before.
            missing.pop((one.kind, one.key), None)
            if not same(await reader.archived(one.kind, one.key), one):
                missing[one.kind, one.key] = one
    for one in missing.values():
        yield one


async def rebuild_archive(journal: Journal, secret: bytes) -> int:
    """Put everything there that ever left a state; return how many things.

    What somebody put there by hand in place of it is overwritten.
    """
    count = 0
    for name in await journal.streams():
        async for left in left_by_rows(journal, name, secret):
            await journal.archive(left)
            count += len(left)
    return count
