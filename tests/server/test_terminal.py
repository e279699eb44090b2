"""What a player's terminal asks for besides play: a history, its log; and wrong addresses."""

import asyncio
from pathlib import Path
from unittest.mock import AsyncMock, patch

import pytest
from server_stage import PIN, Stage, staged, told

from openfelt.engine.request import Request
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.money.ticket import HoldTicket
from openfelt.floor.play.cards.coup import as_read
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.server.access.persons import Changed
from openfelt.server.access.terminal_pins import WRONG_MOST
from openfelt.server.access.tries import WINDOW_S, Throttle
from openfelt.server.warnings import Concern

BANKER_WINS = ("2S", "9H", "KD", "QC")
HTML = {"Accept": "text/html,application/xhtml+xml"}


async def _round(stage: Stage) -> None:
    """Play a coup in which T1 has 20 on the player, who wins."""
    player, dealer = await stage.opened("T1"), await stage.opened("L1-dealer", "d1")
    await stage.device(InsertNote("T1", 10_000, "n1"))
    await dealer.do("NewGame", table="L1")
    await player.sees(lambda v: v["display:L1"]["phase"] == "wagering")
    await player.do("StageWager", table="L1", round=1, bet="player", amount=2_000)
    await player.do("ConfirmWagers", table="L1", round=1)
    for card in ("9S", "2H", "KD", "3C"):
        await stage.device(as_read(stage.server.engine.stream("pit").state.tables["L1"], card))
    await dealer.do("EnterResult", table="L1", result="player")
    await dealer.does("ConfirmResult", table="L1")
    await player.sees(lambda v: v["player:T1"]["credit"] == 12_000)


async def _correct(stage: Stage) -> None:
    actual = StateActualOutcome("L1", "a1", "misread", BANKER_WINS)
    reply = await stage.server.engine.submit(Request("pit", actual, "staff:a1"))
    assert reply.refused is None


async def _history(stage: Stage, station: str = "T1") -> list[tuple[str, int]]:
    terminal = stage.station(station)
    await terminal.enrol()
    lines = (await (await terminal.get("api/history")).json())["lines"]
    return [(line["kind"], line["amount"]) for line in lines]


def test_a_correction_is_told_over_a_restart_until_it_is_read(tmp_path: Path) -> None:
    async def story() -> None:
        async with staged(tmp_path) as stage:
            await _round(stage)
            await _correct(stage)
        async with staged(tmp_path) as stage:
            player = await stage.opened("T1")
            (line,) = player.views["player:T1"]["news"]
            assert (line["kind"], line["amount"], line["reason"]) == (
                "corrected",
                -4_000,
                "misread",
            )
            (result,) = player.views["display:L1"]["results"]
            assert (result["corrected"], result["banker"]) == (True, ["9H", "QC"])
            await player.do("AcknowledgeNews", line=line["number"])
            await player.sees(lambda v: v["player:T1"]["news"] == [])
        async with staged(tmp_path) as stage:
            player = await stage.opened("T1")
            assert player.views["player:T1"]["news"] == []
            told = [("note", 10_000), ("round", 4_000), ("corrected", -4_000)]
            assert await _history(stage) == told
            assert await _history(stage, "T2") == []

    asyncio.run(story())


def test_a_hold_by_the_house_is_told_where_the_guest_waits(tmp_path: Path) -> None:
    async def story() -> None:
        async with staged(tmp_path) as stage:
            player = await stage.opened("T1")
            printer = await stage.opened("printer@T1")
            await stage.device(InsertNote("T1", 10_000, "n1"))
            await player.do("CashOut")
            order = await printer.until(lambda f: f["type"] == "order")
            number = order["wanted"]["number"]
            await printer.do("PrinterReceipt", order=order["order"], printed=True)
            await player.sees(lambda v: v["player:T1"]["news"][-1:] != [])
            await player.sees(lambda v: v["player:T1"]["news"][-1]["slip"] == "printed")
            engine = stage.server.engine
            hold = HoldTicket(number, "a1", held=True, reason="doubt")
            reply = await engine.submit(Request(HOUSE, hold, "staff:a1"))
            assert reply.refused is None, reply.refused
            await player.sees(lambda v: v["player:T1"]["news"][-1]["slip"] == "held")
        async with staged(tmp_path) as stage:
            player = await stage.opened("T1")
            assert [line["slip"] for line in player.views["player:T1"]["news"]] == ["held"]

    asyncio.run(story())


