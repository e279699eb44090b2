"""A whole server in the test's own loop, and stations that speak to it as browsers do."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import AbstractContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import msgspec
from aiohttp import ClientResponse, ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType
from argon2 import PasswordHasher

from openfelt.engine import engine
from openfelt.engine.request import Request
from openfelt.floor.base import Command
from openfelt.server.access.persons import Persons
from openfelt.server.config import file as config_file
from openfelt.server.floor_server import FloorServer
from openfelt.server.log import set_up
from openfelt.stations.kind import KINDS

PIT = "pit"
PASSWORD = "a long password"
PIN = "4711"
# What a story may take on a busy machine with a slow disk before it counts as stuck.
PATIENCE_S: Final = 120
STAFF = {"d1": "dealer", "d2": "dealer", "s1": "casino_supervisor", "e1": "egs", "a1": "agm"}
Frame = dict[str, Any]

CONFIG = """
[server]
folder = "{folder}"
demo = {demo}
office = "127.0.0.1:0"
floor = "127.0.0.1:0"
floor_feed = "127.0.0.1:0"
office_feed = "127.0.0.1:0"
transport = "{transport}"
follow = false
log = "warning"

[floor]
pits = {pits}
second_factor = {second_factor}

[[floor.table]]
name = "L1"
pit = "pit"
variant = "LT"
minimum = 5
maximum = 500
unit = 5
period = 3600

[[floor.table]]
name = "S1"
pit = "pit"
variant = "SB"
minimum = 1
maximum = 500
unit = 1
period = 3600

[[floor.station]]
name = "L1-dealer"
kind = "dealer"
pit = "pit"
tables = ["L1"]

[[floor.station]]
name = "L1-display"
kind = "display"
pit = "pit"
tables = ["L1"]

