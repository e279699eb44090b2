"""The casino's ticketing host on the feed, and the cash desk that asks it."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest
from server_stage import PIT, Frame, Stage, Station, floor_toml, told

from openfelt.floor.money import claim
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import HOUSE, CashOut, PresentTicket, PrinterReceipt
from openfelt.floor.state import State
from openfelt.server.config import file as config_file
from openfelt.server.config.file import ConfigError
from openfelt.server.feed import floor_feed

HOST = "tickets@house"
DESK = """
[floor.desk]

[floor.tickets]
authority = "host"

[[floor.station]]
name = "cash-1"
kind = "cashdesk"

[[floor.staff]]
person = "c1"
role = "cashier"
"""
FOREIGN, OTHER = "020000000000000017", "020000000000000025"
OURS = "010000000000000041"
TOPIC = "cashdesk:cash-1"


def _example() -> ModuleType:
    path = Path(__file__).parents[2] / "examples" / "ticket_host.py"
    spec = importlib.util.spec_from_file_location("ticket_host", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


EXAMPLE = _example()


@asynccontextmanager
async def _host(stage: Stage, folder: Path) -> AsyncIterator[Any]:
    """Have the host of the example on the feed of this floor."""
    host = EXAMPLE.TicketHost(stage.server.station_url(HOST), folder / "host", None)
    async with EXAMPLE.ClientSession() as http:
        await host.enrol(http, await stage.server.access.give_code(HOST))
    running = asyncio.create_task(host.run())
    try:
        yield host
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def _desk(stage: Stage) -> Station:
    await stage.credentials(["c1"])
    desk = await stage.opened("cash-1", "c1")
    assert (await desk.do("OpenDrawer", amount=100_000))["type"] == "ack"
    return desk


async def _look(desk: Station, number: str) -> Frame:
    answer: Frame = await (await desk.post("slip", {"number": number})).json()
    return answer["slip"] if answer["type"] == "slip" else answer


async def _until(desk: Station, number: str, **wanted: object) -> Frame:
    """Look at a slip, as the page does, until it is so."""
    while True:
        seen = await _look(desk, number)
        if wanted.items() <= {**seen, **seen.get("data", {})}.items():
            return seen
        await asyncio.sleep(0.02)


async def _is(stage: Stage, pit: str, what: Any) -> None:
    while not await stage.server.engine.view(pit, what):
        await asyncio.sleep(0.02)


@pytest.mark.clause("LT def:redeemable ticket")
@pytest.mark.clause("AC def:redeemable ticket")
def test_a_ticket_of_another_machine_is_asked_for_and_paid_at_the_desk(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        desk = await _desk(stage)
        async with _host(stage, tmp_path) as host:
            host.other_machine(["print", FOREIGN, "8000"])
            seen = await _look(desk, FOREIGN)
            assert (seen["code"], seen["data"]["why"]) == ("TICKET_IS_HELD", "ask_host")
            paid = await desk.do("RedeemTicket", number=FOREIGN)
            assert paid["data"]["why"] == "ask_host"
            assert (await desk.do("ClaimTicket", number=FOREIGN))["type"] == "ack"
            seen = await _until(desk, FOREIGN, kind="ticket", reason="")
            assert (seen["state"], seen["amount"], seen["scheme"]) == ("issued", 8_000, "HOST")
            assert host.other_machine(["pay", FOREIGN]) == "not paid"
            assert (await desk.do("RedeemTicket", number=FOREIGN))["type"] == "ack"
            again = await desk.do("RedeemTicket", number=FOREIGN)
            assert again["code"] == "TICKET_ALREADY_REDEEMED"
            # One that nobody printed, and one that was paid elsewhere.
            assert (await desk.do("ClaimTicket", number=OTHER))["type"] == "ack"
            assert (await _until(desk, OTHER, why="host_said"))["code"] == "TICKET_UNKNOWN"

    told(tmp_path, story, more=DESK)


@pytest.mark.clause("LT 4.3.2")
@pytest.mark.clause("AC 3.4.2")
def test_a_ticket_of_another_machine_is_credit_here_and_ours_is_there(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        desk = await _desk(stage)
        async with _host(stage, tmp_path) as host:
            host.other_machine(["print", FOREIGN, "6000"])
            await stage.device(PresentTicket("T1", FOREIGN))
            await _is(stage, PIT, lambda s: s.terminals["T1"].credit == 6_000)
            await stage.device(CashOut("T1", OURS))
            await _is(stage, PIT, lambda s: f"print:{OURS}" in s.orders)
            await stage.device(PrinterReceipt(f"print:{OURS}", printed=True, terminal="T1"))
            while host.other_machine(["state", OURS]) == "unknown":
                await asyncio.sleep(0.02)
            assert host.other_machine(["pay", OURS]) == "paid"
            seen = await _until(desk, OURS, state="redeemed")
            assert seen["where"] == "ticket_host"
            await stage.device(PresentTicket("T2", OURS))
            await _is(stage, PIT, lambda s: not s.terminals["T2"].asked)
            owed = await stage.server.engine.view(HOUSE, lambda s: s.ledger["ticket_host"])
            assert owed == 0

    told(tmp_path, story, more=DESK)


def test_silence_withholds_a_ticket_until_the_host_speaks(tmp_path: Path) -> None:
    """Its answer got lost: it is asked again, and nobody was paid meanwhile."""

    async def story(stage: Stage) -> None:
        desk = await _desk(stage)
        async with _host(stage, tmp_path) as host:
            host.other_machine(["print", FOREIGN, "8000"])
        # It has gone: what it is asked waits, also over what a terminal has waited.
        assert (await desk.do("ClaimTicket", number=FOREIGN))["type"] == "ack"
        assert (await _look(desk, FOREIGN))["data"]["why"] == "host_asked"
        await _is(stage, HOUSE, _is_overdue)
        assert (await desk.do("RedeemTicket", number=FOREIGN))["data"]["why"] == "host_asked"
        async with _host(stage, tmp_path):
            await _until(desk, FOREIGN, state="issued", amount=8_000)
            assert (await desk.do("RedeemTicket", number=FOREIGN))["type"] == "ack"

    with patch.object(claim, "ANSWER_US", 300_000):
        told(tmp_path, story, more=DESK)


def _is_overdue(house: State) -> bool:
    return f"ticket_host:{FOREIGN}" in house.tasks


def test_a_lost_answer_is_asked_for_again_on_the_same_line(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        desk = await _desk(stage)
        async with _host(stage, tmp_path) as host:
            host.other_machine(["print", FOREIGN, "8000"])
            while host._line is None:
                await asyncio.sleep(0.02)
            heard = host._line.report
            lost: list[object] = []

            async def report(command: dict[str, Any]) -> None:
                if command["order"] in lost:
                    await heard(command)
                lost.append(command["order"])

            host._line.report = report
            assert (await desk.do("ClaimTicket", number=FOREIGN))["type"] == "ack"
            await _until(desk, FOREIGN, state="issued")
            assert len(lost) == 4, "authorise and commit, each said twice"

    with patch.object(floor_feed, "ASK_AGAIN_S", 0.1):
        told(tmp_path, story, more=DESK)


def test_only_the_host_answers_and_it_reports_nothing_else(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        desk = await _desk(stage)
        await stage.device(InsertNote("T1", 2_000, "n"))
        assert (await desk.do("ClaimTicket", number=FOREIGN))["type"] == "ack"
        orders = await stage.server.engine.view(HOUSE, lambda s: list(s.orders))
        told_ = {"order": orders[0], "said": "authorised", "amount": 100}
        printer = await stage.opened("printer@T1")
        said = await printer.do("AnswerAsHost", **told_)
        assert (said["code"], said["data"]["why"]) == ("ROLE_MAY_NOT", "not_this_device")
        host = await stage.opened(HOST)
        said = await host.do("InsertNote", amount=2_000, note="x")
        assert said["data"]["why"] == "not_this_device"
        for order, what in (("authorise:9", "authorised"), (orders[0], "committed")):
            said = await host.do("AnswerAsHost", order=order, said=what, amount=100)
            assert (said["code"], said["data"]["why"]) == ("TICKET_UNKNOWN", "not_ordered")
        assert (await host.do("AnswerAsHost", **told_))["type"] == "ack"
        # The page is told that nothing is paid yet, and is not counted as one that guesses.
        for _ in range(12):
            assert (await _look(desk, FOREIGN))["data"]["why"] == "host_asked"

    told(tmp_path, story, more=DESK)


def test_a_demo_has_no_ticketing_host(tmp_path: Path) -> None:
    host = '\n[floor.tickets]\nauthority = "host"\n'
    with pytest.raises(ConfigError, match="on a demo floor"):
        config_file.parse(floor_toml(tmp_path, demo=True, more=host), "floor.toml")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ('[floor.tickets]\nauthority = "us"', "known are store, host"),
        ('[[floor.device]]\nname = "tickets@house"\npit = "pit"', r"\[floor.tickets\] says"),
    ],
)
def test_the_file_says_who_has_the_say(tmp_path: Path, wrong: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        config_file.parse(floor_toml(tmp_path, more=f"\n{wrong}\n"), "floor.toml")


def test_a_host_is_taken_at_a_reload_and_let_go_when_it_has_no_say(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        def file(authority: str) -> Any:
            return config_file.parse(
                floor_toml(tmp_path, more=DESK.replace('"host"', f'"{authority}"')), "floor.toml"
            )

        assert not await stage.server.engine.view(HOUSE, lambda s: s.ticket_host)
        asked = await stage.server.change_to(file("host"))
        assert ("the ticketing host", "") in [(one.what, one.refused) for one in asked]
        assert HOST in stage.server.access.places
        desk = await _desk(stage)
        assert (await desk.do("ClaimTicket", number=FOREIGN))["type"] == "ack"
        asked = await stage.server.change_to(file("store"))
        assert ("no ticketing host", "PHASE_DOES_NOT_ALLOW") in [
            (one.what, one.refused) for one in asked
        ]
        assert HOST in stage.server.access.places, "a reload that cannot be changes nothing"

    told(tmp_path, story, more=DESK.replace('"host"', '"store"'))
