"""Corrections of craps rolls reach as far as the archive: the stories with one roll at hand."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from openfelt.audit import audit_journal
from openfelt.floor import table
from openfelt.floor.state import Kept
from openfelt.journal.base import Journal
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.scenario.run import run_file

STORIES = sorted((Path(__file__).parents[1] / "scenarios").glob("ac_correction*.floor"))
LONG = """
table     A1 AC period=30s min=5 max=500 unit=5
terminal  T1 tables=A1
staff     alex=agm
T1        insert note 100
T1        bet A1 place:6 30
clock     +30s
tumbler@A1 dice 3 4                          # read wrongly: it was 1-2
clock     +30s
tumbler@A1 dice 1 1
clock     +30s
tumbler@A1 dice 5 5
clock     +30s
tumbler@A1 dice 2 4
clock     +30s
tumbler@A1 dice 1 1
alex      actual A1 dice 1 2 round=1         -> ok
expect    T1 credit=135.00 staked=0.00
expect    ledger balanced
"""


def _told(path: Path) -> tuple[MemoryStore, list[object]]:
    store = MemoryStore()

    async def story() -> list[object]:
        async def open_journal() -> Journal:
            return MemoryJournal(store)

        _, failure = await run_file(path, open_journal)
        assert failure is None, failure
        _, findings = await audit_journal(MemoryJournal(store))
        return list(findings)

    return store, asyncio.run(story())


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_a_correction_is_the_same_when_the_rolls_come_from_the_archive(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "KEPT", Kept(least=1, most=1, stakes=0, archived=True))
    _, findings = _told(path)
    assert findings == []


def test_all_rolls_from_the_wrong_one_on_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "KEPT", Kept(least=1, most=2, stakes=0, archived=True))
    path = tmp_path / "long.floor"
    path.write_text(LONG, encoding="utf-8")
    store, findings = _told(path)
    assert findings == []
    types = [row.type for row in store.rows["pit"]]
    assert types.count("RoundRecalled") == 3
    assert types.index("RollsReplayed") == types.index("RoundRecalled") + 3


def test_a_roll_is_final_where_one_that_followed_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "KEPT", Kept(least=1, most=2, stakes=0, archived=False))
    path = tmp_path / "long.floor"
    refused = "-> refused PHASE_DOES_NOT_ALLOW\nexpect    T1 credit=70.00"
    before, _, _ = LONG.partition("-> ok\nexpect    T1 credit=135")
    path.write_text(f"{before}{refused}\n", encoding="utf-8")
    _told(path)
