"""The follower's own file: SQLite, whichever database keeps the journal.

A file of its own, so that a megabyte of recall never makes the floor wait for a lock, the journal's
database needs no right to write for it, and whoever doubts it can delete it: all but the findings
is made from the journal again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import apsw

from openfelt.audit.source import is_url
from openfelt.journal.errors import JournalFault
from openfelt.journal.sqlite_file import faults, keep_private, make_private

# "OFLR": tells the file from a journal and from any other database.
_APPLICATION: Final = 0x4F464C52
_VERSION: Final = 2
_BUSY_MS: Final = 5_000

# What is made from rows, and up to which row of each stream it is made.
MADE: Final = ("position", "game_table", "round", "wager", "moment")

_TABLES: Final = (
    """
    CREATE TABLE position (
        stream TEXT PRIMARY KEY, sequence INTEGER NOT NULL, hash BLOB NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE game_table (
        stream TEXT NOT NULL,
        name TEXT NOT NULL,
        variant TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        round INTEGER NOT NULL,
        PRIMARY KEY (stream, name)
    ) STRICT
    """,
    """
    CREATE TABLE round (
        stream TEXT NOT NULL,
        game_table TEXT NOT NULL,
        number INTEGER NOT NULL,
        variant TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        state TEXT NOT NULL,
        opened_us INTEGER NOT NULL,
        closed_us INTEGER,
        ended_us INTEGER,
        outcome TEXT,
        reason TEXT,
        staked INTEGER NOT NULL DEFAULT 0,
        returned INTEGER,
        corrections INTEGER NOT NULL DEFAULT 0,
        corrected_us INTEGER,
        PRIMARY KEY (stream, game_table, number)
    ) STRICT
    """,
    """
    CREATE TABLE wager (
        stream TEXT NOT NULL,
        game_table TEXT NOT NULL,
        number INTEGER NOT NULL,
        place INTEGER NOT NULL,
        terminal TEXT NOT NULL,
        bet TEXT NOT NULL,
        amount INTEGER NOT NULL,
        moved_to TEXT,
        moved_in INTEGER,
        returned INTEGER,
        decided_in INTEGER,
        void INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (stream, game_table, number, place)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX undecided ON wager (stream, game_table, terminal) WHERE returned IS NULL",
    """
    CREATE TABLE moment (
        stream TEXT NOT NULL,
        game_table TEXT NOT NULL,
        number INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        PRIMARY KEY (stream, game_table, number, sequence)
    ) STRICT, WITHOUT ROWID
    """,
)
# What only this file knows: it outlives a rebuild.
_KEPT: Final = (
    """
    CREATE TABLE IF NOT EXISTS finding (
        stream TEXT NOT NULL,
        sequence INTEGER NOT NULL,
        type TEXT NOT NULL,
        what TEXT NOT NULL,
        found_us INTEGER NOT NULL,
        PRIMARY KEY (stream, sequence, type, what)
    ) STRICT
    """,
    """
    CREATE TABLE IF NOT EXISTS verified (
        stream TEXT PRIMARY KEY, sequence INTEGER NOT NULL, hash BLOB NOT NULL
    ) STRICT
    """,
    "CREATE TABLE IF NOT EXISTS done (duty TEXT PRIMARY KEY, at_us INTEGER NOT NULL) STRICT",
)


def model_path(journal: str, schema: str) -> Path:
    """Say where the file of a journal is: beside it, for a server in the folder worked in."""
    return Path(f"{schema}.follow") if is_url(journal) else Path(f"{journal}.follow")


def open_writing(path: Path) -> apsw.Connection:
    """Open or create the file; what an older release made in it is made anew."""
    with faults(path):
        make_private(path)
        connection = apsw.Connection(str(path))
        try:
            _set_up(connection, path)
        except BaseException:
            connection.close()
            raise
        return connection


def open_reading(path: Path) -> apsw.Connection | None:
    """Open the file beside the follower, None where there is none of this release."""
    if not path.is_file():
        return None
    with faults(path):
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        connection.set_busy_timeout(_BUSY_MS)
        if _marks(connection) != (_APPLICATION, _VERSION):
            connection.close()
            return None
        return connection


def _marks(connection: apsw.Connection) -> tuple[int, int]:
    return connection.pragma("application_id"), connection.pragma("user_version")


def _set_up(connection: apsw.Connection, path: Path) -> None:
    connection.set_busy_timeout(_BUSY_MS)
    application, version = _marks(connection)
    if application != _APPLICATION and connection.execute("SELECT 1 FROM sqlite_schema").get:
        raise JournalFault(
            f"{path} is the database of another program: choose another with --model"
        )
    if version > _VERSION:
        raise JournalFault(f"{path} was made by a newer release: run that, or choose another file")
    keep_private(path)
    connection.pragma("journal_mode", "wal")
    # A finding that was said must still be there after a power cut.
    connection.pragma("synchronous", "full")
    if version < _VERSION:
        with connection:
            connection.pragma("application_id", _APPLICATION)
            for name in MADE:
                connection.execute(f"DROP TABLE IF EXISTS {name}")
            for statement in (*_TABLES, *_KEPT):
                connection.execute(statement)
            connection.pragma("user_version", _VERSION)
