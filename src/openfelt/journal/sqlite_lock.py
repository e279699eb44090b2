"""The lock file beside an SQLite journal: one writing process, known by its number."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from openfelt.journal.errors import JournalFault, OwnedByAnother


class LockFile:
    """An exclusive lock that the operating system takes back when the process dies.

    The file itself stays: whoever deleted it would let two processes lock two files of one name.
    """

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(database.name + ".lock")
        self._descriptor: int | None = None

    @property
    def held(self) -> bool:
        """Whether this object has the lock."""
        return self._descriptor is not None

    def acquire(self) -> None:
        """Take the lock at once or say who has it; having it already is enough."""
        if self._descriptor is not None:
            return
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o640)
        except OSError as error:
            raise JournalFault(
                f"cannot open the lock file {self._path} ({error.strerror}): "
                "the folder must exist and be writable"
            ) from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.read(descriptor, 20).decode("ascii", "replace").strip()
            os.close(descriptor)
            raise self._refusal(holder) from error
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        self._descriptor = descriptor

    def release(self) -> None:
        """Let the lock go, if it is held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _refusal(self, holder: str) -> OwnedByAnother:
        who = f"process {holder}" if holder.isdigit() else "another process"
        return OwnedByAnother(f"{who} writes this journal and holds {self._path}: stop it first")
