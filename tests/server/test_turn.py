"""Everything that came is taken in one go, everything that goes is sent in one go; in order."""

import asyncio
import io
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import pytest
from server_stage import Stage, told
from test_slow import LAY, FullWire, connected

from openfelt.floor.money.account import InsertNote
from openfelt.journal.sqlite import SqliteJournal
from openfelt.server.feed.connection import Connection
from openfelt.server.feed.turn import FULL, Turn


class Noted:
    """A connection that writes down what it takes."""

    def __init__(self, name: str, notes: list[str]) -> None:
        self.station = name
        self.notes = notes

    def take(self, frame: bytes) -> None:
        if frame == b"bad":
            raise ValueError("the inside of the server")
        self.notes.append(f"{self.station} took {frame.decode()}")

    def cut(self) -> None:
        self.notes.append(f"{self.station} was cut off")


def _always() -> bool:
    return True


async def _a_turn() -> None:
    for _ in range(2):
        await asyncio.sleep(0)


def test_nothing_is_taken_before_everything_is_read_and_then_in_order() -> None:
    async def story() -> None:
        notes: list[str] = []
        turn, one, other = Turn(_always), Noted("one", notes), Noted("other", notes)
        for taker, frame in ((one, b"1"), (other, b"2"), (one, b"3")):
            turn.came(taker, frame)
        assert notes == []
        await _a_turn()
        assert notes == ["one took 1", "other took 2", "one took 3"]
        turn.came(one, b"4")
        await _a_turn()
        assert notes[3:] == ["one took 4"]

    asyncio.run(story())


def test_an_answer_that_may_go_goes_before_anything_is_taken() -> None:
    async def story() -> None:
        notes: list[str] = []
        turn, one = Turn(_always), Noted("one", notes)
        committed = asyncio.get_running_loop().create_future()
        committed.add_done_callback(lambda _: notes.append("an answer"))
        turn.came(one, b"1")  # Read a moment before what the journal has to say.
        committed.set_result(None)
        await _a_turn()
        assert notes == ["an answer", "one took 1"]

    asyncio.run(story())


def test_whoever_sends_what_breaks_us_is_cut_off_and_the_others_go_on() -> None:
    async def story() -> None:
        notes: list[str] = []
        turn, one, other = Turn(_always), Noted("one", notes), Noted("other", notes)
        turn.came(one, b"bad")
        turn.came(other, b"2")
        await _a_turn()
        assert notes == ["one was cut off", "other took 2"]

    with redirect_stderr(io.StringIO()):
        asyncio.run(story())


def test_what_goes_is_sent_in_order_at_the_end_of_the_turn() -> None:
    async def story() -> None:
        turn, sent = Turn(_always), list[bytes]()
        for frame in (b"1", b"2"):
            turn.goes(sent.append, frame)
        assert sent == []
        await asyncio.sleep(0)
        assert sent == [b"1", b"2"]

    asyncio.run(story())


def test_a_full_turn_is_not_waited_for() -> None:
    async def story() -> None:
        notes, sent = list[str](), list[bytes]()
        turn, one = Turn(_always), Noted("one", notes)
        for number in range(FULL + 1):
            turn.came(one, b"%d" % number)
            turn.goes(sent.append, b"%d" % number)
        assert len(notes) == len(sent) == FULL
        await _a_turn()
        assert notes[-1] == f"one took {FULL}"
        assert sent[-1] == b"%d" % FULL

    asyncio.run(story())


def test_who_slept_and_may_be_replaced_sends_nothing_more() -> None:
    async def story() -> None:
        owns, sent = [True], list[bytes]()
        turn = Turn(lambda: owns[0])
        turn.goes(sent.append, b"1")
        owns[0] = False
        await _a_turn()
        assert sent == []

    asyncio.run(story())


def test_a_frame_that_cannot_be_sent_keeps_no_other_back() -> None:
    def broken(_: bytes) -> None:
        raise OSError("the inside of the server")

    async def story() -> None:
        sent = list[bytes]()
        turn = Turn(_always)
        turn.goes(broken, b"1")
        turn.goes(sent.append, b"2")
        await _a_turn()
        assert sent == [b"2"]

    with redirect_stderr(io.StringIO()):
        asyncio.run(story())


