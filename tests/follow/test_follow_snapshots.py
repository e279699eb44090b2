"""Snapshots by the follower: an engine starts from them and is what the whole journal gives."""

from __future__ import annotations

import asyncio
import logging
from hashlib import sha256
from pathlib import Path
from shutil import copyfile
from typing import Any

import apsw
import msgspec
import pytest
from click.testing import CliRunner, Result
from follow_floor import Following, forge, played_on, rows_of

from openfelt.cli import main
from openfelt.engine.engine import Engine
from openfelt.engine.key import mark
from openfelt.engine.recovery import SCHEMA, Began, Recovered, Saved, marked, recover
from openfelt.follow.follower import FalseStart, Plan
from openfelt.journal.sqlite import SqliteJournal
from openfelt.journal.sqlite_reader import SqliteReader

MINUTE_US = 60_000_000


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("snapshots") / "floor.journal"
    played_on(path)
    return path


@pytest.fixture
def journal(played: Path, tmp_path: Path) -> Path:
    return Path(copyfile(played, tmp_path / "floor.journal"))


def _kept(journal: Path) -> list[tuple[str, int]]:
    db = apsw.Connection(f"{journal}.snapshots")
    found = db.execute("SELECT stream, sequence FROM snapshot ORDER BY 1, 2").fetchall()
    db.close()
    return [(str(stream), int(str(sequence))) for stream, sequence in found]


async def _both(journal: Path, stream: str) -> tuple[Recovered, Recovered]:
    reader = await SqliteReader.open(journal)
    try:
        return await recover(reader, stream), await recover(reader, stream, snapshots=False)
    finally:
        await reader.close()


