from __future__ import annotations

import asyncio
import resource
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest
from contract import JournalContract, Play, player
from journal_samples import fill, read_all, rows_of, take

from openfelt.journal import sqlite, sqlite_file
from openfelt.journal.base import Journal
from openfelt.journal.errors import (
    JournalBroken,
    JournalConflict,
    JournalFault,
    OwnedByAnother,
)
from openfelt.journal.row import Row
from openfelt.journal.sqlite import SqliteJournal, open_readonly


class TestSqliteJournal(JournalContract):
    @pytest.fixture
    def play(self, tmp_path: Path) -> Play:
        async def opener() -> Journal:
            return await SqliteJournal.open(tmp_path / "floor.db")

        return player(opener)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "floor.db"


def test_a_row_that_is_there_already_is_a_conflict(path: Path) -> None:
    async def story() -> None:
        journal = await SqliteJournal.open(path)
        await take(journal, "house")
        rows = rows_of("house", 1)
        intruder = apsw.Connection(str(path))
        intruder.execute(
            "INSERT INTO journal VALUES ('house', 1, 0, '', '', 0, '', 1, x'', x'', x'')"
        )
        intruder.close()
        with pytest.raises(JournalConflict, match="second writer"):
            await journal.append(rows)
        with pytest.raises(JournalBroken):
            await journal.append(rows)
        await journal.close()

    asyncio.run(story())


def test_a_full_disk_breaks_the_journal_and_loses_nothing(path: Path) -> None:
    async def story() -> None:
        journal = await SqliteJournal.open(path)
        rows = await fill(journal, "house", 20)
        pages = journal._writer.pragma("page_count")
        journal._writer.pragma("max_page_count", pages)
        with pytest.raises(JournalFault, match="the disk is full: free space"):
            await journal.append(rows_of("house", 2_000, await journal.head("house")))
        assert not journal.may_answer()
        with pytest.raises(JournalBroken, match="disk is full"):
            await journal.append([])
        await journal.close()
        again = await SqliteJournal.open(path)
        assert await read_all(again, "house") == rows
        await again.close()

    asyncio.run(story())


