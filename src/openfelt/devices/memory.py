"""What a device did, by order, in a file of its own: it must know after a power cut.

A line an act, on disk before anybody hears of it.  An order is open until its receipt is in the
journal, so only the latest acts can ever be asked for again.
"""

import asyncio
import json
import os
from pathlib import Path
from typing import BinaryIO, Final

KEPT: Final = 64
# Old lines are dropped when there are this many times more than are kept.
_SLACK: Final = 16


class Memory:
    """Acts by order.  Without a path it lasts as long as the process."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._did: dict[str, str] = {}
        self._lines = 0
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        """Take every whole line; the last one may be torn, then nobody has heard of it."""
        whole = path.read_bytes().rpartition(b"\n")[0]
        for line in whole.splitlines():
            order, did = json.loads(line)
            self._enter(order, did)
            self._lines += 1
        self._write_anew(path)

    def _enter(self, order: str, did: str) -> None:
        self._did.pop(order, None)
        self._did[order] = did
        if len(self._did) > KEPT:
            del self._did[next(iter(self._did))]

    def recall(self, order: str) -> str | None:
        """Return what was done for an order, None if it is new."""
        return self._did.get(order)

    async def keep(self, order: str, did: str) -> None:
        """Remember an act; it is on disk when this returns."""
        self._enter(order, did)
        if self._path is not None:
            await asyncio.to_thread(self._append, self._path, order, did)

    def _append(self, path: Path, order: str, did: str) -> None:
        if self._lines >= KEPT * _SLACK:
            self._write_anew(path)
            return
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        with _private(path, os.O_APPEND) as file:
            file.write(_line(order, did))
            file.flush()
            os.fsync(file.fileno())
        self._lines += 1

    def _write_anew(self, path: Path) -> None:
        """Write what is kept beside the file, then put it in its place: a kill leaves one whole."""
        fresh = path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with _private(fresh) as file:
            file.writelines(_line(order, did) for order, did in list(self._did.items()))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        self._lines = len(self._did)


def _private(path: Path, more: int = 0) -> BinaryIO:
    """Open a file for writing that nobody but its owner may read."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | more, 0o600), "wb")


def _line(order: str, did: str) -> bytes:
    return json.dumps([order, did]).encode() + b"\n"
