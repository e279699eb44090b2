"""The same on PostgreSQL, where two nodes take turns and share a witness."""

import asyncio
from pathlib import Path

import asyncpg
import pytest
from click.testing import CliRunner
from server_stage import PATIENCE_S, floor_toml, pages

from openfelt.cli import main
from openfelt.engine.request import Request
from openfelt.floor.money.account import InsertNote
from openfelt.server.config import file as config_file
from openfelt.server.floor_server import FloorServer
from openfelt.server.log import set_up
from openfelt.server.standing.check import FloorClosed


def _node(folder: Path, name: str, dsn: str) -> Path:
    """Write the file of a node; both have one key and one witness."""
    text = floor_toml(folder / name).replace(
        "demo = false",
        f'demo = false\njournal = "{dsn}"\nnode = "{name}"\nwitness = "{folder}/witness"',
    )
    keys = folder / f"{name}.keys"
    keys.mkdir()
    (keys / "floor.key").write_bytes(b"k" * 32)
    file = folder / f"{name}.toml"
    file.write_text(text)
    return file


def _played(file: Path, note: str) -> None:
    async def story() -> None:
        set_up("critical")
        server = FloorServer(config_file.read(file), web=pages(file.with_suffix("")))
        await server.start()
        try:
            command = InsertNote("U1", 500, note)
            assert (await server.engine.submit(Request("pit", command, "x"))).refused is None
        finally:
            await server.stop()

    asyncio.run(asyncio.wait_for(story(), PATIENCE_S))


async def _cut(dsn: str) -> None:
    """Take the last row of the pit out, as an old copy put back would."""
    hand = await asyncpg.connect(dsn)
    await hand.execute("SET search_path = openfelt")
    await hand.execute("ALTER TABLE journal DISABLE TRIGGER USER")
    await hand.execute(
        "DELETE FROM journal WHERE stream = 'pit' AND sequence = "
        "(SELECT max(sequence) FROM journal WHERE stream = 'pit')"
    )
    await hand.execute("ALTER TABLE journal ENABLE TRIGGER USER")
    await hand.close()


async def _emptied(dsn: str) -> None:
    hand = await asyncpg.connect(dsn)
    await hand.execute("DROP SCHEMA IF EXISTS openfelt CASCADE; DROP TABLE IF EXISTS access")
    await hand.close()


def test_a_node_knows_what_the_other_acknowledged(tmp_path: Path, postgres_dsn: str) -> None:
    asyncio.run(_emptied(postgres_dsn))
    (tmp_path / "witness").mkdir()
    one, two = (_node(tmp_path, name, postgres_dsn) for name in ("one", "two"))
    for turn in range(2):
        _played(one, f"one {turn}")
        _played(two, f"two {turn}")
    asyncio.run(_cut(postgres_dsn))
    with pytest.raises(FloorClosed, match=r"two\.mark knows row"):
        _played(one, "late")
    with pytest.raises(FloorClosed, match="a row is gone"):
        _played(two, "late")
    command = ["accept", "--config", str(one), "--reason", "an old copy was put back"]
    done = CliRunner().invoke(main, command)
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "accepted: start the floor")
    _played(one, "late")
    with pytest.raises(FloorClosed, match=r"two\.keys/acknowledged knows|is not the one"):
        _played(two, "later")
    command[2] = str(two)
    assert CliRunner().invoke(main, command).exit_code == 0
    _played(two, "later")
    _played(one, "last")
    asyncio.run(_emptied(postgres_dsn))
