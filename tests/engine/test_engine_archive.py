"""Ended things leave the state with the day and are still known, whenever the process dies."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
import pytest
from engine_fakes import HOUSE, PIT, SECOND, START_US, FailingJournal, HeldJournal, Node, play
from engine_play import play_on

from openfelt.core.refusal import Refusal
from openfelt.engine.errors import BadRequest, EngineStopped
from openfelt.engine.rebuild import missing_from_archive, rebuild_archive
from openfelt.engine.recovery import recover
from openfelt.engine.request import Client, Request
from openfelt.floor.money.account import CreditFromCms
from openfelt.floor.money.payout import CashOut, PresentTicket
from openfelt.floor.money.ticket import HandPayOpened, RedeemTicket, TicketRefused
from openfelt.floor.state import State
from openfelt.journal.base import Archived
from openfelt.journal.memory import MemoryJournal, MemoryStore

DAY = 24 * 3_600 * SECOND
DAY_ENDS = START_US + 3_600 * SECOND
NUMBER, SECOND_NUMBER = "010000000000000001", "010000000000000002"


async def opened(journal: MemoryJournal | None = None) -> Node:
    node = Node(journal or MemoryJournal())
    await node.start()
    await node.set_up(day_ends=DAY_ENDS)
    return node


async def restarted(node: Node, store: MemoryStore) -> Node:
    again = Node(MemoryJournal(store), node.clock)
    await again.start()
    return again


async def issue(node: Node, number: str, terminal: str = "C1") -> None:
    await node.do(CashOut(terminal, number))
    await node.print_all()


async def pay(node: Node, number: str) -> None:
    await node.do(RedeemTicket(number, "casey"), HOUSE, station="desk")


def end_day(node: Node) -> None:
    node.clock.now = node.engine.stream(HOUSE).state.day_ends
    node.engine.tick()


async def day_ended(node: Node) -> None:
    end_day(node)
    await node.engine.idle()


def house(node: Node) -> State:
    return node.engine.stream(HOUSE).state


def test_a_ticket_paid_on_another_day_is_refused_with_when_and_where() -> None:
    async def story() -> None:
        store = MemoryStore()
        node = await opened(MemoryJournal(store))
        await issue(node, NUMBER)
        await pay(node, NUMBER)
        same_day = await node.send(RedeemTicket(NUMBER, "casey"), HOUSE, station="desk")
        paid_at = node.clock.now
        await day_ended(node)
        assert NUMBER not in house(node).tickets
        for each in (node, None):
            if each is None:
                await node.stop()
                node = await restarted(node, store)
            later = await node.send(RedeemTicket(NUMBER, "casey"), HOUSE, station="other-desk")
            assert later.refused == same_day.refused
            assert later.refused is not None
            assert later.refused.code is Refusal.TICKET_ALREADY_REDEEMED
            assert later.refused.data == {"at_us": paid_at, "where": "drawer:casey"}
        await node.stop()

    play(story)


def test_the_state_does_not_grow_over_gaming_days() -> None:
    async def story() -> None:
        store = MemoryStore()
        node = await opened(MemoryJournal(store))
        sizes = []
        for day in range(12):
            for slip in range(5):
                number = f"01{day:08}{slip:08}"
                await node.do(CreditFromCms("C1", 1_000, f"cms-{number}"), station="cms")
                await issue(node, number)
                await pay(node, number)
            await day_ended(node)
            states = (node.engine.stream(name).state for name in (HOUSE, PIT))
            sizes.append(sum(len(msgspec.msgpack.encode(state)) for state in states))
            assert not house(node).tickets
            assert not node.engine.stream(PIT).state.cms_seen
        # Counters get longer, nothing else.
        assert max(sizes) - sizes[0] < 60
        assert len(store.archive) == 12 * 10 + 4
        await node.stop()

    play(story)


def test_who_asks_while_the_day_is_being_written_waits_for_the_archive() -> None:
    async def story() -> None:
        journal = HeldJournal()
        node = await opened(journal)
        await issue(node, NUMBER)
        await pay(node, NUMBER)
        journal.is_held = True
        end_day(node)
        assert NUMBER not in house(node).tickets
        future = node.send(RedeemTicket(NUMBER, "casey"), HOUSE, station="desk")
        for _ in range(50):
            await asyncio.sleep(0)
        assert not future.done()
        journal.is_held = False
        journal.end_commit()
        reply = await future
        assert reply.refused is not None
        assert reply.refused.code is Refusal.TICKET_ALREADY_REDEEMED
        await node.stop()

    play(story)


@pytest.mark.parametrize("keeps", [True, False])
def test_a_kill_while_the_day_is_being_written_loses_nothing(keeps: bool) -> None:
    async def story() -> None:
        store = MemoryStore()
        journal = FailingJournal(store)
        node = await opened(journal)
        await issue(node, NUMBER)
        await pay(node, NUMBER)
        journal.fails, journal.keeps = True, keeps
        end_day(node)
        future = node.send(RedeemTicket(NUMBER, "casey"), HOUSE, station="desk")
        with pytest.raises(EngineStopped):
            await future
        await node.stop()
        node.clock.now -= 1  # The next start is before the day's end, unless that was kept.
        node = await restarted(node, store)
        assert (NUMBER in house(node).tickets) is not keeps
        reply = await node.send(RedeemTicket(NUMBER, "casey"), HOUSE, station="other-desk")
        assert reply.refused is not None
        assert reply.refused.code is Refusal.TICKET_ALREADY_REDEEMED
        await node.stop()

    play(story)


class _SlowArchive(MemoryJournal):
    """Looks up when the test says so."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        super().__init__(store)
        self.may_look = asyncio.Event()
        self.may_look.set()
        self.looked = 0

    async def archived(self, kind: str, key: str) -> bytes | None:
        self.looked += 1
        found = await super().archived(kind, key)
        await self.may_look.wait()
        return found


