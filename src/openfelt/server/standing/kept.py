"""What was kept of a floor, read from every place: each claim is a row that must still be there."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import apsw

from openfelt.audit.head import readable_heads
from openfelt.journal.row import Head
from openfelt.server.standing.mark import Mark, NoMark, read_mark
from openfelt.server.standing.places import Places

_FOLLOWED: Final = (
    "SELECT stream, sequence, hash FROM position UNION SELECT stream, sequence, hash FROM verified"
)
_STARTS: Final = "SELECT stream, sequence, what FROM finding WHERE type = 'start'"


class Claim(NamedTuple):
    """A row that a file says there was."""

    stream: str
    head: Head
    where: Path


class Kept:
    """Everything that was found; `closing` are sentences why the floor may not open."""

    def __init__(self, places: Places, secret: bytes) -> None:
        self.places = places
        self._secret = secret
        self.claims: list[Claim] = []
        self.closing: list[str] = []
        # What is not as it was, and does not keep the floor closed.
        self.strange: list[str] = []
        self.mark: Mark | None = None
        self.witness_mark: Mark | None = None

    def read(self) -> "Kept":
        """Read every place there is."""
        self.mark = self._read_mark(self.places.mark)
        if self.mark is not None and self.mark.closed:
            self.closing.append(self.mark.closed)
        self._read_heads(self.places.heads)
        self._read_follower(self.places.follower)
        if self.places.witness is not None:
            self._read_witness(self.places.witness)
        return self

    def _read_witness(self, witness: Path) -> None:
        """Read what all nodes keep there: one may have gone on where another was."""
        for path in sorted(witness.glob("*.heads")):
            self._read_heads(path)
        for path in sorted(witness.glob("*.mark")):
            found = self._read_mark(path)
            if path == self.places.witness_mark:
                self.witness_mark = found

    def _read_mark(self, path: Path) -> Mark | None:
        try:
            found = read_mark(path, self._secret)
        except NoMark as error:
            self.closing.append(f"{error}: copy it, or floor.key, back from where you keep a copy")
            return None
        if found is not None:
            self._claim(path, {stream: found.head(stream) for stream in found.heads})
        return found

    def _read_heads(self, path: Path) -> None:
        if not path.exists():
            return
        heads, wrong = readable_heads(path)
        newest: dict[str, Head] = {}
        for one in heads:
            if one.stream not in newest or newest[one.stream].sequence < one.sequence:
                newest[one.stream] = Head(one.sequence, one.hash)
        self._claim(path, newest)
        self.closing.extend(f"{what}; mend the line, or take the file away" for what in wrong)

    def _read_follower(self, path: Path) -> None:
        if not path.exists():
            return
        try:
            db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
            try:
                db.set_busy_timeout(2_000)
                followed: list[Any] = db.execute(_FOLLOWED).fetchall()
                for stream, sequence, digest in followed:
                    self._claim(path, {stream: Head(sequence, digest)})
                starts: list[Any] = db.execute(_STARTS).fetchall()
                for stream, sequence, what in starts:
                    self.closing.append(f"{stream}:{sequence}: {what} (said by {path})")
            finally:
                db.close()
        except apsw.Error as error:
            self.strange.append(f"{path} cannot be read ({error}): delete it, it is made again")

    def _claim(self, where: Path, heads: Mapping[str, Head]) -> None:
        """A place that knows of no row yet, as at the very first start, claims none."""
        known = ((stream, head) for stream, head in heads.items() if head.sequence)
        self.claims.extend(Claim(stream, head, where) for stream, head in known)
