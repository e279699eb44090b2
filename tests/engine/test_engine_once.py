"""One rule of what is taken once, for floor and auditor: an honest journal never becomes wrong."""

from __future__ import annotations

from collections.abc import Sequence

from engine_fakes import HOUSE, PIT, SECOND, Node, bet, play, rows_of
from hypothesis import given, settings
from hypothesis import strategies as st

from openfelt.audit import audit_journal
from openfelt.audit.command import Commands
from openfelt.audit.finding import Findings
from openfelt.core.refusal import Refusal
from openfelt.engine.request import Client, Request
from openfelt.engine.snapshots import snapshot_of
from openfelt.engine.window import Boot, Window
from openfelt.floor.base import Command
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import CashOut
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.journal.row import Row

SECRET = b"s" * 32

STARTS = st.integers(1, 5)
NUMBERS = st.integers(1, 40)


async def _found(node: Node) -> list[str]:
    await node.engine.idle()
    _, findings = await audit_journal(node.journal)
    return [str(finding) for finding in findings]


async def _say(node: Node, boot: str, number: int, command: Command) -> Refusal | None:
    request = Request(PIT, command, "T1", Client("T1", boot), number)
    reply = await node.engine.submit(request)
    return reply.refused.code if reply.refused else None


def test_a_terminal_comes_back_with_a_start_that_was_forgotten() -> None:
    async def story() -> None:
        node = Node(MemoryJournal())
        await node.start()
        await node.set_up(1)
        for boot in ("one", "two", "three", "one", "four", "two", "one", "one"):
            assert await _say(node, boot, 1, bet()) is None
        assert await _found(node) == []
        await node.stop()

    play(story)


def test_a_start_in_use_is_forgotten_when_two_others_began() -> None:
    async def story() -> None:
        node = Node(MemoryJournal())
        await node.start()
        await node.set_up(1)
        for number in range(1, 30):
            assert await _say(node, "one", number, bet()) is None
        assert await _say(node, "two", 1, bet()) is None
        assert await _say(node, "one", 30, bet()) is None
        assert await _say(node, "three", 1, bet()) is None
        for number in (3, 1, 19, 3):
            assert await _say(node, "one", number, bet()) in (None, Refusal.NUMBER_TOO_OLD)
        assert await _found(node) == []
        await node.stop()

    play(story)


@settings(max_examples=40)
@given(
    st.lists(st.tuples(STARTS, NUMBERS, st.sampled_from((500, 1_000)), st.integers(0, 11))),
    st.booleans(),
)
def test_no_order_of_starts_numbers_and_restarts_makes_a_journal_wrong(
    steps: Sequence[tuple[int, int, int, int]], snapped: bool
) -> None:
    async def story() -> None:
        store = MemoryStore()
        node = Node(MemoryJournal(store), secret=SECRET)
        await node.start()
        await node.set_up(1)
        for boot, number, amount, what in steps:
            if what == 0:
                if snapped:
                    await node.engine.idle()
                    await snapshot_of(node.journal, PIT, SECRET)
                await node.stop()
                node = Node(MemoryJournal(store), node.clock, secret=SECRET)
                await node.start()
                await node.resume()
            await _say(node, str(boot), number, bet(amount=amount))
        assert await _found(node) == []
        await node.stop()

    play(story)


def _row(boot: int, number: int, at: int) -> Row:
    client = f"T1 {boot} {'0' * 16}"
    return Row(PIT, at, at, "T1", client, number, "WagerStaged", 1, b"{}", b"", b"")


@given(st.lists(st.tuples(STARTS, NUMBERS), max_size=120))
def test_the_auditor_takes_what_the_window_takes_and_nothing_else(
    steps: Sequence[tuple[int, int]],
) -> None:
    window = Window()
    findings = Findings(1_000, strict=False)
    commands = Commands(findings)
    for at, (boot, number) in enumerate(steps, start=1):
        client = Client("T1", str(boot))
        known = window.find(client)
        taken = known is None or known.known(number, bytes(8)) is None
        if taken:
            (known or window.open(client)).enter(number, bytes(8), at, 1)
            commands.take(_row(boot, number, at))
            assert findings.count == 0, (boot, number)
        else:
            before = findings.count
            fresh = Commands(findings)
            for earlier, (b, n) in enumerate(_taken(steps[: at - 1]), start=1):
                fresh.take(_row(b, n, earlier))
            assert findings.count == before
            fresh.take(_row(boot, number, at + 1_000))
            assert findings.count == before + 1
            findings.kept.clear()
            findings.count = 0


