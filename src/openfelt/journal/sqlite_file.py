"""Opening an SQLite journal: is it ours, is it whole, is its schema known; and its errors."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import apsw

from openfelt.journal.errors import JournalFault
from openfelt.journal.migrations import SQLITE, SQLITE_RECORD, steps_from

# "OFLT": tells our file from any other SQLite database.
_APPLICATION: Final = 0x4F464C54
# Credentials are hashed, but a PIN is short: nobody else may try.
_OWNER_ONLY: Final = 0o600
# Nobody else writes; only a reader that is recovering the file may be in the way for a moment.
_BUSY_MS: Final = 100
# What SQLite's file format says: a page in the log has a small head, and so has the log.
_FRAME: Final = 4_096 + 24
_LOG_HEAD: Final = 32
_ZEROS: Final = 2**20

_ADVICE: Final[dict[type[apsw.Error], str]] = {
    apsw.FullError: "the disk is full: free space on it, then start again",
    apsw.ReadOnlyError: "it cannot be written: check the owner and the rights of file and folder",
    apsw.PermissionsError: "access is denied: check the owner and the rights of file and folder",
    apsw.CantOpenError: "it cannot be opened: check that it exists and that its folder is writable",
    apsw.NotADBError: "it is not an SQLite database: check the path, or restore a backup",
    apsw.CorruptError: "the file is damaged: keep it as evidence and restore a backup",
    apsw.IOError: "the disk reports an error: check the disk before you start again",
    apsw.BusyError: "another program holds it locked: stop that program",
}


@contextmanager
def faults(path: Path) -> Iterator[None]:
    """Turn what SQLite says into a fault that says what to do."""
    try:
        yield
    except apsw.Error as error:
        advice = _ADVICE.get(type(error), "SQLite refused")
        raise JournalFault(f"{path}: {advice} ({error})") from error


def make_private(path: Path) -> None:
    """Make a missing file for its owner alone, before SQLite makes it for everybody to read."""
    with suppress(OSError):  # It is there, or SQLite says what is wrong with the place.
        path.touch(_OWNER_ONLY, exist_ok=False)


def keep_private(path: Path) -> None:
    """Take everybody else's rights to a database of ours, and to what SQLite keeps beside it."""
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        file = path.with_name(name)
        with suppress(OSError):  # It is not there, or lies where there are no rights to take.
            status = file.stat()
            if status.st_mode & 0o077 and status.st_uid == os.geteuid():
                file.chmod(_OWNER_ONLY)


def open_writing(path: Path) -> apsw.Connection:
    """Open or create the file, bring its schema up to date, and set it to lose nothing."""
    with faults(path):
        make_private(path)
        connection = apsw.Connection(str(path))
        try:
            _set_up_writing(connection, path)
        except BaseException:
            connection.close()
            raise
        return connection


def open_reading(path: Path) -> apsw.Connection:
    """Open the file for reading beside its writer; it must be of this release's schema."""
    with faults(path):
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            connection.set_busy_timeout(_BUSY_MS)
            _refuse_foreign(connection, path)
            _refuse_older(connection, path)
        except BaseException:
            connection.close()
            raise
        return connection


def copy_log(connection: apsw.Connection) -> bool:
    """Copy the write-ahead log into the database; say whether all of it could be copied."""
    try:
        in_log, copied = connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
    except apsw.BusyError:  # somebody else, an administrator's shell perhaps, is at it
        return False
    return in_log == copied


def open_copying(path: Path) -> apsw.Connection:
    """Open a connection that only copies the log, so that it hinders neither loop nor commits.

    It stays open: at the moment it is needed there may be no descriptor left to open it with.
    """
    with faults(path):
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            connection.set_busy_timeout(_BUSY_MS)
            connection.pragma("synchronous", "full")
            _schema(connection)  # Only what is read opens the log too.
        except BaseException:
            connection.close()
            raise
        return connection


def could_copy(connection: apsw.Connection) -> bool:
    """Copy the log as far as others let us; say whether that could begin at all."""
    try:
        copy_log(connection)
    except (apsw.CantOpenError, apsw.NoMemError):
        return False
    return True


def make_room(path: Path, pages: int) -> None:
    """Lengthen the write-ahead log to so many pages, so that commits need not.

    Whoever brings a file to disk that has grown waits for the file system's own log, and so for
    everybody else who writes: tens of milliseconds beside a busy program.  Zeros are no frames, so
    SQLite reads no further than before, and writes over them.  Nobody may write meanwhile.
    """
    with suppress(OSError), path.with_name(f"{path.name}-wal").open("ab") as log:
        while (short := _LOG_HEAD + pages * _FRAME - log.tell()) > 0:
            log.write(bytes(min(short, _ZEROS)))
        log.flush()
        os.fsync(log.fileno())


def _set_up_writing(connection: apsw.Connection, path: Path) -> None:
    connection.set_busy_timeout(_BUSY_MS)
    _refuse_foreign(connection, path)
    keep_private(path)
    if connection.pragma("journal_mode", "wal") != "wal":
        raise JournalFault(f"{path} lies where SQLite cannot keep a write-ahead log: move it")
    connection.pragma("synchronous", "full")
    _migrate(connection, path)


def _refuse_foreign(connection: apsw.Connection, path: Path) -> None:
    ours = connection.pragma("application_id") == _APPLICATION
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").get
    if tables and not ours:
        raise JournalFault(f"{path} is the database of another program: choose another path")


def _refuse_older(connection: apsw.Connection, path: Path) -> None:
    if steps_from(_schema(connection), SQLITE, str(path)):
        raise JournalFault(f"{path} has no or an older schema: let `openfelt serve` open it once")


def _schema(connection: apsw.Connection) -> int:
    known = "SELECT count(*) FROM sqlite_schema WHERE name = 'openfelt_schema'"
    if not connection.execute(known).get:
        return 0
    version: int = connection.execute("SELECT coalesce(max(version), 0) FROM openfelt_schema").get
    return version


def _migrate(connection: apsw.Connection, path: Path) -> None:
    steps = steps_from(_schema(connection), SQLITE, str(path))
    if not steps:
        return
    with connection:
        connection.pragma("application_id", _APPLICATION)
        connection.execute(SQLITE_RECORD)
        for version, statements in steps:
            for statement in statements:
                connection.execute(statement)
            connection.execute("INSERT INTO openfelt_schema (version) VALUES (?)", (version,))
