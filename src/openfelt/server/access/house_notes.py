"""The notes of records as the house has them in the journal, and their daily comparison."""

import asyncio
from collections.abc import Mapping
from typing import Final

from openfelt.engine.engine import Engine
from openfelt.engine.request import Request
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people.credential import NoteCredentials
from openfelt.server.access.records import Records

ACTOR: Final = "config"
DAY_S: Final = 24 * 3600.0


class HouseNotes:
    """Notes by the house of the running engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def noted(self) -> Mapping[str, str] | None:
        """Return what the house has noted."""
        return self._engine.stream(HOUSE).state.noted

    async def note(self, digests: dict[str, str]) -> None:
        """Have the house note more."""
        reply = await self._engine.submit(Request(HOUSE, NoteCredentials(digests), ACTOR))
        assert reply.refused is None, reply.refused


async def compare_daily(records: Records, day_s: float = DAY_S) -> None:
    """Compare every record with its note once a day, until cancelled."""
    while True:
        await asyncio.sleep(day_s)
        await records.compare()