@pytest.fixture
def slow_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every commit count as a slow one, so that the third is made in the thread."""
    monkeypatch.setattr(sqlite, "QUICK_S", -1.0)


@pytest.mark.usefixtures("slow_disk")
def test_a_commit_cancelled_under_way_breaks_the_journal(path: Path) -> None:
    async def story() -> None:
        journal = await SqliteJournal.open(path)
        await take(journal, "house")
        rows = rows_of("house", 502)
        await journal.append(rows[:1])
        await journal.append(rows[1:2])
        appending = asyncio.create_task(journal.append(rows[2:]))
        await asyncio.sleep(0)
        appending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await appending
        with pytest.raises(JournalBroken, match="CancelledError"):
            await journal.head("house")
        await journal.close()

    asyncio.run(story())


@pytest.mark.usefixtures("slow_disk")
def test_the_loop_runs_on_while_a_slow_disk_commits(path: Path) -> None:
    async def story() -> None:
        journal = await SqliteJournal.open(path)
        await take(journal, "house")
        rows = rows_of("house", 7)
        await journal.append(rows[:1])
        await journal.append(rows[1:2])
        # The one thread is busy before the commit can begin.
        disk = threading.Event()
        waited = journal._write_thread.do(lambda: disk.wait(60))
        appending = asyncio.create_task(journal.append(rows[2:]))
        for _ in range(10):
            await asyncio.sleep(0.01)
        assert not appending.done()
        disk.set()
        await appending
        assert await waited, "the loop stood still until the disk was done"
        await journal.close()

    asyncio.run(story())


def test_a_quick_disk_needs_no_thread(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "QUICK_S", 60.0)

    async def story() -> None:
        journal = await SqliteJournal.open(path)
        await take(journal, "house")
        busy = threading.Event()
        waited = journal._write_thread.do(lambda: busy.wait(60))
        await journal.append(rows_of("house", 5))
        assert (await journal.head("house")).sequence == 5
        busy.set()
        assert await waited
        await journal.close()

    asyncio.run(story())


def test_a_slow_commit_is_forgiven_after_a_while(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "QUICK_S", -1.0)
    monkeypatch.setattr(sqlite, "SLOW_FOR_S", 0.0)

    async def story() -> None:
        journal = await SqliteJournal.open(path)
        await take(journal, "house")
        busy = threading.Event()
        waited = journal._write_thread.do(lambda: busy.wait(60))
        for row in rows_of("house", 4):
            await journal.append([row])
        busy.set()
        assert await waited
        await journal.close()

    asyncio.run(story())


def test_a_long_log_is_emptied_behind_the_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def log_bytes_after_writing(path: Path) -> int:
        journal = await SqliteJournal.open(path)
        await take(journal, "house")
        written = rows_of("house", 6_000)
        for start in range(0, len(written), 50):
            await journal.append(written[start : start + 50])
            await _no_checkpoint_runs(journal)
        log = path.with_name(f"{path.name}-wal")
        size = log.stat().st_size
        assert await read_all(journal, "house") == written
        await journal.close()
        assert not log.exists()
        return size

    never_emptied = asyncio.run(log_bytes_after_writing(tmp_path / "one.db"))
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", 40)
    emptied = asyncio.run(log_bytes_after_writing(tmp_path / "two.db"))
    assert emptied < never_emptied / 2


def test_a_log_with_room_does_not_grow_commit_by_commit(path: Path) -> None:
    log = path.with_name("floor.db-wal")

    async def story() -> list[Row]:
        journal = await SqliteJournal.open(path)
        written = await fill(journal, "house", 30)
        await journal.make_room()
        size = log.stat().st_size
        assert size == 32 + sqlite.ROOM_PAGES * 4_120
        rows = rows_of("house", 300, await journal.head("house"))
        for row in rows:
            await journal.append([row])
        await journal.make_room()  # Where there is enough nothing is added.
        assert log.stat().st_size == size
        # Whoever comes now reads the rows up to the zeros, and so does the next owner.
        shutil.copy(path, path.with_name("copy.db"))
        shutil.copy(log, path.with_name("copy.db-wal"))
        await journal.close()
        return [*written, *rows]

    written = asyncio.run(story())

    async def read(name: str) -> list[Row]:
        journal = await SqliteJournal.open(path.with_name(name))
        rows = await read_all(journal, "house")
        await journal.close()
        return rows

    assert asyncio.run(read("copy.db")) == asyncio.run(read("floor.db")) == written


async def _no_checkpoint_runs(journal: SqliteJournal) -> None:
    """Wait for the one that began by itself: it would be in the way of the next."""
    if journal._checkpointing is not None:
        await journal._checkpointing


def test_a_reader_that_holds_the_log_back_costs_space_and_nothing_else(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", 40)

    async def story() -> None:
        journal = await SqliteJournal.open(path)
        await fill(journal, "house", 10)
        reader = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM journal").get == 10
        rows = rows_of("house", 3_000, await journal.head("house"))
        for start in range(0, 3_000, 50):
            await journal.append(rows[start : start + 50])
        log = path.with_name("floor.db-wal")
        held_back = log.stat().st_size
        await _no_checkpoint_runs(journal)
        reader.close()
        for _ in range(2):
            await journal.checkpoint()
            await journal.append(rows_of("house", 300, await journal.head("house")))
            await _no_checkpoint_runs(journal)
        assert log.stat().st_size == held_back
        assert len(await read_all(journal, "house")) == 3_610
        await journal.close()

    asyncio.run(story())


async def _more(journal: SqliteJournal, count: int) -> None:
    for row in rows_of("house", count, await journal.head("house")):
        await journal.append([row])


@contextmanager
def no_descriptor_left() -> Iterator[None]:
    """Let this process open nothing more, as strangers do who hold all there are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_checkpoint_needs_no_descriptor(path: Path) -> None:
    async def story() -> None:
        journal = await SqliteJournal.open(path)
        await take(journal, "house")
        log = path.with_name("floor.db-wal")
        for _ in range(3):
            await asyncio.to_thread(int)  # The threads are there already.
            with no_descriptor_left():
                await _more(journal, 200)
                await journal.checkpoint()
        assert journal.may_answer()
        assert len(await read_all(journal, "house")) == 600
        await journal.close()
        assert not log.exists()

    asyncio.run(story())


