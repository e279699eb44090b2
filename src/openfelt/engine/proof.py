"""The proof of a start: the rows folded from the first, beside what was believed for them.

Also whoever holds the floor's key cannot make a snapshot true that the rows do not give.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress

import msgspec

from openfelt.engine.follow_streams import heard_of
from openfelt.engine.recovery import Began, Recovered, digest_of
from openfelt.engine.stream import Stream
from openfelt.journal.base import JournalReader
from openfelt.journal.chain import verify
from openfelt.journal.errors import JournalCorrupt, JournalFault, UnknownEvent, UnreadableEvent
from openfelt.journal.row import GENESIS, Row


class Untrue(msgspec.Struct, frozen=True):
    """What was believed and is not so."""

    began: Began
    what: str


class CannotFold(JournalFault):
    """A row that does not fit what the rows before it give: it was decided on something else."""

    def __init__(self, row: Row, error: Exception) -> None:
        why = f"it does not follow from the rows before ({type(error).__name__}: {error})"
        super().__init__(f"{row.stream}:{row.sequence} {row.type}: {why}")
        self.row = row
        self.why = why


class Fold:
    """A stream as its rows alone give it, and the claims that are compared on the way."""

    def __init__(self, name: str) -> None:
        self.recovered = Recovered(Stream(name, GENESIS), {})
        self._claims: dict[int, list[Began]] = {}

    @property
    def stream(self) -> Stream:
        """The stream as far as it was folded."""
        return self.recovered.stream

    def expect(self, began: Began) -> None:
        """Compare a claim when its row is reached; of a row that is past nothing can be said."""
        if began.sequence > self.stream.sequence:
            self._claims.setdefault(began.sequence, []).append(began)

    async def go_on(self, reader: JournalReader) -> list[Untrue]:
        """Fold what is there and was not folded yet; return the claims that were not true."""
        untrue: list[Untrue] = []
        stream = self.stream
        async for rows in reader.read(stream.name, stream.sequence):
            verify(stream.name, stream.head, rows)
            for row in rows:
                _fold(stream, row)
                if row.sequence in self._claims:
                    untrue.extend(await self._judged(reader, row.sequence))
            await asyncio.sleep(0)
        return untrue

    def never_reached(self) -> list[Untrue]:
        """Return the claims that were not come to: no row proves them."""
        claims = [claim for claims in self._claims.values() for claim in claims]
        last = self.stream.sequence
        return [Untrue(claim, f"the rows can be followed to row {last:,} only") for claim in claims]

    async def _judged(self, reader: JournalReader, sequence: int) -> list[Untrue]:
        untrue: list[Untrue] = []
        digest = digest_of(self.stream)
        for claim in self._claims.pop(sequence):
            if claim.digest != digest:
                untrue.append(Untrue(claim, "the rows give another state"))
            elif not await self._heard(reader, claim):
                untrue.append(Untrue(claim, "it passes over what another stream asks"))
        return untrue

    async def _heard(self, reader: JournalReader, claim: Began) -> bool:
        """See that nothing is left to take up to where others were said to have been heard."""
        so_far = Recovered(self.stream, {})
        try:
            for sender, mark in claim.followed.items():
                if mark > await heard_of(reader, sender, so_far, mark):
                    return False
        except (UnknownEvent, UnreadableEvent):
            return False
        return True


def _fold(stream: Stream, row: Row) -> None:
    try:
        stream.fold(row)
    except Exception as error:
        raise CannotFold(row, error) from error


async def prove(reader: JournalReader, claims: Iterable[Began]) -> list[Untrue]:
    """Fold the streams of these claims from their first rows; return what is not true."""
    folds: dict[str, Fold] = {}
    for claim in claims:
        folds.setdefault(claim.stream, Fold(claim.stream)).expect(claim)
    untrue: list[Untrue] = []
    for fold in folds.values():
        # A row that is damaged, or does not fit, proves nothing after it.
        with suppress(JournalCorrupt, CannotFold):
            untrue.extend(await fold.go_on(reader))
        untrue.extend(fold.never_reached())
    return untrue
