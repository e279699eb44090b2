"""Clients that do not read, that flood, that say nothing: the floor does not wait for them."""

import asyncio
from pathlib import Path

import pytest
from server_stage import Stage, told

from openfelt.engine.errors import Overrun
from openfelt.floor.money.account import InsertNote
from openfelt.server.feed import connection as feed
from openfelt.server.feed.connection import Connection
from openfelt.server.feed.hub import INTERVAL_S

LAY = (
    b'{"type":"command","number":%d,"command":{"type":"StageWager","table":"S1",'
    b'"round":1,"bet":"small","amount":100}}'
)


class FullWire:
    """A wire whose other side reads when told to."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.unsent = 0
        self.aborted = self.paused = self.is_known = False

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def pause(self) -> None:
        self.paused = True

    def resume(self) -> None:
        self.paused = False

    def close(self, code: int) -> None:
        self.aborted = True

    def abort(self) -> None:
        self.aborted = True

    def known(self) -> None:
        self.is_known = True


async def connected(stage: Stage, wire: FullWire, name: str = "U1") -> Connection:
    station = stage.station(name)
    await station.enrol()
    entry = stage.server.access.entry_of(name)
    assert entry is not None
    token = stage.server.access.give_token(entry)
    connection = stage.server.feed.handler("floor")
    connection.opened(wire)
    connection.received(b'{"type":"hello","token":"%s","boot":"b"}' % token.encode())
    while len(wire.frames) < 3:
        await asyncio.sleep(0.001)
    return connection


async def _note(stage: Stage, note: int) -> None:
    await stage.device(InsertNote("U1", 10_000, f"n{note}"))
    await asyncio.sleep(INTERVAL_S)


def _kinds(wire: FullWire) -> list[str]:
    return [frame.split(b'"')[3].decode() for frame in wire.frames]


def test_who_does_not_keep_up_gets_one_snapshot_for_all_he_missed(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        wire = FullWire()
        await connected(stage, wire)
        assert _kinds(wire) == ["welcome", "snapshot", "snapshot"]
        wire.unsent = feed.LAGGING_BYTES + 1
        for note in range(3):
            await _note(stage, note)
        assert len(wire.frames) == 3, "updates are dropped"
        wire.unsent = 0
        while len(wire.frames) < 4:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)
        assert _kinds(wire)[3:] == ["snapshot"]
        assert b'"credit":30000' in wire.frames[3]
        await _note(stage, 9)
        while len(wire.frames) < 5:
            await asyncio.sleep(0.01)
        assert _kinds(wire)[4:] == ["update"]

    told(tmp_path, story)


@pytest.mark.parametrize("how", ["patience", "bytes"])
def test_who_never_reads_is_cut_off(
    tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "LAGGING_S", 0.0 if how == "patience" else 60.0)

    async def story(stage: Stage) -> None:
        wire = FullWire()
        await connected(stage, wire)
        wire.unsent = (feed.LAGGING_BYTES if how == "patience" else feed.CUT_BYTES) + 1
        await _note(stage, 1)
        while not wire.aborted:
            await asyncio.sleep(0.01)

    told(tmp_path, story)


@pytest.mark.parametrize(
    "frame", [b'{"type":"ping","sent":1}', b'{"type":"resync","topic":"player:U1"}']
)
def test_who_asks_and_never_reads_gets_nothing_more_and_is_cut_off(
    tmp_path: Path, frame: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "LAGGING_S", 0.3)

    async def story(stage: Stage) -> None:
        wire = FullWire()
        connection = await connected(stage, wire)
        wire.unsent = feed.LAGGING_BYTES + 1
        while not wire.aborted:
            connection.received(frame)
            if b"ping" in frame:
                wire.unsent += 100_000  # What was under way when he stopped to read.
            await asyncio.sleep(0.01)
        assert _kinds(wire) == ["welcome", "snapshot", "snapshot"]

    told(tmp_path, story)


def test_who_reads_no_answers_is_cut_off(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        wire = FullWire()
        await connected(stage, wire)
        wire.unsent = feed.CUT_BYTES + 1  # And nothing he watches changes.
        while not wire.aborted:
            await asyncio.sleep(0.01)

    told(tmp_path, story)


def test_more_than_32_unanswered_are_busy_and_a_flood_is_cut_off(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        wire = FullWire()
        connection = await connected(stage, wire)
        await stage.device(InsertNote("U1", 10_000, "n"))
        for number in range(1, feed.UNREAD_MAX + 1):
            connection.received(
                b'{"type":"command","number":%d,"command":{"type":"CallAttendant"}}' % number
            )
        stage.server.feed.turn.take()
        assert not wire.aborted
        await stage.server.engine.idle()
        stage.server.feed.turn.send()
        answers = [frame for frame in wire.frames if b'"number":' in frame]
        assert sum(b"BUSY" in frame for frame in answers) == feed.UNREAD_MAX - 32
        assert sum(b'"ack"' in frame for frame in answers) == 32
        for number in range(1_000, 1_000 + feed.UNREAD_MAX + 1):
            connection.received(
                b'{"type":"command","number":%d,"command":{"type":"CallAttendant"}}' % number
            )
        stage.server.feed.turn.take()
        assert wire.aborted

    told(tmp_path, story)


def test_who_says_no_hello_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "HELLO_S", 0.05)

    async def story(stage: Stage) -> None:
        wire = FullWire()
        stage.server.feed.handler("floor").opened(wire)
        while not wire.aborted:
            await asyncio.sleep(0.01)
        assert _kinds(wire) == ["bye"]

    told(tmp_path, story)


def test_an_engine_without_room_stops_the_reading_and_loses_no_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise Overrun(20_000)

    async def story(stage: Stage) -> None:
        wire = FullWire()
        connection = await connected(stage, wire)
        await stage.device(InsertNote("U1", 10_000, "n"))
        with monkeypatch.context() as while_full:
            while_full.setattr(stage.server.engine, "tell", full)
            for number in (1, 2, 3):
                connection.received(LAY % number)
            await asyncio.sleep(2 * feed.AGAIN_S)
            paused = wire.paused
        assert paused
        while sum(b'"ack"' in frame for frame in wire.frames) < 3:
            await asyncio.sleep(0.01)
        state = stage.server.engine.stream("pit").state
        assert state.tables["S1"].layouts["U1"]["small"].amount == 300
        connection.received(LAY % 4)
        stage.server.feed.turn.take()
        assert not wire.paused

    told(tmp_path, story)
