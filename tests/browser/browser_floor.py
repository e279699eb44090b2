"""A floor in a thread of the test's own process, so that a story can do anything to it."""

import asyncio
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any, Final, TypeVar

from argon2 import PasswordHasher
from browser_stage import PASSWORD, PATIENCE_MS, PIN, SIZES, free_ports
from playwright.sync_api import Browser, Page

from openfelt.engine.request import Reply, Request
from openfelt.floor.base import Command
from openfelt.floor.state import State
from openfelt.server.access.persons import Persons
from openfelt.server.config import file as config_file
from openfelt.server.floor_server import FloorServer
from openfelt.server.log import set_up

T = TypeVar("T")

MAIN: Final = "main"
# A pit with a table, a terminal and its printer; a file writes under it what its stories need.
BASE: Final = """
[server]
folder = "{folder}"
demo = true
office = "127.0.0.1:{office}"
floor = "127.0.0.1:{floor}"
floor_feed = "127.0.0.1:{floor_feed}"
office_feed = "127.0.0.1:{office_feed}"
follow = false
log = "error"

[floor]
pits = ["main"]

[[floor.table]]
name = "LT1"
pit = "main"
variant = "LT"
minimum = 25
maximum = 5000
unit = 5
period = 3600

[[floor.terminal]]
name = "T1"
pit = "main"
tables = ["LT1"]
seat = 7

[[floor.device]]
name = "printer@T1"
pit = "main"
"""
CASH_DESK: Final = """
[floor.desk]

[[floor.station]]
name = "cash"
kind = "cashdesk"
"""


@dataclass
class Floor:
    """A server in a thread, which can be asked for anything, stopped and started again."""

    folder: Path
    more: str
    works: Mapping[str, str]
    ports: list[int]
    loop: asyncio.AbstractEventLoop
    server: FloorServer | None = None

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE_MS / 1_000)

    def start(self) -> None:
        names = ("office", "floor", "floor_feed", "office_feed")
        text = (BASE + self.more).format(
            folder=self.folder, **dict(zip(names, self.ports, strict=True))
        )
        for person, role in self.works.items():
            text += f'\n[[floor.staff]]\nperson = "{person}"\nrole = "{role}"\n'

        async def start() -> FloorServer:
            server = FloorServer(config_file.parse(text, "floor.toml"))
            await server.start()
            quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
            server.access.persons = Persons(server.journal, quick, server.records)
            return server

        self.server = self.call(start())

    def stop(self) -> None:
        assert self.server is not None
        self.call(self.server.stop())

    def hire(self) -> None:
        assert self.server is not None
        for person in self.works:
            put = self.server.access.persons.put
            self.call(put(person, person.title(), password=PASSWORD, pin=PIN))

    def do(self, command: Command, stream: str = MAIN) -> None:
        """Do something that somebody or some device on the floor does."""
        reply = self.call(self._submit(Request(stream, command, "test")))
        assert reply.refused is None, reply.refused

    async def _submit(self, request: Request) -> Reply:
        assert self.server is not None
        return await self.server.engine.submit(request)

    def state(self, stream: str = MAIN) -> State:
        assert self.server is not None
        return self.server.engine.stream(stream).state

    def idle(self) -> None:
        """Let every question between the streams be answered."""
        assert self.server is not None
        self.call(self.server.engine.idle())

    def url(self, station: str, *, in_the_pit: bool = False) -> str:
        """Return where a station lives: those of the house at the office's face."""
        return f"http://127.0.0.1:{self.ports[1 if in_the_pit else 0]}/s/{station}/"

    def warn(self, *, stands: bool) -> None:
        assert self.server is not None
        warnings = self.server.warnings
        act = warnings.give if stands else warnings.take_back
        self.loop.call_soon_threadsafe(act, "wrong_tries", "amy")


@contextmanager
def floor_in_thread(folder: Path, more: str, works: Mapping[str, str]) -> Iterator[Floor]:
    """Serve a floor, with people who have the roles named, for the length of a block."""
    set_up("error")
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    made = Floor(folder, more, works, free_ports(4), loop)
    try:
        made.start()
        made.hire()
        yield made
    finally:
        if made.server is not None:
            made.stop()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def open_page(
    browser: Browser, url: str, size: tuple[int, int] = SIZES[0], script: str = ""
) -> Page:
    """Open a station with storage of its own, and with a script that runs before its own."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.set_default_timeout(PATIENCE_MS)
    if script:
        context.add_init_script(script)
    page = context.new_page()
    page.goto(url)
    return page


def sign_in(page: Page, person: str) -> Page:
    """Sign in where one has to, and wait until the station is live."""
    page.fill("input[name=person]", person)
    page.fill("input[name=password]", PASSWORD)
    page.click("[data-testid=door-form] .button.gold")
    page.wait_for_selector("[data-connection=live]")
    return page