def test_only_who_works_at_its_table_reads_the_log_of_a_terminal(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        terminal, office = await stage.opened("T1"), await stage.opened("S1-table", "e1")

        async def ask(person: str, pin: str) -> tuple[int, dict[str, object]]:
            answer = await terminal.post("log", {"person": person, "pin": pin})
            return answer.status, await answer.json()

        assert await ask("d1", PIN) == (200, {"person": "d1", "name": "D1"})
        assert (await ask("a1", PIN))[0] == 200
        dice = await stage.opened("U1")
        refused = await dice.post("log", {"person": "d1", "pin": PIN})
        assert await refused.json() == {"error": "NO_ROLE_HERE"}, "nobody deals dice"
        assert (await ask("d1", "0000"))[1] == {"error": "PIN_WRONG", "tries_left": 2}
        heard = await office.until(lambda f: f["type"] == "warned" and f["warnings"])
        assert heard["warnings"] == [{"code": "pins_tried", "about": "T1", "count": 1}]
        # Whoever is named: the terminal itself waits, and others elsewhere do not.
        for person in ("d2", "nobody"):
            assert (await ask(person, "0000"))[0] == 403
        status, said = await ask("a1", PIN)
        assert (status, said["error"]) == (429, "TOO_MANY")
        assert 0 < int(str(said["wait_s"])) <= WINDOW_S
        assert Concern("pins_tried", "T1", WRONG_MOST) in stage.server.warnings.standing()
        other = await stage.opened("T2")
        assert (await other.post("log", {"person": "a1", "pin": PIN})).status == 200
        info = await (await office.sign_in("a1")).json()
        assert info["wrong_tries"] == 0
        assert (await office.sign_in("d1")).status == 403
        assert stage.server.access.judge.tries.untold("d1").stations == ("T1",)

    told(tmp_path, story)


def test_many_tries_at_once_are_looked_at_one_after_the_other(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        terminal = await stage.opened("T1")
        names = ("d1", "d2", "a1", "s1", "x", "y", "z")
        answers = await asyncio.gather(
            *(terminal.post("log", {"person": name, "pin": "0000"}) for name in names)
        )
        statuses = sorted(answer.status for answer in answers)
        assert statuses == [403] * WRONG_MOST + [429] * (len(names) - WRONG_MOST)

    told(tmp_path, story)


def test_a_person_waits_at_a_terminal_as_everywhere_and_a_changed_record_is_shut_out(
    tmp_path: Path,
) -> None:
    async def story(stage: Stage) -> None:
        terminal = await stage.opened("T1")
        stage.server.pins.throttle = Throttle(most=99)
        for _ in range(3):
            await terminal.post("log", {"person": "d1", "pin": "0000"})
        answer = await terminal.post("log", {"person": "d1", "pin": PIN})
        assert (await answer.json())["error"] == "TOO_MANY"
        with patch.object(stage.server.access.judge, "pin", AsyncMock(return_value=Changed())):
            answer = await terminal.post("log", {"person": "d2", "pin": PIN})
        assert (answer.status, await answer.json()) == (423, {"error": "PERSON_LOCKED"})

    told(tmp_path, story)


def test_stations_of_staff_and_displays_have_neither(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        display = await stage.opened("L1-display")
        assert (await display.get("api/history")).status == 404
        assert (await display.post("log", {"person": "a1", "pin": PIN})).status == 404
        stranger = stage.station("T1")
        assert (await stranger.get("api/history")).status == 401
        assert (await stranger.post("log", {"person": "a1", "pin": PIN})).status == 401

    told(tmp_path, story)


@pytest.mark.parametrize("path", ["/", "/s/T9/", "/s/T1", "/some/thing", "/metrics"])
def test_a_browser_at_a_wrong_address_gets_a_page_and_programs_get_json(
    tmp_path: Path, path: str
) -> None:
    async def story(stage: Stage) -> None:
        terminal = stage.station("T1")
        page = await terminal.http.get(terminal.origin + path, headers=HTML)
        assert (page.status, await page.text()) == (404, "<!doctype html><p>page nowhere</p>")
        assert "Content-Security-Policy" in page.headers
        plain = await terminal.http.get(terminal.origin + path)
        assert (plain.status, await plain.json()) == (404, {"error": "NOT_FOUND"})
        for api in ("/api/nothing", "/s/T9/api/station"):
            answer = await terminal.http.get(terminal.origin + api, headers=HTML)
            assert (answer.status, await answer.json()) == (404, {"error": "NOT_FOUND"})

    told(tmp_path, story)


def test_where_no_page_can_be_had_a_person_reads_so_in_every_language(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        terminal = stage.station("T1")
        await terminal.enrol()
        url = f"http://127.0.0.1:{stage.server.faces['floor'].port}/"
        # A name that is not ours, as behind a proxy that was set up wrong.
        stranger = {**HTML, "Host": "elsewhere.example"}
        async with terminal.http.get(url + "s/T1/", headers=stranger) as answer:
            text = await answer.text()
            assert answer.status == 400
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            for said in ("cannot be shown", "无法显示", "無法顯示", 'http-equiv="refresh"'):
                assert said in text
        async with terminal.http.get(url + "s/T1/api/history", headers=stranger) as answer:
            assert (answer.status, (await answer.json())["error"]) == (400, "BAD_REQUEST")

    told(tmp_path, story)
