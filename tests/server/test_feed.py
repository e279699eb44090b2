"""Stations on the feed: what they see, what they may send, and when they hear of it."""

from pathlib import Path

import pytest
from aiohttp import WSMsgType
from server_stage import Stage, told
from yarl import URL

from openfelt.floor.money.account import InsertNote
from openfelt.floor.play.cards.coup import as_read
from openfelt.server.access.access import Place
from openfelt.stations.kind import KINDS

CARDS = ("9S", "2H", "KD", "3C")


async def _note(stage: Stage, terminal: str, amount: int = 10_000, note: str = "n1") -> None:
    await stage.device(InsertNote(terminal, amount, note))


async def _coup(stage: Stage) -> None:
    for card in CARDS:
        await stage.device(as_read(stage.server.engine.stream("pit").state.tables["L1"], card))


@pytest.mark.parametrize("transport", ["picows", "aiohttp"])
def test_a_round_of_baccarat_from_note_to_ticket(tmp_path: Path, transport: str) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("T1")
        dealer = await stage.opened("L1-dealer", "d1")
        display = await stage.opened("L1-display")
        await _note(stage, "T1")
        await player.sees(lambda v: v["player:T1"]["credit"] == 10_000)
        assert dealer.views["dealer:L1-dealer"]["keys"][0][0]["reason"] == ""
        assert (await dealer.do("NewGame", table="L1"))["type"] == "ack"
        await player.sees(lambda v: v["display:L1"]["phase"] == "wagering")
        laid = await player.do("StageWager", table="L1", round=1, bet="player", amount=2_000)
        assert laid == {"type": "ack", "number": 1}
        await player.sees(lambda v: v["player:T1"]["credit"] == 8_000)
        assert (await player.do("ConfirmWagers", table="L1", round=1))["type"] == "ack"
        again = await player.do("CancelWager", table="L1", round=1, bet="player")
        assert again["type"] == "refusal"
        assert (again["code"], again["clause"]) == ("WAGER_IS_CONFIRMED", "LT 4.2.7")
        await _coup(stage)
        await display.sees(lambda v: v["display:L1"]["player_points"] == 9)
        await player.sees(lambda v: bool(v["player:T1"]["play"]["L1"]["committed"]))
        assert (await dealer.do("EnterResult", table="L1", result="player"))["type"] == "ack"
        assert (await dealer.does("ConfirmResult", table="L1"))["type"] == "ack"
        await display.sees(lambda v: len(v["display:L1"]["results"]) == 1)
        result = display.views["display:L1"]["results"][0]
        assert result["winners"] == ["player"]
        assert result["points"] == [9, 5]
        await player.sees(lambda v: v["player:T1"]["credit"] == 12_000)
        assert player.views["player:T1"]["win"] == 2_000
        assert (await player.do("CashOut"))["type"] == "ack"
        await player.sees(lambda v: v["player:T1"]["last_ticket"] is not None)
        ticket = player.views["player:T1"]["last_ticket"]
        assert (ticket["amount"], ticket["state"], len(ticket["digits"])) == (12_000, "printing", 4)

    told(tmp_path, story, transport=transport)


