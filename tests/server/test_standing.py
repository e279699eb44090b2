"""Rows that were acknowledged and are gone keep the floor closed, and there is a way out."""

import asyncio
import json
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import apsw
import pytest
from click.testing import CliRunner, Result
from serve_process import running
from server_stage import PATIENCE_S, floor_toml, pages

from openfelt.cli import main
from openfelt.engine.key import key_at
from openfelt.engine.request import Request
from openfelt.floor.money.account import InsertNote
from openfelt.follow.accept import Acceptance
from openfelt.follow.follower import Follower, Plan
from openfelt.follow.heads import HeadsFile
from openfelt.follow.model import Model
from openfelt.journal.row import Head
from openfelt.journal.sqlite_reader import SqliteReader
from openfelt.server.config import file as config_file
from openfelt.server.floor_server import FloorServer
from openfelt.server.log import set_up
from openfelt.server.standing import standing
from openfelt.server.standing.check import FloorClosed
from openfelt.server.standing.mark import Mark, MarkFile, NoMark, read_mark


class Floor:
    """A floor in a folder, started as often as a test likes."""

    def __init__(self, folder: Path, *, witness: bool = False, demo: bool = False) -> None:
        self.folder = folder / "data"
        self.keys = folder / "data.keys"
        self.witness = folder / "witness"
        self.file = folder / "floor.toml"
        text = floor_toml(self.folder, demo=demo)
        if witness:
            self.witness.mkdir()
            text = text.replace("follow = false", f'follow = false\nwitness = "{self.witness}"')
        self.file.write_text(text)
        self.web = pages(folder / "web")
        self.notes = 0

    @property
    def journal(self) -> Path:
        return self.folder / "journal.db"

    @property
    def mark(self) -> Path:
        return self.keys / "acknowledged"

    def played(self, notes: int = 3) -> None:
        """Start, take notes in, stop."""

        async def story() -> None:
            set_up("critical")
            server = FloorServer(config_file.read(self.file), web=self.web)
            await server.start()
            try:
                for _ in range(notes):
                    self.notes += 1
                    note = InsertNote("U1", 10_000, f"n{self.notes}")
                    assert (await server.engine.submit(Request("pit", note, "x"))).refused is None
            finally:
                await server.stop()

        asyncio.run(story())

    def followed(self, *heads: Path) -> None:
        """Let the second process do its work once."""

        async def story() -> None:
            reader = await SqliteReader.open(self.journal)
            model = Model(self.journal.with_name("journal.db.follow"))
            files = [HeadsFile(self.folder / "heads.txt"), *map(HeadsFile, heads)]
            deaf: Callable[[object], None] = lambda _: None  # noqa: E731
            follower = Follower(reader, model, files, Plan(), say=deaf, found=deaf, warn=deaf)
            await follower.once()
            model.close()
            await reader.close()

        asyncio.run(story())

    def closed(self) -> str:
        """Start in vain; return why."""
        with pytest.raises(FloorClosed) as closed:
            self.played(0)
        assert "openfelt accept --config" in str(closed.value)
        return str(closed.value)

    def accept(self, *words: str) -> Result:
        return CliRunner().invoke(main, ["accept", "--config", str(self.file), *words])

    def accepted(self) -> None:
        """Say what is lost, accept it, and open."""
        asked = self.accept()
        assert asked.exit_code == 1, asked.output
        assert "say why" in asked.output
        self.closed()
        done = self.accept("--reason", "seen by Kim")
        assert (done.exit_code, done.output.splitlines()[-1]) == (0, "accepted: start the floor")
        self.played(1)
        self.played(1)
        assert "seen by Kim" in (self.folder / "accepted.txt").read_text()
        assert self.accept().output == "nothing keeps the floor closed\n"
        audit = CliRunner().invoke(main, ["audit", str(self.journal)])
        assert audit.exit_code == 0, audit.output

    def cut(self, rows: int, stream: str = "pit") -> None:
        """Take the last rows out, as somebody with all rights can."""
        db = apsw.Connection(str(self.journal))
        db.execute("DROP TRIGGER IF EXISTS journal_is_never_cut")
        db.execute(
            "DELETE FROM journal WHERE stream = ?1 AND sequence > "
            "(SELECT max(sequence) FROM journal WHERE stream = ?1) - ?2",
            (stream, rows),
        )
        db.close()


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return Floor(tmp_path)


