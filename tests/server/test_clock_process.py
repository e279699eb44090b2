"""The wall clock of a real process is set: while it runs, before it is killed, and at its start."""

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from click.testing import CliRunner
from serve_process import opened, running, written

from openfelt.cli import main
from openfelt.journal.sqlite import SqliteJournal

CHILD = str(Path(__file__).parent / "clock_child.py")
DAY_S = 24 * 3600
JUMPS = [(-600, "clock_behind"), (40 * DAY_S, "clock_ahead"), (-20 * 365 * DAY_S, "clock_behind")]


def _said(process: subprocess.Popen[str], found: Callable[[dict[str, Any]], bool]) -> None:
    """Read the log until a line says so."""
    assert process.stderr is not None
    assert any(found(json.loads(line)) for line in process.stderr), "the server ended"


async def _ready(url: str) -> dict[str, Any]:
    async with ClientSession() as session, session.get(f"{url}ready") as answer:
        assert answer.status == 200
        ready: dict[str, Any] = await answer.json()
        return ready


async def _stamps(journal: Path) -> dict[str, list[tuple[str, int]]]:
    reader = await SqliteJournal.open(journal)
    try:
        return {
            stream: [(row.type, row.time_us) async for rows in reader.read(stream) for row in rows]
            for stream in await reader.streams()
        }
    finally:
        await reader.close()


@pytest.mark.parametrize(("by", "code"), JUMPS)
def test_a_floor_whose_clock_is_set_is_ready_and_tells(tmp_path: Path, by: int, code: str) -> None:
    file, set_by = written(tmp_path), tmp_path / "set-by"
    command = (CHILD, str(set_by), "serve", "--config", str(file))
    set_by.write_text("0")
    with running(*command, pipe="stderr") as process:
        office = opened(process)["office"]
        assert asyncio.run(_ready(office))["warnings"] == []
        set_by.write_text(str(by))
        _said(process, lambda line: line["event"] == "the clock was set" and line["ahead_s"] // by)
        assert asyncio.run(_ready(office))["warnings"] == [code]
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    for _ in range(2):
        with running(*command, pipe="stderr") as process:
            ready = asyncio.run(_ready(opened(process)["office"]))
            assert ready["warnings"] == [code], "doubted still after a start"
            os.kill(process.pid, signal.SIGTERM)
            process.wait()
    streams = asyncio.run(_stamps(tmp_path / "data" / "journal.db"))
    assert streams.keys() == {"house", "pit"}
    for rows in streams.values():
        stamps = [stamp for _, stamp in rows]
        assert stamps == sorted(stamps)
        assert stamps[-1] - stamps[0] < 3600 * 1_000_000
        # One may really end while the test runs.
        assert [kind for kind, _ in rows].count("GamingDayClosed") <= 1
    audit = CliRunner().invoke(main, ["audit", str(tmp_path / "data" / "journal.db")])
    assert audit.exit_code == 0, audit.output
