"""Snapshots in time: so often, or after so many rows, so that a start of the floor is short."""

from __future__ import annotations

from collections.abc import Callable, Collection

from openfelt.engine.recovery import SCHEMA
from openfelt.engine.snapshots import snapshot_of
from openfelt.follow.model import Model
from openfelt.journal.base import JournalReader

DUTY = "snapshots"


class Snapshots:
    """Knows how far each stream's newest snapshot is."""

    def __init__(
        self,
        reader: JournalReader,
        model: Model,
        every_us: int,
        rows: int,
        clock: Callable[[], int],
        secret: bytes,
    ) -> None:
        self._reader = reader
        self._model = model
        self._every_us = every_us
        self._rows = rows
        self._clock = clock
        self._secret = secret
        self._made: dict[str, int] = {}

    async def make_due(self, bad: Collection[str]) -> dict[str, int]:
        """Make those that are due, but none of a bad stream; return the row each stands at."""
        now = self._clock()
        in_time = now - self._model.done_at(DUTY) >= self._every_us
        made: dict[str, int] = {}
        for stream, head in self._model.positions().items():
            if stream in bad:
                continue
            new = head.sequence - await self._last(stream)
            if new > 0 and (in_time or new >= self._rows):
                made[stream] = self._made[stream] = (
                    await snapshot_of(self._reader, stream, self._secret)
                ).sequence
        if in_time:
            self._model.done(DUTY, now)
        return made

    async def _last(self, stream: str) -> int:
        if stream not in self._made:
            found = await self._reader.snapshot(stream, SCHEMA)
            self._made[stream] = found.sequence if found else 0
        return self._made[stream]