def test_a_floor_opens_again_and_again(floor: Floor) -> None:
    for _ in range(3):
        floor.played()
        floor.followed()
    found = read_mark(floor.mark, key_at(floor.keys / "floor.key"))
    assert found is not None
    assert set(found.heads) == {"house", "pit"}
    assert found.beside == (f"{floor.folder}/heads.txt", f"{floor.journal}.follow")


def test_a_kill_before_the_first_mark_of_a_row_is_no_loss(floor: Floor) -> None:
    floor.played()
    nothing = {stream: (0, bytes(32).hex()) for stream in ("house", "pit")}
    MarkFile(floor.mark, key_at(floor.keys / "floor.key")).write(Mark(heads=nothing), now=True)
    floor.played()


def test_a_cut_tail_keeps_the_floor_closed(floor: Floor) -> None:
    floor.played()
    floor.cut(2)
    before = floor.journal.read_bytes()
    why = floor.closed()
    assert f"pit: {floor.mark} knows row " in why
    assert "2 rows are gone" in why
    assert floor.journal.read_bytes() == before
    floor.accepted()


def test_an_old_copy_put_back_is_no_secret_to_the_keys(floor: Floor) -> None:
    floor.played()
    _copy(floor.folder, floor.folder.with_name("copy"))
    floor.played()
    floor.followed()
    shutil.rmtree(floor.folder)
    shutil.move(floor.folder.with_name("copy"), floor.folder)
    assert "rows are gone" in floor.closed()
    floor.accepted()


def _copy(folder: Path, to: Path) -> None:
    shutil.copytree(folder, to, ignore=shutil.ignore_patterns("*.sock"))


def test_a_journal_that_is_gone_keeps_the_floor_closed(floor: Floor) -> None:
    floor.played()
    for path in floor.folder.glob("journal.db*"):
        path.unlink()
    assert "the journal has none" in floor.closed()
    assert not floor.journal.exists()
    assert floor.accept("--reason", "gone").exit_code == 0
    floor.played()


def test_heads_and_the_follower_know_what_the_mark_does_not(floor: Floor) -> None:
    """As for a floor of an older release: it had heads and a follower, and no mark."""
    floor.played()
    floor.followed()
    for file in (floor.folder / "heads.txt", floor.folder / "journal.db.follow"):
        other = floor.folder / "journal.db.follow"
        kept = {path: path.read_bytes() for path in (floor.folder / "heads.txt", other)}
        _as_before_marks(floor)
        floor.cut(1)
        next(path for path in kept if path != file).unlink()
        assert str(file) in floor.closed()
        floor.accepted()
        floor.followed()


def _as_before_marks(floor: Floor) -> None:
    floor.mark.unlink()
    db = apsw.Connection(str(floor.folder / "access.db"))
    db.execute("DELETE FROM access WHERE kind = 'standing'")
    db.close()


def test_a_floor_of_an_older_release_opens(floor: Floor) -> None:
    floor.played()
    floor.followed()
    _as_before_marks(floor)
    floor.played()
    floor.cut(1)
    assert "a row is gone" in floor.closed()


def test_a_row_in_the_place_of_another_keeps_the_floor_closed(floor: Floor) -> None:
    floor.played()
    secret = key_at(floor.keys / "floor.key")
    found = read_mark(floor.mark, secret)
    assert found is not None
    heads = {name: (sequence, "00" * 32) for name, (sequence, _) in found.heads.items()}
    MarkFile(floor.mark, secret).write(Mark(heads=heads))
    assert "is not the one" in floor.closed()
    floor.accepted()


