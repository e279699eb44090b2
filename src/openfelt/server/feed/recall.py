"""What stations remember, folded from the journal's newest rows at start."""

from collections.abc import Iterable
from typing import Final

from openfelt.engine.stream import CODEC
from openfelt.floor.money.payout import HOUSE
from openfelt.journal.base import JournalReader
from openfelt.stations.memory import Memory, remembered
from openfelt.stations.statements import told_of_slips

# About a day of a busy table; older results are the follower's to show.
ROWS: Final = 200_000


async def recall(journal: JournalReader, stream: str, memory: Memory) -> None:
    """Fold what concerns stations; only those rows are decoded."""
    head = await journal.head(stream)
    async for rows in journal.read(stream, max(0, head.sequence - ROWS)):
        for row in rows:
            if row.type in remembered:
                memory.take(CODEC.read(row), row.time_us)


async def recall_slips(journal: JournalReader, memories: Iterable[Memory]) -> None:
    """Fold what the house did with slips of these pits, once they know their own."""
    head = await journal.head(HOUSE)
    async for rows in journal.read(HOUSE, max(0, head.sequence - ROWS)):
        for row in rows:
            if row.type in told_of_slips:
                for memory in memories:
                    memory.statements.take_slip(CODEC.read(row), row.time_us)
