"""A process that appends to an SQLite journal and prints each head once it is durable.

Started by test_journal_sqlite_crash.py, which kills it at a moment of its own choice.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from journal_samples import entries, take

from openfelt.journal.chain import sealed
from openfelt.journal.row import head_of
from openfelt.journal.sqlite import SqliteJournal


async def _write_for_ever(path: Path) -> None:
    journal = await SqliteJournal.open(path)
    await journal.make_room()  # As the floor does.
    head = (await take(journal, "house")).head
    print("open", flush=True)
    while True:
        rows = sealed("house", head, entries(1 + head.sequence % 40, head.sequence + 1))
        await journal.append(rows)
        head = head_of(rows[-1])
        print(head.sequence, head.hash.hex(), flush=True)


if __name__ == "__main__":
    asyncio.run(_write_for_ever(Path(sys.argv[1])))