@pytest.mark.parametrize("harm", ["gone", "zeroed", "another floor's", "no key", "no keys"])
def test_what_says_that_rows_are_gone_cannot_go_itself(floor: Floor, harm: str) -> None:
    floor.played()
    match harm:
        case "gone":
            floor.mark.unlink()
        case "zeroed":
            floor.mark.write_bytes(bytes(10))
        case "another floor's":
            floor.mark.unlink()
            MarkFile(floor.mark, b"x" * 32).write(Mark())
        case "no key":
            (floor.keys / "floor.key").unlink()
        case _:
            shutil.rmtree(floor.keys)
    assert str(floor.mark) in floor.closed()
    floor.accepted()


def test_a_follower_or_heads_that_are_gone_are_told_and_the_floor_opens(
    floor: Floor, capsys: pytest.CaptureFixture[str]
) -> None:
    floor.played()
    floor.followed()
    floor.played()
    (floor.folder / "heads.txt").unlink()
    (floor.folder / "journal.db.follow").write_bytes(b"nothing of the kind" * 100)

    async def start() -> None:
        set_up("error")
        server = FloorServer(config_file.read(floor.file), web=floor.web)
        await server.start()
        await server.stop()

    asyncio.run(start())
    said = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert ["heads.txt" in said[1]["what"], "follow cannot be read" in said[0]["what"]] == [
        True
    ] * 2


def test_a_line_of_heads_that_is_none_keeps_the_floor_closed(floor: Floor) -> None:
    floor.played()
    floor.followed()
    with (floor.folder / "heads.txt").open("a") as heads:
        heads.write("what is this\n")
    assert "line 3" in floor.closed()
    floor.accepted()


def test_a_witness_knows_when_everything_here_was_put_back(tmp_path: Path) -> None:
    """The whole machine as it was: only another one can know better."""
    floor = Floor(tmp_path, witness=True)
    floor.played()
    floor.followed(floor.witness / "floor.heads")
    for folder in (floor.folder, floor.keys):
        _copy(folder, folder.with_name(f"{folder.name}.copy"))
    floor.played()
    for folder in (floor.folder, floor.keys):
        shutil.rmtree(folder)
        shutil.move(folder.with_name(f"{folder.name}.copy"), folder)
    assert f"{floor.witness}/floor.mark knows row" in floor.closed()
    (floor.witness / "floor.mark").unlink()
    assert "nothing of this floor any more" in floor.closed()
    floor.accepted()
    assert "seen by Kim" in (floor.witness / "accepted.txt").read_text()


def test_heads_with_the_witness_are_compared_and_missed(tmp_path: Path) -> None:
    floor = Floor(tmp_path, witness=True)
    floor.played()
    heads = floor.witness / "floor.heads"
    floor.followed(heads)
    floor.played()
    heads.rename(heads.with_suffix(".away"))
    assert f"{heads} is gone" in floor.closed()
    heads.with_suffix(".away").rename(heads)
    HeadsFile(heads).keep({"pit": Head(10_000, bytes(32))}, 0)
    assert f"{heads} knows row 10,000" in floor.closed()
    floor.accepted()


def test_a_witness_that_is_not_mounted_keeps_the_floor_closed(tmp_path: Path) -> None:
    floor = Floor(tmp_path, witness=True)
    floor.played()
    shutil.rmtree(floor.witness)
    assert "is no folder" in floor.closed()
    still = floor.accept("--reason", "the disk is dead")
    assert (still.exit_code, still.output.count("still: the witness")) == (1, 1)
    lines = floor.file.read_text().splitlines(keepends=True)
    floor.file.write_text("".join(line for line in lines if "witness =" not in line))
    floor.played()


