"""The chain's heads, kept in a file outside the database: a line a head, with its time."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from openfelt.audit.head import ACCEPTED, TORN, KeptHead, readable_heads, written
from openfelt.journal.errors import JournalFault
from openfelt.journal.row import Head


def stamp(now: int) -> str:
    """Write a time as the lines of heads do."""
    return datetime.fromtimestamp(now // 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class HeadsFile:
    """Only ever appended to, and each time brought to the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # What cannot be read in it.  It is said, and keeps nobody from verifying the rest.
        self.wrong: list[str] = []
        self._kept: dict[str, Head] = {
            one.stream: Head(one.sequence, one.hash) for one in self.read()
        }

    def read(self) -> list[KeptHead]:
        """Return every head in the file that can be read, the oldest first."""
        heads, self.wrong = readable_heads(self.path) if self.path.exists() else ([], [])
        return heads

    def keep(self, heads: Mapping[str, Head], now: int) -> int:
        """Append the heads that have moved; return how many."""
        moved = {name: head for name, head in heads.items() if self._kept.get(name) != head}
        if moved:
            self._write(moved, now, "")
        return len(moved)

    def accept(self, heads: Mapping[str, Head], now: int) -> None:
        """Append from where the streams go on now that rows of them are lost."""
        self._write(heads, now, ACCEPTED)

    def _write(self, heads: Mapping[str, Head], now: int, why: str) -> None:
        at = stamp(now)
        lines = (f"{at} {written(name, head)}{why}\n" for name, head in sorted(heads.items()))
        try:
            self._append("".join(lines).encode())
        except OSError as error:
            raise JournalFault(
                f"{self.path}: the heads cannot be kept ({error.strerror})"
            ) from error
        self._kept.update(heads)

    def _append(self, lines: bytes) -> None:
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o640)
        try:
            size = os.fstat(descriptor).st_size
            if size and os.pread(descriptor, 1, size - 1) != b"\n":
                lines = f"{TORN}\n".encode() + lines
            with os.fdopen(descriptor, "ab", closefd=False) as file:
                file.write(lines)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
