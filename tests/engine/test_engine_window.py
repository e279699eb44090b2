"""Idempotency: every accepted command is applied exactly once, whatever is repeated."""

from __future__ import annotations

from collections import Counter

from engine_fakes import DICE, HOUSE, PIT, Node, bet, play, rows_of
from hypothesis import given, settings
from hypothesis import strategies as st

from openfelt.core.refusal import Refusal
from openfelt.engine.request import Client, Reply, Request
from openfelt.engine.stream import Stream, client_of
from openfelt.engine.window import BOOTS_KEPT, NUMBERS_KEPT
from openfelt.floor.money.account import CreditFromCms
from openfelt.floor.money.ticket import RedeemTicket
from openfelt.floor.wagers.wager import CancelWager, StageWager
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.journal.row import GENESIS

# Each step: which start of the station, which number, which of two bodies, crash before it?
STEPS = st.lists(
    st.tuples(
        st.integers(1, 3), st.integers(1, 22), st.sampled_from((500, 1_000)), st.integers(0, 9)
    ),
    max_size=60,
)


class Model:
    """What a careful clerk would keep of one station."""

    def __init__(self) -> None:
        self.boots: dict[int, dict[int, tuple[int, Reply]]] = {}

    def expected(self, boot: int, number: int, body: int) -> Reply | Refusal | None:
        numbers = self.boots.get(boot)
        if not numbers:
            return None
        if number <= max(numbers) - NUMBERS_KEPT:
            return Refusal.NUMBER_TOO_OLD
        if number not in numbers:
            return None
        before, reply = numbers[number]
        return reply if before == body else Refusal.NUMBER_REUSED

    def enter(self, boot: int, number: int, body: int, reply: Reply) -> None:
        self.boots.setdefault(boot, {})[number] = (body, reply)
        if len(self.boots) > BOOTS_KEPT:
            del self.boots[next(iter(self.boots))]


@settings(max_examples=60)
@given(STEPS)
def test_random_repeats_reorders_boots_and_crashes(
    steps: list[tuple[int, int, int, int]],
) -> None:
    async def story() -> None:
        store, model = MemoryStore(), Model()
        node = Node(MemoryJournal(store))
        await node.start()
        await node.set_up(1)
        accepted: Counter[tuple[int, int]] = Counter()
        for boot, number, body, crash in steps:
            if crash == 0:
                await node.stop()
                clock = node.clock
                node = Node(MemoryJournal(store), clock)
                await node.start()
                await node.resume()
            request = Request(PIT, bet(amount=body), "T1", Client("T1", str(boot)), number)
            reply = await node.engine.submit(request)
            match model.expected(boot, number, body):
                case None:
                    assert reply.refused is None
                    assert not reply.repeated
                    model.enter(boot, number, body, reply)
                    accepted[boot, number] += 1
                case Refusal() as code:
                    assert reply.refused is not None
                    assert reply.refused.code is code
                case first:
                    assert reply.repeated
                    assert reply.events == first.events
        await node.engine.idle()
        staged = [row for row in await rows_of(node.journal) if row.type == "WagerStaged"]
        assert len(staged) == accepted.total()
        await node.stop()

    play(story)


def test_a_repeat_hears_the_first_answer_even_after_a_crash() -> None:
    async def story() -> None:
        store = MemoryStore()
        node = Node(MemoryJournal(store))
        await node.start()
        await node.set_up()
        request = node.request(bet())
        first, second = node.engine.submit(request), node.engine.submit(request)
        assert not (await first).repeated
        assert (await second).repeated
        assert (await second).events == (await first).events
        await node.stop()
        after = Node(MemoryJournal(store), node.clock)
        await after.start()
        third = await after.engine.submit(request)
        assert third.repeated
        assert third.events == (await first).events
        reused = Request(PIT, bet(amount=1_500), "T1", request.client, request.number)
        refused = (await after.engine.submit(reused)).refused
        assert refused is not None
        assert refused.code is Refusal.NUMBER_REUSED
        await after.stop()

    play(story)


def test_a_number_older_than_the_window_is_refused() -> None:
    async def story() -> None:
        node = Node(MemoryJournal())
        await node.start()
        await node.set_up()
        requests = [node.request(bet()) for _ in range(17)]
        for request in requests:
            assert (await node.engine.submit(request)).refused is None
        refused = (await node.engine.submit(requests[0])).refused
        assert refused is not None
        assert refused.code is Refusal.NUMBER_TOO_OLD
        assert (await node.engine.submit(requests[1])).repeated
        await node.stop()

    play(story)


def test_a_refusal_is_remembered_until_the_restart_and_then_decided_anew() -> None:
    async def story() -> None:
        store = MemoryStore()
        node = Node(MemoryJournal(store))
        await node.start()
        await node.set_up()
        cancel = node.request(CancelWager("T1", DICE, 1, "small"))
        first = (await node.engine.submit(cancel)).refused
        assert first is not None
        await node.do(bet())
        assert (await node.engine.submit(cancel)).refused == first
        body = Request(PIT, StageWager("T1", DICE, 1, "big", 500), "T1", cancel.client, 1)
        reused = (await node.engine.submit(body)).refused
        assert reused is not None
        assert reused.code is Refusal.NUMBER_REUSED
        await node.stop()
        after = Node(MemoryJournal(store), node.clock)
        await after.start()
        await after.resume()
        assert (await after.engine.submit(cancel)).refused is None
        await after.stop()

    play(story)


def test_what_another_system_repeats_under_a_new_number_is_answered_and_yields_nothing() -> None:
    async def story() -> None:
        node = Node(MemoryJournal())
        await node.start()
        await node.set_up()
        before = node.engine.stream(PIT).sequence
        again = await node.do(CreditFromCms("T1", 1_000_000, "cms-T1"), station="cms")
        assert again.events == ()
        assert node.engine.stream(PIT).sequence == before
        await node.stop()

    play(story)


def test_the_window_of_the_house_is_its_own() -> None:
    async def story() -> None:
        node = Node(MemoryJournal())
        await node.start()
        await node.set_up()
        unknown = RedeemTicket("01" + "9" * 16, "casey")
        reply = await node.engine.submit(Request(HOUSE, unknown, "T1", Client("T1", "boot"), 1))
        assert reply.refused is not None
        assert reply.refused.code is Refusal.TICKET_UNKNOWN
        assert (await node.send(bet())).refused is None
        await node.stop()

    play(story)


def test_the_window_as_folded_is_the_window_as_lived() -> None:
    async def story() -> None:
        node = Node(MemoryJournal())
        await node.start()
        await node.set_up()
        for step in range(60):
            await node.send(bet(f"T{1 + step % 2}"), boot=f"boot-{step // 25}")
            await node.send(CancelWager("T1", DICE, 1, "total:4"), boot=f"boot-{step // 7}")
        folded = Stream(PIT, GENESIS)
        for row in await rows_of(node.journal):
            folded.fold(row)
            client = client_of(row.client)
            assert client is None or " " not in client.station
        lived = node.engine.stream(PIT)
        assert folded.window.snapped() == lived.window.snapped()
        assert folded.state == lived.state
        await node.stop()

    play(story)
