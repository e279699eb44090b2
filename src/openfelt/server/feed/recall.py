"""What stations remember, folded from the journal's newest rows at start."""

from typing import Final

from openfelt.engine.stream import CODEC
from openfelt.journal.base import JournalReader
from openfelt.stations.memory import Memory, remembered

# About a day of a busy table; older results are the follower's to show.
ROWS: Final = 200_000


async def recall(journal: JournalReader, stream: str, memory: Memory) -> None:
    """Fold what concerns stations; only those rows are decoded."""
    head = await journal.head(stream)
    async for rows in journal.read(stream, max(0, head.sequence - ROWS)):
        for row in rows:
            if row.type in remembered:
                memory.take(CODEC.read(row))
