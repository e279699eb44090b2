"""The chain's heads, kept in a file outside the database: a line a head, with its time."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from openfelt.audit.head import TORN, KeptHead, NotAHead, read_heads, written
from openfelt.journal.errors import JournalFault
from openfelt.journal.row import Head


class HeadsFile:
    """Only ever appended to, and each time brought to the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept: dict[str, Head] = {
            one.stream: Head(one.sequence, one.hash) for one in self.read()
        }

    def read(self) -> list[KeptHead]:
        """Return every head in the file, the oldest first."""
        try:
            return read_heads(self._path) if self._path.exists() else []
        except NotAHead as error:
            raise JournalFault(f"{error}; mend the line, or name another file") from error

    def keep(self, heads: Mapping[str, Head], now: int) -> int:
        """Append the heads that have moved; return how many."""
        moved = {name: head for name, head in heads.items() if self._kept.get(name) != head}
        if not moved:
            return 0
        stamp = datetime.fromtimestamp(now // 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        lines = "".join(f"{stamp} {written(name, head)}\n" for name, head in sorted(moved.items()))
        try:
            self._append(lines.encode())
        except OSError as error:
            raise JournalFault(
                f"{self._path}: the heads cannot be kept ({error.strerror})"
            ) from error
        self._kept.update(moved)
        return len(moved)

    def _append(self, lines: bytes) -> None:
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o640)
        try:
            size = os.fstat(descriptor).st_size
            if size and os.pread(descriptor, 1, size - 1) != b"\n":
                lines = f"{TORN}\n".encode() + lines
            with os.fdopen(descriptor, "ab", closefd=False) as file:
                file.write(lines)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
