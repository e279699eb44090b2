"""The desk of a pit over a real feed: who has a place there, and that each alarm comes and goes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from server_stage import Stage, Station, floor_toml, told

from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import HOUSE, CashOut, PrinterReceipt
from openfelt.floor.money.ticket import PayHandPay
from openfelt.floor.people import task
from openfelt.floor.people.call import CallAttendant
from openfelt.floor.people.task import CompleteTask, Kind
from openfelt.floor.play.cards.coup import ReadCard
from openfelt.floor.play.cards.reading import order_of
from openfelt.floor.play.cards.unseen import ReadUnseenCard
from openfelt.floor.rounds.pause import ResumeTable, SuspendTable
from openfelt.floor.rounds.round import NewGame
from openfelt.server.config import file as config_file
from openfelt.stations import alarm

DESK = """
[[floor.station]]
name = "desk"
kind = "pit"
pit = "pit"

[[floor.station]]
name = "L1-table"
kind = "table"
pit = "pit"
tables = ["L1"]

[[floor.staff]]
person = "h1"
role = "attendant"

[[floor.staff]]
person = "c1"
role = "cashier"
"""
TICKET = "010000000000000001"


def _alarms(views: dict[str, Any]) -> dict[str, dict[str, Any]]:
    alarms = (*views["pit:pit"]["alarms"], *views["pit_money:pit"]["alarms"])
    return {f"{one['kind']} {one['about'] or one['terminal']}".strip(): one for one in alarms}


async def comes(desk: Station, name: str) -> dict[str, Any]:
    """Wait for an alarm, and return it."""
    await desk.sees(lambda views: name in _alarms(views))
    return _alarms(desk.views)[name]


async def goes(desk: Station, name: str) -> None:
    """Wait until an alarm stands no more."""
    await desk.sees(lambda views: name not in _alarms(views))


def on_stage(tmp_path: Path, story: Callable[[Stage, Station], Any]) -> None:
    async def whole(stage: Stage) -> None:
        await story(stage, await stage.opened("desk", "e1"))

    told(tmp_path, whole, more=DESK)


def test_whoever_is_in_charge_of_a_table_there_signs_in_and_nobody_else(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        desk = stage.station("desk")
        await desk.enrol()
        await stage.credentials(["h1"])
        for stranger in ("d1", "h1"):
            refused = await desk.sign_in(stranger)
            assert (await refused.json())["error"] == "NO_ROLE_HERE"
        for person in ("s1", "e1", "a1"):
            assert (await desk.sign_in(person)).status == 200
        await desk.open()
        assert set(desk.views) == {"pit:pit", "pit_money:pit", "display:L1", "display:S1"}

    told(tmp_path, story, more=DESK)


def test_its_tables_are_all_of_the_pit_with_their_pages(tmp_path: Path) -> None:
    async def story(_: Stage, desk: Station) -> None:
        shown = [(one["table"], one["page"]) for one in desk.views["pit:pit"]["tables"]]
        assert shown == [("L1", "L1-table"), ("S1", "S1-table")]

    on_stage(tmp_path, story)


def test_a_desk_names_no_tables_of_its_own(tmp_path: Path) -> None:
    text = floor_toml(tmp_path, more=DESK.replace('kind = "pit"', 'kind = "pit"\ntables = ["L1"]'))
    with pytest.raises(config_file.ConfigError) as error:
        config_file.parse(text, "floor.toml")
    assert [one.key for one in error.value.wrongs] == ["floor.station 4.tables"]


def test_who_deals_is_shown_by_name_as_long_as_he_does(tmp_path: Path) -> None:
    async def story(stage: Stage, desk: Station) -> None:
        def deals(name: str) -> Callable[[dict[str, Any]], bool]:
            return lambda views: views["pit:pit"]["tables"][0]["dealer"] == name

        dealer = await stage.opened("L1-dealer", "d1")
        await desk.sees(deals("D1"))
        assert (await dealer.post("sign-out")).status == 200
        await desk.sees(deals(""))

    on_stage(tmp_path, story)


def test_money_on_a_table_and_who_plays_there_is_seen_with_every_touch(tmp_path: Path) -> None:
    async def story(stage: Stage, desk: Station) -> None:
        await stage.device(InsertNote("U1", 10_000, "n1"))
        player = await stage.opened("U1")
        bet = {"table": "S1", "round": 1, "bet": "small", "amount": 1_000}
        assert (await player.do("StageWager", **bet))["type"] == "ack"
        wanted = {"seats": 2, "taken": 1, "staked": 1_000}
        await desk.sees(lambda v: wanted.items() <= v["pit:pit"]["tables"][1].items())

    on_stage(tmp_path, story)


def test_a_call_comes_grows_old_and_goes_when_it_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(task.KINDS, "call", Kind("attendant", 1_000_000))

    async def story(stage: Stage, desk: Station) -> None:
        await stage.device(CallAttendant("T1"))
        call = await comes(desk, "call T1")
        assert (call["table"], call["seat"]) == ("L1", 1)
        await desk.sees(lambda views: _alarms(views)["call T1"]["urgent"])
        assert _alarms(desk.views)["call T1"]["since"] == call["since"]
        await stage.device(CompleteTask("call", "T1", "h1"))
        await goes(desk, "call T1")

    on_stage(tmp_path, story)


def test_a_ticket_that_does_not_print_is_a_silent_device_then_a_hand_pay_until_it_is_paid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alarm, "ANSWERS_AT_ONCE_US", 0)

    async def story(stage: Stage, desk: Station) -> None:
        await stage.device(InsertNote("T1", 10_000, "n1"))
        await stage.device(CashOut("T1", TICKET))
        silent = await comes(desk, "device_silent printer@T1")
        assert silent["urgent"]
        assert TICKET not in str(silent)
        failed = PrinterReceipt(f"print:{TICKET}", printed=False, terminal="T1")
        await stage.device(failed)
        await goes(desk, "device_silent printer@T1")
        owed = await comes(desk, "hand_pay T1")
        assert (owed["amount"], owed["table"]) == (10_000, "L1")
        (voucher,) = stage.server.engine.stream(HOUSE).state.hand_pays
        await stage.device(PayHandPay(voucher, "c1"), HOUSE)
        await goes(desk, "hand_pay T1")

    on_stage(tmp_path, story)


def test_an_unread_card_is_told_until_its_face_is_known(tmp_path: Path) -> None:
    async def story(stage: Stage, desk: Station) -> None:
        await stage.device(NewGame("L1", "d1"))
        order = order_of(stage.server.engine.stream("pit").state.tables["L1"])
        await stage.device(ReadUnseenCard("L1", order, 1))
        assert (await comes(desk, "unread_card"))["table"] == "L1"
        await stage.device(ReadCard("L1", "9S", order, 1))
        await goes(desk, "unread_card")

    on_stage(tmp_path, story)


def test_a_table_that_stands_still_is_told_until_it_goes_on(tmp_path: Path) -> None:
    async def story(stage: Stage, desk: Station) -> None:
        await stage.device(SuspendTable("S1", "e1", "a dispute"))
        assert (await comes(desk, "suspended staff"))["table"] == "S1"
        await stage.device(ResumeTable("S1", "e1"))
        await goes(desk, "suspended staff")

    on_stage(tmp_path, story)


def test_a_device_that_is_not_connected_is_told_until_it_comes_and_again_when_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alarm, "AWAY_US", 0)

    async def story(stage: Stage, desk: Station) -> None:
        gone = "device_away tumbler@S1"
        assert (await comes(desk, gone))["table"] == "S1"
        tumbler = await stage.opened("tumbler@S1")
        await goes(desk, gone)
        await tumbler.close()
        await comes(desk, gone)

    on_stage(tmp_path, story)


def test_a_warning_of_the_server_is_told_until_it_is_taken_back(tmp_path: Path) -> None:
    async def story(stage: Stage, desk: Station) -> None:
        stage.server.warnings.give("wrong_tries", "d1", 3)
        assert (await comes(desk, "warning wrong_tries"))["count"] == 3
        stage.server.warnings.take_back("wrong_tries", "d1")
        await goes(desk, "warning wrong_tries")

    on_stage(tmp_path, story)


def test_it_does_not_hide_from_somebody_who_only_looks(tmp_path: Path) -> None:
    async def story(stage: Stage, desk: Station) -> None:
        dealer = await stage.opened("L1-dealer", "d1")
        access = stage.server.access
        access.idle_us = -1
        assert await access.lock_idle() == ["L1-dealer"]
        await dealer.until(lambda frame: frame["type"] == "locked")
        await stage.device(CallAttendant("T1"))
        await comes(desk, "call T1")

    on_stage(tmp_path, story)
