"""The gate: nothing leaves the engine before the journal is durable up to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from engine_fakes import (
    DICE,
    HOUSE,
    PIT,
    SECOND,
    Broke,
    FailingJournal,
    HeldJournal,
    Node,
    bet,
    breathe,
    play,
    rows_of,
)

from openfelt.core.refusal import Refusal
from openfelt.engine.errors import BadRequest, EngineStopped, NoLongerOwner, NotHere
from openfelt.engine.request import Client, Reply, Request
from openfelt.floor.money.payout import CashOut
from openfelt.floor.play.tumbler.shooter import Shoot
from openfelt.floor.wagers.wager import CancelWager, StageWager
from openfelt.journal.errors import JournalFault
from openfelt.journal.memory import MemoryJournal, MemoryStore

NUMBER = "01" + "7" * 16


def with_node(story: Callable[[Node, HeldJournal], Awaitable[None]]) -> None:
    async def run() -> None:
        journal = HeldJournal()
        node = Node(journal)
        await node.start()
        await node.set_up()
        node.events.clear()
        journal.batches.clear()
        try:
            await story(node, journal)
        finally:
            await node.stop()

    play(run)


def test_with_a_commit_that_never_ends_nothing_leaves_by_any_road() -> None:
    async def story(node: Node, journal: HeldJournal) -> None:
        journal.is_held = True
        told: list[Reply] = []
        waiting: list[asyncio.Future[Reply]] = []
        first = node.request(bet())
        waiting.append(node.engine.submit(first))
        await breathe()
        # An answer, the same again, the same number for another body, a refusal built on what
        # is not durable, one built on what is, an order, a question, a view, BUSY.
        waiting.append(node.engine.submit(first))
        reused = Request(PIT, bet(amount=1_000), "T1", first.client, first.number)
        waiting.append(node.engine.submit(reused))
        waiting.append(node.send(StageWager("T1", DICE, 1, "small", 10**9)))
        waiting.append(node.send(Shoot("T2", DICE)))
        waiting.append(node.send(CashOut("T2", NUMBER)))
        node.engine.tell(node.request(bet()), told.append)
        view = node.engine.view(PIT, lambda state: state.terminals["T1"].credit)
        house = len(await rows_of(journal, HOUSE))
        node.clock.now += 31 * SECOND
        node.engine.tick()
        waiting.append(node.send(bet()))
        await asyncio.sleep(0.1)
        assert len(journal.batches) == 1
        assert not view.done()
        assert not any(future.done() for future in waiting)
        assert (told, node.events, node.orders) == ([], [], [])
        assert node.engine.stream(HOUSE).head.sequence == house, "the house was asked"

        while journal.batches and node.engine.is_pending:
            journal.is_held = False
            journal.end_commit()
            await node.engine.idle()
        replies = [future.result() for future in waiting]
        assert replies[0].events == replies[1].events
        assert [reply.refused.code for reply in replies if reply.refused] == [
            Refusal.NUMBER_REUSED,
            Refusal.EXCEEDS_CREDIT,
            Refusal.PHASE_DOES_NOT_ALLOW,
            Refusal.BUSY,
        ]
        assert view.result() == 1_000_000 - 2 * 500
        assert told
        assert {order.kind for _, _, order in node.orders} == {"print"}
        assert node.events

    with_node(story)


def test_a_refusal_waits_for_the_state_it_was_built_from() -> None:
    async def story(node: Node, journal: HeldJournal) -> None:
        journal.is_held = True
        staged = node.send(bet())
        await breathe()
        refused = node.send(CancelWager("T2", DICE, 1, "small"))
        await breathe()
        assert not refused.done()
        journal.end_commit()
        await breathe()
        assert staged.done()
        assert (await refused).refused is not None

    with_node(story)


def test_a_refusal_on_durable_state_needs_no_commit() -> None:
    async def story(node: Node, journal: HeldJournal) -> None:
        assert (await node.send(CancelWager("T2", DICE, 1, "small"))).refused is not None
        assert journal.batches == []

    with_node(story)


@pytest.mark.parametrize("keeps", [False, True], ids=["nothing written", "written all the same"])
def test_a_failed_commit_stops_the_engine_for_good(*, keeps: bool) -> None:
    async def story() -> None:
        store = MemoryStore()
        journal = FailingJournal(store)
        node = Node(journal)
        await node.start()
        await node.set_up()
        node.events.clear()
        journal.fails, journal.keeps = True, keeps
        waiting = [node.send(bet()), node.send(bet("T2")), node.send(bet("T2", 7))]
        await breathe()
        for future in waiting:
            with pytest.raises(EngineStopped, match="the disk is gone"):
                await future
        assert isinstance(node.engine.failed, Broke)
        for again in range(3):
            with pytest.raises(EngineStopped):
                node.send(bet(amount=500 + again))
            with pytest.raises(EngineStopped):
                node.engine.tick()
            with pytest.raises(EngineStopped):
                node.engine.view(PIT, lambda state: state.now)
        with pytest.raises(Broke):
            await node.engine.idle()
        assert node.running is not None
        with pytest.raises(Broke):
            await node.running
        await asyncio.sleep(0.02)
        assert journal.tries == 1, "a commit is never tried again"
        assert node.events == []
        await journal.close()
        after = Node(MemoryJournal(store))
        await after.start()
        terminal = after.engine.stream(PIT).state.terminals["T1"]
        assert terminal.credit == 1_000_000 - (500 if keeps else 0)
        await after.stop()

    play(story)


def test_who_may_not_answer_says_nothing_and_stops() -> None:
    async def story(node: Node, journal: HeldJournal) -> None:
        journal.is_held = True
        staged = node.send(bet())
        refused = node.send(Shoot("T2", DICE))
        await breathe()
        journal.owner = False
        journal.end_commit()
        await breathe()
        assert isinstance(node.engine.failed, NoLongerOwner)
        assert node.events == []
        for future in (staged, refused):
            with pytest.raises(EngineStopped):
                future.result()
        with pytest.raises(EngineStopped):
            node.send(bet())

    with_node(story)


def test_who_may_not_answer_does_not_even_refuse() -> None:
    async def story(node: Node, journal: HeldJournal) -> None:
        journal.owner = False
        refused = node.send(Shoot("T2", DICE))
        await breathe()
        with pytest.raises(EngineStopped):
            refused.result()

    with_node(story)


def test_a_lost_ownership_stops_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openfelt.engine.start.RENEW_S", 0.01)

    class Lost(MemoryJournal):
        renewals = 0

        async def renew(self) -> None:
            self.renewals += 1
            if self.renewals == 3:
                raise JournalFault("another node took over")

    async def story() -> None:
        node = Node(Lost())
        await node.start()
        assert node.running is not None
        with pytest.raises(JournalFault, match="another node took over"):
            await node.running
        with pytest.raises(EngineStopped):
            node.send(bet())
        await node.stop()

    play(story)


def test_an_unknown_stream_and_a_bad_name_change_nothing() -> None:
    async def story(node: Node, journal: HeldJournal) -> None:
        with pytest.raises(NotHere):
            node.send(bet(), "pit-7")
        before = node.engine.stream(PIT).sequence
        for station, boot, number in (
            ("T 1", "b", 1),
            ("T1", "b\0", 1),
            ("T1", "b\ud800", 1),
            ("", "b", 1),
            ("stream", "b", 1),
            ("T1", "b", 0),
            ("T1", "b", 2**63),
        ):
            with pytest.raises(BadRequest):
                node.engine.submit(Request(PIT, bet(), "T1", Client(station, boot), number))
        with pytest.raises(ValueError, match="NUL"):
            node.engine.submit(Request(PIT, bet(), "T\0", Client("T1", "b"), 1))
        assert node.engine.stream(PIT).sequence == before
        assert not node.engine.is_pending
        assert (await node.send(bet())).events

    with_node(story)