@pytest.mark.parametrize("missing", ["descriptor", "memory", "thread"])
def test_a_checkpoint_that_cannot_begin_breaks_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    def cannot(*_: object, **__: object) -> None:
        raise {
            "descriptor": apsw.CantOpenError("unable to open database file"),
            "memory": apsw.NoMemError("out of memory"),
            "thread": RuntimeError("can't start new thread"),
        }[missing]

    async def story() -> None:
        journal = await SqliteJournal.open(path)
        await take(journal, "house")
        monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", 10)
        journal._checkpoint_due_pages = 10
        with monkeypatch.context() as meanwhile:
            where = threading.Thread if missing == "thread" else sqlite_file
            meanwhile.setattr(where, "start" if missing == "thread" else "copy_log", cannot)
            for _ in range(5):
                await _more(journal, 100)
                await _no_checkpoint_runs(journal)
            grown = journal._log_pages
            assert grown > 50
        await _more(journal, 200)
        await _no_checkpoint_runs(journal)
        await _more(journal, 1)
        assert journal._log_pages < grown, "it was tried again"
        assert len(await read_all(journal, "house")) == 701
        await journal.close()

    asyncio.run(story())


def test_a_checkpoint_told_to_stop_leaves_its_connection_to_nobody_else(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = threading.Event()

    def slowly(_: apsw.Connection) -> bool:
        return may_end.wait(60)

    async def story() -> None:
        journal = await SqliteJournal.open(path)
        monkeypatch.setattr(sqlite, "could_copy", slowly)
        checkpoint = asyncio.create_task(journal.checkpoint())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        checkpoint.cancel()
        await asyncio.sleep(0)
        assert not checkpoint.done(), "the thread still uses the connection"
        may_end.set()
        with pytest.raises(asyncio.CancelledError):
            await checkpoint
        await journal.close()

    asyncio.run(story())


def test_a_reader_writes_snapshots_but_no_rows(path: Path) -> None:
    async def story() -> None:
        journal = await SqliteJournal.open(path)
        rows = await fill(journal, "house", 5)
        reader = await open_readonly(path)
        await reader.put_snapshot("house", 5, rows[4].hash, "s1", b"state")
        found = await journal.snapshot("house", "s1")
        assert found is not None
        assert found.data == b"state"
        await reader.close()
        await journal.close()

    asyncio.run(story())


def test_a_snapshot_that_rotted_is_passed_over(path: Path) -> None:
    async def story() -> None:
        journal = await SqliteJournal.open(path)
        rows = await fill(journal, "house", 5)
        for sequence in (3, 5):
            await journal.put_snapshot("house", sequence, rows[sequence - 1].hash, "s1", b"state")
        file = apsw.Connection(f"{path}.snapshots")
        file.execute("UPDATE snapshot SET data = x'00' WHERE sequence = 5")
        file.close()
        found = await journal.snapshot("house", "s1")
        assert found is not None
        assert found.sequence == 3
        await journal.close()

    asyncio.run(story())


def test_a_snapshot_file_that_cannot_be_read_is_thrown_away(path: Path) -> None:
    path.with_name("floor.db.snapshots").write_bytes(b"no database at all" * 100)

    async def story() -> None:
        journal = await SqliteJournal.open(path)
        rows = await fill(journal, "house", 5)
        assert await journal.snapshot("house", "s1") is None
        await journal.put_snapshot("house", 5, rows[4].hash, "s1", b"state")
        assert await journal.snapshot("house", "s1") is not None
        await journal.close()

    asyncio.run(story())


def test_a_released_journal_writes_nothing_till_it_is_taken_again(path: Path) -> None:
    async def story() -> None:
        journal = await SqliteJournal.open(path)
        await take(journal, "house")
        await journal.release()
        with pytest.raises(JournalFault, match="take it again"):
            await journal.put_person("p1", b"{}")
        other = await SqliteJournal.open(path)
        with pytest.raises(OwnedByAnother):
            await take(journal, "house")
        await other.close()
        assert (await take(journal, "house")).epoch == 2
        await journal.close()

    asyncio.run(story())