[[floor.station]]
name = "S1-table"
kind = "table"
pit = "pit"
tables = ["S1"]
"""
TERMINAL = """
[[floor.terminal]]
name = "{name}"
pit = "pit"
tables = ["{table}"]
seat = {seat}
"""


def floor_toml(
    folder: Path,
    *,
    demo: bool = False,
    transport: str = "picows",
    pits: tuple[str, ...] = (PIT,),
    second_factor: str = "[]",
    journal: str = "sqlite",
    more: str = "",
) -> str:
    """Write a small floor: an LT and an SB table, two terminals each, and what a test adds."""
    text = CONFIG.format(
        folder=folder,
        demo=str(demo).lower(),
        transport=transport,
        pits=list(pits),
        second_factor=second_factor,
    )
    if journal != "sqlite":
        text = text.replace("demo =", f'journal = "{journal}"\ndemo =', 1)
    for seat, (name, table) in enumerate(
        [("T1", "L1"), ("T2", "L1"), ("U1", "S1"), ("U2", "S1")], 1
    ):
        text += TERMINAL.format(name=name, table=table, seat=seat)
    for device in ("acceptor@T1", "printer@T1", "tumbler@S1"):
        text += f'\n[[floor.device]]\nname = "{device}"\npit = "pit"\n'
    for person, role in STAFF.items():
        text += f'\n[[floor.staff]]\nperson = "{person}"\nrole = "{role}"\n'
    return text + more


def pages(folder: Path) -> Path:
    """Write pages that only say which they are: the real ones need a web build."""
    (folder / "assets").mkdir(parents=True, exist_ok=True)
    for name in ("index", "enrol", "signin", "nowhere", *KINDS):
        (folder / f"{name}.html").write_text(f"<!doctype html><p>page {name}</p>")
    (folder / "assets" / "some.js").write_text("export {};")
    return folder


class Station:
    """A browser at one station: its key, its feed, and the views it has put together."""

    def __init__(self, stage: "Stage", name: str) -> None:
        self.stage = stage
        self.name = name
        self.url = stage.server.station_url(name)
        self.origin = self.url.split("/s/")[0]
        # A jar of its own; our stations live on an address, not on a name.
        self.http = ClientSession(cookie_jar=CookieJar(unsafe=True))
        self.socket: ClientWebSocketResponse | None = None
        self.views: dict[str, Frame] = {}
        self.versions: dict[str, int] = {}
        self.frames: list[Frame] = []
        # As a page draws it: an address in memory comes again on the same journal, and its numbers.
        self.boot = secrets.token_hex(16)
        self.number = 0

    async def get(self, path: str) -> ClientResponse:
        answer = await self.http.get(self.url + path)
        await answer.read()
        return answer

    async def post(self, path: str, body: object = None, origin: str = "") -> ClientResponse:
        headers = {"Origin": origin or self.origin}
        answer = await self.http.post(f"{self.url}api/{path}", json=body or {}, headers=headers)
        await answer.read()
        return answer

    async def enrol(self) -> None:
        code = await self.stage.server.access.give_code(self.name)
        answer = await self.post("enrol", {"code": code})
        assert answer.status == 200, await answer.text()

    async def sign_in(self, person: str, password: str = PASSWORD) -> ClientResponse:
        return await self.post("sign-in", {"person": person, "password": password})

    async def open(self) -> None:
        """Enrol if need be, fetch a token, say hello, and wait for every snapshot."""
        answer = await self.post("token")
        if answer.status == 401 and (await answer.json())["error"] == "NOT_ENROLLED":
            await self.enrol()
            answer = await self.post("token")
        assert answer.status == 200, await answer.text()
        token = await answer.json()
        if self.socket is not None:
            await self.socket.close()
        self.views.clear()
        self.socket = await self.http.ws_connect(token["feed"], origin=self.origin)
        await self.say({"type": "hello", "token": token["token"], "boot": self.boot})
        welcome = await self.until(lambda frame: frame["type"] == "welcome")
        while set(self.views) < set(welcome["topics"]):
            await self.hear()

    async def say(self, frame: object) -> None:
        assert self.socket is not None
        await self.socket.send_str(msgspec.json.encode(frame).decode())

    async def hear(self) -> Frame:
        """Take the next frame and fold it, as a page does."""
        assert self.socket is not None
        message = await self.socket.receive()
        assert message.type is WSMsgType.TEXT, message
        frame: Frame = msgspec.json.decode(message.data)
        self.frames.append(frame)
        self.fold(frame)
        return frame

    def fold(self, frame: Frame) -> None:
        topic = frame.get("topic", "")
        if frame["type"] == "snapshot":
            self.views[topic] = frame["view"]
            self.versions[topic] = frame["version"]
        elif frame["type"] == "update":
            assert frame["version"] == self.versions[topic] + 1, "a gap"
            self.versions[topic] += 1
            self.views[topic] = {**self.views[topic], **frame["changes"]}
            if "append" in frame:
                results = [*self.views[topic]["results"], *frame["append"]]
                self.views[topic]["results"] = results[-120:]

    async def until(self, found: Callable[[Frame], bool]) -> Frame:
        while True:
            frame = await self.hear()
            if found(frame):
                return frame

    async def sees(self, condition: Callable[[dict[str, Frame]], bool]) -> None:
        """Wait until the views are so."""
        while not condition(self.views):
            await self.hear()

    async def do(self, command: str, **fields: Any) -> Frame:
        """Send a numbered command and wait for its answer."""
        self.number += 1
        frame: Frame = {"type": "command", "number": self.number, **_asked(command, fields)}
        await self.say(frame)
        number = self.number
        return await self.until(lambda f: f.get("number") == number)

    async def does(self, command: str, **fields: Any) -> Frame:
        """Do an act as a page does: seen first, then done as it was seen."""
        said = await self.question("weigh", command, **fields)
        if said["type"] == "refusal":
            return said
        return await self.do(command, **fields, seen=said["effect"]["mark"])

    async def question(self, path: str, command: str, **fields: Any) -> Frame:
        """Ask what a command would do (`weigh`), or whose word it needs (`approvers`)."""
        body = {"boot": self.boot, "number": 0, **_asked(command, fields)}
        answer = await self.post(path, body)
        assert answer.status == 200, await answer.text()
        said: Frame = await answer.json()
        return said

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        await self.http.close()


def _asked(command: str, fields: Frame) -> Frame:
    """Part what a frame says beside its command: by whose authority, and what was seen."""
    said: Frame = {name: fields.pop(name) for name in ("seen",) if name in fields}
    authority = fields.pop("authority", None)
    if authority:
        said["authority"] = {"person": authority[0], "pin": authority[1]}
    return {"command": {"type": command, **fields}, **said}


class Stage:
    """A server and its stations."""

    def __init__(self, server: FloorServer) -> None:
        self.server = server
        self.stations: list[Station] = []

    def station(self, name: str) -> Station:
        self.stations.append(Station(self, name))
        return self.stations[-1]

    async def opened(self, name: str, person: str = "") -> Station:
        station = self.station(name)
        if person:
            await station.enrol()
            assert (await station.sign_in(person)).status == 200
        await station.open()
        return station

    async def device(self, command: Command, stream: str = PIT) -> None:
        """Do what a device reports."""
        reply = await self.server.engine.submit(Request(stream, command, "device"))
        assert reply.refused is None, reply.refused

    async def staff(self) -> None:
        """Give everybody a password and a PIN, with a hash that takes no time."""
        quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self.server.access.persons = Persons(self.server.journal, quick, self.server.records)
        await self.credentials(STAFF)

    async def credentials(self, persons: Iterable[str]) -> None:
        """Give these persons the password and the PIN."""
        for person in persons:
            await self.server.access.persons.put(person, person.upper(), password=PASSWORD, pin=PIN)

    async def close(self) -> None:
        for station in self.stations:
            await station.close()


def patient() -> AbstractContextManager[object]:
    """Let no wager be turned away because a disk is slow: that is another story."""
    return patch.object(engine, "BUSY_AFTER_US", PATIENCE_S * 1_000_000)


@asynccontextmanager
async def staged(folder: Path, **options: Any) -> AsyncIterator[Stage]:
    """Run a server for the length of a block."""
    config = config_file.parse(floor_toml(folder, **options), "floor.toml")
    set_up("error")
    server = FloorServer(config, web=pages(folder / "web"))
    await server.start()
    stage = Stage(server)
    try:
        with patient():
            await stage.staff()
            yield stage
    finally:
        await stage.close()
        await server.stop()


def told(
    folder: Path,
    story: Callable[[Stage], Coroutine[Any, Any, None]],
    **options: Any,
) -> None:
    """Tell a story on a stage, and not for ever."""

    async def limited() -> None:
        async with asyncio.timeout(PATIENCE_S), staged(folder, **options) as stage:
            await story(stage)

    asyncio.run(limited())
