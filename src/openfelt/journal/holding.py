"""What one journal object owns, and whether it may still be used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from openfelt.journal.base import Ownership
from openfelt.journal.errors import JournalBroken, JournalConflict, OwnershipLost
from openfelt.journal.row import Head, Row


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
        ends: dict[str, tuple[int, bytes]] = {}
        for stream, sequence, _, _, _, _, _, _, _, previous, hashed in rows:
            last, head = ends.get(stream) or self._end(stream)
            if sequence != last + 1 or previous != head:
                raise JournalConflict(f"the row {stream}:{sequence} does not follow row {last}")
            ends[stream] = (sequence, hashed)
        return {stream: Head(*end) for stream, end in ends.items()}

    def _end(self, stream: str) -> tuple[int, bytes]:
        head = self._heads.get(stream)
        if head is None:
            raise OwnershipLost(stream)
        return head.sequence, head.hash

    def advance(self, heads: Mapping[str, Head]) -> None:
        """The rows are durable: these are the heads now."""
        self._heads.update(heads)
