"""Journals to audit: a small floor played on the real engine, and a forger's tools."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from openfelt.audit import Auditor, Finding, audit_journal
from openfelt.journal.base import Journal
from openfelt.journal.chain import sealed
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.journal.row import GENESIS, Entry, Row
from openfelt.journal.sqlite import SqliteJournal
from openfelt.scenario.run import run_file

# Every way money goes, on a baccarat and on a sic bo table.
STORY = """
table     B1 LT period=30s min=5 max=5000 unit=0.01 shoe=ready
table     S1 SB period=20s min=1 max=500 unit=1
terminal  T1 tables=B1
terminal  T2 tables=B1
terminal  S8 tables=S1
staff     dana=dealer alex=agm casey=cashier

T1        insert note 100
T2        insert note 50
T2        insert note 50
cms       credit T2 20 id=X1
S8        insert note 100
dana@B1   new game
T1        bet B1 player 50
T1        bet B1 tie 10
T1        move B1 tie banker_pair 5
T1        cancel B1 tie
T1        confirm B1
T2        bet B1 banker 15
T2        bet B1 player_pair 5
T2        double B1
S8        bet S1 small 32
S8        take down S1 small 2
S8        bet S1 total:9 5
clock     +20s
S8        shoot S1
tumbler@S1 dice 1 2 6
clock     +10s
shoe@B1   cards 9S KH 5D 2C 4H 5C
dana@B1   result player
dana@B1   confirm result

dana@B1   new game
T2        repeat B1
T1        bet B1 banker 5
T1        clear B1
clock     +30s
alex      void B1 reason=cards
dana@B1   new game
T1        bet B1 banker 33.33
T1        confirm B1
clock     +30s
shoe@B1   cards 2S 9H 3D KC
dana@B1   result banker
dana@B1   confirm result

