"""The model: what was made of the rows and up to which row, always in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from openfelt.audit.finding import Finding
from openfelt.follow.file import MADE, open_writing
from openfelt.follow.rounds import Rounds
from openfelt.journal.chain import verify
from openfelt.journal.row import GENESIS, Head, Row
from openfelt.journal.sqlite_file import faults
from openfelt.journal.sqlite_lock import LockFile

_PUT_POSITION: Final = "INSERT OR REPLACE INTO position VALUES (?, ?, ?)"
_PUT_VERIFIED: Final = "INSERT OR REPLACE INTO verified VALUES (?, ?, ?)"
_PUT_FINDING: Final = "INSERT OR IGNORE INTO finding VALUES (?, ?, ?, ?, ?) RETURNING stream"
_FINDINGS: Final = "SELECT stream, sequence, type, what FROM finding ORDER BY found_us, stream"


# The type of a finding that a start of the floor was founded on something untrue.
START: Final = "start"


class Model:
    """The follower's file, opened by one process at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = LockFile(path)
        self._lock.acquire()
        try:
            self._db = open_writing(path)
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()
        self._lock.release()

    def position(self, stream: str) -> Head:
        """Return the last row that was taken of a stream."""
        return self.positions().get(stream, GENESIS)

    def positions(self) -> dict[str, Head]:
        """Return the last row that was taken of each stream."""
        return self._heads("position")

    def take(self, stream: str, rows: Sequence[Row]) -> Head:
        """Take the rows that follow the position, all or none; JournalCorrupt if they do not."""
        with faults(self._path), self._db:
            head = verify(stream, self.position(stream), rows)
            rounds = Rounds(self._db, stream)
            for row in rows:
                rounds.take(row)
            self._db.execute(_PUT_POSITION, (stream, head.sequence, head.hash))
        return head

    def clear(self) -> None:
        """Forget everything that is made from rows, so that it is made anew."""
        with faults(self._path), self._db:
            for name in MADE:
                self._db.execute(f"DELETE FROM {name}")  # noqa: S608 - a name of ours

    def made(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return every row of what is made, in order: two models can be compared."""
        with faults(self._path):
            return {
                name: sorted(self._db.execute(f"SELECT * FROM {name}").fetchall())  # noqa: S608
                for name in MADE
            }

    # What only this file knows

    def add(self, findings: Iterable[Finding], now: int) -> list[Finding]:
        """Keep findings for good; return those that are new."""
        new: list[Finding] = []
        with faults(self._path), self._db:
            for one in findings:
                columns = (one.stream, one.sequence, one.type, one.what, now)
                if self._db.execute(_PUT_FINDING, columns).fetchall():
                    new.append(one)
        return new

    def findings(self) -> list[Finding]:
        """Return what was ever found wrong and not acknowledged."""
        with faults(self._path):
            return [Finding(*columns) for columns in self._db.execute(_FINDINGS)]

    def acknowledge(self) -> int:
        """Forget the findings; what is still wrong is found by the next full pass."""
        with faults(self._path), self._db:
            count = len(self.findings())
            self._db.execute("DELETE FROM finding")
        return count

    def begin_anew(self) -> None:
        """Forget how far the journal went, and what a start was founded on: a loss is accepted."""
        with faults(self._path), self._db:
            for name in ("verified", *MADE):
                self._db.execute(f"DELETE FROM {name}")  # noqa: S608 - a name of ours
            self._db.execute("DELETE FROM finding WHERE type = ?", (START,))

    def verified(self) -> dict[str, Head]:
        """Return up to which row the auditor found nothing wrong."""
        return self._heads("verified")

    def put_verified(self, heads: Mapping[str, Head]) -> None:
        """Remember how far nothing is wrong."""
        with faults(self._path), self._db:
            self._db.executemany(
                _PUT_VERIFIED, ((name, head.sequence, head.hash) for name, head in heads.items())
            )

    def done_at(self, duty: str) -> int:
        """Return when a duty was done last, 0 for never."""
        with faults(self._path):
            found = self._db.execute("SELECT at_us FROM done WHERE duty = ?", (duty,)).get
        return int(found or 0)

    def done(self, duty: str, now: int) -> None:
        """Note when a duty was done."""
        with faults(self._path):
            self._db.execute("INSERT OR REPLACE INTO done VALUES (?, ?)", (duty, now))

    def _heads(self, table: str) -> dict[str, Head]:
        with faults(self._path):
            found = self._db.execute(f"SELECT stream, sequence, hash FROM {table}")  # noqa: S608
            return {stream: Head(sequence, hashed) for stream, sequence, hashed in found}
