"""A floor that was started from a snapshot its rows do not give is stopped, and stays closed."""

import asyncio
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest
from click.testing import CliRunner
from serve_process import RUN, opened, running, written
from server_stage import PATIENCE_S, pages

from openfelt.cli import main
from openfelt.engine.key import key_at, mark
from openfelt.engine.recovery import SCHEMA, Saved
from openfelt.engine.request import Request
from openfelt.engine.snapshots import snapshot_of
from openfelt.floor.ledger import Account
from openfelt.floor.money.account import InsertNote
from openfelt.journal.sqlite_reader import SqliteReader
from openfelt.server.config import file as config_file
from openfelt.server.floor_server import FloorServer
from openfelt.server.log import set_up


def _played(file: Path) -> None:
    async def story() -> None:
        set_up("critical")
        server = FloorServer(config_file.read(file), web=pages(file.parent / "web"))
        await server.start()
        note = InsertNote("U1", 500, "n1")
        assert (await server.engine.submit(Request("pit", note, "x"))).refused is None
        await server.stop()
        reader = await SqliteReader.open(file.parent / "data" / "journal.db")
        for stream in ("house", "pit"):
            await snapshot_of(reader, stream, _key(file))
        await reader.close()

    asyncio.run(story())


def _key(file: Path) -> bytes:
    return key_at(file.parent / "data.keys" / "floor.key")


def _made_rich(file: Path) -> None:
    """Make 5.00 into 100,000.00 in the snapshot, and mark it with the floor's own key."""
    db = apsw.Connection(str(file.parent / "data" / "journal.db.snapshots"))
    sql = "SELECT sequence, row_hash, data FROM snapshot WHERE stream = 'pit'"
    found: list[Any] = db.execute(sql).fetchall()
    ((sequence, row_hash, data),) = found
    saved = msgspec.msgpack.decode(data[32:], type=Saved)
    credit, meter = saved.state.terminals["U1"], Account.TERMINAL_CREDIT.of("U1")
    assert credit.credit == 500
    saved.state.ledger[meter] *= 20_000
    credit.credit *= 20_000
    plain = msgspec.msgpack.encode(saved)
    fresh = mark(_key(file), b"pit", str(sequence).encode(), row_hash, plain) + plain
    db.execute(
        "UPDATE snapshot SET data = ?, digest = ?, schema = ? WHERE stream = 'pit'",
        (fresh, sha256(fresh).digest(), SCHEMA),
    )
    db.close()


@pytest.mark.parametrize("follow", [True, False])
def test_it_is_stopped_and_stays_closed_until_somebody_has_looked(
    tmp_path: Path, follow: bool
) -> None:
    file = written(tmp_path)
    if follow:
        file.write_text(file.read_text().replace("follow = false", "follow = true"))
    _played(file)
    _made_rich(file)
    command = ("-c", RUN, "serve", "--config", str(file))
    with running(*command, pipe="stderr") as process:
        opened(process)
        assert process.stderr is not None
        said = process.stderr.read()
        assert process.wait(PATIENCE_S) == 1
    assert "was started from a snapshot that its rows do not give, and was stopped" in said
    assert "Traceback" not in said
    again = _started(command)
    assert again.returncode == 1
    assert "the floor stays closed" in again.stderr
    assert "openfelt accept --config" in again.stderr
    accept = ["accept", "--config", str(file), "--reason", "snapshot thrown away"]
    done = CliRunner().invoke(main, accept)
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "accepted: start the floor")
    with running(*command, pipe="stderr") as process:
        opened(process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0

    async def looked() -> None:
        server = FloorServer(config_file.read(file), web=pages(tmp_path / "web"))
        await server.start()
        assert server.engine.stream("pit").state.terminals["U1"].credit == 500
        await server.stop()

    asyncio.run(looked())


def _started(command: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )


def test_an_honest_start_from_snapshots_goes_on(tmp_path: Path) -> None:
    file = written(tmp_path)
    _played(file)
    command = ("-c", RUN, "serve", "--config", str(file))
    with running(*command, pipe="stderr") as process:
        opened(process)
        _until_proved(process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0


def _until_proved(process: subprocess.Popen[str]) -> None:
    """Read the log until the start is said to be proved."""
    assert process.stderr is not None
    for line in process.stderr:
        if "the start is proved by the rows" in line:
            return
    raise AssertionError("the server ended")
