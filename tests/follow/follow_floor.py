"""A floor to follow: three gaming days of two tables, on an SQLite journal, and a forger's hand."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import apsw

from openfelt.audit import Finding
from openfelt.engine.recovery import Began
from openfelt.follow.clocks import Clocks
from openfelt.follow.follower import Follower, Plan
from openfelt.follow.heads import HeadsFile
from openfelt.follow.model import Model
from openfelt.journal.base import Journal
from openfelt.journal.chain import sealed
from openfelt.journal.row import GENESIS, Entry, Row
from openfelt.journal.sqlite import SqliteJournal
from openfelt.journal.sqlite_reader import SqliteReader
from openfelt.scenario.run import run_file

SET_UP = """
table     B1 LT period=30s min=5 max=5000 unit=5 shoe=ready
table     S1 SB period=20s min=1 max=500 unit=1
terminal  T1 tables=B1
terminal  T2 tables=B1
terminal  S8 tables=S1
staff     dana=dealer alex=agm casey=cashier
"""
# Coups 1 to 4 of a day: settled and put right, void, one terminal's wagers void, void when paid.
DAY = """
T1        insert note 100
T2        insert note 50
S8        insert note 50
S8        bet S1 big 10
dana@B1   new game
T1        bet B1 player 40
T1        bet B1 tie 5
T2        bet B1 banker 30
clock     +30s
shoe@B1   cards 9S KH 5D 2C 4H 5C
dana@B1   result player
dana@B1   confirm result
alex      actual B1 cards 2S 9H 3D KC round={first}
tumbler@S1 dice 4 4 5
dana@B1   new game
T2        bet B1 banker 10
alex      void B1 reason=cards
dana@B1   new game
T1        bet B1 tie 5
T2        bet B1 banker 10
clock     +30s
alex      malfunction T2
shoe@B1   cards 2S 9H 3D KC
dana@B1   result banker
dana@B1   confirm result
alex      resume T2
dana@B1   new game
T1        bet B1 tie 5
clock     +30s
shoe@B1   cards 2H 9D 3C KS
dana@B1   result banker
dana@B1   confirm result
alex      void B1 round={last} reason=regret
T1        cash out -> ok ticket=#{day}
clock     +1s
casey     redeem #{day}
S8        cash out
clock     +24h
tumbler@S1 dice 1 1 2
"""
STORY = SET_UP + "".join(
    DAY.format(day=day, first=4 * day - 3, last=4 * day) for day in range(1, 4)
)


def played_on(path: Path, story: str = STORY) -> None:
    async def open_journal() -> Journal:
        return await SqliteJournal.open(path)

    async def play() -> None:
        text = path.with_suffix(".floor")
        text.write_text(story, encoding="utf-8")
        _, failure = await run_file(text, open_journal)
        assert failure is None, failure

    asyncio.run(play())


class Following:
    """A follower of a file on a clock of its own."""

    def __init__(self, journal: Path, *, heads: Path | None = None, plan: Plan | None = None):
        self.now = 1_000_000_000_000
        self.said: list[str] = []
        self.found: list[Finding] = []
        self.warned: list[str] = []
        self.secret = b""
        self.began: Sequence[Began] = ()
        self._journal = journal
        self._heads = heads
        self._plan = plan or Plan()
        self.model_path = Path(f"{journal}.follow")

    def once(self) -> None:
        """Start, catch up, do what is due, end; all of it is kept in files."""

        async def follow() -> None:
            reader = await SqliteReader.open(self._journal)
            model = Model(self.model_path)
            try:
                follower = Follower(
                    reader,
                    model,
                    [HeadsFile(self._heads)] if self._heads else [],
                    self._plan,
                    say=self.said.append,
                    found=self.found.append,
                    warn=self.warned.append,
                    clocks=Clocks(lambda: self.now, lambda: self.now),
                    secret=self.secret,
                    began=self.began,
                )
                await follower.check_positions()
                await follower.once()
            finally:
                model.close()
                await reader.close()

        asyncio.run(follow())


def rows_of(path: Path, stream: str) -> list[Row]:
    connection = apsw.Connection(str(path))
    found = connection.execute(
        "SELECT * FROM journal WHERE stream = ? ORDER BY sequence", (stream,)
    )
    rows = [Row(*columns) for columns in found]
    connection.close()
    return rows


def forge(path: Path, stream: str, rows: Sequence[Row]) -> None:
    """Put these rows in the place of a stream, as somebody with all rights can."""
    connection = apsw.Connection(str(path))
    with connection:
        for trigger in ("journal_is_never_edited", "journal_is_never_cut"):
            connection.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        connection.execute("DELETE FROM journal WHERE stream = ?", (stream,))
        marks = ", ".join("?" * 11)
        connection.executemany(f"INSERT INTO journal VALUES ({marks})", map(tuple, rows))
    connection.close()


def resealed(stream: str, rows: Sequence[Row]) -> list[Row]:
    """Chain rows anew, so that the chain itself shows nothing."""
    entries = (
        Entry(r.time_us, r.actor, r.client, r.number, r.type, r.version, r.payload) for r in rows
    )
    return sealed(stream, GENESIS, entries)