class _Cut:
    """The journal as it was after each moment of the story."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self.whole = {stream: rows_of(journal, stream) for stream in ("house", "pit")}
        self.times = sorted({row.time_us for rows in self.whole.values() for row in rows})

    def at(self, time_us: int) -> int:
        """Cut the journal; return how many rows the pit has then."""
        for stream, rows in self.whole.items():
            forge(self._journal, stream, [row for row in rows if row.time_us <= time_us])
        return len(rows_of(self._journal, "pit"))


@pytest.mark.parametrize("moment", [2, -3, -1])
def test_a_start_from_the_followers_snapshot_equals_the_whole_fold(
    journal: Path, moment: int
) -> None:
    cut = _Cut(journal)
    whole = cut.whole
    cut.at(cut.times[moment])
    following = Following(journal)
    following.once()
    assert not following.found
    cut.at(cut.times[-1])
    for stream in whole:
        quick, slow = asyncio.run(_both(journal, stream))
        assert quick.followed, "it was not made from the snapshot"
        assert quick.stream.state == slow.stream.state
        assert quick.stream.window.snapped() == slow.stream.window.snapped()
        assert (quick.stream.head, quick.stream.due) == (slow.stream.head, slow.stream.due)


def test_an_engine_starts_from_it(journal: Path) -> None:
    Following(journal).once()

    async def start() -> None:
        opened = await SqliteJournal.open(journal)
        engine = Engine(opened, lambda: 2 * 10**15, lambda *_: None)
        await engine.start(("house", "pit"), "test")
        running = asyncio.create_task(engine.run())
        await engine.idle()
        live = engine.stream("pit").state
        assert live == (await recover(opened, "pit", snapshots=False)).stream.state
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await opened.close()

    asyncio.run(start())


def test_they_are_made_in_time_or_after_so_many_rows_and_two_are_kept(journal: Path) -> None:
    cut = _Cut(journal)
    following = Following(journal, plan=Plan(snapshot_us=5 * MINUTE_US, snapshot_rows=15))
    last, expected, by_rows = 0, [], 0
    for moment, time_us in enumerate(cut.times):
        following.now += MINUTE_US
        rows = cut.at(time_us)
        following.once()
        if rows > last and (moment % 5 == 0 or rows - last >= 15):
            by_rows += moment % 5 != 0
            last = rows
            expected.append(rows)
    made = [line for line in following.said if line.startswith("pit: snapshot")]
    assert made == [f"pit: snapshot at row {at}" for at in expected]
    assert 0 < by_rows < len(expected) < len(cut.times)
    assert [sequence for stream, sequence in _kept(journal) if stream == "pit"] == expected[-2:]
    assert not following.found


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("schema = 'another'", "another release made it"),
        ("row_hash = zeroblob(32)", "the row it was made at is not in this journal"),
        ("data = x'00'", "its data are damaged"),
    ],
)
def test_a_snapshot_that_does_not_fit_is_ignored_and_said(
    journal: Path, caplog: pytest.LogCaptureFixture, change: str, why: str
) -> None:
    Following(journal).once()
    db = apsw.Connection(f"{journal}.snapshots")
    db.execute(f"UPDATE snapshot SET {change}")
    db.close()
    with caplog.at_level(logging.WARNING):
        quick, slow = asyncio.run(_both(journal, "pit"))
    assert quick.stream.state == slow.stream.state
    assert not quick.followed
    sequence = len(rows_of(journal, "pit"))
    assert caplog.messages == [f"the snapshot of pit at row {sequence} is ignored: {why}"]


def test_a_snapshot_holds_no_more_than_the_stream(journal: Path) -> None:
    Following(journal).once()

    async def look() -> None:
        reader = await SqliteReader.open(journal)
        found = await reader.snapshot("house", SCHEMA)
        recovered = await recover(reader, "house")
        await reader.close()
        assert found is not None
        assert marked(b"", recovered) == found.data

    asyncio.run(look())


def _rewritten(journal: Path, secret: bytes, terminal: str) -> None:
    """Make somebody rich in the snapshot of the pit, marked with the key."""
    db = apsw.Connection(f"{journal}.snapshots")
    sql = "SELECT sequence, row_hash, data FROM snapshot WHERE stream = 'pit'"
    found: list[Any] = db.execute(sql).fetchall()
    sequence, row_hash, data = found[-1]
    saved = msgspec.msgpack.decode(data[32:], type=Saved)
    saved.state.terminals[terminal].credit += 10_000_000
    plain = msgspec.msgpack.encode(saved)
    fresh = mark(secret, b"pit", str(sequence).encode(), row_hash, plain) + plain
    db.execute(
        "UPDATE snapshot SET data = ?, digest = ? WHERE stream = 'pit' AND sequence = ?",
        (fresh, sha256(fresh).digest(), sequence),
    )
    db.close()


def test_a_false_snapshot_is_found_thrown_away_and_has_no_children(journal: Path) -> None:
    cut = _Cut(journal)
    cut.at(cut.times[-3])
    following = Following(journal)
    following.secret = b"the floor's"
    following.once()
    at = len(rows_of(journal, "pit"))
    _rewritten(journal, following.secret, "T1")
    cut.at(cut.times[-1])
    following.now += 10 * MINUTE_US
    following.once()
    what = "the snapshot is not true: the rows give another state"
    assert [str(one) for one in following.found] == [f"pit:{at} snapshot: {what}"]
    assert [stream for stream, _ in _kept(journal)] == ["house"]
    assert _run("follow", journal, "--once", "--acknowledge", "--snapshot-every", 0).exit_code == 0
    assert {stream for stream, _ in _kept(journal)} == {"house", "pit"}


def test_a_start_that_believed_it_ends_the_follower_and_is_not_forgotten(journal: Path) -> None:
    following = Following(journal)
    following.once()
    _rewritten(journal, b"", "T1")

    async def believed() -> list[Began]:
        reader = await SqliteReader.open(journal)
        found = [(await recover(reader, stream)).began for stream in ("house", "pit")]
        await reader.close()
        return [one for one in found if one is not None]

    following.began = asyncio.run(believed())
    assert len(following.began) == 2
    with pytest.raises(FalseStart, match="pit at row"):
        following.once()
    began = msgspec.json.encode(following.began).decode()
    for more in ((), ("--only-prove",)):
        result = _run("follow", journal, "--once", "--began", began, *more)
        assert result.exit_code == 4, result.output
        assert "stop it and serve nothing" in result.output
    assert _run("follow", journal, "--began", "{").exit_code == 2
    true = msgspec.json.encode(following.began[:1]).decode()
    assert _run("follow", journal, "--began", true, "--only-prove").exit_code == 0


def _run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])
