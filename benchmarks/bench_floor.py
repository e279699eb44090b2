"""A floor to measure: one dice table, many terminals with credit, and wagers without end."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from openfelt.engine.engine import Engine
from openfelt.engine.process import tune
from openfelt.engine.request import Client, Reply, Request
from openfelt.floor.base import Command
from openfelt.floor.house import OpenHouse
from openfelt.floor.money.account import CreditFromCms, EnrolTerminal
from openfelt.floor.state import Limits
from openfelt.floor.table import OpenTable
from openfelt.floor.wagers.wager import StageWager
from openfelt.journal.base import Journal
from openfelt.journal.sqlite import SqliteJournal

PIT, TABLE = "pit", "S1"
BETS = ("small", "big", "total:5", "total:6", *(f"number:{n}" for n in range(1, 7)))
NOW_US = 1_767_225_600_000_000
IN_FLIGHT = 2_000

_decode = msgspec.json.Decoder(StageWager).decode


async def open_engine(journal: Journal, batch_max: int = 1_000) -> Engine:
    """Start an engine on a clock that stands still, so that nothing is turned away as too old."""
    tune()
    engine = Engine(
        journal,
        lambda: NOW_US,
        lambda *_: None,
        batch_max=batch_max,
        waiting_max=1_000_000,
    )
    await engine.start(("house", PIT), "bench")
    return engine


async def furnish(engine: Engine, terminals: int, variant: str = "SB") -> None:
    """Open the table, enrol the terminals, give each a fortune."""

    def do(stream: str, command: Command) -> None:
        def accepted(reply: Reply) -> None:
            assert reply.refused is None, (command, reply.refused)

        # From no client: he may not have thousands of commands unanswered.
        engine.tell(Request(stream, command, "config"), accepted)

    do("house", OpenHouse((PIT,)))
    do(PIT, OpenTable(TABLE, variant, Limits(500, 10**12, 500), 3_600_000_000))
    for seat in range(1, terminals + 1):
        do(PIT, EnrolTerminal(f"T{seat}", (TABLE,), seat, (500,)))
        do(PIT, CreditFromCms(f"T{seat}", 10**11, f"cms-{seat}"))
    await engine.idle()


class Touches:
    """What the terminals send: a wager each, in turn, as bytes; every one a new number."""

    def __init__(self, terminals: int, boot: str = "boot-1", bets: Sequence[str] = BETS) -> None:
        self._clients = [Client(f"T{seat}", boot) for seat in range(1, terminals + 1)]
        self._number = 0
        self._bets = bets

    def lines(self, count: int) -> list[tuple[Client, int, bytes]]:
        """Return the next so many, encoded beforehand."""
        made: list[tuple[Client, int, bytes]] = []
        while len(made) < count:
            self._number += 1
            bet = self._bets[self._number % len(self._bets)]
            for client in self._clients[: count - len(made)]:
                wager = StageWager(client.station, TABLE, 1, bet, 500)
                made.append((client, self._number, msgspec.json.encode(wager)))
        return made


async def touch(engine: Engine, lines: list[tuple[Client, int, bytes]]) -> None:
    """Decode and send everything, with a bounded number under way, and wait for all answers."""
    answered = 0

    def accepted(reply: Reply) -> None:
        nonlocal answered
        answered += 1
        assert reply.refused is None, reply.refused

    for sent, (client, number, line) in enumerate(lines):
        engine.tell(Request(PIT, _decode(line), client.station, client, number), accepted)
        if sent % 100 == 99:
            await asyncio.sleep(0)
            while sent - answered > IN_FLIGHT:
                await asyncio.sleep(0)
    await engine.idle()
    assert answered == len(lines)


@asynccontextmanager
async def sqlite_engine(
    path: Path, terminals: int, batch_max: int = 1_000
) -> AsyncIterator[tuple[Engine, SqliteJournal]]:
    """Run an engine on an SQLite journal, furnished if it is new."""
    journal = await SqliteJournal.open(path)
    engine = await open_engine(journal, batch_max)
    running = asyncio.create_task(engine.run())
    if not engine.stream(PIT).state.terminals:
        await furnish(engine, terminals)
    try:
        yield engine, journal
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await journal.close()
