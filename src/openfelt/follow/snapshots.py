"""Snapshots in time: so often, or after so many rows, so that a start of the floor is short.

They are made from the rows, folded here from the first.  On the way everything is compared that
was made before or that a start of the floor believed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from openfelt.engine.proof import Fold, Untrue
from openfelt.engine.recovery import SCHEMA, Began, believed
from openfelt.engine.snapshots import put_snapshot
from openfelt.follow.clocks import Clocks
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
        clocks: Clocks,
        secret: bytes,
    ) -> None:
        self._reader = reader
        self._model = model
        self._every_us = every_us
        self._rows = rows
        self._clocks = clocks
        self._secret = secret
        self._folds: dict[str, Fold] = {}
        self._made: dict[str, int] = {}
        self._in_time_at: int | None = None

    async def expect(self, claims: Iterable[Began]) -> None:
        """Compare, when the rows are folded: what a start believed, and the newest snapshots."""
        for claim in claims:
            self._fold(claim.stream).expect(claim)
        for stream in await self._reader.streams():
            kept = await self._believed(stream)
            if kept is not None:
                self._fold(stream).expect(kept)

    async def prove(self, stream: str) -> list[Untrue]:
        """Fold a stream from its first row; return what was claimed of it and is not so."""
        fold = self._fold(stream)
        return [*await fold.go_on(self._reader), *fold.never_reached()]

    def unproved(self, stream: str) -> list[Untrue]:
        """Return the claims that a bad row of the stream keeps from being proved."""
        return self._fold(stream).never_reached()

    async def forget_all(self) -> None:
        """Throw all snapshots away: they are made again, from the rows."""
        await self._reader.forget_snapshots()
        self._made.clear()

    async def make_due(self, bad: Collection[str]) -> dict[str, int]:
        """Make those that are due, but none of a bad stream; return the row each stands at."""
        in_time = self._is_in_time()
        made: dict[str, int] = {}
        for stream, head in self._model.positions().items():
            if stream in bad:
                continue
            new = head.sequence - await self._last(stream)
            if new > 0 and (in_time or new >= self._rows):
                made[stream] = self._made[stream] = await self._make(stream)
        if in_time:
            self._model.done(DUTY, self._clocks.wall())
            self._in_time_at = self._clocks.ticks()
        return made

    def _is_in_time(self) -> bool:
        """Say whether the time has come; a mark of an earlier start is no mark if it lies ahead."""
        if self._in_time_at is not None:
            return self._clocks.ticks() - self._in_time_at >= self._every_us
        return not 0 <= self._clocks.wall() - self._model.done_at(DUTY) < self._every_us

    async def _make(self, stream: str) -> int:
        fold = self._fold(stream)
        await fold.go_on(self._reader)
        return (await put_snapshot(self._reader, fold.recovered, self._secret)).sequence

    def _fold(self, stream: str) -> Fold:
        if stream not in self._folds:
            self._folds[stream] = Fold(stream)
        return self._folds[stream]

    async def _last(self, stream: str) -> int:
        if stream not in self._made:
            # One that no start believes is as good as none.
            found = await self._believed(stream)
            self._made[stream] = found.sequence if found else 0
        return self._made[stream]

    async def _believed(self, stream: str) -> Began | None:
        return believed(self._secret, await self._reader.snapshot(stream, SCHEMA))
