"""The demo as a process: a newcomer plays, the process is killed, his money is still there."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from demo_child import quicker
from demo_floor import DemoFloor, findings_of

from openfelt.demo import plan
from openfelt.demo.floor import DemoFloor as ServedFloor
from openfelt.demo.pace import Pace
from openfelt.devices.vault import VaultFault
from openfelt.engine.recovery import recover
from openfelt.follow.model import Model
from openfelt.journal.sqlite import open_readonly
from openfelt.server.config.wishes import NotThisFloor

CHILD = str(Path(__file__).with_name("demo_child.py"))
# What anything may take on a busy machine with a slow disk before it counts as stuck.
PATIENCE_S = 90
LOOK_S = 0.05
LOOKS = int(PATIENCE_S / LOOK_S)


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def follower_of(folder: Path, before: int = 0) -> int:
    """Wait for a follower that is not the one before, and return its process."""
    lock = folder / "journal.db.follow.lock"
    for _ in range(LOOKS):
        written = lock.read_text().strip() if lock.exists() else ""
        if written and int(written) != before:
            return int(written)
        time.sleep(LOOK_S)
    raise AssertionError("nobody follows the journal")


def follower_has_read(folder: Path) -> None:
    """Wait until it has made its file and taken rows of every stream."""
    file = f"file:{folder / 'journal.db.follow'}?mode=ro"
    for _ in range(LOOKS):
        with suppress(sqlite3.OperationalError), closing(sqlite3.connect(file, uri=True)) as model:
            if len(model.execute("SELECT stream FROM position").fetchall()) == 2:
                return
        time.sleep(LOOK_S)
    raise AssertionError("the follower reads nothing")


def follower_has_gone(folder: Path) -> None:
    """Wait for the lock that the system takes from a follower when it ends."""
    wait = "import fcntl, sys; fcntl.flock(open(sys.argv[1]), fcntl.LOCK_EX)"
    lock = str(folder / "journal.db.follow.lock")
    subprocess.run([sys.executable, "-c", wait, lock], check=True, timeout=PATIENCE_S)


class Newcomer:
    """A browser at a free terminal, as far as it matters: key, token, feed, views."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0
        self.views: dict[str, dict[str, Any]] = {}
        self.welcome: dict[str, Any] = {}
        self.answers: dict[int, dict[str, Any]] = {}

    async def hear(self) -> None:
        frame = json.loads(await self._socket.receive_str(timeout=PATIENCE_S))
        match frame["type"]:
            case "welcome":
                self.welcome = frame
            case "snapshot":
                self.views[frame["topic"]] = frame["view"]
            case "update":
                self.views[frame["topic"]] |= frame["changes"]
            case "ack" | "refusal":
                self.answers[frame["number"]] = frame
            case _:
                pass

    async def until(self, seen: Callable[[], bool]) -> None:
        while not seen():
            await self.hear()

    async def say(self, **frame: Any) -> None:
        await self._socket.send_str(json.dumps(frame))

    @property
    def player(self) -> dict[str, Any]:
        return self.views.get("player:T1", {"credit": -1, "staked": 0})

    def table(self, name: str) -> dict[str, Any]:
        return self.views.get(f"display:{name}", {"phase": ""})

    async def ask(self, **command: Any) -> dict[str, Any]:
        self._number += 1
        await self.say(type="command", number=self._number, command=command)
        await self.until(lambda: self._number in self.answers)
        return self.answers[self._number]

    async def lay(self, table: str, bet: str) -> int:
        """Lay 500, in the next round where one closes under his finger; return its number."""
        while True:
            await self.until(lambda: self.table(table)["phase"] == "wagering")
            number = int(self.table(table)["round"])
            wager = {"table": table, "round": number, "bet": bet, "amount": 500}
            if (await self.ask(type="StageWager", **wager))["type"] == "ack":
                return number


