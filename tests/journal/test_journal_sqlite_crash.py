"""Processes killed and files torn: what was acknowledged stays, and what is left verifies."""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from journal_samples import fill, read_all, rows_of, take

from openfelt.journal.chain import verify
from openfelt.journal.errors import OwnedByAnother
from openfelt.journal.row import GENESIS, Head, Row, head_of
from openfelt.journal.sqlite import SqliteJournal, open_readonly

_WRITER = Path(__file__).with_name("journal_killed_writer.py")


def _start(path: Path) -> subprocess.Popen[str]:
    """Start a writer, and return when it has the journal open."""
    child = subprocess.Popen(
        [sys.executable, str(_WRITER), str(path)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "open\n"
    return child


def _kill(child: subprocess.Popen[str]) -> list[Head]:
    """Kill -9, and return every head that was acknowledged before."""
    child.kill()
    printed, _ = child.communicate()
    # A last line without its end was still being printed: it may or may not be there.
    return [_head(line) for line in printed.splitlines(keepends=True) if line.endswith("\n")]


def _head(line: str) -> Head:
    sequence, digest = line.split()
    return Head(int(sequence), bytes.fromhex(digest))


async def _recovered(path: Path) -> list[Row]:
    """Open as the next owner would, write one row more, and return what is there."""
    journal = await SqliteJournal.open(path)
    owned = await take(journal, "house")
    rows = await read_all(journal, "house")
    assert verify("house", GENESIS, rows) == owned.head
    await journal.append(rows_of("house", 1, owned.head))
    await journal.close()
    return rows


def test_whatever_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    moments = random.Random(20_24)
    checked = 0
    for _ in range(5):
        child = _start(path)
        assert child.stdout is not None
        first = [_head(child.stdout.readline()) for _ in range(2)]  # However slow the disk is.
        time.sleep(moments.uniform(0, 0.25))
        acknowledged = first + _kill(child)
        rows = asyncio.run(_recovered(path))
        for head in acknowledged:
            assert head_of(rows[head.sequence - 1]) == head
        checked += len(acknowledged)
    assert checked >= 10


def test_another_process_is_refused_and_told_which_one_writes(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    child = _start(path)
    with pytest.raises(OwnedByAnother, match=rf"process {child.pid} .*floor\.db\.lock") as caught:
        asyncio.run(SqliteJournal.open(path))
    assert caught.value.seconds_left is None
    _kill(child)
    asyncio.run(_recovered(path))


def test_a_reader_follows_while_another_process_writes(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    child = _start(path)

    async def follow() -> list[int]:
        reader = await open_readonly(path)
        seen: list[int] = []
        head = GENESIS
        deadline = time.monotonic() + 60
        while len(seen) < 4 and time.monotonic() < deadline:
            rows = await read_all(reader, "house", after=head.sequence)
            head = verify("house", head, rows)
            seen += [head.sequence] if rows else []
        await reader.close()
        return seen

    seen = asyncio.run(follow())
    _kill(child)
    assert len(seen) == 4


@pytest.mark.parametrize("cut", [1, 24, 700, 4_120, 9_000, 30_000])
def test_a_torn_log_opens_at_a_valid_beginning(tmp_path: Path, cut: int) -> None:
    async def write() -> list[Row]:
        journal = await SqliteJournal.open(tmp_path / "floor.db")
        rows = list(await fill(journal, "house", 120))
        # A copy of the files while they are open is what a dead machine leaves behind.
        for name in ("floor.db", "floor.db-wal"):
            shutil.copy(tmp_path / name, tmp_path / f"torn-{name}")
        await journal.close()
        return rows

    written = asyncio.run(write())
    log = tmp_path / "torn-floor.db-wal"
    size = log.stat().st_size
    assert size > cut
    with log.open("r+b") as torn:
        torn.truncate(size - cut)
    left = asyncio.run(_recovered(tmp_path / "torn-floor.db"))
    assert left == written[: len(left)]
    assert len(left) < len(written)
