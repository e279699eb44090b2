"""Record every transcript as today's code writes and shows it.

`python tests/golden/make_golden.py FOLDER`.  What a release has recorded stays as it is: a later
one records into a folder of its own.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from golden_journal import SUFFIX, Recorded, Rows, recorded, save

from openfelt.journal.base import Journal
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.scenario.run import Runner
from openfelt.scenario.script import read
from openfelt.scenario.stage import Stage

TRANSCRIPTS = sorted(Path(__file__).parents[1].joinpath("scenarios").glob("*.floor"))


def rows_of(transcript: Path) -> Rows:
    """Run a transcript on a journal in memory; return what it wrote."""
    store = MemoryStore()

    async def open_journal() -> Journal:
        return MemoryJournal(store)

    failure = asyncio.run(Runner(Stage(open_journal)).run(read(transcript)))
    assert failure is None, f"{transcript.name}: {failure}"
    return store.rows


def _line(name: str, story: Recorded) -> str:
    return " ".join((name, *(stream.head for stream in story.streams.values())))


def main(folder: Path) -> None:
    """Record all transcripts, and list them with their heads."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for transcript in TRANSCRIPTS:
        story = recorded(rows_of(transcript))
        save(folder / f"{transcript.stem}{SUFFIX}", story)
        lines.append(_line(transcript.stem, story))
    folder.joinpath("stories.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