def test_what_came_under_one_person_is_not_signed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(stage: Stage) -> None:
        connection = await connected(stage, FullWire())
        await stage.device(InsertNote("U1", 10_000, "n"))
        seen = []
        take = stage.server.feed.desk.take
        before = connection.entry

        def noted(entry: Any, *rest: Any) -> None:
            seen.append(entry)
            take(entry, *rest)

        monkeypatch.setattr(stage.server.feed.desk, "take", noted)
        connection.received(LAY % 1)
        stage.server.feed.changed("U1")
        assert len(seen) == 1
        assert seen[0] is before

    told(tmp_path, story)


def test_what_a_station_said_before_it_left_counts(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        connection = await connected(stage, FullWire())
        await stage.device(InsertNote("U1", 10_000, "n"))
        connection.received(LAY % 1)
        connection.closed()
        await stage.server.engine.idle()
        state = stage.server.engine.stream("pit").state
        assert state.tables["S1"].layouts["U1"]["small"].amount == 100

    told(tmp_path, story)


def test_a_farewell_comes_last_and_nothing_is_taken_after_it(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        wire = FullWire()
        connection = await connected(stage, wire)
        await stage.device(InsertNote("U1", 10_000, "n"))
        stage.server.feed.turn.send()
        connection.received(b'{"type":"ping","sent":1}')
        stage.server.feed.turn.take()
        connection.received(LAY % 1)
        connection.bye("RESTARTING")
        kinds = [frame.split(b'"')[3] for frame in wire.frames]
        assert kinds[-2:] == [b"pong", b"bye"]
        stage.server.feed.turn.take()
        await stage.server.engine.idle()
        assert not stage.server.engine.stream("pit").state.tables["S1"].layouts

    told(tmp_path, story)


class EagerWire(FullWire):
    """A player who answers every acknowledgement with another chip, twenty times."""

    def __init__(self) -> None:
        super().__init__()
        self.connection: Connection | None = None
        self.acks = 0

    def send(self, frame: bytes) -> None:
        super().send(frame)
        if b'"ack"' in frame and self.connection is not None:
            self.acks += 1
            if self.acks < 20:
                self.connection.received(LAY % (self.acks + 1))


def test_who_has_just_been_answered_is_in_the_next_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches = list[int]()
    append = SqliteJournal.append

    async def counted(journal: SqliteJournal, rows: Any, *rest: Any) -> None:
        batches.append(len(rows))
        await append(journal, rows, *rest)

    async def story(stage: Stage) -> None:
        players = {name: EagerWire() for name in ("U1", "U2")}
        for name, wire in players.items():
            wire.connection = await connected(stage, wire, name)
            await stage.device(InsertNote(name, 10_000, name))
        monkeypatch.setattr(SqliteJournal, "append", counted)
        for wire in players.values():
            assert wire.connection is not None
            wire.connection.received(LAY % 1)
            # The second comes when the batch of the first is all but closed.
            await _a_turn()
            await _a_turn()
        while any(wire.acks < 20 for wire in players.values()):
            await asyncio.sleep(0.001)
        assert sum(batches) == 40
        assert len(batches) < 30, batches

    told(tmp_path, story)


def test_a_fault_of_ours_ends_a_feed_and_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise ValueError("the inside of the server")

    async def story(stage: Stage) -> None:
        wire = FullWire()
        connection = await connected(stage, wire)
        monkeypatch.setattr(stage.server.feed.desk, "take", broken)
        connection.received(LAY % 1)
        stage.server.feed.turn.take()
        assert wire.aborted
        assert not any(b"inside" in frame for frame in wire.frames)

    with redirect_stderr(io.StringIO()) as said:
        told(tmp_path, story)
    assert "the inside of the server" in said.getvalue()
    assert '"station":"U1"' in said.getvalue().replace(": ", ":")
