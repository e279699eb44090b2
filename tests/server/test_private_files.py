"""What a floor keeps is its owner's: what it makes, and what an older release left open."""

import asyncio
import os
from pathlib import Path
from unittest.mock import patch

import apsw
import pytest
from server_stage import Stage, floor_toml, told

from openfelt.devices.memory import Memory
from openfelt.follow import file as follow_file
from openfelt.journal import sqlite_file
from openfelt.journal.errors import JournalFault
from openfelt.journal.sqlite_snapshots import SnapshotFile
from openfelt.server.config import file as config_file
from openfelt.server.floor_server import FloorServer


@pytest.fixture(autouse=True)
def _usual_umask() -> object:
    """Everybody may read what a program makes without a thought."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return path.stat().st_mode & 0o777


def open_to_others(folder: Path) -> list[str]:
    """Return what others than the owner may read or write."""
    files = [file for file in folder.rglob("*") if file.is_file() and "web" not in file.parts]
    return sorted(file.name for file in files if rights(file) & 0o007)


def test_a_new_floor_is_its_owners_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"

    async def story() -> None:
        server = FloorServer(config_file.parse(floor_toml(data), "floor.toml"))
        await server.start()
        assert rights(data) == 0o700
        names = {file.name for file in data.iterdir()}
        assert {"journal.db", "journal.db-wal", "journal.db-shm", "access.db"} <= names
        assert open_to_others(data) == []
        await server.stop()

    asyncio.run(story())


def test_an_older_floors_files_are_tightened_and_its_folder_left_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    beside: list[Path] = []

    async def first(_: Stage) -> None:
        for name in ("journal.db", "access.db"):
            for more in ("", "-wal", "-shm"):
                beside.append(tmp_path / (name + more))
                # A copy, as a killed process leaves them.
                beside[-1].with_suffix(".copy" + more).write_bytes(beside[-1].read_bytes())

    told(tmp_path, first)
    for file in beside:
        more = file.suffix.removeprefix(".db")
        file.with_suffix(".copy" + more).replace(file)
        file.chmod(0o664)

    async def again(stage: Stage) -> None:
        assert {rights(file) for file in beside} == {0o600}
        assert rights(tmp_path) == 0o755, "whoever made the folder said who may look in"
        assert await stage.server.access.persons.name_of("d1") == "D1"

    told(tmp_path, again)


def test_the_followers_files_and_the_devices_are_private_too(tmp_path: Path) -> None:
    for _ in range(2):
        follow_file.open_writing(tmp_path / "journal.db.follow").close()
        snapshots = SnapshotFile(tmp_path / "journal.db")
        snapshots.put("pit", 1, b"", "", b"")
        snapshots.close()
        asyncio.run(Memory(tmp_path / "devices" / "printer").keep("o1", "printed"))
        assert rights(tmp_path / "devices") == 0o700
        assert open_to_others(tmp_path) == []
        for file in tmp_path.rglob("*"):  # As an older release left them.
            file.chmod(0o700 if file.is_dir() else 0o644)


def test_a_new_file_is_private_from_its_first_moment(tmp_path: Path) -> None:
    for opened in (sqlite_file.open_writing, follow_file.open_writing):
        path = tmp_path / opened.__module__
        with patch.object(Path, "chmod", side_effect=AssertionError("too late for who waited")):
            opened(path).close()
        assert rights(path) == 0o600


def test_a_reader_of_the_same_owner_reads_on(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    writing = sqlite_file.open_writing(path)
    reading = sqlite_file.open_reading(path)
    assert reading.execute("SELECT count(*) FROM journal").get == 0
    reading.close()
    writing.close()


def test_a_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    theirs = apsw.Connection(str(path))
    theirs.execute("CREATE TABLE theirs (x)")
    theirs.close()
    for opened in (sqlite_file.open_writing, follow_file.open_writing):
        with pytest.raises(JournalFault, match="another program"):
            opened(path)
    assert rights(path) == 0o644