@asynccontextmanager
async def newcomer(url: str, terminal: str = "T1") -> AsyncIterator[Newcomer]:
    jar = aiohttp.CookieJar(unsafe=True)  # The floor is found by its number here, not by a name.
    origin = {"Origin": url.partition("/s/")[0]}
    async with aiohttp.ClientSession(cookie_jar=jar, headers=origin) as session:
        async with session.get(url) as page:
            assert "<title>player</title>" in await page.text()
        async with session.post(f"{url}api/token", json={}) as answer:
            token = await answer.json()
        async with session.ws_connect(token["feed"]) as socket:
            guest = Newcomer(socket)
            await guest.say(type="hello", token=token["token"], boot="newcomer-1")
            await guest.until(lambda: f"player:{terminal}" in guest.views and len(guest.views) > 1)
            yield guest


async def on_disk(folder: Path) -> tuple[int, int, int]:
    """Return from the journal the round of the table, the newcomer's credit and his stake."""
    reader = await open_readonly(folder / "journal.db")
    try:
        state = (await recover(reader, plan.PIT)).stream.state
    finally:
        await reader.close()
    table = state.tables["LT1"]
    staked = sum(spot.amount for spot in table.layouts.get("T1", {}).values())
    return table.round, state.terminals["T1"].credit, staked


def test_a_newcomer_plays_and_a_kill_takes_nothing_from_him(tmp_path: Path) -> None:
    async def sits_down(url: str, kill: Callable[[], None]) -> int:
        async with newcomer(url) as guest:
            assert guest.welcome["demo"]
            assert guest.table("LT1")["demo"]
            await guest.say(type="demo", device="note_acceptor", data="10000")
            await guest.say(type="demo", device="note_acceptor", data="nonsense")
            await guest.until(lambda: guest.player["credit"] == 10_000)
            played = await guest.lay("LT1", "tie")
            kill()
            return played

    async def comes_back(url: str, played: int) -> None:
        async with newcomer(url) as guest:
            # The robot dealer resumes the table by itself, and the round is played out.
            await guest.until(lambda: guest.table("LT1")["round"] > played)
            await guest.until(lambda: guest.player["credit"] in (9_500, 14_000))

    with running(CHILD, str(tmp_path)) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        first = follower_of(tmp_path)
        played = asyncio.run(sits_down(url, process.kill))
        process.wait()
        follower_has_gone(tmp_path)
    assert asyncio.run(on_disk(tmp_path)) == (played, 9_500, 500)
    with running(CHILD, str(tmp_path)) as process:
        assert process.stdout is not None
        asyncio.run(comes_back(process.stdout.readline().strip(), played))
        second = follower_of(tmp_path, first)
        os.kill(second, signal.SIGKILL)
        follower_of(tmp_path, second)
        follower_has_read(tmp_path)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 0
        follower_has_gone(tmp_path)
    model = Model(tmp_path / "journal.db.follow")
    assert model.findings() == []
    model.close()
    assert asyncio.run(findings_of(tmp_path)) == []


def test_a_robot_leaves_its_seat_to_whoever_opens_its_page(tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "player.html").write_text("<title>player</title>")

    async def evening() -> None:
        planned = quicker(plan.make(tmp_path, terminals=2, tables="SB:1", port=0))
        floor = ServedFloor(planned, pace=Pace(0), web=web)
        await floor.start()
        try:
            async with newcomer(floor.server.station_url("T2"), "T2") as guest:
                playing = asyncio.create_task(floor.run())
                await guest.say(type="demo", device="note_acceptor", data="10000")
                await guest.until(lambda: guest.views["player:T2"]["credit"] == 10_000)
                await guest.lay("SB1", "big")
                assert floor.seen["WagerStaged"] == 1, "he alone lays chips here"
            while floor.seen["WagerStaged"] < 2:  # He has gone: the robot sits down again.
                await floor.server.engine.view("pit", lambda _: None)
                await asyncio.sleep(0.01)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        finally:
            await floor.stop()

    asyncio.run(asyncio.wait_for(evening(), PATIENCE_S))


