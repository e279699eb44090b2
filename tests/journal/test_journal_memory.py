from __future__ import annotations

import pytest
from contract import JournalContract, Play, player

from openfelt.journal.base import Journal
from openfelt.journal.memory import MemoryJournal, MemoryStore


class TestMemoryJournal(JournalContract):
    @pytest.fixture
    def play(self) -> Play:
        store = MemoryStore()

        async def opener() -> Journal:
            return MemoryJournal(store)

        return player(opener)