def test_a_witness_named_later_is_no_loss(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    floor.played()
    Floor(tmp_path, witness=True).played(0)


def test_a_demo_may_begin_anew(tmp_path: Path) -> None:
    floor = Floor(tmp_path, demo=True)
    floor.played()
    shutil.rmtree(floor.folder)
    floor.played()


@pytest.mark.parametrize(
    "step", ["_save_log", "_record", "_heads", "_accept_heads", "_accept_follower", "_accept_mark"]
)
def test_whoever_is_cut_short_when_accepting_does_it_again(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    floor.played()
    floor.followed()
    floor.cut(1)
    with monkeypatch.context() as patch:
        patch.setattr(Acceptance, step, killed)
        assert floor.accept("--reason", "first").exit_code != 0
    floor.accepted()


def test_nothing_is_accepted_of_a_floor_that_runs(floor: Floor) -> None:
    async def story() -> None:
        server = FloorServer(config_file.read(floor.file), web=floor.web)
        await server.start()
        try:
            done = await asyncio.to_thread(floor.accept)
            assert (done.exit_code, "the floor runs" in done.output) == (1, True)
        finally:
            await server.stop()

    asyncio.run(story())


def test_a_place_for_marks_that_fails_is_told_and_the_floor_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = Floor(tmp_path, witness=True)
    told = asyncio.Event()
    said: list[str] = []

    def error(what: str, **more: str) -> None:
        said.append(f"{what}: {more['why']}")
        told.set()

    async def story() -> None:
        monkeypatch.setattr(standing, "log", SimpleNamespace(error=error))
        server = FloorServer(config_file.read(floor.file), web=floor.web)
        await server.start()
        shutil.rmtree(floor.witness)
        note = InsertNote("U1", 500, "n")
        assert (await server.engine.submit(Request("pit", note, "x"))).refused is None
        await asyncio.wait_for(told.wait(), PATIENCE_S)
        assert server.engine.failed is None
        await server.stop()

    asyncio.run(story())
    assert said[0].startswith(f"it cannot be kept what is acknowledged: {floor.witness}/floor.mark")


def test_a_torn_mark_leaves_the_one_before(tmp_path: Path) -> None:
    file = MarkFile(tmp_path / "mark", b"k")
    for sequence in range(1, 6):
        file.write(Mark(heads={"pit": (sequence, "00" * 32)}))
        data = file.path.read_bytes()
        for at in (0, len(data) // 2):
            file.path.write_bytes(data[:at] + b"?" * 20 + data[at + 20 :])
            found = read_mark(file.path, b"k")
            assert found is not None
            assert found.heads["pit"][0] in (sequence, sequence - 1)
        file.path.write_bytes(data)
    MarkFile(file.path, b"k").write(Mark(heads={"pit": (9, "00" * 32)}))
    again = read_mark(file.path, b"k")
    assert again is not None
    assert (again.turn, again.heads["pit"][0]) == (6, 9)
    with pytest.raises(NoMark, match="cannot be read"):
        read_mark(tmp_path, b"k")


def test_a_bit_of_the_log_that_flips_keeps_the_floor_closed(tmp_path: Path) -> None:
    """SQLite takes such a log for a shorter one, and says nothing."""
    child = str(Path(__file__).with_name("server_child.py"))
    floor = Floor(tmp_path)
    log = floor.folder / "journal.db-wal"
    with running(child, str(tmp_path), pipe="stdout") as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(40)]
        assert all(lines)
        _until(lambda: _rows_marked(floor) > 30)
        process.send_signal(signal.SIGKILL)
        process.wait()
    data = bytearray(log.read_bytes())
    data[len(data.rstrip(bytes(1))) // 3] ^= 4
    log.write_bytes(data)
    assert "rows are gone" in floor.closed()
    assert log.read_bytes() == data, "what lies behind the bit may still be saved"
    floor.accepted()
    saved = next(floor.folder.glob("journal.db-wal.2*"))
    assert saved.read_bytes() == data


def _rows_marked(floor: Floor) -> int:
    try:
        found = read_mark(floor.mark, key_at(floor.keys / "floor.key"))
    except NoMark:
        return 0
    return found.heads.get("pit", (0, ""))[0] if found else 0


def _until(condition: Callable[[], bool]) -> None:
    patience = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < patience
        time.sleep(0.01)
