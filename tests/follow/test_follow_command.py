"""`openfelt follow` as a process: beside a floor that writes, ended by a signal; PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile

from click.testing import CliRunner, Result
from follow_floor import SET_UP, STORY, Following, played_on, rows_of

from openfelt.cli import main
from openfelt.engine.recovery import SCHEMA
from openfelt.follow.model import Model
from openfelt.journal.base import Journal
from openfelt.journal.sqlite import SqliteJournal
from openfelt.scenario.run import run_file
from wheel_postgres import Place


def _run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["follow", *map(str, arguments)])


@contextmanager
def _process(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    line = [sys.executable, "-c", "from openfelt.cli import run; run()", "follow"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [*line, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def _read_until(process: subprocess.Popen[str], wanted: str) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if wanted in line:
            return line
    raise AssertionError(f"it ended without {wanted!r}")


def test_it_follows_a_floor_that_writes_and_ends_at_a_signal(tmp_path: Path) -> None:
    journal = tmp_path / "floor.journal"
    played_on(journal, SET_UP)
    options = ("--snapshot-every", 0, "--heads", tmp_path / "heads")

    async def play() -> None:
        text = tmp_path / "day.floor"
        days = STORY.removeprefix(SET_UP)
        text.write_text(f"alex resume S1\n{days}", encoding="utf-8")

        async def open_journal() -> Journal:
            return await SqliteJournal.open(journal)

        _, failure = await run_file(text, open_journal)
        assert failure is None, failure

    with _process(journal, *options) as process:
        _read_until(process, "went over everything")
        asyncio.run(play())
        last = len(rows_of(journal, "pit"))
        _read_until(process, f"pit: snapshot at row {last}")
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=60)
        assert process.returncode == 0, rest
    lived = Model(Path(f"{journal}.follow"))
    made = lived.made()
    lived.clear()
    lived.close()
    Following(journal).once()
    again = Model(Path(f"{journal}.follow"))
    assert again.made() == made
    again.close()


def test_what_cannot_be_followed_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    foreign.write_bytes(b"no database at all" * 100)
    for journal, what in (
        (tmp_path / "nowhere", "is no file"),
        (foreign, "not an SQLite database"),
        ("postgresql://127.0.0.1:1/none", "cannot be reached"),
        ("postgresql://127.0.0.1:port/none", "the address of PostgreSQL cannot be read"),
    ):
        result = _run(journal, "--once")
        assert result.exit_code == 2, result.output
        assert what in result.output
    assert list(tmp_path.iterdir()) == [foreign]


def test_a_journal_of_a_newer_release_is_refused(tmp_path: Path) -> None:
    journal = tmp_path / "floor.journal"
    played_on(journal, SET_UP)

    async def make_newer() -> None:
        opened = await SqliteJournal.open(journal)
        await opened._write(
            lambda: opened._writer.execute("INSERT INTO openfelt_schema (version) VALUES (99)")
        )
        await opened.close()

    asyncio.run(make_newer())
    result = _run(journal, "--once")
    assert result.exit_code == 2
    assert "newer release" in result.output


def test_on_postgresql_the_model_is_the_same(postgres_dsn: str, tmp_path: Path) -> None:
    place = Place(postgres_dsn)
    dsn, schema = place.dsn, place.schema
    empty = _run(dsn, "--schema", schema, "--once", "--model", tmp_path / "model")
    assert empty.exit_code == 2
    assert "no journal in the schema" in empty.output
    text = tmp_path / "story.floor"
    text.write_text(STORY, encoding="utf-8")

    async def open_journal() -> Journal:
        return await place.open()

    async def play() -> None:
        _, failure = await run_file(text, open_journal)
        assert failure is None, failure

    async def snapshots() -> list[int]:
        journal = await place.open()
        found = [await journal.snapshot(stream, SCHEMA) for stream in ("house", "pit")]
        await journal.close()
        return [one.sequence for one in found if one]

    asyncio.run(play())
    heads = tmp_path / "heads"
    result = _run(
        dsn, "--schema", schema, "--once", "--model", tmp_path / "model", "--heads", heads
    )
    assert result.exit_code == 0, result.output
    played_on(tmp_path / "floor.journal")
    lite = Following(Path(copyfile(tmp_path / "floor.journal", tmp_path / "copy.journal")))
    lite.once()
    models = [Model(tmp_path / "model"), Model(lite.model_path)]
    one, two = (model.made() for model in models)
    for model in models:
        model.close()
    assert one == two
    kept = [int(each) for each in re.findall(r" \w+:(\d+):", heads.read_text())]
    assert asyncio.run(snapshots()) == kept
    asyncio.run(place.drop())
