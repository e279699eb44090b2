"""A floor in a process that is killed again and again, and the people who play at it.

    kill_floor.py FLOOR.TOML

For each line on its input it forks a server, out of a process that has loaded everything, so that
a start costs what a recovery costs.  Each line out is JSON: that a server is open, who it is, and
where its stations are; the first has the codes its devices enrol with.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import secrets
import signal
import sys
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import structs

from openfelt.engine.request import Client, Request
from openfelt.floor.base import Command
from openfelt.floor.money.payout import CashOut
from openfelt.floor.play.cards import coup, shoe_change
from openfelt.floor.play.cards.hands import winner
from openfelt.floor.play.cards.play import CardPlay
from openfelt.floor.play.tumbler.play import TumblerPlay
from openfelt.floor.play.tumbler.shooter import Shoot
from openfelt.floor.play.wheel.spin import Spin
from openfelt.floor.rounds.pause import ResumeTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import BETWEEN, State, Table
from openfelt.floor.wagers.wager import StageWager
from openfelt.journal.errors import OwnedByAnother
from openfelt.rehearsal.way import holder
from openfelt.rulebooks.powers import Act
from openfelt.server.config import file as config_file
from openfelt.server.floor_server import FloorServer
from openfelt.server.log import set_up

PIT = "pit"
LOOK_S = 0.004
WAGERS = {"Q": "small", "L": "player", "X": "red"}
STOPPED = 3
_DIES_WITH_ITS_PARENT = 1
# Whoever is there while a server lives; the line with which it was started may say what for.
Play = Callable[[FloorServer, str], Coroutine[Any, Any, None]]


def _next(chance: Random, pit: State, table: Table) -> tuple[str, Command] | None:
    """Say what a person does at a table next, if anybody has to do something."""
    name, play = table.name, table.play
    if table.suspended:
        power = Act.RESUME if table.suspended == "restart" else Act.VOID
        who = holder(pit, table, power)
        again = ResumeTable(name, who) if power is Act.RESUME else VoidRound(name, who, "why")
        return f"staff:{who}", again
    if table.aside or (table.undecided and chance.random() < 0.002):
        agm = holder(pit, table, Act.VOID)
        return f"staff:{agm}", VoidRound(name, agm, "why")
    if isinstance(play, TumblerPlay):
        shoots = table.phase == "awaiting_shoot"
        return (play.shooter, Shoot(play.shooter, name)) if shoots else None
    dealer = holder(pit, table, Act.DEAL)
    dealt = _dealt(table, dealer)
    return (f"staff:{dealer}", dealt) if dealt is not None else None


def _dealt(table: Table, dealer: str) -> Command | None:
    name, play = table.name, table.play
    if table.phase in BETWEEN:
        ended = isinstance(play, CardPlay) and not play.coups_left
        return shoe_change.BringShoe(name, dealer) if ended else NewGame(name, dealer)
    if isinstance(play, CardPlay):
        if table.phase != "result_pending":
            return None
        if not play.entered:
            return coup.EnterResult(name, dealer, winner(coup.coup_of(table)))
        return ConfirmResult(name, dealer)
    if table.phase == "closed":
        return Spin(name, dealer)
    return ConfirmResult(name, dealer) if table.phase == "result_pending" else None


def _played(chance: Random, pit: State) -> tuple[str, Command] | None:
    """Say what a player does next: he lays a chip, or leaves with a ticket."""
    terminal = chance.choice(list(pit.terminals.values()))
    name, table = terminal.name, pit.tables[terminal.tables[0]]
    if terminal.credit >= 10_000 and chance.random() < 0.2:
        return name, CashOut(name, f"01{chance.randrange(10**16):016}")
    if terminal.credit >= 500 and table.phase == "wagering" and chance.random() < 0.1:
        bet = WAGERS[table.name[0]]
        return name, StageWager(name, table.name, table.round, bet, 500)
    return None


async def people(server: FloorServer, _: str) -> None:
    """Deal, resume what stood still, play and leave, as long as the server lives."""
    chance = Random()
    hand, number = Client("people", secrets.token_hex(8)), 0
    while True:
        await asyncio.sleep(LOOK_S)
        pit = server.engine.stream(PIT).state
        moves = [_next(chance, pit, table) for table in pit.tables.values()]
        for move in (*moves, _played(chance, pit)):
            if move is not None:
                number += 1
                await server.engine.submit(Request(PIT, move[1], move[0], hand, number))


async def serve(file: Path, play: Play, line: str) -> None:
    config = config_file.parse(file.read_text(), file.name)
    while True:
        server = FloorServer(config, web=file.parent / "web")
        try:
            await server.start()
            break
        except OwnedByAnother:
            await asyncio.sleep(0.05)
    devices = [name for name, place in server.access.places.items() if place.kind.is_device]
    enrolled = file.with_suffix(".enrolled")
    codes = {}
    if not enrolled.exists():
        codes = {name: await server.access.give_code(name) for name in devices}
        enrolled.touch()
    urls = {name: server.station_url(name) for name in devices}
    say({"pid": os.getpid(), "urls": urls, "codes": codes})
    playing = asyncio.create_task(play(server, line))
    stopped = asyncio.create_task(server.run())
    await asyncio.wait((playing, stopped), return_when=asyncio.FIRST_COMPLETED)
    os._exit(STOPPED)  # Its streams are another's.


def say(line: object) -> None:
    os.write(1, json.dumps(line).encode() + b"\n")


async def _warm_up(file: Path) -> None:
    """Serve once for nobody: whatever is loaded or worked out at a start is there for the next."""
    config = config_file.parse(file.read_text(), file.name)
    with TemporaryDirectory() as folder:
        keys = f"{folder}/keys"
        own = structs.replace(config.server, folder=f"{folder}/data", keys=keys, journal="sqlite")
        server = FloorServer(structs.replace(config, server=own), web=file.parent / "web")
        await server.start()
        await server.stop()


def main(file: Path, play: Play = people) -> None:
    set_up("error")
    asyncio.run(_warm_up(file))
    left = threading.enumerate()
    assert len(left) == 1, f"a thread would not be there after a fork: {left}"
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # Nobody has to bury them.
    for line in sys.stdin:
        if os.fork() == 0:
            ctypes.CDLL(None).prctl(_DIES_WITH_ITS_PARENT, signal.SIGKILL)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            asyncio.run(serve(file, play, line.strip()))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