T1        cash out             -> ok ticket=#1
T2        insert ticket #1     -> ok
T2        insert ticket #1     -> refused TICKET_ALREADY_REDEEMED
T2        cash out             -> ok ticket=#2
alex      hold #2
alex      release #2
casey     redeem #2            -> ok
T1        insert note 20
T1        cash out             -> ok ticket=#3
kiosk     redeem #3            -> ok
clock     +1s
printer@S8 fault
S8        cash out             -> ok voucher=#v1
casey     pay #v1              -> ok
server    crash
T1        insert note 10
"""

# Rounds put right, a terminal that fails, a coup nobody plays for, a hand pay at once.
CORRECTED = """
table     B1 LT period=30s min=5 max=5000 unit=5 shoe=ready ticket_limit=60
table     S1 SB period=20s min=1 max=500 unit=1
terminal  T1 tables=B1
terminal  T2 tables=B1
terminal  S8 tables=S1
staff     dana=dealer alex=agm casey=cashier gina=gm
T1        insert note 100
T2        insert note 50
S8        insert note 50
S8        bet S1 big 50
dana@B1   new game
T1        bet B1 player 40
T2        bet B1 banker 30
clock     +30s
alex      dispense B1 T2 tie 5
alex      dispense B1 T2 tie 0
shoe@B1   cards 9S KH 5D 2C 4H 5C
dana@B1   result player
dana@B1   confirm result
alex      actual B1 cards 2S 9H 3D KC round=1
tumbler@S1 dice 4 4 4
S8        insert note 5
tumbler@S1 dice 6 6 2 -> refused PHASE_DOES_NOT_ALLOW
alex      actual S1 dice 6 5 4 round=1
S8        cash out
alex      actual S1 dice 1 1 2 round=1
S8        insert note 10
dana@B1   new game
T1        bet B1 banker 5
T2        bet B1 banker 10
alex      malfunction T2
clock     +30s
shoe@B1   cards 2S 9H 3D KC
dana@B1   result banker
dana@B1   confirm result
T1        cash out             -> ok voucher=#v0
alex      void B1 round=2 reason=regret
alex      release #v0
shoe@B1   cards 9S
alex@B1   dummy hand
alex@B1   cards 9S KH 5D 2C 4H 5C
alex@B1   result player
alex@B1   confirm result
T1        insert note 50
T1        cash out             -> ok
clock     +1s
T1        insert note 100
T1        cash out             -> ok voucher=#v1
alex      hold #v1
alex      release #v1
casey     pay #v1              -> ok
tumbler@S1 dice 1 1 2
S8        bet S1 big 5
clock     +30s
tumbler@S1 dice 1 1 2
S8        cash out
alex      actual S1 dice 6 5 4 round=3 -> ok case=#d1
casey     settle #d1           -> ok voucher=#v2
casey     pay #v2              -> ok
alex      actual S1 dice 1 1 2 round=3 -> ok case=#d2
gina      write off #d2 with=alex
alex      demand #v1
alex      release #v1
casey     pay #v0              -> ok
alex      demand #v0
casey     take back #v0        -> ok
"""

Rows = dict[str, list[Row]]
Change = Callable[[dict[str, Any]], None]


async def _run(folder: Path, story: str, open_journal: Callable[[], Any]) -> None:
    path = folder / "story.floor"
    path.write_text(story, encoding="utf-8")
    _, failure = await run_file(path, open_journal)
    assert failure is None, failure


WITHOUT_WAGERS = """
table     M1 MT_A period=30s min=5 max=500 unit=5
terminal  T1 tables=M1
staff     dana=dealer sam=casino_supervisor
T1        insert note 100
dana@M1   burn 7H
sam       rounds M1 1
dana@M1   no bet
shoe@M1   cards 9S 3H KD 4C
dana@M1   reconstruct 3H 9S 4C KD
dana@M1   confirm result
dana@M1   new game
T1        bet M1 player 10
T1        confirm M1
shoe@M1   face up 9S
shoe@M1   cards 3H KD 4C 8C
dana@M1   confirm result
shoe@M1   cards 3H KD 7C
dana@M1   confirm result
shoe@M1   card unseen
dana@M1   new game
T1        bet M1 player 10
T1        confirm M1
clock     +30s
shoe@M1   cards 9S 3H KD 4C
dana@M1   confirm result
dana@M1   new game
shoe@M1   cards 5S
sam       void M1
"""


def played(story: str = STORY) -> Rows:
    """Play a story and return the rows of its streams, in fresh lists."""
    return {stream: list(rows) for stream, rows in _played(story)}


@cache
def _played(story: str) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    store = MemoryStore()

    async def open_journal() -> Journal:
        return MemoryJournal(store)

    with TemporaryDirectory() as folder:
        asyncio.run(_run(Path(folder), story, open_journal))
    return tuple((stream, tuple(rows)) for stream, rows in store.rows.items())


def played_on_file(path: Path, story: str = STORY) -> None:
    """Play a story on an SQLite journal."""

    async def open_journal() -> Journal:
        return await SqliteJournal.open(path)

    asyncio.run(_run(path.parent, story, open_journal))


def audit(rows: Rows, **options: Any) -> list[Finding]:
    """Audit the rows as a whole journal."""
    return audited(rows, **options)[1]


def audited(rows: Rows, **options: Any) -> tuple[Auditor, list[Finding]]:
    """Audit the rows as a whole journal, and return the auditor too."""
    store = MemoryStore()
    store.rows = rows
    return asyncio.run(audit_journal(MemoryJournal(store), **options))


def resealed(stream: str, rows: Iterable[Row]) -> list[Row]:
    """Chain rows anew, as a forger does who can write the whole database."""
    entries = (
        Entry(r.time_us, r.actor, r.client, r.number, r.type, r.version, r.payload) for r in rows
    )
    return sealed(stream, GENESIS, entries)


def with_fields(row: Row, change: Change) -> Row:
    """Return the row with another payload."""
    fields = json.loads(row.payload)
    change(fields)
    return row._replace(payload=json.dumps(fields).encode())


def find(rows: Rows, name: str, nth: int = 0) -> tuple[str, int]:
    """Return the stream and the index of the nth event of that name."""
    found = [
        (stream, index)
        for stream, stream_rows in rows.items()
        for index, row in enumerate(stream_rows)
        if row.type == name
    ]
    return found[nth]


def forged(name: str, change: Change, nth: int = 0, story: str = STORY) -> list[Finding]:
    """Change one event, seal the whole stream anew, and audit."""
    rows = played(story)
    stream, index = find(rows, name, nth)
    rows[stream][index] = with_fields(rows[stream][index], change)
    rows[stream] = resealed(stream, rows[stream])
    return audit(rows)


def sequences(findings: Iterable[Finding]) -> list[tuple[str, int]]:
    return [(finding.stream, finding.sequence) for finding in findings]