def test_questions_behind_a_look_up_keep_their_order_and_none_is_lost() -> None:
    async def story() -> None:
        journal = _SlowArchive()
        node = await opened(journal)
        for terminal, number in (("C1", NUMBER), ("C2", SECOND_NUMBER)):
            await issue(node, number, terminal)
        await pay(node, NUMBER)
        await day_ended(node)
        journal.may_look.clear()
        # The first is in the archive, the second still in the state: it could be decided at once.
        await node.do(PresentTicket("C1", NUMBER))
        await node.do(PresentTicket("C2", SECOND_NUMBER))
        for _ in range(50):
            await asyncio.sleep(0)
        pit = node.engine.stream(PIT).state
        assert (pit.terminals["C1"].asked, pit.terminals["C2"].asked) == (NUMBER, SECOND_NUMBER)
        journal.may_look.set()
        await node.engine.idle()
        assert (pit.terminals["C1"].asked, pit.terminals["C2"].asked) == ("", "")
        refused = [event for _, event in node.events if isinstance(event, TicketRefused)]
        assert [event.number for event in refused] == [NUMBER]
        assert pit.terminals["C2"].credit == 1_000_000
        await node.stop()

    play(story)


def test_a_day_that_ends_during_a_look_up_has_it_done_again() -> None:
    async def story() -> None:
        journal = _SlowArchive()
        node = await opened(journal)
        journal.may_look.clear()
        journal.looked = 0
        future = node.send(RedeemTicket(NUMBER, "casey"), HOUSE, station="desk")
        for _ in range(20):
            await asyncio.sleep(0)
        assert journal.looked == 1
        end_day(node)
        journal.may_look.set()
        reply = await future
        assert journal.looked > 1
        assert reply.refused is not None
        assert reply.refused.code is Refusal.TICKET_UNKNOWN
        await node.stop()

    play(story)


def test_a_number_drawn_again_after_its_ticket_ended_is_paid_by_hand() -> None:
    async def story() -> None:
        node = await opened()
        await issue(node, NUMBER)
        await pay(node, NUMBER)
        await day_ended(node)
        await issue(node, NUMBER, "C2")
        opened_ = [event for _, event in node.events if isinstance(event, HandPayOpened)]
        assert [(event.number, event.amount) for event in opened_] == [(NUMBER, 1_000_000)]
        await node.stop()

    play(story)


@pytest.mark.parametrize(
    "data", [b"no json", b'{"amount":1,"scheme":"LT","terminal":"T","pit":""}']
)
def test_nothing_is_paid_because_the_archive_says_so(data: bytes) -> None:
    async def story() -> None:
        store = MemoryStore()
        node = await opened(MemoryJournal(store))
        forged = data.replace(b'"pit":""', b'"pit":"","state":"issued"')
        store.archive["ticket", NUMBER] = Archived("ticket", NUMBER, 1, forged)
        reply = await node.send(RedeemTicket(NUMBER, "casey"), HOUSE, station="desk")
        assert reply.refused is not None
        assert reply.refused.code is Refusal.TICKET_UNKNOWN
        await node.stop()

    play(story)


def test_ids_no_database_could_keep_stop_nothing() -> None:
    async def story() -> None:
        store = MemoryStore()
        node = await opened(MemoryJournal(store))
        for number in ("a\0b", "01" * 2_500):
            reply = await node.send(RedeemTicket(number, "casey"), HOUSE, station="desk")
            assert reply.refused is not None
            assert reply.refused.code is Refusal.TICKET_UNKNOWN
        assert all("\0" not in key and len(key) <= 200 for _, key in store.archive)
        bad = Request(HOUSE, RedeemTicket(NUMBER, "casey"), "desk", Client("desk", "boot"), 0)
        with pytest.raises(BadRequest):
            await node.engine.submit(bad)
        with pytest.raises(BadRequest):
            await node.send(RedeemTicket("\ud800", "casey"), HOUSE, station="desk")
        assert node.engine.failed is None
        await node.stop()

    play(story)


def test_the_archive_is_what_the_journal_alone_gives() -> None:
    async def story() -> None:
        store = MemoryStore()
        node = await opened(MemoryJournal(store))
        chance = Random(11)
        for _ in range(4):
            await play_on(node, chance.randrange(10**6), 120)
            await day_ended(node)
        for name in (HOUSE, PIT):
            lived = node.engine.stream(name).state
            assert (await recover(node.journal, name)).stream.state == lived
        await node.stop()
        reader = MemoryJournal(store)
        lived_archive = dict(store.archive)
        assert len(lived_archive) > 10
        assert [one async for one in missing_from_archive(reader, HOUSE)] == []
        key = next(iter(store.archive))
        del store.archive[key]
        lacking: list[Archived] = []
        for name in (HOUSE, PIT):
            lacking += [one async for one in missing_from_archive(reader, name)]
        assert [(one.kind, one.key) for one in lacking] == [key]
        store.archive.clear()
        assert await rebuild_archive(reader, b"") >= len(lived_archive)
        assert store.archive == lived_archive

    play(story)
