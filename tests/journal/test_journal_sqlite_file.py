"""What the file itself may be or become: meddled with, damaged, foreign, missing."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest
from journal_samples import fill

from openfelt.journal.chain import verify
from openfelt.journal.errors import JournalCorrupt, JournalFault
from openfelt.journal.row import GENESIS
from openfelt.journal.sqlite import SqliteJournal, open_readonly
from openfelt.journal.sqlite_file import faults


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "floor.db"


def _write(path: Path, count: int = 20) -> None:
    async def story() -> None:
        journal = await SqliteJournal.open(path)
        await fill(journal, "house", count)
        await journal.close()

    asyncio.run(story())


def _meddle(path: Path, sql: str) -> None:
    """Change the file as an intruder would, who can drop triggers too."""
    connection = apsw.Connection(str(path))
    connection.execute("DROP TRIGGER journal_is_never_edited; DROP TRIGGER journal_is_never_cut")
    connection.execute(sql)
    connection.close()


async def _verify(path: Path) -> int:
    reader = await open_readonly(path)
    try:
        head = GENESIS
        async for batch in reader.read("house"):
            head = verify("house", head, batch)
        return head.sequence
    finally:
        await reader.close()


@pytest.mark.parametrize(
    ("sql", "sequence"),
    [
        ("UPDATE journal SET payload = CAST('{}' AS BLOB) WHERE sequence = 7", 7),
        ("UPDATE journal SET actor = 'nobody' WHERE sequence = 20", 20),
        ("UPDATE journal SET actor = CAST(x'ff' AS TEXT) WHERE sequence = 9", 9),
        ("DELETE FROM journal WHERE sequence = 4", 4),
        ("DELETE FROM journal WHERE sequence = 1", 1),
        ("UPDATE journal SET stream = 'pit-1' WHERE sequence = 3", 3),
    ],
)
def test_a_file_that_was_meddled_with_does_not_verify(path: Path, sql: str, sequence: int) -> None:
    _write(path)
    assert asyncio.run(_verify(path)) == 20
    _meddle(path, sql)
    with pytest.raises(JournalCorrupt) as caught:
        asyncio.run(_verify(path))
    assert caught.value.sequence == sequence


@pytest.mark.parametrize("sql", ["UPDATE journal SET number = 1", "DELETE FROM journal"])
def test_the_file_itself_refuses_edits(path: Path, sql: str) -> None:
    _write(path)
    connection = apsw.Connection(str(path))
    with pytest.raises(apsw.ConstraintError, match="a journal row is never"):
        connection.execute(sql)
    connection.close()


def _not_a_database(path: Path) -> None:
    path.write_bytes(b"these are not the bytes of a database" * 40)


def _of_another_program(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE recipe (name TEXT)")
    connection.close()


def _of_a_newer_release(path: Path) -> None:
    _write(path)
    connection = apsw.Connection(str(path))
    connection.execute("INSERT INTO openfelt_schema (version) VALUES (999)")
    connection.close()


def _damaged(path: Path) -> None:
    _write(path, 400)
    with path.open("r+b") as file:
        file.seek(8_192)
        file.write(os.urandom(path.stat().st_size - 8_192))


@pytest.mark.parametrize(
    ("prepare", "sentence"),
    [
        (_not_a_database, "not an SQLite database: check the path"),
        (_of_another_program, "another program: choose another path"),
        (_of_a_newer_release, "opened by a newer release"),
    ],
)
def test_a_file_that_is_no_journal_of_ours_is_refused(
    path: Path, prepare: Callable[[Path], None], sentence: str
) -> None:
    prepare(path)
    for opening in (SqliteJournal.open, open_readonly):
        with pytest.raises(JournalFault, match=sentence):
            asyncio.run(opening(path))


def test_a_damaged_file_is_a_fault_and_not_a_short_journal(path: Path) -> None:
    _damaged(path)
    with pytest.raises(JournalFault, match="damaged"):
        asyncio.run(_verify(path))


def test_a_journal_that_is_not_there_is_not_made_by_a_reader(path: Path) -> None:
    with pytest.raises(JournalFault, match="check that it exists"):
        asyncio.run(open_readonly(path))
    assert not path.exists()


def test_an_empty_file_is_not_yet_a_journal_for_a_reader(path: Path) -> None:
    path.touch()
    with pytest.raises(JournalFault, match="older schema"):
        asyncio.run(open_readonly(path))
    _write(path)
    assert asyncio.run(_verify(path)) == 20


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalFault, match="folder must exist"):
        asyncio.run(SqliteJournal.open(tmp_path / "none" / "floor.db"))


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (apsw.ReadOnlyError, "rights of file and folder"),
        (apsw.IOError, "check the disk"),
        (apsw.BusyError, "stop that program"),
        (apsw.MisuseError, "SQLite refused"),
    ],
)
def test_every_error_of_sqlite_says_what_to_do(error: type[apsw.Error], sentence: str) -> None:
    with pytest.raises(JournalFault, match=sentence), faults(Path("floor.db")):
        raise error("from SQLite")
