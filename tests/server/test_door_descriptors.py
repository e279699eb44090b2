"""A floor with hardly a descriptor, and hundreds who hold connections open for nothing.

`openfelt serve` as a process of its own: wagers are acknowledged, the journal commits and empties
its log, nothing breaks; and when the crowd has gone, pages answer as before.
"""

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, cast

import pytest
from door_stage import Stranger
from serve_process import opened, running
from server_stage import PATIENCE_S, Frame, Stage, Station, floor_toml

from openfelt.engine.process import allow_files
from openfelt.server import control

FILES = 96
CROWD = 75
ROUNDS = 60
# A log that is emptied after a few commits instead of after thirty thousand rows.
RUN = f"""
import resource
from openfelt.journal import sqlite
sqlite.CHECKPOINT_PAGES, sqlite.ROOM_PAGES = 20, 25
resource.setrlimit(resource.RLIMIT_NOFILE, ({FILES}, {FILES}))
from openfelt.cli import run
run()
"""
ACCEPTOR = '\n[[floor.device]]\nname = "acceptor@U1"\npit = "pit"\n'
HEALTH = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
BEGUN = (b"", b"GET / HTTP/1.1\r\nHost: ", b"POST /s/T1/api/enrol HTTP/1.1\r\nHost: 127.0.0.1")


class Remote:
    """A server in another process, as far as a station needs one."""

    def __init__(self, folder: Path, floor: str) -> None:
        self._folder = folder
        self._floor = floor
        self.access = self

    def station_url(self, station: str) -> str:
        return f"{self._floor}s/{station}/"

    async def give_code(self, station: str) -> str:
        return str((await control.ask(self._folder, "code", station=station))["code"])


class Crowd:
    """Many who hold connections open, and come again as soon as they are sent away."""

    def __init__(self, ports: list[int]) -> None:
        self.came = 0
        self._tasks = [
            asyncio.create_task(self._hold(port, BEGUN[number % len(BEGUN)]))
            for number in range(CROWD)
            for port in ports
        ]

    async def _hold(self, port: int, words: bytes) -> None:
        while True:
            with suppress(ConnectionError):
                stranger = await Stranger.come(port)
                self.came += 1
                try:
                    stranger.say(words)
                    await stranger.ended()
                finally:
                    stranger.go()

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def at(remote: Remote, name: str) -> AsyncIterator[Station]:
    stage = Stage(cast("Any", remote))
    try:
        yield await stage.opened(name)
    finally:
        await stage.close()


def emptied(folder: Path) -> int:
    """Return how often the journal's log began anew, as its head counts it."""
    with (folder / "journal.db-wal").open("rb") as log:
        return int.from_bytes(log.read(16)[12:], "big")


async def many(times: int, do: Callable[[], Any]) -> None:
    for _ in range(times):
        answer: Frame = await do()
        assert answer["type"] == "ack", answer


@pytest.mark.parametrize("transport", ["picows", "aiohttp"])
def test_hundreds_of_half_open_connections_cost_no_wager(tmp_path: Path, transport: str) -> None:
    folder, file = tmp_path / "data", tmp_path / "floor.toml"
    text = floor_toml(folder, transport=transport, more=ACCEPTOR)
    file.write_text(text.replace('log = "warning"', 'log = "info"'))
    allow_files()

    async def story(pid: int, said: dict[str, str]) -> None:
        remote = Remote(folder, said["floor"])
        ports = [int(said[face].rsplit(":", 1)[1].strip("/")) for face in ("floor", "office")]
        async with at(remote, "acceptor@U1") as acceptor, at(remote, "U1") as player:
            ports.append(int(str(player.socket and player.socket.get_extra_info("peername")[1])))
            notes = iter(range(1_000))

            def note() -> Any:
                return acceptor.do("InsertNote", amount=10_000, note=f"n{next(notes)}")

            def wager() -> Any:
                return player.do("StageWager", table="S1", round=1, bet="small", amount=100)

            await many(2, note)
            before = emptied(folder)
            crowd = Crowd(ports)
            try:
                await until_full(pid)
                await many(ROUNDS, wager)
                await many(5, note)
                files = in_use(pid)
                for source in ("127.0.0.1", "127.0.0.2"):
                    guest = await Stranger.come(ports[0], source)
                    assert (await guest.ask(HEALTH)).status == 200, "who asks is answered"
                    guest.go()
            finally:
                await crowd.leave()
            assert crowd.came > CROWD * len(ports), "they were sent away and came again"
            assert files < FILES, "what is kept back for the journal is nobody's"
            assert emptied(folder) > before, "the log was emptied meanwhile"
            await many(5, wager)
            await player.sees(lambda views: views["player:U1"]["credit"] == 70_000 - 6_500)
        async with at(remote, "T1") as another:
            assert (await another.get("")).status == 200
            async with another.http.get(f"{said['office']}ready") as ready:
                assert ready.status == 200

    with running("-c", RUN, "serve", "--config", str(file), pipe="stderr") as process:
        said = opened(process)

        async def limited() -> None:
            async with asyncio.timeout(PATIENCE_S):
                await story(process.pid, said)

        asyncio.run(limited())
        process.send_signal(signal.SIGTERM)
        assert process.stderr is not None
        rest = process.stderr.read()
        assert process.wait(PATIENCE_S) == 0, rest
    assert json.loads(rest.splitlines()[-1])["event"] == "closed"
    assert "Traceback" not in rest
    assert "no connection can be taken" not in rest


def in_use(pid: int) -> int:
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


async def until_full(pid: int) -> None:
    """Wait until the process holds as many connections as it takes."""
    most, steady = 0, 0
    while steady < 5:
        now = in_use(pid)
        most, steady = max(most, now), steady + 1 if now <= most else 0
        await asyncio.sleep(0.02)
