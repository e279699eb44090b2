"""Run transcripts and print the head of every stream: the same, whatever they are run on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from openfelt.journal.base import Journal
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.scenario.judge import Failure
from openfelt.scenario.run import Runner
from openfelt.scenario.script import read
from openfelt.scenario.stage import Stage

TRANSCRIPTS = sorted(Path(__file__).parents[1].joinpath("scenarios").glob("*.floor"))


def on_memory() -> Callable[[], Awaitable[Journal]]:
    store = MemoryStore()

    async def open_journal() -> Journal:
        return MemoryJournal(store)

    return open_journal


def played(
    path: Path, open_journal: Callable[[], Awaitable[Journal]]
) -> tuple[Runner, Failure | None]:
    """Run a transcript; the runner knows what each line came to, and the heads."""
    runner = Runner(Stage(open_journal))
    return runner, asyncio.run(runner.run(read(path)))


def heads(path: Path, open_journal: Callable[[], Awaitable[Journal]]) -> dict[str, str]:
    runner, failure = played(path, open_journal)
    assert failure is None
    return heads_of(runner)


def heads_of(runner: Runner) -> dict[str, str]:
    return {name: f"{head.sequence} {head.hash.hex()}" for name, head in runner.heads.items()}


if __name__ == "__main__":
    for transcript in TRANSCRIPTS:
        print(transcript.name, heads(transcript, on_memory()))
