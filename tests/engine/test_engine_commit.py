"""Group commit, the order of things, and what is turned away."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from engine_fakes import (
    DICE,
    HOUSE,
    PIT,
    SECOND,
    START_US,
    Broke,
    HeldJournal,
    Node,
    bet,
    breathe,
    play,
    rows_of,
)

from openfelt.core.refusal import Refusal
from openfelt.engine import commit
from openfelt.engine.errors import EngineStopped, Overrun
from openfelt.engine.request import Client, Reply, Request
from openfelt.floor.clock import Tick
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import CashOut
from openfelt.floor.people.staff import GrantRole
from openfelt.floor.wagers.wager import ClearLayout, StageWager
from openfelt.journal.memory import MemoryJournal


async def furnished(**options: Any) -> tuple[HeldJournal, Node]:
    """Open a floor that can be played on; its batches count from here."""
    journal = HeldJournal()
    node = Node(journal, **options)
    await node.start()
    await node.set_up()
    journal.batches.clear()
    return journal, node


def test_what_comes_while_a_commit_runs_is_the_next_batch() -> None:
    async def story() -> None:
        journal, node = await furnished()
        journal.is_held = True
        first = node.send(bet())
        await breathe()
        later = [node.send(bet("T2")), node.send(GrantRole("kim", "dealer", "", 0, 0), HOUSE)]
        later.append(node.send(bet()))
        await breathe()
        assert [len(batch) for batch in journal.batches] == [1]
        journal.end_commit()
        await breathe()
        assert first.done()
        assert not any(future.done() for future in later)
        assert [[row.stream for row in batch] for batch in journal.batches] == [
            [PIT],
            [PIT, HOUSE, PIT],
        ]
        journal.is_held = False
        journal.end_commit()
        await node.engine.idle()
        assert all(future.done() for future in later)
        await node.stop()

    play(story)


def test_who_speaks_while_the_loop_looks_round_shares_the_commit() -> None:
    async def story() -> None:
        journal, node = await furnished()
        node.send(bet())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        node.send(bet("T2"))
        await node.engine.idle()
        assert [len(batch) for batch in journal.batches] == [2]
        await node.stop()

    play(story)


def test_the_commits_of_a_crowd_begin_some_time_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commit, "APART_S", 2.0)  # Much longer than this test takes to get there.

    async def story() -> None:
        journal, node = await furnished()
        await node.do(bet())
        for _ in range(commit.CROWD):
            node.send(bet())
        await breathe()
        assert [len(batch) for batch in journal.batches] == [1]
        node.send(bet("T2"))
        await node.engine.idle()
        assert [len(batch) for batch in journal.batches] == [1, commit.CROWD + 1]
        await node.stop()

    play(story)


def test_a_full_batch_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commit, "APART_S", 3_600.0)

    async def story() -> None:
        journal, node = await furnished(batch_max=commit.CROWD)
        await node.do(bet())
        for _ in range(commit.CROWD):
            node.send(bet())
        await node.engine.idle()
        assert [len(batch) for batch in journal.batches] == [1, commit.CROWD]
        await node.stop()

    play(story)


@pytest.mark.parametrize("looks", range(3))
def test_a_stop_while_the_loop_looks_round_writes_nothing_and_says_why(looks: int) -> None:
    async def story() -> None:
        journal, node = await furnished()
        asked = node.send(bet())
        for _ in range(looks):
            await asyncio.sleep(0)
        node.engine._stop(Broke("the disk is gone"))
        with pytest.raises(EngineStopped, match="the disk is gone"):
            await asked
        assert node.running is not None
        with pytest.raises(Broke):
            await node.running
        assert journal.batches == []
        await journal.close()

    play(story)


@pytest.mark.parametrize("cap", [1, 2, 3, 7])
def test_a_batch_keeps_to_its_cap_and_never_splits_a_command(cap: int) -> None:
    async def story() -> None:
        journal, node = await furnished(batch_max=cap)
        journal.is_held = True
        node.send(bet())
        await breathe()
        for _ in range(10):
            node.send(bet("T2"))
        # Closing calls the shooter: one command, two events.
        node.clock.now += 31 * SECOND
        node.engine.tick()
        node.send(GrantRole("kim", "dealer", "", 0, 0), HOUSE)
        journal.is_held = False
        journal.end_commit()
        await node.engine.idle()
        closing = [
            [row.type for row in batch]
            for batch in journal.batches
            if any(row.type == "WageringClosed" for row in batch)
        ]
        assert len(closing) == 1
        assert "ShooterCalled" in closing[0]
        for batch in journal.batches:
            assert len(batch) <= max(cap, 2)
        assert sum(len(batch) for batch in journal.batches) >= 14
        await node.stop()

    play(story)


def test_requests_are_taken_first_in_first_out() -> None:
    async def story() -> None:
        node = Node(MemoryJournal())
        await node.start()
        await node.set_up()
        amounts = [500 * (1 + step % 5) for step in range(40)]
        order: list[int] = []
        for step, amount in enumerate(amounts):
            terminal = f"T{1 + step % 2}"
            request = node.request(bet(terminal, amount))
            node.engine.tell(request, partial(_note, order, step))
        await node.engine.idle()
        assert order == list(range(40))
        staged = [row for row in await rows_of(node.journal) if row.type == "WagerStaged"]
        assert [
            f'"amount":{amount},'.encode() in row.payload
            for amount, row in zip(amounts, staged, strict=True)
        ] == [True] * 40
        await node.stop()

    play(story)


def _note(order: list[int], step: int, _reply: Reply) -> None:
    order.append(step)


def test_stamps_follow_the_wall_clock_but_never_go_back() -> None:
    async def story() -> None:
        node = Node(MemoryJournal())
        await node.start()
        await node.set_up()
        for step in (5, -4, 2, -9, 1):
            node.clock.now += step * SECOND
            await node.do(bet())
        times = [row.time_us for row in await rows_of(node.journal)]
        assert times == sorted(times)
        assert times[-1] == START_US + 5 * SECOND
        store_time = times[-1]
        await node.stop()
        assert store_time > node.clock.now

    play(story)


@pytest.mark.parametrize("late_us", [-1, 0, 1])
def test_a_wager_is_judged_by_its_stamp_whenever_the_timer_fires(late_us: int) -> None:
    async def story() -> None:
        node = Node(MemoryJournal())
        await node.start()
        await node.set_up()
        due = node.engine.next_due()
        assert due == START_US + 30 * SECOND
        node.clock.now = due + late_us
        reply = await node.send(bet())
        node.clock.now = due + SECOND
        node.engine.tick()
        await node.engine.idle()
        types = [row.type for row in await rows_of(node.journal)]
        assert types.count("WageringClosed") == 1
        if late_us < 0:
            assert reply.refused is None
            assert types.index("WagerStaged") < types.index("WageringClosed")
        else:
            assert reply.refused is not None
            assert reply.refused.code is Refusal.WAGERING_IS_CLOSED
            assert "WagerStaged" not in types
        await node.stop()

    play(story)


def test_a_tick_that_finds_nothing_due_leaves_no_row() -> None:
    async def story() -> None:
        node = Node(MemoryJournal())
        await node.start()
        await node.set_up()
        before = node.engine.stream(PIT).sequence
        node.engine.tick()
        await node.engine.submit(Request(PIT, Tick(), "clock"))
        assert node.engine.stream(PIT).sequence == before
        await node.stop()

    play(story)


def test_only_touches_on_a_layout_are_turned_away() -> None:
    async def story() -> None:
        journal = HeldJournal()
        node = Node(journal)
        await node.start()
        await node.set_up()
        journal.is_held = True
        in_time = node.send(bet())
        node.clock.now += 50_000
        still = node.send(bet())
        node.clock.now += 1
        rows = len(await rows_of(journal))
        busy = node.request(bet("T2"))
        away = [node.engine.submit(busy), node.send(ClearLayout("T1", DICE, 1))]
        taken = [
            node.send(InsertNote("T2", 500, "note-1")),
            node.send(CashOut("T2", "01" + "3" * 16)),
            node.send(GrantRole("kim", "dealer", "", 0, 0), HOUSE),
        ]
        node.clock.now += 31 * SECOND
        node.engine.tick()
        await breathe()
        journal.is_held = False
        journal.end_commit()
        await node.engine.idle()
        assert [(await future).refused is None for future in (in_time, still)] == [True, True]
        assert [getattr((await future).refused, "code", None) for future in away] == [
            Refusal.BUSY
        ] * 2
        for future in taken:
            assert (await future).refused is None
        assert "WageringClosed" in [row.type for row in (await rows_of(journal))[rows:]]
        # Given before numbering: the same number is news later.
        again = await node.engine.submit(busy)
        assert again.refused is not None
        assert again.refused.code is Refusal.WAGERING_IS_CLOSED
        await node.stop()

    play(story)


def test_a_client_has_at_most_32_unanswered_commands() -> None:
    async def story() -> None:
        journal = HeldJournal()
        node = Node(journal)
        await node.start()
        await node.set_up()
        journal.is_held = True
        mine = [node.send(InsertNote("T1", 500, f"note-{n}")) for n in range(40)]
        other = node.send(InsertNote("T2", 500, "note"))
        await journal.begun()
        journal.is_held = False
        journal.end_commit()
        replies = [await future for future in mine]
        assert [reply.refused is None for reply in replies] == [True] * 32 + [False] * 8
        assert {reply.refused.code for reply in replies[32:] if reply.refused} == {Refusal.BUSY}
        assert (await other).refused is None
        assert (await node.send(InsertNote("T1", 500, "later"))).refused is None
        await node.stop()

    play(story)


def test_what_waits_is_bounded() -> None:
    async def story() -> None:
        journal = HeldJournal()
        node = Node(journal, waiting_max=20)
        await node.start()
        await node.set_up()
        journal.is_held = True
        waiting: list[asyncio.Future[Reply]] = []

        def flood() -> None:
            for step in range(100):
                client = Client(f"station-{step}", "boot")
                waiting.append(node.engine.submit(Request(PIT, bet(), "T1", client, 1)))

        with pytest.raises(Overrun):
            flood()
        assert len(waiting) < 41
        note = node.send(InsertNote("T2", 500, "note"))
        await journal.begun()
        journal.is_held = False
        journal.end_commit()
        assert (await note).refused is None
        await node.engine.idle()
        assert all(future.done() for future in waiting)
        assert (await node.send(StageWager("T2", DICE, 1, "big", 500))).refused is None
        await node.stop()

    play(story)
