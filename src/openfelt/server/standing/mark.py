"""The mark: up to which row of each stream the floor has acknowledged, in a small file outside.

It is written over and over while the floor runs, a little behind what is durable and never ahead
of it.  Two slots take turns, so that a write that is cut short leaves the one before.  It carries
the floor's own mark: whoever changes it cannot make it again without the key.
"""

import os
from pathlib import Path
from typing import Final

import msgspec

from openfelt.engine.key import MARK_BYTES, is_marked, mark
from openfelt.journal.row import Head

_SLOT: Final = 65_536
_KIND: Final = b"acknowledged"


class Mark(msgspec.Struct, frozen=True):
    """The last rows acknowledged, and which files (`beside`) were there to say so, too.

    `turn` counts; `closed` says why the floor may not open.
    """

    turn: int = 0
    heads: dict[str, tuple[int, str]] = {}
    beside: tuple[str, ...] = ()
    closed: str = ""
    demo: bool = False

    def head(self, stream: str) -> Head:
        """Return the last row of a stream."""
        sequence, digest = self.heads[stream]
        return Head(sequence, bytes.fromhex(digest))


class NoMark(Exception):
    """A file of marks that holds none of this floor's."""


def read_mark(path: Path, secret: bytes) -> Mark | None:
    """Return the newest mark of a file, None where there is no file."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NoMark(f"{path} cannot be read ({error.strerror})") from error
    found = [_slot(data[at : at + _SLOT], secret) for at in (0, _SLOT)]
    marks = sorted((one for one in found if one is not None), key=lambda one: one.turn)
    if not marks:
        raise NoMark(f"{path} was not written with this floor's key, or is damaged")
    return marks[-1]


def _slot(slot: bytes, secret: bytes) -> Mark | None:
    line = slot.partition(b"\n")[0]
    said, data = line[: 2 * MARK_BYTES], line[2 * MARK_BYTES :]
    try:
        if not is_marked(secret, bytes.fromhex(said.decode()), _KIND, data):
            return None
        return msgspec.json.decode(data, type=Mark)
    except (ValueError, msgspec.MsgspecError):
        return None


class MarkFile:
    """Writes marks, each in the slot of the one before the last."""

    def __init__(self, path: Path, secret: bytes) -> None:
        self.path = path
        self._secret = secret
        self._turn: int | None = None

    def write(self, one: Mark, *, now: bool = False) -> None:
        """Write a mark; `now`: be sure that it is on disk, which the running floor need not."""
        if self._turn is None:
            self._turn = self._last_turn()
        self._turn += 1
        one = msgspec.structs.replace(one, turn=self._turn)
        line = mark(self._secret, _KIND, data := msgspec.json.encode(one)).hex().encode() + data
        assert len(line) < _SLOT, "more streams than a mark has room for"
        if not self.path.exists():
            self._make(line)
            return
        descriptor = os.open(self.path, os.O_WRONLY)
        try:
            os.pwrite(descriptor, line + b"\n", one.turn % 2 * _SLOT)
            if now:
                os.fdatasync(descriptor)
        finally:
            os.close(descriptor)

    def _make(self, line: bytes) -> None:
        """Make the file at its whole length, so that no later write has to lengthen it."""
        fresh = self.path.with_name(self.path.name + ".new")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            slot = (line + b"\n").ljust(_SLOT)
            os.write(descriptor, slot + slot)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        fresh.replace(self.path)

    def _last_turn(self) -> int:
        try:
            found = read_mark(self.path, self._secret)
        except NoMark:
            return 0
        return found.turn if found else 0
