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

# Rolls of craps: raised, moved, taken down, void, corrected with and without who played for them.
ROLLED = """
table     A1 AC period=30s min=5 max=500 unit=5
terminal  T1 tables=A1
terminal  T2 tables=A1
staff     alex=agm casey=cashier chris=casino_supervisor
T1        insert note 100
T1        insert note 100
T2        insert note 100
T1        bet A1 pass_line 10
T1        bet A1 buy:4 20
T2        bet A1 dont_pass 20
clock     +30s
T1        shoot A1
tumbler@A1 dice 4 4
T1        bet A1 pass_line 10
T1        bet A1 odds:8 40
T1        bet A1 come 10
T2        bet A1 dont_odds:8 40
T2        bet A1 dont_come 10
clock     +30s
T1        shoot A1
tumbler@A1 dice 2 3
T2        take down A1 dont_pass 10
T1        bet A1 come_odds:5 20
T1        move A1 buy:4 buy:10
clock     +30s
T1        shoot A1
tumbler@A1 dice 1 1
T1        bet A1 lay:6 20
clock     +30s
T1        shoot A1
tumbler@A1 cocked
alex      void A1 reason=cocked
clock     +30s
T1        shoot A1
tumbler@A1 dice 3 4
T2        cash out                     -> ok ticket=#1
T1        bet A1 place:6 30
T1        bet A1 field 5
alex      actual A1 dice 5 3 round=2   -> ok case=#d1
alex      actual A1 dice 5 1 round=2   -> ok
alex      actual A1 dice 4 6 round=5   -> ok
clock     +40s
tumbler@A1 dice 1 2
alex      void A1 round=3 reason=tumbler
T1        bet A1 hard:6 10
clock     +30s
chris     dispense A1 T1 hard:6 5
T1        shoot A1
alex      void A1 all reason=system
T1        insert note 10
alex      close A1 refund
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


# A cash desk: payments with and without a form, a fill, and the count of a shift.
COUNTED = """
house     desk coin=0.05 identity=500 second=200
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready ticket_limit=300
terminal  T1 tables=B1
staff     casey=cashier chris=cashier alex=agm
casey     open drawer 1000
T1        insert note 100
T1        cash out                 -> ok ticket=#1
casey     redeem #1
cms       credit T1 600 id=X1
T1        cash out                 -> ok voucher=#v2
casey     pay #v2 signed identity=passport with=chris
casey     fill drawer 300 with=chris
cms       credit T1 10.01 id=X2
T1        cash out                 -> ok ticket=#3
casey     redeem #3
casey     close drawer 589.95
"""


# A kiosk: loaded, paid in full, in part and by two cashiers, guessed at, and counted.
KIOSK = """
house     desk second=200
house     kiosk K1 cassettes=20,5 most=300 change=15 slips=yes
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready
terminal  T1 tables=B1
staff     casey=cashier chris=cashier alex=agm
casey     load K1 20 20 with=chris
casey     load K1 5 10
casey     open K1
T1        insert note 50
T1        cash out                 -> ok ticket=#1
K1        insert ticket #1         -> ok cash=50.00
dispenser@K1 jam
T1        insert note 100
T1        cash out                 -> ok ticket=#2
K1        insert ticket #2         -> ok cash=40.00 voucher=#v2
dispenser@K1 silent
casey     open K1
T1        insert note 20
T1        cash out                 -> ok ticket=#3
K1        insert ticket #3
casey     came out K1 0 0 with=chris -> ok voucher=#v3
casey     open K1
K1        insert ticket 010000000000000001 -> refused TICKET_UNKNOWN
casey     close K1
casey     unload K1 5 1
casey     count K1 16 6 with=chris -> ok difference=-5.00
T1        insert note 10
T1        cash out                 -> ok ticket=#4
casey     open K1
K1        insert ticket #4
"""


# Note stackers, credit that was left, tickets whose life is over.
UNCLAIMED = """
house     desk second=200
house     tickets life=1
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready
terminal  T1 tables=B1
terminal  T2 tables=B1
terminal  T3 tables=B1
staff     casey=cashier chris=cashier alex=agm
T1        insert note 100
T2        insert note 50
T3        insert note 100
T3        insert note 100
T3        cash out                 -> ok ticket=#3
acceptor@T1 box out A1
acceptor@T3 box out C1
casey     count drop pit/T1/A1 95
casey     count drop pit/T3/C1 200 with=chris
clock     +24h
T2        insert note 5
casey     abandon T1 with=chris    -> ok voucher=#v1
casey     abandon T2 with=chris
alex      release #v1
clock     +24h
alex      release #3
acceptor@T2 box out B1
"""


# The ticketing host: tickets of other machines here, ours there, an answer that never came; and
# credit of central monitoring that goes back.
HOSTED = """
house     tickets host
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready
terminal  T1 tables=B1
terminal  T2 tables=B1
staff     casey=cashier alex=agm
tickets   print 020000000000000017 80
T1        insert ticket 020000000000000017
T1        cash out                 -> ok ticket=#1
tickets   pay #1
T1        insert note 50
T1        cash out                 -> ok ticket=#2
casey     ask host #2
casey     redeem #2
tickets   print 020000000000000025 20
tickets   silent
T1        insert ticket 020000000000000025
clock     +11s
tickets   ok
T2        insert ticket 020000000000000025
T2        insert ticket 020000000000000033 -> refused TICKET_UNKNOWN
cms       credit T2 30 id=X1
cms       reverse T2 10 of=X1 id=R1
T2        cash out                 -> ok ticket=#3
alex      hold #3
"""


# A kiosk and the ticketing host: paid, let go, silent, and paid elsewhere while it waited.
HOSTED_KIOSK = """
house     desk
house     tickets host
house     tickets life=1
house     kiosk K1 cassettes=20,5 most=300 change=0
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready
terminal  T1 tables=B1
staff     casey=cashier alex=agm
casey     load K1 20 20
casey     open K1
T1        insert note 20
T1        cash out                           -> ok ticket=#1
K1        insert ticket #1
tickets   print 020000000000000017 400
K1        insert ticket 020000000000000017   -> refused WRONG_PLACE_TO_REDEEM
K1        insert ticket 020000000000000018   -> refused TICKET_UNKNOWN
T1        insert note 20
T1        cash out                           -> ok ticket=#2
tickets   silent
K1        insert ticket #2
clock     +11s
tickets   ok
T1        insert note 20
T1        cash out                           -> ok ticket=#3
tickets   silent
K1        insert ticket #2
tickets   report #2                          -> refused TICKET_ALREADY_REDEEMED
tickets   ok
clock     +72h
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
