"""The tables of a journal, by numbered migrations.

A step that has been released is never edited: the next one changes what it made.  Step n of a
list brings a database from version n-1 to n.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from openfelt.journal.errors import JournalFault

Step = tuple[str, ...]

SQLITE_RECORD: Final = """
CREATE TABLE IF NOT EXISTS openfelt_schema (
    version INTEGER PRIMARY KEY,
    applied TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT
"""

SQLITE: Final[Sequence[Step]] = (
    (
        """
        CREATE TABLE journal (
            stream TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            time_us INTEGER NOT NULL,
            actor TEXT NOT NULL,
            client TEXT NOT NULL,
            number INTEGER NOT NULL,
            type TEXT NOT NULL,
            version INTEGER NOT NULL,
            payload BLOB NOT NULL,
            previous BLOB NOT NULL,
            hash BLOB NOT NULL,
            PRIMARY KEY (stream, sequence)
        ) STRICT
        """,
        """
        CREATE TRIGGER journal_is_never_edited BEFORE UPDATE ON journal
        BEGIN SELECT RAISE(ABORT, 'a journal row is never edited'); END
        """,
        """
        CREATE TRIGGER journal_is_never_cut BEFORE DELETE ON journal
        BEGIN SELECT RAISE(ABORT, 'a journal row is never deleted'); END
        """,
        """
        CREATE TABLE lease (
            stream TEXT PRIMARY KEY, epoch INTEGER NOT NULL, node TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE archive (
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (kind, key)
        ) STRICT
        """,
        "CREATE TABLE person (id TEXT PRIMARY KEY, data BLOB NOT NULL) STRICT",
    ),
)

POSTGRES_RECORD: Final = """
CREATE TABLE IF NOT EXISTS openfelt_schema (
    version integer PRIMARY KEY,
    applied timestamptz NOT NULL DEFAULT now()
)
"""

# Text sorts by its bytes, whatever the database's language: as SQLite and Python sort it.
POSTGRES: Final[Sequence[Step]] = (
    (
        """
        CREATE TABLE journal (
            stream text COLLATE "C" NOT NULL,
            sequence bigint NOT NULL,
            time_us bigint NOT NULL,
            actor text NOT NULL,
            client text NOT NULL,
            number bigint NOT NULL,
            type text NOT NULL,
            version bigint NOT NULL,
            payload bytea NOT NULL,
            previous bytea NOT NULL,
            hash bytea NOT NULL,
            PRIMARY KEY (stream, sequence)
        )
        """,
        """
        CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'a journal row is never edited or deleted'; END $$
        """,
        """
        CREATE TRIGGER journal_is_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
        """,
        """
        CREATE TABLE lease (
            stream text COLLATE "C" PRIMARY KEY,
            epoch bigint NOT NULL,
            node text NOT NULL,
            expires timestamptz NOT NULL
        )
        """,
        """
        CREATE TABLE snapshot (
            stream text COLLATE "C" NOT NULL,
            sequence bigint NOT NULL,
            row_hash bytea NOT NULL,
            schema text NOT NULL,
            data bytea NOT NULL,
            digest bytea NOT NULL,
            PRIMARY KEY (stream, sequence)
        )
        """,
        """
        CREATE TABLE archive (
            kind text NOT NULL,
            key text NOT NULL,
            sequence bigint NOT NULL,
            data bytea NOT NULL,
            PRIMARY KEY (kind, key)
        )
        """,
        "CREATE TABLE person (id text PRIMARY KEY, data bytea NOT NULL)",
    ),
)


def steps_from(found: int, steps: Sequence[Step], where: str) -> list[tuple[int, Step]]:
    """Return the steps a database still needs, or refuse one that is ahead of this code."""
    if found > len(steps):
        raise JournalFault(
            f"{where} has schema {found}, this release knows {len(steps)}: "
            "it was opened by a newer release; run that release"
        )
    return list(enumerate(steps, start=1))[found:]
