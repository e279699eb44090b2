"""Recovery: any prefix of the journal, with or without a snapshot, gives the state it was."""

from __future__ import annotations

from random import Random

import pytest
from engine_fakes import HOUSE, PIT, HeldJournal, Node, bet, breathe, play, rows_of
from engine_play import play_on
from hypothesis import given, settings
from hypothesis import strategies as st

from openfelt.engine import recovery
from openfelt.engine.follow_streams import asked
from openfelt.engine.recovery import SCHEMA, Recovered, encoded, marked, recover
from openfelt.engine.snapshots import snapshot_of
from openfelt.engine.stream import CODEC, Stream
from openfelt.floor.clock import next_due
from openfelt.floor.money.payout import CashOut
from openfelt.floor.whole import told
from openfelt.journal.errors import JournalCorrupt
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.journal.row import GENESIS, Row

STREAMS = (HOUSE, PIT)


async def played(seed: int, steps: int = 60, crashes: int = 1) -> tuple[MemoryStore, Node]:
    """Return a journal of random play with some crashes in it, and the node that is at it."""
    store = MemoryStore()
    node = Node(MemoryJournal(store))
    await node.start()
    await node.set_up()
    for crash in range(crashes):
        await play_on(node, seed + crash, steps)
        await node.stop()
        node = Node(MemoryJournal(store), node.clock)
        await node.start()
        await node.resume()
    await play_on(node, seed + 99, steps)
    return store, node


def same(one: Stream, two: Stream) -> bool:
    return (
        one.state == two.state
        and list(one.state.tables) == list(two.state.tables)
        and one.window.snapped() == two.window.snapped()
        and (one.head, one.due) == (two.head, two.due)
    )


@settings(max_examples=40)
@given(st.integers(0, 10_000))
def test_the_journal_gives_back_the_state_that_lived(seed: int) -> None:
    async def story() -> None:
        store, node = await played(seed)
        await node.engine.idle()
        for name in STREAMS:
            lived = node.engine.stream(name)
            assert lived.due == next_due(lived.state)
            recovered = await recover(MemoryJournal(store), name)
            assert same(recovered.stream, lived)
        await node.stop()

    play(story)


@settings(max_examples=20)
@given(st.integers(0, 10_000))
def test_after_every_prefix_a_snapshot_and_the_rest_equal_the_whole_fold(seed: int) -> None:
    async def story() -> None:
        store, node = await played(seed, steps=40)
        await node.stop()
        chance = Random(seed)
        made = 0
        for name in STREAMS:
            rows = store.rows[name]
            whole = Stream(name, GENESIS)
            snapshots: list[tuple[Row, bytes]] = []
            for count, row in enumerate(rows, start=1):
                whole.fold(row)
                whole.folded()
                prefix = MemoryStore()
                prefix.rows = {name: rows[:count]}
                if snapshots:
                    at, data = chance.choice(snapshots)
                    reader = MemoryJournal(prefix)
                    await reader.put_snapshot(name, at.sequence, at.hash, SCHEMA, data)
                    recovered = await recover(reader, name)
                    assert same(recovered.stream, whole)
                    assert recovered.followed == {"elsewhere": at.sequence}
                if chance.random() < 0.2:
                    followed = {"elsewhere": row.sequence}
                    snapshots.append((row, marked(b"", Recovered(whole, followed))))
            made += len(snapshots)
        assert made > 0

    play(story)


def test_an_engine_goes_on_from_a_snapshot() -> None:
    async def story() -> None:
        store, node = await played(5)
        await node.stop()
        reader = MemoryJournal(store)
        for name in STREAMS:
            head = await snapshot_of(reader, name)
            assert head == await reader.head(name)
        store.rows[PIT][:-1] = [None] * (len(store.rows[PIT]) - 1)  # type: ignore[list-item]
        store.rows[HOUSE][:-1] = [None] * (len(store.rows[HOUSE]) - 1)  # type: ignore[list-item]
        after = Node(MemoryJournal(store), node.clock)
        await after.start()
        assert after.engine.stream(PIT).state.sequence > len(store.rows[PIT]) - 10
        await after.stop()

    play(story)


def test_a_snapshot_of_another_schema_or_another_journal_is_not_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        store, node = await played(6, steps=20)
        await node.stop()
        reader = MemoryJournal(store)
        row = store.rows[PIT][9]
        good = encoded(Recovered(Stream(PIT, GENESIS), {}))
        await reader.put_snapshot(PIT, 10, row.hash, "another schema", good)
        await reader.put_snapshot(PIT, 9, bytes(32), SCHEMA, good)
        assert await reader.snapshot(PIT, SCHEMA) is None
        recovered = await recover(reader, PIT)
        assert same(recovered.stream, (await recover(reader, PIT, snapshots=False)).stream)

    play(story)
    monkeypatch.setattr(recovery, "__version__", "9.9.9")
    assert recovery._fingerprint() != SCHEMA


