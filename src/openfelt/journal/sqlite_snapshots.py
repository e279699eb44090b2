"""Snapshots of an SQLite journal, in a file of their own.

The second process makes them; a megabyte written into the journal's own file would make the floor
wait for its lock.  The file is a cache: one that cannot be read is thrown away.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

import apsw

from openfelt.journal.base import SNAPSHOTS_KEPT, Snapshot
from openfelt.journal.sqlite_file import faults, keep_private, make_private

_BUSY_MS: Final = 5_000

_CREATE: Final = """
CREATE TABLE IF NOT EXISTS snapshot (
    stream TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    row_hash BLOB NOT NULL,
    schema TEXT NOT NULL,
    data BLOB NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (stream, sequence)
) STRICT
"""
_PUT: Final = "INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?, ?, ?)"
_PRUNE: Final = """
DELETE FROM snapshot WHERE stream = ?1 AND sequence NOT IN (
    SELECT sequence FROM snapshot WHERE stream = ?1 AND sequence <= ?3
    ORDER BY sequence DESC LIMIT ?2
)
"""
_NEWEST: Final = """
SELECT stream, sequence, row_hash, schema, data, digest FROM snapshot
WHERE stream = ? ORDER BY sequence DESC
"""


class SnapshotFile:
    """Opened at its first use, and always by the one thread that uses it."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(database.name + ".snapshots")
        self._connection: apsw.Connection | None = None

    def put(self, stream: str, sequence: int, row_hash: bytes, schema: str, data: bytes) -> None:
        """Keep it, and of the stream only the newest two."""
        with faults(self._path):
            connection = self._open()
            with connection:
                digest = sha256(data).digest()
                connection.execute(_PUT, (stream, sequence, row_hash, schema, data, digest))
                connection.execute(_PRUNE, (stream, SNAPSHOTS_KEPT, sequence))

    def newest_first(self, stream: str) -> list[Snapshot]:
        """Return all that are kept; whether they fit the journal is not known here."""
        if not self._path.exists():
            return []
        with faults(self._path):
            return [Snapshot(*columns) for columns in self._open().execute(_NEWEST, (stream,))]

    def clear(self) -> None:
        """Keep none."""
        if self._path.exists():
            with faults(self._path):
                self._open().execute("DELETE FROM snapshot")

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _open(self) -> apsw.Connection:
        if self._connection is None:
            try:
                self._connection = self._connect()
            except (apsw.NotADBError, apsw.CorruptError):
                self._path.unlink()
                self._connection = self._connect()
        return self._connection

    def _connect(self) -> apsw.Connection:
        make_private(self._path)
        connection = apsw.Connection(str(self._path))
        try:
            keep_private(self._path)
            connection.set_busy_timeout(_BUSY_MS)
            connection.execute(_CREATE)
        except apsw.Error:
            connection.close()
            raise
        return connection
