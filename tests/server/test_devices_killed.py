"""`kill -9` and take-overs of a whole server with live devices on its feed.

Nothing that a device was told is lost, nothing is there twice, and no round is settled on what was
done for another.  How often: `OPENFELT_KILLS`, `OPENFELT_KILLS_POSTGRES`, `OPENFELT_TAKEOVERS`.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest
from killed_floor import Devices, Node, floor_file, floor_of, judge

from openfelt.journal.postgres import PostgresJournal
from openfelt.journal.sqlite import SqliteJournal
from openfelt.server.standing.places import JOURNAL_FILE

KILLS = int(os.environ.get("OPENFELT_KILLS", "6"))
KILLS_POSTGRES = int(os.environ.get("OPENFELT_KILLS_POSTGRES", "1"))
TAKEOVERS = int(os.environ.get("OPENFELT_TAKEOVERS", "1"))
# A round of dice takes a second and whatever was left of it: some are played to the end.
WHOLE_S = 2.5


async def _kill_at_random(node: Node, devices: Devices, kills: int) -> None:
    await devices.enrol(await node.start())
    killed = 0
    while killed < kills:
        await devices.moment()
        killed += node.signal(signal.SIGKILL)
        await node.gone()
        devices.follow(await node.start())
    before = devices.progress()
    await asyncio.sleep(WHOLE_S)
    assert devices.progress() > before, "the floor goes on"
    node.signal(signal.SIGKILL)
    await node.gone()


def test_kill_9_on_sqlite_with_live_devices(tmp_path: Path) -> None:
    async def story() -> None:
        node = Node(floor_file(tmp_path, "one", "sqlite", tmp_path / "keys"))
        devices = Devices(Random(KILLS))
        async with floor_of([node], devices):
            await _kill_at_random(node, devices, KILLS)
        reader = await SqliteJournal.open(tmp_path / "one" / JOURNAL_FILE)
        try:
            print(KILLS, await judge(reader, devices))
        finally:
            await reader.close()

    asyncio.run(story())


@pytest.fixture
def database(postgres_dsn: str) -> Iterator[str]:
    """An empty database of its own."""
    name = f"openfelt_killed_{os.getpid()}"

    async def do(*lines: str) -> None:
        connection = await asyncpg.connect(postgres_dsn)
        for line in lines:
            await connection.execute(line)
        await connection.close()

    drop = f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"
    asyncio.run(do(drop, f"CREATE DATABASE {name}"))
    yield urlunsplit(urlsplit(postgres_dsn)._replace(path=f"/{name}"))
    asyncio.run(do(drop))


async def _judged(database: str, devices: Devices) -> None:
    reader = await PostgresJournal.open(database)
    try:
        print(KILLS_POSTGRES, TAKEOVERS, await judge(reader, devices))
    finally:
        await reader.close()


def test_kill_9_on_postgresql_with_live_devices(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        node = Node(floor_file(tmp_path, "one", database, tmp_path / "keys"))
        devices = Devices(Random(KILLS_POSTGRES))
        async with floor_of([node], devices):
            await _kill_at_random(node, devices, KILLS_POSTGRES)
        await _judged(database, devices)

    asyncio.run(story())


def test_a_stopped_server_is_taken_over_with_its_devices(tmp_path: Path, database: str) -> None:
    """The stale one wakes with what devices had said to it, and must answer none of it."""

    async def story() -> None:
        files = [floor_file(tmp_path, name, database, tmp_path / "keys") for name in ("a", "b")]
        owner, heir = (Node(file) for file in files)
        files[1].with_suffix(".enrolled").touch()
        devices = Devices(Random(TAKEOVERS))
        async with floor_of([owner, heir], devices):
            await devices.enrol(await owner.start())
            for _ in range(TAKEOVERS):
                await devices.moment()
                owner.signal(signal.SIGSTOP)
                opened = await heir.start()
                owner.signal(signal.SIGCONT)
                await asyncio.sleep(0.02)
                devices.follow(opened)
                await owner.gone()
                owner, heir = heir, owner
            await asyncio.sleep(WHOLE_S)
            owner.signal(signal.SIGKILL)
            await owner.gone()
        await _judged(database, devices)

    asyncio.run(story())
