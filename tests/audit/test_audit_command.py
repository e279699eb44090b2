"""`openfelt audit` on real files."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import apsw
import pytest
from audit_journals import played, played_on_file
from click.testing import CliRunner, Result

from openfelt.cli import main
from openfelt.journal.base import Journal
from openfelt.journal.row import Row
from wheel_postgres import Place


def _audit(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["audit", *map(str, arguments)])


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("honest") / "floor.journal"
    played_on_file(path)
    return path


@pytest.fixture
def meddled(journal: Path, tmp_path: Path) -> Path:
    """A copy whose guards a forger has taken off."""
    path = tmp_path / "floor.journal"
    source = apsw.Connection(str(journal), flags=apsw.SQLITE_OPEN_READONLY)
    target = apsw.Connection(str(path))
    with target.backup("main", source, "main") as backup:
        backup.step()
    target.execute("DROP TRIGGER journal_is_never_edited; DROP TRIGGER journal_is_never_cut")
    target.close()
    source.close()
    return path


def _meddle(path: Path, sql: str) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(sql)
    connection.close()


def _head(stream: str, sequence: int) -> str:
    row = played()[stream][sequence - 1]
    return f"{stream}:{sequence}:{row.hash.hex()}"


def _last(stream: str) -> int:
    return len(played()[stream])


def test_an_honest_file_passes_and_says_what_is_unproved(journal: Path) -> None:
    result = _audit(journal)
    assert result.exit_code == 0, result.output
    assert f"head {_head('house', _last('house'))}" in result.output
    assert result.output.count("is unproved") == 2
    assert "3 rounds settled, 1 void, 4 tickets, 1 hand pays" in result.output
    assert result.output.endswith("nothing is wrong\n")


def test_heads_kept_outside_prove_the_tails(journal: Path) -> None:
    heads = (f"--head={_head(stream, _last(stream))}" for stream in ("house", "pit"))
    result = _audit(journal, *heads)
    assert result.exit_code == 0
    assert "unproved" not in result.output


def test_an_old_head_proves_only_up_to_its_row(journal: Path) -> None:
    result = _audit(journal, "--head", _head("pit", 40), "--head", _head("house", _last("house")))
    assert result.exit_code == 0
    assert "its tail after 40 is unproved" in result.output
    assert result.output.count("unproved") == 1


def test_a_truncated_tail_is_found_with_a_head_and_only_then(meddled: Path) -> None:
    last = _last("pit")
    _meddle(meddled, f"DELETE FROM journal WHERE stream = 'pit' AND sequence = {last}")
    assert _audit(meddled).exit_code == 0
    result = _audit(meddled, "--head", _head("pit", last))
    assert result.exit_code == 1
    assert f"pit:{last - 1} head: the tail after {last - 1} is missing" in result.output


def test_a_whole_stream_that_is_gone_is_found_with_a_head(journal: Path) -> None:
    result = _audit(journal, "--head", _head("pit", 3).replace("pit", "pit9"))
    assert result.exit_code == 1
    assert "the whole stream is missing" in result.output


def test_a_journal_sealed_anew_is_not_the_one_whose_head_was_kept(journal: Path) -> None:
    other = _head("pit", 3)[:-2] + ("00" if not _head("pit", 3).endswith("00") else "11")
    result = _audit(journal, "--head", other)
    assert result.exit_code == 1
    assert "pit:3 SystemRestarted: it is not the row whose hash was kept outside" in result.output


def test_a_changed_row_is_named_first(meddled: Path) -> None:
    _meddle(meddled, "UPDATE journal SET actor = 'x' WHERE stream = 'pit' AND sequence = 30")
    result = _audit(meddled)
    name = played()["pit"][29].type
    assert result.exit_code == 1
    assert result.output.startswith(f"pit:30 {name}: its columns do not give its hash\n")


def test_a_text_that_is_no_text_is_a_finding(meddled: Path) -> None:
    sql = "UPDATE journal SET actor = CAST(x'ff' AS TEXT) WHERE stream = 'pit' AND sequence = 30"
    _meddle(meddled, sql)
    result = _audit(meddled)
    assert result.exit_code == 1
    assert result.output.startswith("pit:30 unreadable: a text of it is not UTF-8\n")


def test_json_says_the_same(meddled: Path) -> None:
    _meddle(meddled, "DELETE FROM journal WHERE stream = 'house' AND sequence = 5")
    result = _audit(meddled, "--json", "--head", _head("pit", 10))
    report = json.loads(result.output)
    assert result.exit_code == 1
    assert report["findings"][0] == {
        "stream": "house",
        "sequence": 5,
        "type": played()["house"][5].type,
        "what": "row 6 stands in its place",
    }
    assert report["unproved_after"] == {"house": 0, "pit": 10}
    assert report["summary"]["rows"] == sum(map(len, played().values())) - 1


def test_nothing_is_written(journal: Path) -> None:
    before = journal.read_bytes()
    _audit(journal)
    assert journal.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"", b"no journal at all, but long enough to be a header" * 20]
)
def test_a_file_that_is_no_journal(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    result = _audit(path)
    assert result.exit_code == 2
    assert str(path) in result.output
    assert "Traceback" not in result.output


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = _audit(tmp_path / "nowhere")
    assert result.exit_code == 2
    assert "is no file" in result.output
    assert not (tmp_path / "nowhere").exists()


def test_a_database_of_another_program(tmp_path: Path) -> None:
    _meddle(tmp_path / "other.db", "CREATE TABLE thing (x)")
    result = _audit(tmp_path / "other.db")
    assert result.exit_code == 2
    assert "another program" in result.output


@pytest.mark.parametrize(
    "head", ["pit", "pit:1", "pit:x:00", "pit:1:00", ":1:" + "00" * 32, "pit:0:" + "00" * 32]
)
def test_what_is_no_head_is_refused(journal: Path, head: str) -> None:
    result = _audit(journal, "--head", head)
    assert result.exit_code == 2
    assert "is no head" in result.output


def test_a_server_that_is_not_there() -> None:
    result = _audit("postgresql://127.0.0.1:1/nothing")
    assert result.exit_code == 2
    assert "PostgreSQL cannot be reached" in result.output


def test_postgresql_is_read_and_an_empty_schema_is_left_alone(postgres_dsn: str) -> None:
    place = Place(postgres_dsn)
    empty = _audit(postgres_dsn, "--schema", place.schema)
    assert empty.exit_code == 2
    assert f"no journal in the schema '{place.schema}'" in empty.output
    asyncio.run(_fill(place.open, played()))
    head = _head("pit", _last("pit"))
    result = _audit(postgres_dsn, "--schema", place.schema, "--head", head)
    asyncio.run(place.drop())
    assert result.exit_code == 0, result.output
    assert result.output.count("unproved") == 1
    assert "3 rounds settled, 1 void" in result.output


async def _fill(open_journal: object, rows: dict[str, list[Row]]) -> None:
    assert callable(open_journal)
    journal: Journal = await open_journal()
    await journal.take(list(rows), "test")
    for each in rows.values():
        await journal.append(each)
    await journal.release()
    await journal.close()