def test_the_command_prints_where_to_go_and_ends_when_told(tmp_path: Path) -> None:
    call = "from openfelt.cli import run; run()"
    words = ("-c", call, "demo", "--port", "0", "--folder", str(tmp_path / "demo"))
    with running(*words, "--terminals", "7") as process:
        assert process.stdout is not None
        lines: list[str] = []
        while not lines or "Robots play at T7" not in lines[-1]:
            lines.append(process.stdout.readline())
            assert lines[-1], "".join(lines)
        text = "".join(lines)
        address = re.search(r"Start here: (http://\S+)", text)
        assert address is not None
        with urllib.request.urlopen(f"{address[1]}api/start") as answer:
            start = json.load(answer)
        assert start["demo"]
        assert {"T1", "LT1-dealer", "SB1-table"} <= {one["station"] for one in start["stations"]}
        assert all(one["url"] in text for one in start["stations"] if one["station"] != "T7")
        assert "dana" in text
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    assert "goes on" in rest


def test_what_is_reported_of_a_demo_says_so(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from openfelt.cli.audit import command as audit
    from openfelt.cli.replay import command as replay

    planned = plan.make(tmp_path, terminals=1, tables="SB:1")

    async def a_round() -> None:
        async with DemoFloor(planned, tmp_path) as floor:
            floor.play()
            await floor.until(RoundSettled=1)

    asyncio.run(a_round())
    journal = str(tmp_path / "journal.db")
    for command, words in ((audit, [journal]), (replay, [journal, "--table=SB1", "--round=1"])):
        told = CliRunner().invoke(command, words)
        assert told.exit_code == 0, told.output
        assert "DEMO" in told.output
        whole = CliRunner().invoke(command, [*words, "--json"]).output
        assert '"demo": true' in whole


def test_a_floor_of_other_terminals_says_so_and_does_not_open(tmp_path: Path) -> None:
    async def opened(tables: str) -> None:
        floor = ServedFloor(plan.make(tmp_path, terminals=2, tables=tables, port=0))
        await floor.start()
        await floor.stop()

    asyncio.run(opened("LT:1,SB:1"))
    with pytest.raises(NotThisFloor, match=r"T1 is linked to LT1, not to SB1 .*another folder"):
        asyncio.run(opened("SB:2"))
    asyncio.run(opened("LT:1,SB:1"))


def test_a_reload_leaves_the_robots_their_roles(tmp_path: Path) -> None:
    config = plan.make(tmp_path, terminals=1, tables="SB:1", port=0).config
    people = tuple(one for one in config.floor.staff if "robot" not in one.person)
    written = msgspec.structs.replace(
        config, floor=msgspec.structs.replace(config.floor, staff=people)
    )

    async def reloaded() -> list[str]:
        floor = ServedFloor(plan.of(written))
        await floor.start()
        fewer = msgspec.structs.replace(written.floor, staff=people[1:])
        asked = await floor.server.change_to(
            floor.server.planned(msgspec.structs.replace(written, floor=fewer))
        )
        await floor.stop()
        return [wish.what for wish in asked]

    assert asyncio.run(reloaded()) == ["dana as dealer in every pit no longer"]


def test_a_reload_makes_no_live_floor_of_a_demo(tmp_path: Path) -> None:
    config = plan.make(tmp_path, terminals=1, tables="SB:1", port=0).config
    server = msgspec.structs.replace(config.server, demo=False)

    async def reloaded() -> list[str]:
        floor = ServedFloor(plan.of(config))
        await floor.start()
        live = floor.server.planned(msgspec.structs.replace(config, server=server))
        asked = await floor.server.change_to(live)
        await floor.stop()
        return [wish.what for wish in asked if wish.refused]

    assert asyncio.run(reloaded()) == ["server.demo"]


def test_a_floor_whose_key_is_lost_says_so_and_does_not_open(tmp_path: Path) -> None:
    planned = plan.make(tmp_path, terminals=1, tables="LT:1", port=0)

    async def evening() -> None:
        async with DemoFloor(planned, tmp_path) as floor:
            floor.play()
            await floor.until(CardDealt=1)

    async def opened() -> None:
        floor = ServedFloor(planned)
        await floor.start()
        await floor.stop()

    asyncio.run(evening())
    asyncio.run(opened())
    (tmp_path / "seal.key").unlink()
    with pytest.raises(VaultFault, match="put back the key file"):
        asyncio.run(opened())
    (tmp_path / "seal.key").unlink()  # A new one was drawn, and opens nothing either.
    with pytest.raises(VaultFault):
        asyncio.run(opened())
