"""Powers judged again: who acted, by the roles on record then, and by the auditor's own table."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from audit_journals import CORRECTED, STORY, Rows, audit, find, forged, played, resealed

from openfelt.audit.powers import ACTS, BOOKS, FOLLOWS, HOUSE, PERSONAL, TASKS, or_higher
from openfelt.floor.whole import EVENTS
from openfelt.journal.base import Journal
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.scenario.run import run_file

TESTS = Path(__file__).parents[1]
sys.path.append(str(TESTS / "server"))
import power_table  # noqa: E402

TRANSCRIPTS = sorted(TESTS.joinpath("scenarios").glob("*.floor"))
KEYED = """
table     B1 LT period=30s min=5 max=5000 unit=5 shoe=ready
terminal  T1 tables=B1
staff     dana=dealer alex=agm chris=casino_supervisor
dana@B1   new game
clock     +30s
dana@B1   cards 9S KH with=alex
alex@B1   cards 5D 2C
"""
# The act behind each command of the page; what depends on how a table stands has a story.
BEHIND = {
    "BringShoe": "deal",
    "BurnCard": "deal",
    "CallNoSpin": "deal",
    "CallShoe": "deal",
    "ChangeLimits": "manage",
    "CloseTable": "manage",
    "DeclareDieBroken": "void",
    "DeclareMalfunction": "malfunction",
    "DeclareTerminalFaulty": "malfunction",
    "DeferPayment": "pay",
    "DirectAway": "manage",
    "Dispense": "dispense",
    "DrawCard": "deal",
    "EnterDice": "deal",
    "EnterNumber": "deal",
    "ExcludeTerminal": "manage",
    "HoldTicket": "hold",
    "InvalidateOutcome": "invalidate",
    "KeyDummyCards": "dummy",
    "NewGame": "deal",
    "PayHandPay": "pay",
    "PressStandby": "deal",
    "RedeemTicket": "pay",
    "ReportExposedDice": "deal",
    "ReturnToService": "manage",
    "SealDice": "manage",
    "Spin": "deal",
    "StartDummyHand": "dummy",
    "StateActualOutcome": "correct",
    "Tumble": "deal",
    "SuspendTable": "manage",
    "VoidRound": "void",
    "VoidShoe": "void_shoe",
    "RecommendExclusion": "recommend",
    "VoidWagers": "manage",
}


def _resigned(rows: Rows, stream: str, index: int, actor: str) -> Rows:
    """Let somebody else have signed a row and all of the same command."""
    row = rows[stream][index]
    rows[stream] = resealed(
        stream,
        (
            one._replace(actor=actor)
            if (one.client, one.number, one.time_us) == (row.client, row.number, row.time_us)
            else one
            for one in rows[stream]
        ),
    )
    return rows


def _by_staff(story: str) -> Iterator[tuple[str, int]]:
    for stream, rows in played(story).items():
        for index, row in enumerate(rows):
            if row.actor.startswith("staff:") and "kiosk" not in row.actor:
                yield stream, index


def _what(rows: Rows) -> list[str]:
    return [finding.what for finding in audit(rows)]


@pytest.mark.parametrize("story", [STORY, CORRECTED, KEYED], ids=["story", "corrected", "keyed"])
def test_nothing_a_person_did_is_believed_of_somebody_without_the_role(story: str) -> None:
    tried = 0
    for stream, index in _by_staff(story):
        tried += 1
        found = _what(_resigned(played(story), stream, index, "staff:casey2"))
        assert any("no power" in what or "is another's" in what for what in found)
    assert tried > 3


def test_what_only_a_person_does_is_not_believed_of_nobody() -> None:
    for story in (STORY, CORRECTED):
        for name in {row.type for row in played(story)["pit"]} & PERSONAL:
            found = _what(_resigned(played(story), *find(played(story), name), "T1"))
            assert any("nobody of the staff is named" in what for what in found), name


@pytest.mark.parametrize(("late", "wrong"), [(0, True), (1, False)])
def test_a_role_ends_at_its_very_microsecond(late: int, wrong: bool) -> None:
    rows = played()
    stream, index = find(rows, "RoundOpened")
    until = rows[stream][index].time_us + late
    for where, name in (("house", "RoleGranted"), ("pit", "RoleLearned")):
        place = next(
            i for i, r in enumerate(rows[where]) if r.type == name and b"dealer" in r.payload
        )
        fields = {**json.loads(rows[where][place].payload), "until": until}
        rows[where][place] = rows[where][place]._replace(payload=json.dumps(fields).encode())
        rows[where] = resealed(where, rows[where])
    first = f"pit:{index + 1} RoundOpened: dana had no power to deal then"
    assert (first in map(str, audit(rows))) is wrong


def test_a_dealer_keys_a_card_with_another_who_may() -> None:
    stream, index = find(played(KEYED), "CardDealt")
    assert played(KEYED)[stream][index].actor == "staff:dana alex"
    assert _what(played(KEYED)) == []
    alone = _what(_resigned(played(KEYED), stream, index, "staff:dana"))
    assert alone == ["dana keyed a card and nobody approved"]
    for second in ("dana", "chris"):
        assert _what(_resigned(played(KEYED), stream, index, f"staff:dana {second}")) == [
            "dana had no power to key then"
        ]


def test_a_drawer_pays_out_by_the_hand_of_its_cashier() -> None:
    assert "casey paid, and drawer:alex is another's" in [
        f.what for f in forged("HandPayPaid", lambda e: e.update(drawer="drawer:alex"))
    ]


def test_unknown_and_double_keys_are_found() -> None:
    assert [f.what for f in forged("NoteStacked", lambda e: e.update(tip=5))] == [
        "no release writes the key 'tip'"
    ]
    assert "no release writes the key 'cap'" in [
        f.what for f in forged("TableOpened", lambda e: e["limits"].update(cap=5))
    ]
    rows = played()
    stream, index = find(rows, "NoteStacked")
    row = rows[stream][index]
    rows[stream][index] = row._replace(payload=row.payload[:-1] + b',"amount":10000}')
    rows[stream] = resealed(stream, rows[stream])
    assert _what(rows) == ["it has the key 'amount' twice"]


@pytest.mark.parametrize("section", ["LT", "SB", "MT_ROULETTE", "MT_SICBO", "House"])
def test_the_auditors_table_is_that_of_the_page(section: str) -> None:
    held = {**BOOKS.get(section.partition("_")[0], {}), **HOUSE}
    tried = 0
    for power in power_table.powers(section).values():
        if power.when or power.command not in BEHIND:
            continue
        tried += 1
        allowed = {role for role, said in power.cells.items() if said == "yes"}
        mine = or_higher(held.get(BEHIND[power.command], ()))
        assert mine & power.cells.keys() == allowed, power.command
    assert tried > 2


def test_every_kind_of_task_has_its_role() -> None:
    kinds = {p.when: p for p in power_table.powers("House").values() if p.command == "CompleteTask"}
    assert kinds.keys() == TASKS.keys()
    for kind, power in kinds.items():
        allowed = {role for role, said in power.cells.items() if said == "yes"}
        assert or_higher(TASKS[kind]) & power.cells.keys() == allowed


def test_only_events_that_there_are_are_judged() -> None:
    names = {event.__name__ for event in EVENTS}
    assert {*ACTS, *FOLLOWS, *PERSONAL} <= names


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_what_a_transcript_does_is_no_finding(transcript: Path) -> None:
    store = MemoryStore()

    async def open_journal() -> Journal:
        return MemoryJournal(store)

    _, failure = asyncio.run(run_file(transcript, open_journal))
    assert failure is None
    assert audit({stream: list(rows) for stream, rows in store.rows.items()}) == []
