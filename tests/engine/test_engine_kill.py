"""`kill -9` of real processes: what was acknowledged is there, and nothing is there twice."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from pathlib import Path
from random import Random

from engine_parent import PATIENCE_S, Child, all_rows, commands_in, running
from engine_process import open_journal

from openfelt.engine.recovery import recover
from openfelt.engine.window import NUMBERS_KEPT
from openfelt.floor.house import OpenHouse
from openfelt.floor.money.account import EnrolTerminal, InsertNote
from openfelt.floor.state import Limits
from openfelt.floor.table import OpenTable
from wheel_postgres import Place

KILLS = int(os.environ.get("OPENFELT_KILLS", "20"))
KILLS_POSTGRES = int(os.environ.get("OPENFELT_KILLS_POSTGRES", "2"))
TERMINALS = ("T1", "T2", "T3")
NOTES_EACH = 4


async def _set_up(child: Child) -> None:
    await child.do("house", "config", OpenHouse(("pit",)))
    await child.do("pit", "config", OpenTable("S1", "SB", Limits(500, 10_000, 500), 30_000_000))
    for seat, name in enumerate(TERMINALS, start=1):
        await child.do("pit", "config", EnrolTerminal(name, ("S1",), seat, (500,)))


async def _kill_at_random(child: Child, kills: int, chance: Random) -> int:
    """Send notes without end and kill in the midst of it, so often.

    A few are sent each time, however long a slow disk lets those before them wait.
    """
    notes = 0
    await child.start()
    await _set_up(child)
    for _ in range(kills):
        deadline = asyncio.get_running_loop().time() + chance.uniform(0, 0.08)
        enough = notes + NOTES_EACH
        async with asyncio.timeout(PATIENCE_S):
            while asyncio.get_running_loop().time() < deadline or notes < enough:
                for name in TERMINALS:
                    if _may_go_on(child, name):
                        notes += 1
                        child.send("pit", name, InsertNote(name, 500, f"note-{notes}"))
                await asyncio.sleep(chance.choice((0, 0, 0.001, 0.005)))
        await child.kill()
        await child.start()
    await child.hear()
    return notes


def _may_go_on(child: Child, name: str) -> bool:
    """A client keeps its oldest unanswered number within what the floor remembers."""
    waiting = [number for client, number in child.unanswered if client.station == name]
    return not waiting or (len(waiting) < 8 and child.last(name) - min(waiting) < NUMBERS_KEPT - 1)


async def _judge(child: Child, place: str, notes: int) -> None:
    reader = await open_journal(place)
    try:
        rows = await all_rows(reader, "pit")
        found = Counter(commands_in(rows))
        pit = (await recover(reader, "pit")).stream.state
    finally:
        await reader.close()
    assert found.most_common(1)[0][1] == 1, "a command was applied twice"
    in_pit = {key for key, request in child.sent.items() if request.stream == "pit"}
    assert set(found) == in_pit, "a command that was acknowledged is missing, or one too many"
    assert {ack.refused for ack in child.acks.values()} == {""}
    assert sum(terminal.credit for terminal in pit.terminals.values()) == 500 * notes


def test_kill_9_on_sqlite(tmp_path: Path) -> None:
    async def story() -> None:
        place = f"sqlite:{tmp_path / 'floor.journal'}"
        child = Child(place, "node", "house", "pit")
        async with running(child):
            notes = await _kill_at_random(child, KILLS, Random(KILLS))
            await child.end()
        assert child.kills == KILLS
        assert notes >= NOTES_EACH * KILLS
        await _judge(child, place, notes)

    asyncio.run(story())


def test_kill_9_on_postgresql(postgres_dsn: str) -> None:
    async def story() -> None:
        schema = Place(postgres_dsn)
        place = f"postgres:{schema.schema}:{postgres_dsn}"
        child = Child(place, "node", "house", "pit")
        try:
            async with running(child):
                notes = await _kill_at_random(child, KILLS_POSTGRES, Random(KILLS_POSTGRES))
                await child.end()
            await _judge(child, place, notes)
        finally:
            await schema.drop()

    asyncio.run(story())
