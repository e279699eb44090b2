"""What one journal object owns, and whether it may still be used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import Final

from openfelt.journal.base import Ownership
from openfelt.journal.errors import JournalBroken, JournalConflict, OwnershipLost
from openfelt.journal.row import Head, Row, head_of

_STREAM: Final = attrgetter("stream")
_SEQUENCE: Final = attrgetter("sequence")
_PREVIOUS: Final = attrgetter("previous")
_HASH: Final = attrgetter("hash")


class Holding:
    """Epochs and heads of the streams held.  Once broken, broken for good."""

    def __init__(self) -> None:
        self.epochs: dict[str, int] = {}
        self._heads: dict[str, Head] = {}
        self._failure: BaseException | None = None

    def begin(self, owned: Mapping[str, Ownership]) -> None:
        """Hold these streams too."""
        for stream, ownership in owned.items():
            self.epochs[stream] = ownership.epoch
            self._heads[stream] = ownership.head

    def end(self) -> None:
        """Hold nothing any more."""
        self.epochs.clear()
        self._heads.clear()

    def check_new(self, streams: Sequence[str]) -> None:
        """Taking twice what one holds would fence oneself off."""
        self.check()
        held = self.epochs.keys() & set(streams)
        assert not held, f"already held: {sorted(held)}"

    def check(self) -> None:
        """Refuse to go on after a failure."""
        if self._failure is not None:
            raise JournalBroken(self._failure) from self._failure

    def may_answer(self) -> bool:
        """Say whether something is held and nothing is broken."""
        return self._failure is None and bool(self.epochs)

    @contextmanager
    def or_broken(self) -> Iterator[None]:
        """Whatever ends the block early, a cancellation too, ends the use of the journal."""
        self.check()
        try:
            yield
        except BaseException as error:
            self._failure = self._failure or error
            raise

    def follow(self, rows: Sequence[Row]) -> dict[str, Head]:
        """Return the heads after the rows, which must be of held streams and follow their heads."""
        return {stream: self._end(stream, own) for stream, own in _by_stream(rows).items()}

    def _end(self, stream: str, rows: Sequence[Row]) -> Head:
        """Return the head of a stream after its rows; compared column by column, not row by row."""
        head = self._heads.get(stream)
        if head is None:
            raise OwnershipLost(stream)
        hashes = [head.hash, *map(_HASH, rows)]
        sequences = range(head.sequence + 1, head.sequence + 1 + len(rows))
        if [*map(_SEQUENCE, rows)] != [*sequences] or [*map(_PREVIOUS, rows)] != hashes[:-1]:
            raise JournalConflict(
                f"{len(rows)} rows of {stream} do not follow its row {head.sequence} one by one"
            )
        return head_of(rows[-1])

    def durable(self) -> dict[str, Head]:
        """Return the heads of what is held."""
        return dict(self._heads)

    def advance(self, heads: Mapping[str, Head]) -> None:
        """The rows are durable: these are the heads now."""
        self._heads.update(heads)


def _by_stream(rows: Sequence[Row]) -> Mapping[str, Sequence[Row]]:
    streams = dict.fromkeys(map(_STREAM, rows))
    if len(streams) == 1:
        return dict.fromkeys(streams, rows)
    return {stream: [row for row in rows if row.stream == stream] for stream in streams}
