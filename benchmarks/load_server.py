"""The server of the load benchmark, a process of its own that is told what to do line by line.

It says `{"tokens": …, "feed": …}` once it is open.  Then each line it reads is an order: `open`
starts a round at every table, `deal` deals and settles them all, `figures` prints its CPU, its
memory and the longest stalls since they were printed last.  It ends with its input.
"""

import asyncio
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import uvloop

from benchmarks.load_game import GAMES, Game
from openfelt.engine.request import Request
from openfelt.floor.base import Command
from openfelt.floor.money.account import InsertNote
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame
from openfelt.server.config import file as config_file
from openfelt.server.floor_server import FloorServer
from openfelt.server.log import set_up
from openfelt.server.standing.places import JOURNAL_FILE

PIT, DEALER = "pit", "d1"
GAP_S = 0.3


def written(options: dict[str, Any], game: Game) -> str:
    """Write the floor: terminals spread evenly over tables of one game."""
    tables = options["tables"]
    text = f"""
[server]
folder = "{options["folder"]}"
journal = "{options["journal"]}"
demo = true
office = "127.0.0.1:0"
floor = "127.0.0.1:0"
floor_feed = "127.0.0.1:0"
office_feed = "127.0.0.1:0"
follow = false

[floor]
pits = ["{PIT}"]

[[floor.staff]]
person = "{DEALER}"
role = "dealer"
"""
    for table in range(tables):
        text += f"""
[[floor.table]]
name = "L{table}"
pit = "{PIT}"
variant = "{game.variant}"
minimum = {game.minimum}
maximum = {game.maximum}
unit = {game.minimum}
period = {options["period"]}
"""
    for seat in range(options["terminals"]):
        text += f"""
[[floor.terminal]]
name = "T{seat}"
pit = "{PIT}"
tables = ["L{seat % tables}"]
seat = {seat + 1}
notes = [10000]
"""
    return text


class Floor:
    """A floor under load, and the hands at its tables."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.game = GAMES[options["game"]]
        self.server = FloorServer(config_file.parse(written(options, self.game), "load.toml"))
        self.server.batch_max = options["batch_max"]
        self.tables = [f"L{table}" for table in range(options["tables"])]

    async def do(self, command: Command) -> None:
        """Do something as the dealer or a device."""
        reply = await self.server.engine.submit(Request(PIT, command, DEALER))
        assert reply.refused is None, (command, reply.refused)

    async def start(self) -> None:
        """Open the floor, put credit on every terminal, and give out tokens."""
        await self.server.start()
        for seat in range(self.options["terminals"]):
            await self.do(InsertNote(f"T{seat}", 1_000_000, f"n{seat}"))
        access = self.server.access
        tokens = {}
        for seat in range(self.options["terminals"]):
            entry = access.entry_of(f"T{seat}")
            assert entry is not None
            tokens[f"T{seat}"] = access.give_token(entry)
        face = self.server.faces["floor"]
        say(tokens=tokens, feed=face.feed("127.0.0.1"), origin=sorted(face.origins)[0])

    def follow(self) -> subprocess.Popen[bytes]:
        """Start the follower, as `openfelt serve` does."""
        server = self.server.config.server
        words = ("follow", str(Path(server.folder) / JOURNAL_FILE), "--key", str(server.key_file))
        call = (sys.executable, "-c", "from openfelt.cli import run; run()", *words)
        return subprocess.Popen(call, stdout=subprocess.DEVNULL)

    async def open_rounds(self) -> None:
        """Start a round at every table, a little apart as on a real floor."""
        for table in self.tables:
            await self.do(NewGame(table, DEALER))
            if self.options["apart"]:
                await asyncio.sleep(GAP_S)
        say(opened=True)

    async def deal(self) -> None:
        """Deal and settle table by table; say when each result was confirmed."""
        for table in self.tables:
            dealt = self.server.engine.stream(PIT).state.tables[table]
            for command in self.game.to_the_end(dealt, DEALER):
                await self.do(command)
        confirmed = {}
        for table in self.tables:
            confirmed[table] = time.time()
            await self.do(ConfirmResult(table, DEALER))
            if self.options["apart"]:
                await asyncio.sleep(GAP_S)
        say(confirmed=confirmed)

    def figures(self) -> None:
        """Print CPU and memory used so far."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        say(
            cpu=used.ru_utime + used.ru_stime,
            rss=pages * resource.getpagesize(),
            stalls=self.server.stalls.seconds(),
        )
        self.server.stalls.longest.clear()


def say(**what: Any) -> None:
    """Print a line for the driver."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


async def main(options: dict[str, Any]) -> None:
    """Run the floor until the input ends."""
    set_up("error")
    floor = Floor(options)
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    await floor.start()
    follower = floor.follow() if options["follow"] else None
    while line := (await reader.readline()).decode().strip():
        if line == "open":
            await floor.open_rounds()
        elif line == "deal":
            await floor.deal()
        else:
            floor.figures()
    if follower is not None:
        follower.terminate()
        follower.wait()
    await floor.server.stop()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(json.loads(sys.argv[1])))
