"""A start is proved by the rows: what a snapshot made it believe is compared with a fresh fold."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import msgspec
import pytest
from engine_fakes import HOUSE, PIT, Node, bet, play

from openfelt.engine.key import mark
from openfelt.engine.proof import CannotFold, Fold, prove
from openfelt.engine.recovery import SCHEMA, Saved, recover
from openfelt.engine.snapshots import snapshot_of
from openfelt.floor.ledger import Account
from openfelt.floor.money.payout import CashOut
from openfelt.journal.base import Snapshot
from openfelt.journal.memory import MemoryJournal, MemoryStore

KEY = b"k" * 32


async def _played(store: MemoryStore) -> Node:
    node = Node(MemoryJournal(store), secret=KEY)
    await node.start()
    await node.set_up()
    await node.do(bet())
    await node.engine.idle()
    for stream in (HOUSE, PIT):
        await snapshot_of(node.journal, stream, KEY)
    await node.do(bet())
    await node.engine.idle()
    return node


def _resealed(store: MemoryStore, change: Callable[[Saved], None], stream: str = PIT) -> None:
    """Change what a snapshot says, and mark it with the floor's own key: nobody can tell."""
    one = store.snapshots[stream][0]
    saved = msgspec.msgpack.decode(one.data[32:], type=Saved)
    change(saved)
    data = msgspec.msgpack.encode(saved)
    _put(store, one, data)


def _put(store: MemoryStore, one: Snapshot, data: bytes) -> None:
    said = mark(KEY, one.stream.encode(), str(one.sequence).encode(), one.row_hash, data)
    whole = said + data
    fresh = Snapshot(one.stream, one.sequence, one.row_hash, SCHEMA, whole, sha256(whole).digest())
    store.snapshots[one.stream] = [fresh]


def _rich(saved: Saved) -> None:
    terminal, name = saved.state.terminals["T1"], Account.TERMINAL_CREDIT.of("T1")
    assert abs(saved.state.ledger[name]) == terminal.credit
    sign = 1 if saved.state.ledger[name] > 0 else -1
    saved.state.ledger[name] += sign * 10_000_000
    terminal.credit += 10_000_000


def _forgetful(saved: Saved) -> None:
    saved.window.clear()


def _deaf(saved: Saved) -> None:
    saved.followed[PIT] = 10_000


def _powerful(saved: Saved) -> None:
    grants = saved.state.grants["dana"]
    saved.state.grants["dana"] = [msgspec.structs.replace(one, role="agm") for one in grants]


@pytest.mark.parametrize(
    ("change", "stream", "what"),
    [
        (_rich, PIT, "the rows give another state"),
        (_forgetful, PIT, "the rows give another state"),
        (_powerful, PIT, "the rows give another state"),
        (_deaf, HOUSE, "it passes over what another stream asks"),
    ],
)
def test_a_snapshot_changed_by_somebody_with_the_key_is_found_out(
    change: Callable[[Saved], None], stream: str, what: str
) -> None:
    async def story() -> None:
        store = MemoryStore()
        node = await _played(store)
        await node.stop()
        _resealed(store, change, stream)
        node = Node(MemoryJournal(store), node.clock, secret=KEY)
        await node.start()
        assert [one.stream for one in node.engine.began] == [HOUSE, PIT]
        untrue = await prove(node.journal, node.engine.began)
        assert [(one.began.stream, one.what) for one in untrue] == [(stream, what)]
        await node.stop()

    play(story)


def test_a_question_passed_over_by_a_mark_is_found_out() -> None:
    """The house would never hear of the ticket: what it was over would stay under way for ever."""

    async def story() -> None:
        store = MemoryStore()
        node = await _played(store)
        await node.do(CashOut("C1", "01" + "7" * 16))
        await node.print_all()
        await node.engine.idle()
        asked = len(store.rows[PIT])
        await node.stop()
        _resealed(store, lambda saved: saved.followed.update({PIT: asked}), HOUSE)
        node = Node(MemoryJournal(store), node.clock, secret=KEY)
        await node.start()
        (untrue,) = await prove(node.journal, node.engine.began)
        assert untrue.what == "it passes over what another stream asks"
        await node.stop()

    play(story)


def test_an_honest_start_is_proved_also_of_an_older_snapshot() -> None:
    async def story() -> None:
        store = MemoryStore()
        node = await _played(store)
        older = dict(store.snapshots)
        await snapshot_of(node.journal, PIT, KEY)
        await node.stop()
        store.snapshots.update(older)
        node = Node(MemoryJournal(store), node.clock, secret=KEY)
        await node.start()
        assert len(node.engine.began) == 2
        assert await prove(node.journal, node.engine.began) == []
        whole = await recover(node.journal, PIT, snapshots=False)
        assert node.engine.stream(PIT).state == whole.stream.state
        await node.stop()

    play(story)


@pytest.mark.parametrize(
    "harm", ["truncated", "other stream", "no state", "other row", "bad window"]
)
def test_a_snapshot_that_cannot_be_is_not_used(harm: str) -> None:
    async def story() -> None:
        store = MemoryStore()
        node = await _played(store)
        await node.stop()
        one = store.snapshots[PIT][0]
        match harm:
            case "truncated":
                short = one.data[:-1]
                digest = sha256(short).digest()
                store.snapshots[PIT] = [msgspec.structs.replace(one, data=short, digest=digest)]
            case "other stream":
                _put(store, one, store.snapshots[HOUSE][0].data[32:])
            case "no state":
                _put(store, one, b"\xc1")
            case "other row":
                _resealed(store, lambda saved: setattr(saved.state, "sequence", 1))
            case _:
                _resealed(store, lambda saved: saved.window.update(T1=[("boot", 1, b"")]))
        node = Node(MemoryJournal(store), node.clock, secret=KEY)
        await node.start()
        assert [each.stream for each in node.engine.began] == [HOUSE]
        await node.stop()

    play(story)


def test_what_no_row_comes_to_is_not_proved() -> None:
    async def story() -> None:
        store = MemoryStore()
        node = await _played(store)
        await node.stop()
        node = Node(MemoryJournal(store), node.clock, secret=KEY)
        await node.start()
        began = [one for one in node.engine.began if one.stream == PIT]
        rows = store.rows[PIT]
        kept = rows[4]
        rows[4] = kept._replace(payload=b"{}")
        (untrue,) = await prove(node.journal, began)
        assert untrue.what == "the rows can be followed to row 0 only"
        rows[4] = kept
        del rows[10:]
        (cut,) = await prove(node.journal, began)
        assert cut.what == "the rows can be followed to row 10 only"
        await node.stop()

    play(story)


def test_a_row_that_does_not_follow_from_those_before_it() -> None:
    async def story() -> None:
        store = MemoryStore()
        node = await _played(store)
        fold = Fold(PIT)
        fold.stream.state.terminals.clear()
        staged = next(row for row in store.rows[PIT] if row.type == "WagerStaged")
        fold.stream.sequence, fold.stream.hash = staged.sequence - 1, staged.previous
        with pytest.raises(CannotFold, match="it does not follow from the rows before"):
            await fold.go_on(node.journal)
        await node.stop()

    play(story)
