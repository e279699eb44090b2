"""Another node takes over with another clock: the floor goes on after the last row, and tells."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest
from clock_floor import Floor, Story, days_are, warned
from server_stage import PATIENCE_S, Stage, floor_toml, pages, patient
from server_time import DAY_US, HOUR_US, MINUTE_US, SECOND_US, take_clocks

from openfelt.server.config import file as config_file
from openfelt.server.floor_server import FloorServer
from openfelt.server.log import set_up


@pytest.fixture
def empty(postgres_dsn: str) -> Iterator[str]:
    """A server keeps its floor in a schema and a table; leave none to the next test."""

    async def drop() -> None:
        connection = await asyncpg.connect(postgres_dsn)
        await connection.execute("DROP SCHEMA IF EXISTS openfelt CASCADE")
        await connection.execute("DROP TABLE IF EXISTS access")
        await connection.close()

    asyncio.run(drop())
    yield postgres_dsn
    asyncio.run(drop())


NODES = [
    ("a little behind", -3 * SECOND_US, ()),
    ("a little ahead", 3 * SECOND_US, ()),
    ("minutes behind", -3 * MINUTE_US, ("clock_behind",)),
    ("minutes ahead", 3 * MINUTE_US, ()),
    ("weeks ahead", 40 * DAY_US, ("clock_ahead",)),
]


@pytest.mark.parametrize(("name", "by", "codes"), NODES, ids=[name for name, *_ in NODES])
def test_a_node_whose_clock_differs_takes_over_and_plays(
    tmp_path: Path,
    empty: str,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    by: int,
    codes: tuple[str, ...],
) -> None:
    floor = Floor(tmp_path, take_clocks(monkeypatch, 20_775 * DAY_US + HOUR_US))
    text = floor_toml(tmp_path)

    async def run(node: str, *stories: Story) -> None:
        server_keys = f'demo = false\njournal = "{empty}"\nnode = "{node}"'
        config = config_file.parse(text.replace("demo = false", server_keys), "floor.toml")
        server = FloorServer(config, web=pages(tmp_path / "web"))
        await server.start()
        stage = Stage(server)
        try:
            await stage.staff()
            for story in stories:
                await story(stage)
        finally:
            await stage.close()
            await server.stop()

    def told(node: str, *stories: Story) -> None:
        with patient():
            asyncio.run(asyncio.wait_for(run(node, *stories), PATIENCE_S))

    set_up("error")
    told("one", floor.plays)
    floor.hands.set_by(by)
    told("two", warned(*codes), floor.plays, days_are(0))
    floor.hands.set_by(-by)
    # What the one has found of its clock is nothing to the other.
    behind = ("clock_behind",) if by == 3 * MINUTE_US else ()
    told("one", warned(*behind), floor.plays, days_are(0))
    floor.audited(empty)