def test_a_page_that_loads_again_shows_the_same(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("T1")
        dealer = await stage.opened("L1-dealer", "d1")
        await _note(stage, "T1")
        await dealer.do("NewGame", table="L1")
        await player.sees(lambda v: v["display:L1"]["phase"] == "wagering")
        await player.do("StageWager", table="L1", round=1, bet="tie", amount=500)
        await player.sees(lambda v: v["player:T1"]["credit"] == 9_500)
        seen = dict(player.views)
        again = stage.station("T1")
        again.http.cookie_jar.update_cookies(player.http.cookie_jar.filter_cookies(URL(player.url)))
        await again.open()
        assert again.views == seen
        gone = await player.until(lambda f: f["type"] == "bye")
        assert gone["why"] == "REPLACED"

    told(tmp_path, story)


def test_a_command_sent_again_after_a_lost_connection_counts_once(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("U1")
        await _note(stage, "U1")
        frame = {
            "type": "command",
            "number": 1,
            "command": {
                "type": "StageWager",
                "table": "S1",
                "round": 1,
                "bet": "small",
                "amount": 1_000,
            },
        }
        await player.say(frame)
        await player.until(lambda f: f["type"] == "ack")
        await player.open()
        await player.say(frame)
        answer = await player.until(lambda f: f["type"] == "ack")
        assert answer == {"type": "ack", "number": 1, "repeated": True}
        assert player.views["player:U1"]["credit"] == 9_000

    told(tmp_path, story)


def test_a_cash_out_sent_again_is_the_same_ticket(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("T1")
        await _note(stage, "T1")
        frame = {"type": "command", "number": 1, "command": {"type": "CashOut"}}
        await player.say(frame)
        await player.until(lambda f: f["type"] == "ack")
        await player.say(frame)
        assert (await player.until(lambda f: f["type"] == "ack"))["repeated"]

    told(tmp_path, story)


def test_a_gap_is_healed_by_a_snapshot(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("U1")
        before = player.versions["player:U1"]
        await _note(stage, "U1")
        await player.sees(lambda v: v["player:U1"]["credit"] == 10_000)
        assert player.versions["player:U1"] == before + 1
        await player.say({"type": "resync", "topic": "player:U1"})
        fresh = await player.until(lambda f: f["type"] == "snapshot")
        assert fresh["version"] == before + 1
        assert fresh["view"] == player.views["player:U1"]

    told(tmp_path, story)


NO_FRAMES = (
    b"",
    b"null",
    b"{",
    b'{"type":"hello"}',
    b'{"type":"command","number":1,"command":{"type":"NewGame","table":"L1"}}',
    b'{"type":"command","number":1,"command":{"type":"CashOut","number":"1"}}',
    b'{"type":"command","number":1,"command":{"type":"Shoot","table":"S1","terminal":"U2"}}',
    b'{"type":"command","number":0,"command":{"type":"CallAttendant"}}',
    b'{"type":"command","number":-1,"command":{"type":"CallAttendant"}}',
    b'{"type":"command","number":1e3,"command":{"type":"CallAttendant"}}',
    b"\xff\xfe",
)


def test_what_is_no_frame_of_a_player_ends_the_feed_and_changes_nothing(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("U1")
        before = stage.server.engine.stream("pit").sequence
        for frame in NO_FRAMES:
            await player.open()
            assert player.socket is not None
            await player.socket.send_frame(frame, WSMsgType.TEXT)
            bye = await player.until(lambda f: f["type"] == "bye")
            assert bye == {"type": "bye", "why": "BAD_FRAME"}, frame
            await player.socket.close()
        assert stage.server.engine.stream("pit").sequence == before

    told(tmp_path, story)


def test_ping_tells_engine_time(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("U1")
        await player.say({"type": "ping", "sent": 7})
        pong = await player.until(lambda f: f["type"] == "pong")
        assert pong["sent"] == 7
        assert 0 <= stage.server.engine.stamp() - pong["time"] < 10_000_000

    told(tmp_path, story)


def test_a_player_sees_nothing_of_another(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("T1")
        other = await stage.opened("T2")
        await _note(stage, "T2", 5_000)
        await other.sees(lambda v: v["player:T2"]["credit"] == 5_000)
        assert set(player.views) == {"player:T1", "display:L1"}
        await player.say({"type": "resync", "topic": "player:T2"})
        await player.say({"type": "ping", "sent": 1})
        assert (await player.hear())["type"] == "pong"

    told(tmp_path, story)


def test_a_view_that_cannot_be_built_does_not_stop_the_floor(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        # The configuration names a terminal that the floor did not take.
        stage.server.access.places["X9"] = Place("X9", KINDS["player"], "pit", ("L1",))
        stray = stage.station("X9")
        await stray.enrol()
        token = await (await stray.post("token")).json()
        stray.socket = await stray.http.ws_connect(token["feed"], origin=stray.origin)
        await stray.say({"type": "hello", "token": token["token"], "boot": "b"})
        await stray.until(lambda f: f["type"] == "snapshot")
        assert set(stray.views) == {"display:L1"}
        player = await stage.opened("T1")
        await _note(stage, "T1")
        await player.sees(lambda v: v["player:T1"]["credit"] == 10_000)

    told(tmp_path, story)


def test_a_change_that_cannot_be_shown_does_not_stop_the_floor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise LookupError("a mistake of ours")

    async def story(stage: Stage) -> None:
        player = await stage.opened("T1")
        dealer = await stage.opened("L1-dealer", "d1")
        await _note(stage, "T1")
        await dealer.do("NewGame", table="L1")
        monkeypatch.setattr(stage.server.feed.hub, "_mark", broken)
        chips = {"table": "L1", "round": 1, "bet": "player"}
        assert (await player.do("StageWager", **chips, amount=1_000))["type"] == "ack"
        assert (await dealer.do("PressStandby", table="L1"))["type"] == "ack"
        assert (await player.do("CancelWager", **chips))["type"] == "ack"
        assert stage.server.engine.failed is None

    told(tmp_path, story)