def _taken(steps: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    window = Window()
    taken: list[tuple[int, int]] = []
    for at, (boot, number) in enumerate(steps, start=1):
        client = Client("T1", str(boot))
        known: Boot | None = window.find(client)
        if known is None or known.known(number, bytes(8)) is None:
            (known or window.open(client)).enter(number, bytes(8), at, 1)
            taken.append((boot, number))
    return taken


def test_an_acceptor_that_counts_from_one_again() -> None:
    async def story() -> None:
        node = Node(MemoryJournal())
        await node.start()
        await node.set_up(1)
        stacked = 0
        for note in ("1", "2", "1", "1", "", "", "2", "1"):
            before = node.engine.stream(PIT).sequence
            reply = await node.do(InsertNote("T1", 500, note), station="acceptor@T1")
            stacked += bool(reply.events)
            assert node.engine.stream(PIT).sequence == before + len(reply.events)
        assert stacked == 7, "only the second of two in a row is the same note"
        assert await _found(node) == []
        await node.stop()

    play(story)


def test_another_note_under_the_id_of_the_last_one_comes_out_again() -> None:
    async def story() -> None:
        node = Node(MemoryJournal())
        await node.start()
        await node.set_up(1)
        await node.do(InsertNote("T1", 500, "1"), station="acceptor@T1")
        other = await node.send(InsertNote("T1", 1000, "1"), station="acceptor@T1")
        assert other.refused is not None, "its guest would have lost it"
        assert other.refused.data["why"] == "id_given_again"
        same = await node.do(InsertNote("T1", 500, "1"), station="acceptor@T1")
        assert (same.refused, same.events) == (None, ())
        assert await _found(node) == []
        await node.stop()

    play(story)


def test_a_note_is_known_again_after_a_restart_with_and_without_a_snapshot() -> None:
    for snapped in (False, True):
        play(lambda snapped=snapped: _note_over_restart(snapped))  # type: ignore[misc]


async def _note_over_restart(snapped: bool) -> None:
    store = MemoryStore()
    node = Node(MemoryJournal(store), secret=SECRET)
    await node.start()
    await node.set_up(1)
    await node.do(InsertNote("T1", 500, "1"), station="acceptor@T1")
    await node.do(InsertNote("T1", 500, "2"), station="acceptor@T1")
    if snapped:
        await node.engine.idle()
        await snapshot_of(node.journal, PIT, SECRET)
    await node.stop()
    node = Node(MemoryJournal(store), node.clock, secret=SECRET)
    await node.start()
    await node.resume()
    again = await node.do(InsertNote("T1", 500, "2"), station="acceptor@T1", boot="later")
    assert again.events == ()
    other = await node.do(InsertNote("T1", 500, "1"), station="acceptor@T1", boot="later")
    assert len(other.events) == 1
    assert await _found(node) == []
    await node.stop()


def test_a_ticket_number_drawn_again_for_a_forgotten_start() -> None:
    """A ticket's number is drawn from who asks under which number, so it comes back with them."""

    async def story() -> None:
        node = Node(MemoryJournal())
        await node.start()
        await node.set_up(1)
        for _ in range(3):
            assert await _say(node, "one", 1, CashOut("T1", "01" + "7" * 16)) is None
            await node.print_all()
            await node.engine.idle()
            for boot in ("two", "three"):
                assert await _say(node, boot, 1, InsertNote("T1", 500, f"note {boot}")) is None
            node.clock.now += SECOND
        house = [row.type for row in await rows_of(node.journal, HOUSE)]
        assert (house.count("TicketOpened"), house.count("HandPayOpened")) == (1, 2)
        assert await _found(node) == []
        await node.stop()

    play(story)