@pytest.mark.parametrize("secret", [b"the floor's", b"another's"], ids=["changed", "another key"])
def test_a_snapshot_that_somebody_else_made_is_not_believed(
    secret: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """A state with more credit, put there with a fresh hash: it is folded from the rows instead."""

    async def story() -> None:
        store, node = await played(6, steps=20)
        await node.stop()
        reader = MemoryJournal(store)
        await snapshot_of(reader, PIT, b"the floor's")
        honest = await recover(reader, PIT, secret=b"the floor's")
        assert not caplog.messages
        kept = await reader.snapshot(PIT, SCHEMA)
        assert kept is not None
        rich = await recover(reader, PIT, secret=b"the floor's")
        next(iter(rich.stream.state.terminals.values())).credit += 10_000_000
        data = marked(secret, rich) if secret != b"the floor's" else kept.data[:32] + encoded(rich)
        store.snapshots.clear()
        await reader.put_snapshot(PIT, kept.sequence, kept.row_hash, SCHEMA, data)
        recovered = await recover(reader, PIT, secret=b"the floor's")
        assert same(recovered.stream, honest.stream)
        said = f"the snapshot of pit at row {kept.sequence} was not made with the floor's key"
        assert caplog.messages == [said]

    play(story)


def test_a_row_that_does_not_fit_stops_the_start() -> None:
    async def story() -> None:
        store, node = await played(7, steps=20)
        await node.stop()
        rows = store.rows[PIT]
        rows[5] = rows[5]._replace(payload=rows[5].payload + b" ")
        after = Node(MemoryJournal(store), node.clock)
        with pytest.raises(JournalCorrupt, match="pit:6"):
            await after.start()
        await after.stop()

    play(story)


def test_a_question_whose_asker_died_before_it_was_put_is_put_by_the_next_start() -> None:
    async def story() -> None:
        store = MemoryStore()
        journal = HeldJournal(store)
        node = Node(journal)
        await node.start()
        await node.set_up()
        journal.is_held = True
        node.send(CashOut("T1", "01" + "5" * 16))
        await breathe()
        # The row becomes durable, and the process dies before it can act on it.
        await MemoryJournal.append(journal, journal.batches[-1])
        await node.stop()
        assert store.rows[PIT][-1].type == "CashOutRequested"
        for _ in range(2):
            after = Node(MemoryJournal(store), node.clock)
            await after.start()
            assert list(after.engine.stream(HOUSE).state.tickets) == ["01" + "5" * 16]
            assert [order.kind for _, _, order in after.orders] == ["print"]
            await after.stop()
        await _print_once(store, node)

    play(story)


async def _print_once(store: MemoryStore, node: Node) -> None:
    after = Node(MemoryJournal(store), node.clock)
    await after.start()
    await after.print_all()
    assert after.engine.stream(HOUSE).state.tickets["01" + "5" * 16].state == "issued"
    opened = [row for row in await rows_of(after.journal, HOUSE) if row.type == "TicketOpened"]
    assert len(opened) == 1
    await after.stop()


def test_a_snapshot_forgets_no_question() -> None:
    async def story() -> None:
        store = MemoryStore()
        journal = HeldJournal(store)
        node = Node(journal)
        await node.start()
        await node.set_up()
        journal.is_held = True
        node.send(CashOut("T1", "01" + "5" * 16))
        node.send(bet("T2"))
        await breathe()
        await MemoryJournal.append(journal, journal.batches[-1])
        await node.stop()
        reader = MemoryJournal(store)
        for name in STREAMS:
            await snapshot_of(reader, name)
        asking = next(r.sequence for r in store.rows[PIT] if r.type == "CashOutRequested")
        assert (await recover(reader, HOUSE)).followed == {PIT: asking - 1}
        after = Node(MemoryJournal(store), node.clock)
        await after.start()
        assert list(after.engine.stream(HOUSE).state.tickets) == ["01" + "5" * 16]
        await after.stop()
        for name in STREAMS:
            await snapshot_of(reader, name)
        recovered = await recover(reader, HOUSE)
        assert recovered.followed[PIT] > asking

    play(story)


def test_a_row_asks_the_same_whether_its_sender_is_here_or_elsewhere() -> None:
    async def story() -> None:
        store, node = await played(11, steps=120)
        await node.stop()
        found = 0
        for name, other in ((HOUSE, PIT), (PIT, HOUSE)):
            stream = Stream(name, GENESIS)
            for row in store.rows[name]:
                stream.fold(row)
                event = CODEC.read(row)
                here = [command for to, command in told(stream.state, event) if to == other]
                elsewhere = [ask.command for ask in asked(name, row, (other,))]
                assert here == elsewhere
                assert len(here) <= 1
                found += len(here)
        assert found > 10

    play(story)
