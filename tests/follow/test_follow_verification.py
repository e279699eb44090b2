"""Verification in the background: what it finds, that it stays found, and heads kept outside."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from shutil import copyfile

import apsw
import msgspec
import pytest
from click.testing import CliRunner, Result
from follow_floor import Following, forge, played_on, resealed, rows_of

from openfelt.audit import read_heads
from openfelt.cli import main
from openfelt.follow.clocks import Clocks
from openfelt.follow.follower import Follower, Plan
from openfelt.follow.model import Model
from openfelt.journal.chain import sealed
from openfelt.journal.row import Entry, head_of
from openfelt.journal.sqlite_reader import SqliteReader

DAY_US = 24 * 3_600 * 1_000_000


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("verify") / "floor.journal"
    played_on(path)
    return path


@pytest.fixture
def journal(played: Path, tmp_path: Path) -> Path:
    return Path(copyfile(played, tmp_path / "floor.journal"))


def _run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


def _change_payload(journal: Path, stream: str, sequence: int) -> None:
    rows = rows_of(journal, stream)
    row = rows[sequence - 1]
    rows[sequence - 1] = row._replace(payload=row.payload.replace(b"T1", b"T2"))
    assert rows[sequence - 1] != row
    forge(journal, stream, rows)


def _note(journal: Path) -> int:
    return next(row.sequence for row in rows_of(journal, "pit") if row.type == "NoteStacked")


def test_a_bad_row_is_said_and_stays_said(journal: Path) -> None:
    bad = _note(journal)
    _change_payload(journal, "pit", bad)
    result = _run("follow", journal, "--once")
    assert result.exit_code == 1
    said = f"WRONG: pit:{bad} NoteStacked: its columns do not give its hash"
    assert said in result.output
    again = _run("follow", journal, "--once", "--rebuild")
    assert again.exit_code == 1
    assert said in again.output


def test_of_a_stream_with_a_bad_row_nothing_is_kept_and_the_other_goes_on(journal: Path) -> None:
    bad = _note(journal)
    _change_payload(journal, "pit", bad)
    heads = journal.with_name("heads")
    following = Following(journal, heads=heads)
    following.once()
    following.now += 60_000_000
    following.once()
    model = Model(following.model_path)
    assert model.position("house").sequence == len(rows_of(journal, "house"))
    assert model.position("pit").sequence < bad
    assert "pit" not in model.verified()
    model.close()
    assert {head.stream for head in read_heads(heads)} == {"house"}
    assert [line for line in following.said if "snapshot" in line] == [
        f"house: snapshot at row {len(rows_of(journal, 'house'))}"
    ]


def test_a_change_behind_what_was_verified_is_found_by_the_next_pass(journal: Path) -> None:
    following = Following(journal)
    following.once()
    assert not following.found
    rows = rows_of(journal, "pit")
    at = next(i for i, row in enumerate(rows) if row.type == "NoteStacked")
    fields = json.loads(rows[at].payload)
    payload = msgspec.json.encode({**fields, "note": "another"})
    rows[at] = rows[at]._replace(payload=payload)
    # Chained anew to the end: the chain by itself is in order, and so is every sum.
    forge(journal, "pit", resealed("pit", rows))
    assert _run("audit", journal).exit_code == 0
    following.now += DAY_US
    following.once()
    last = len(rows)
    assert {(one.stream, one.sequence) for one in following.found} == {("pit", last)}
    assert any("kept outside" in one.what for one in following.found)


@pytest.mark.parametrize("done", [0, 1_000_000_000_000, 2**62])
def test_every_start_goes_over_everything_whatever_its_file_says(journal: Path, done: int) -> None:
    """A mark of what was done, now or in the future, puts nothing off."""
    following = Following(journal)
    following.once()
    model = Model(following.model_path)
    for duty in ("verification", "heads", "snapshots"):
        model.done(duty, done)
    model.close()
    bad = _note(journal)
    _change_payload(journal, "pit", bad)
    following.once()
    assert ("pit", bad) in {(one.stream, one.sequence) for one in following.found}


def test_a_false_mark_of_what_was_verified_is_found_out(journal: Path) -> None:
    following = Following(journal)
    following.once()
    db = apsw.Connection(str(following.model_path))
    db.execute("UPDATE verified SET hash = zeroblob(32), sequence = sequence - 1")
    db.close()
    following.once()
    assert {one.what for one in following.found} == {
        "it is not the row whose hash was kept outside"
    }


def test_a_position_beyond_the_journal_is_found_out(journal: Path) -> None:
    following = Following(journal)
    following.once()
    db = apsw.Connection(str(following.model_path))
    db.execute("UPDATE position SET sequence = sequence + 1 WHERE stream = 'pit'")
    db.close()
    following.once()
    assert "the row that was followed before is not there any more" in {
        one.what for one in following.found
    }


def test_in_a_run_the_next_pass_comes_after_a_day_by_the_steady_clock(journal: Path) -> None:
    """The wall clock is set back by forty days meanwhile, and a year ahead."""
    ticks, wall = [0], [10**15]
    said: list[str] = []

    async def story() -> None:
        reader = await SqliteReader.open(journal)
        model = Model(Path(f"{journal}.follow"))
        follower = Follower(
            reader,
            model,
            [],
            Plan(),
            say=said.append,
            found=lambda one: said.append(str(one)),
            warn=said.append,
            clocks=Clocks(lambda: wall[0], lambda: ticks[0]),
        )
        await follower.once()
        for wall[0] in (10**15 - 40 * DAY_US, 10**15 + 365 * DAY_US):
            said.clear()
            await follower.once()
            assert not any("everything" in line or "snapshot" in line for line in said)
        ticks[0] += DAY_US
        await follower.once()
        assert any("everything" in line for line in said)
        model.close()
        await reader.close()

    asyncio.run(story())


def test_an_auditors_finding_does_not_end_the_keeping_of_heads(journal: Path) -> None:
    """Else whoever causes one finding could cut the tail unseen afterwards."""
    rows = rows_of(journal, "pit")
    at = next(i for i, row in enumerate(rows) if row.type == "NoteStacked")
    fields = json.loads(rows[at].payload)
    rows[at] = rows[at]._replace(payload=msgspec.json.encode({**fields, "amount": 5}))
    forge(journal, "pit", resealed("pit", rows))
    heads = journal.with_name("heads")
    following = Following(journal, heads=heads)
    following.once()
    assert following.found
    assert {head.stream for head in read_heads(heads)} == {"house", "pit"}


def test_a_second_place_that_fails_is_said_and_stops_nothing(journal: Path) -> None:
    heads = journal.with_name("missing") / "heads"
    result = _run("follow", journal, "--once", "--heads", journal.with_name("h"), "--heads", heads)
    assert result.exit_code == 0
    assert "the heads cannot be kept" in result.output
    assert "went over everything" in result.output
    assert len(read_heads(journal.with_name("h"))) == 2


def test_what_was_acknowledged_is_found_again_while_it_is_wrong(journal: Path) -> None:
    good = rows_of(journal, "pit")
    _change_payload(journal, "pit", _note(journal))
    assert _run("follow", journal, "--once").exit_code == 1
    again = _run("follow", journal, "--once", "--acknowledge")
    assert again.exit_code == 1
    assert "findings acknowledged" in again.output
    forge(journal, "pit", good)
    assert _run("follow", journal, "--once").exit_code == 1
    assert _run("follow", journal, "--once", "--acknowledge").exit_code == 0


def test_heads_are_kept_each_minute_and_prove_the_journal(journal: Path) -> None:
    heads = journal.with_name("heads")
    following = Following(journal, heads=heads)
    following.once()
    lines = heads.read_text().splitlines()
    assert lines[-1].startswith("1970-01-12T13:46:40Z ")
    following.now += 59_000_000
    following.once()
    assert heads.read_text().splitlines() == lines
    report = json.loads(_run("audit", journal, "--heads", heads, "--json").output)
    assert report["findings"] == []
    assert report["unproved_after"] == {}
    forge(journal, "pit", rows_of(journal, "pit")[:-1])
    cut = _run("audit", journal, "--heads", heads)
    assert cut.exit_code == 1
    assert "the tail after" in cut.output


def test_a_gaming_day_that_ends_has_its_heads_kept_at_once(journal: Path) -> None:
    heads = journal.with_name("heads")
    rows = rows_of(journal, "house")
    first_end = next(i for i, row in enumerate(rows) if row.type == "GamingDayClosed")
    forge(journal, "house", rows[:first_end])
    following = Following(journal, heads=heads)
    following.once()
    before = len(read_heads(heads))
    forge(journal, "house", rows[: first_end + 1])
    following.now += 1
    following.once()
    kept = read_heads(heads)
    assert len(kept) == before + 1
    assert (kept[-1].stream, kept[-1].hash) == ("house", rows[first_end].hash)


def test_a_torn_line_of_heads_is_marked_and_counts_for_nothing(journal: Path) -> None:
    heads = journal.with_name("heads")
    following = Following(journal, heads=heads)
    following.once()
    whole = heads.read_text()
    heads.write_text(whole + "2026-01-01T00:00:00Z house:99:12ab")
    assert len(read_heads(heads)) == len(whole.splitlines())
    last = rows_of(journal, "house")[-1]
    more = Entry(last.time_us, "x", "", 0, "RoleGranted", 1, b"{}")
    rows = rows_of(journal, "house") + sealed("house", head_of(last), [more])
    forge(journal, "house", rows)
    following.now += 60_000_000
    following.once()
    assert "12ab # torn\n" in heads.read_text()
    assert len(read_heads(heads)) == len(whole.splitlines()) + 1


def test_a_heads_file_with_nonsense_is_refused(journal: Path) -> None:
    heads = journal.with_name("heads")
    heads.write_text("what is this\n")
    for arguments in (("follow", journal, "--once"), ("audit", journal)):
        result = _run(*arguments, "--heads", heads)
        assert result.exit_code == 2
        assert "line 1" in result.output


def test_what_is_missing_from_the_archive_is_found_and_can_be_restored(journal: Path) -> None:
    Following(journal).once()
    db = apsw.Connection(str(journal))
    gone = db.execute("DELETE FROM archive RETURNING key").fetchall()
    db.close()
    assert len(gone) >= 3
    following = Following(journal)
    following.now += DAY_US
    following.once()
    assert {one.type for one in following.found} == {"archive"}
    assert len(following.found) == len(gone)
    restored = _run("follow", journal, "--restore-archive")
    assert restored.exit_code == 0, restored.output
    assert _run("follow", journal, "--once", "--acknowledge").exit_code == 0
    refused = _run("follow", journal.with_name("nowhere"), "--restore-archive")
    assert refused.exit_code == 2


def test_a_power_cut_cannot_tear_the_file(journal: Path) -> None:
    Following(journal).once()
    db = apsw.Connection(f"{journal}.follow")
    assert db.pragma("integrity_check") == "ok"
    db.close()
