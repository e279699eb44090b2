"""Verification in the background: the chain, the auditor's own sums, and the archive.

A pass begins at the first row, because the sums do, and at once after every start: no mark in a
file can put it off.  Once it has reached the end it goes on with what is written; after a day a
new one begins, so that also what was changed far behind is found.  The rows that were in order
before must still be the same: their heads are given to each new pass.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from openfelt.audit.finding import Finding
from openfelt.audit.head import KeptHead
from openfelt.audit.whole import JournalAudit, Progress
from openfelt.engine.rebuild import missing_from_archive
from openfelt.follow.clocks import Clocks
from openfelt.follow.heads import HeadsFile
from openfelt.follow.model import Model
from openfelt.journal.base import JournalReader


class Verification:
    """One auditor at a time; what it finds stays in the model until somebody acknowledges it."""

    def __init__(
        self,
        reader: JournalReader,
        model: Model,
        heads: Sequence[HeadsFile],
        every_us: int,
        clocks: Clocks,
    ) -> None:
        self._reader = reader
        self._model = model
        self._heads = heads
        self._every_us = every_us
        self._clocks = clocks
        self._audit: JournalAudit | None = None
        # When the pass began that found the end.
        self._went_over = 0

    @property
    def is_due(self) -> bool:
        """Whether a pass over everything is due."""
        went_by = self._clocks.ticks() - self._went_over
        return self._audit is None or went_by >= self._every_us

    async def go_on(self, progress: Progress | None = None) -> list[Finding]:
        """Take what is there and return what is newly found."""
        whole = self.is_due
        if whole or self._audit is None:
            # Read before the first row is: what is written meanwhile cannot be missed.
            audit = JournalAudit(self._reader, heads=self._kept())
            began = self._clocks.ticks()
        else:
            audit, began = self._audit, self._went_over
        await audit.catch_up(progress)
        found = audit.findings()
        if whole and not found:
            found = [finding async for finding in self._archive()]
        if not found:
            self._model.put_verified(audit.auditor.heads())
        # Only a pass that has come to its end is one.
        self._audit, self._went_over = audit, began
        return self._model.add(found, self._clocks.wall())

    async def _archive(self) -> AsyncIterator[Finding]:
        """See that what left the states is in the archive; of a bad journal that says nothing."""
        for stream in await self._reader.streams():
            async for one in missing_from_archive(self._reader, stream):
                what = f"{one.kind} {one.key} is not in the archive as it left the state then"
                yield Finding(stream, one.sequence, "archive", what)

    def _kept(self) -> list[KeptHead]:
        known = (*self._model.verified().items(), *self._model.positions().items())
        kept = [KeptHead(stream, head.sequence, head.hash) for stream, head in known]
        return [*kept, *(head for file in self._heads for head in file.read())]
