"""What every run of the load benchmark needs: two processes, and an eye on the machine."""

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

TABLES: Final = 8
TERMINALS: Final = 1_000
# A generator busier than this measures itself.
BUSY_GENERATOR: Final = 0.85
BUSY_BEFORE: Final = 0.15
# What the hypervisor may give to other machines while we measure.
STOLEN: Final = 0.01


class Child:
    """A process that is told and tells, line by line."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        # What it said first.
        self.told: Any = None
        # Removed when the process has ended.
        self.folder: tempfile.TemporaryDirectory[str] | None = None

    @classmethod
    async def start(cls, module: str, *words: str) -> "Child":
        """Start a module of ours."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, *words, stdin=pipe, stdout=pipe, limit=2**26
        )
        return cls(process)

    async def hear(self) -> Any:
        """Wait for a line."""
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise RuntimeError("a process of the benchmark ended")
        return json.loads(line)

    def tell(self, line: str) -> None:
        """Say a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")

    async def ask(self, line: str) -> Any:
        """Say a line and wait for the answer."""
        self.tell(line)
        return await self.hear()

    async def end(self) -> None:
        """Close its input and wait."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()
        if self.folder is not None:
            self.folder.cleanup()


class Machine:
    """What others do to the machine: before a run they use it, during one they are given it."""

    def __init__(self) -> None:
        """Look for a second how busy it is."""
        first = self._ticks()
        time.sleep(1)
        self._before = self._ticks()
        idle, _, whole = (b - a for a, b in zip(first, self._before, strict=True))
        self._busy = 1 - idle / max(1, whole)
        self.is_valid = False

    def _ticks(self) -> tuple[int, int, int]:
        """Return the idle, the stolen and all time of the processors so far."""
        fields = [int(n) for n in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
        return fields[3] + fields[4], fields[7], sum(fields)

    def judge(self, generator: float) -> str:
        """Say whether the run since then counts; `generator` is its share of a core."""
        _, stolen, whole = (b - a for a, b in zip(self._before, self._ticks(), strict=True))
        lost = stolen / max(1, whole)
        reasons = []
        if generator > BUSY_GENERATOR:
            reasons.append("the generator was busy")
        if self._busy > BUSY_BEFORE:
            reasons.append(f"the machine was {self._busy:.0%} busy before")
        if lost > STOLEN:
            reasons.append("the machine itself was taken away")
        self.is_valid = not reasons
        said = f"INVALID ({', '.join(reasons)})" if reasons else "valid"
        return f"{said}; {lost:.1%} stolen, {_pace()}"


async def rig(
    journal: str,
    period: int,
    *,
    batch_max: int = 1_000,
    apart: bool = True,
    follow: bool = False,
    game: str = "LT",
) -> tuple[Child, Child, str, Any]:
    """Start server and generator and connect them."""
    folder = tempfile.TemporaryDirectory(prefix="openfelt-load-", ignore_cleanup_errors=True)
    options = {
        "folder": folder.name,
        "journal": journal,
        "tables": TABLES,
        "terminals": TERMINALS,
        "period": period,
        "batch_max": batch_max,
        "apart": apart,
        "follow": follow,
        "game": game,
    }
    server = await Child.start("benchmarks.load_server", json.dumps(options))
    server.folder = folder
    told = server.told = await server.hear()
    before = await server.ask("figures")
    client = await Child.start("benchmarks.load_client")
    await client.ask(json.dumps({**told, "tables": TABLES, "game": game}))
    after = await server.ask("figures")
    memory = (after["rss"] - before["rss"]) / TERMINALS / 1024
    return server, client, f"{memory:.1f} KiB a terminal", after


def _pace() -> str:
    """Say how fast the machine is just now: a virtual one varies by a factor of two."""

    def turns() -> float:
        started, counts = time.process_time(), dict.fromkeys(range(256), 0)
        for turn in range(200_000):
            counts[turn & 255] += turn
        return (time.process_time() - started) / 200_000

    return f"{1e9 * min(turns() for _ in range(5)):.0f} ns a turn of a plain loop"
