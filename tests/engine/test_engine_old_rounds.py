"""Settled rounds leave for the archive and come back to be corrected, if they are proved ours."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from openfelt.core.refusal import Refusal
from openfelt.engine import weighing
from openfelt.engine.archive import find
from openfelt.engine.rebuild import missing_from_archive, rebuild_archive
from openfelt.engine.request import Reply, Request
from openfelt.floor import ended, table
from openfelt.floor.effect import Effect
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.recall import RoundRecalled
from openfelt.floor.state import Kept, SettledRound
from openfelt.journal.base import Journal
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.scenario.run import run_file
from openfelt.scenario.stage import PIT, Stage
from openfelt.server.feed.marks import Marks, Seen

STORY = """
table     S1 SB period=1s min=1 max=500 unit=1
terminal  T1 tables=S1
staff     emma=egs
T1        insert note 100
T1        bet S1 small 10
clock     +11s
tumbler@S1 dice 1 2 4
T1        bet S1 small 20
clock     +11s
tumbler@S1 dice 1 2 4
clock     +1s
tumbler@S1 dice 1 2 4
clock     +1s
tumbler@S1 dice 1 2 4
"""
FIRST = ("round", "pit/S1/1")
TRUE = StateActualOutcome("S1", "emma", "it was big", dice=(6, 5, 1), round=1)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MemoryStore:
    """A floor whose first two rounds have left the state."""
    monkeypatch.setattr(table, "KEPT", Kept(least=1, most=2, stakes=1_000, archived=True))
    kept = MemoryStore()
    path = tmp_path / "story.floor"
    path.write_text(STORY, encoding="utf-8")

    async def open_journal() -> Journal:
        return MemoryJournal(kept)

    _, failure = asyncio.run(run_file(path, open_journal))
    assert failure is None, failure
    return kept


def corrected(store: MemoryStore, *commands: StateActualOutcome) -> list[Reply]:
    """Start the floor again and correct rounds."""

    async def story() -> list[Reply]:
        async def open_journal() -> Journal:
            return MemoryJournal(store)

        stage = Stage(open_journal)
        await stage.start()
        replies = [await stage.do(PIT, command, "staff:emma") for command in commands]
        await stage.stop()
        return replies

    return asyncio.run(story())


def test_what_a_correction_of_a_round_that_has_left_would_do(store: MemoryStore) -> None:
    """It is looked up as it would be in earnest, stays where it is, and does what was said."""

    async def story() -> None:
        async def open_journal() -> Journal:
            return MemoryJournal(store)

        stage = Stage(open_journal)
        await stage.start()
        before = stage.engine.stream(PIT).sequence
        effect = await stage.engine.weigh(Request(PIT, TRUE, "staff:emma"))
        assert isinstance(effect, Effect)
        assert stage.engine.stream(PIT).sequence == before
        (one,) = effect.changes
        assert one.credit_after - one.credit == -2_000
        assert [fact.event for fact in effect.facts][:2] == ["RoundRecalled", "SettlementReversed"]
        marks = Marks(str)
        seen = Seen(marks, "L1-table", marks.sealed("L1-table", effect.mark))
        reply = await stage.engine.submit(Request(PIT, TRUE, "staff:emma", seen=seen))
        assert reply.refused is None
        assert stage.pit.terminals["T1"].credit == one.credit_after
        await stage.stop()

    asyncio.run(story())


def test_a_day_that_ends_during_the_look_up_has_it_looked_up_again(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = []

    async def story() -> None:
        async def open_journal() -> Journal:
            return MemoryJournal(store)

        stage = Stage(open_journal)
        await stage.start()

        async def found(*what: Any) -> Any:
            looked.append(what)
            if len(looked) == 1:
                stage.pit.gaming_day += 1
            return await find(*what)

        monkeypatch.setattr(weighing, "find", found)
        effect = await stage.engine.weigh(Request(PIT, TRUE, "staff:emma"))
        assert isinstance(effect, Effect)
        await stage.stop()

    asyncio.run(story())
    assert len(looked) == 2


def test_sb_7_1_a_round_that_has_left_is_corrected_as_it_was(store: MemoryStore) -> None:
    [reply] = corrected(store, TRUE)
    assert reply.refused is None
    back = reply.events[0]
    assert isinstance(back, RoundRecalled)
    assert back.settled.returned == (2_000,)
    assert back.settled.accounts == {"T1": 1}


@pytest.mark.parametrize(
    ("before", "after"),
    [(b"1000", b"9000"), (b'"T1":1', b'"T1":2'), (b"}", b"} ")],
    ids=["amount", "account", "byte"],
)
def test_a_round_that_somebody_changed_is_not_believed(
    store: MemoryStore, before: bytes, after: bytes
) -> None:
    archived = store.archive[FIRST]
    forged = archived.data.replace(before, after, 1)
    assert forged != archived.data
    store.archive[FIRST] = archived._replace(data=forged)
    [reply] = corrected(store, TRUE)
    assert reply.refused is not None
    assert reply.refused.code is Refusal.PHASE_DOES_NOT_ALLOW


def test_the_round_of_another_number_is_not_believed(store: MemoryStore) -> None:
    store.archive[FIRST] = store.archive["round", "pit/S1/2"]
    [reply] = corrected(store, TRUE)
    assert reply.refused is not None


def test_a_round_that_another_floor_wrote_is_not_believed(store: MemoryStore) -> None:
    async def found(secret: bytes) -> object:
        return await find(MemoryJournal(store), (ended.round_of(PIT, "S1/1"),), secret)

    assert isinstance(asyncio.run(found(b"")), SettledRound)
    assert asyncio.run(found(b"another")) is None


def test_a_corrected_round_leaves_again_as_corrected(store: MemoryStore) -> None:
    corrected(store, TRUE)

    async def what_lacks() -> list[str]:
        reader = MemoryJournal(store)
        return [one.key async for one in missing_from_archive(reader, PIT)]

    # It is at hand until the next settlement; the archive has what it was, and lacks nothing.
    assert asyncio.run(what_lacks()) == []
    then = store.archive[FIRST]
    del store.archive[FIRST]
    assert asyncio.run(what_lacks()) == [FIRST[1]]
    asyncio.run(rebuild_archive(MemoryJournal(store), b""))
    assert store.archive[FIRST] == then


def test_a_round_is_not_looked_up_twice_while_it_is_at_hand(store: MemoryStore) -> None:
    first, second = corrected(store, TRUE, TRUE)
    assert sum(isinstance(event, RoundRecalled) for event in first.events) == 1
    assert second.refused is None
    assert not any(isinstance(event, RoundRecalled) for event in second.events)
