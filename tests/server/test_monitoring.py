"""The central monitoring system over the office face, by the client that we give its makers."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from aiohttp import ClientSession
from server_stage import PIT, Stage, told

from openfelt.audit import audit_journal
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import HOUSE, CashOut, PrinterReceipt
from openfelt.floor.wagers.wager import StageWager
from openfelt.floor.whole import EVENTS
from openfelt.stations import monitoring as shown

MONITOR = """
[[floor.station]]
name = "monitor"
kind = "monitoring"

[[floor.table]]
name = "C1"
pit = "pit"
variant = "AC"
minimum = 5
maximum = 500
unit = 5
period = 3600

[[floor.terminal]]
name = "C9"
pit = "pit"
tables = ["C1"]
seat = 1

[[floor.table]]
name = "R1"
pit = "far"
variant = "MT_ROULETTE"
minimum = 1
maximum = 500
unit = 1
period = 3600

[[floor.terminal]]
name = "R9"
pit = "far"
tables = ["R1"]
seat = 1
"""
OPTIONS: dict[str, Any] = {"pits": (PIT, "far"), "more": MONITOR}
NUMBER = "010123456789012345"


def _client() -> ModuleType:
    """Load the example as whoever copies it would run it: it shares no code with us."""
    path = Path(__file__).parents[2] / "examples" / "central_monitoring.py"
    spec = importlib.util.spec_from_file_location("central_monitoring", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


EXAMPLE = _client()


async def _enrolled(stage: Stage, folder: Path) -> Any:
    client = EXAMPLE.Monitoring(stage.server.station_url("monitor"), folder / "key")
    await client.enrol(await stage.server.access.give_code("monitor"))
    return client


async def _credit(stage: Stage, terminal: str, pit: str = PIT) -> int:
    return await stage.server.engine.view(pit, lambda s: s.terminals[terminal].credit)


@pytest.mark.clause("LT 4.3.4")
@pytest.mark.clause("SB 3.4.4")
@pytest.mark.clause("AC 3.4.4")
@pytest.mark.clause("MT 4.3(c)")
def test_a_transfer_is_credited_once_and_goes_back_as_far_as_it_was_not_played(
    tmp_path: Path,
) -> None:
    async def story(stage: Stage) -> None:
        client = await _enrolled(stage, tmp_path)
        at = {"T1": PIT, "U1": PIT, "C9": PIT, "R9": "far"}
        for terminal, pit in at.items():
            first = await client.credit(f"X-{terminal}", terminal, 20_000)
            assert first == {"type": "done", "id": f"X-{terminal}", "repeated": False}
            assert (await client.credit(f"X-{terminal}", terminal, 20_000))["repeated"]
            assert await _credit(stage, terminal, pit) == 20_000
            assert await client.status(f"X-{terminal}") == {
                "id": f"X-{terminal}",
                "status": "credited",
                "amount": 20_000,
            }
        # An id is one transfer of the whole floor.
        for terminal, amount in (("R9", 20_000), ("U1", 20_000), ("T1", 100)):
            with pytest.raises(EXAMPLE.Refused, match="id_given_again"):
                await client.credit("X-T1", terminal, amount)
        await stage.device(StageWager("U1", "S1", 1, "small", 5_000))
        with pytest.raises(EXAMPLE.Refused, match="EXCEEDS_CREDIT"):
            await client.reverse("R-U1", "X-U1", "U1", 20_000)
        for _ in range(2):
            await client.reverse("R-U1", "X-U1", "U1", 15_000)
        assert await _credit(stage, "U1") == 0
        assert (await client.status("R-U1"))["status"] == "reversed"
        assert (await client.status("never"))["status"] == "unknown"
        with pytest.raises(EXAMPLE.Refused, match="TERMINAL_OUT_OF_SERVICE"):
            await client.credit("X-none", "nobody", 100)
        await client.close()

    told(tmp_path, story, **OPTIONS)


def test_who_repeats_and_reorders_moves_no_cent_twice(tmp_path: Path) -> None:
    """A hundred transfers and reversals, each asked several times at once, in any order."""

    async def story(stage: Stage) -> None:
        chance = Random(7)
        client = await _enrolled(stage, tmp_path)
        terminals = ("T1", "T2", "U1", "U2", "C9", "R9")
        asked = [(f"X{n}", chance.choice(terminals), chance.randint(1, 500)) for n in range(50)]
        wanted = [asked[chance.randrange(50)] for _ in range(150)] + asked
        chance.shuffle(wanted)
        await asyncio.gather(*(client.credit(*one) for one in wanted))
        backs = [(f"R{id_}", id_, terminal, amount) for id_, terminal, amount in asked[::2]]
        every = backs * 4
        chance.shuffle(every)
        await asyncio.gather(*(client.reverse(*one) for one in every), client.credit(*asked[0]))
        left = dict.fromkeys(terminals, 0)
        for _, terminal, amount in asked[1::2]:
            left[terminal] += amount
        meters = {one["terminal"]: one for one in (await client.meters())["terminals"]}
        assert {name: meters[name]["credit"] for name in left} == left
        moved = {name: one["transfers"] - one["taken_back"] for name, one in meters.items()}
        assert moved == left
        await client.close()
        _, findings = await audit_journal(stage.server.journal)
        assert findings == []

    told(tmp_path, story, **OPTIONS)


def test_meters_and_events_are_told_and_no_number_that_is_worth_money(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        client = await _enrolled(stage, tmp_path)
        await stage.device(InsertNote("T1", 10_000, "note"))
        await client.credit("X1", "T1", 2_500)
        await stage.device(CashOut("T1", NUMBER))
        await stage.server.engine.view(PIT, lambda _: None)
        while not await stage.server.engine.view(PIT, lambda s: bool(s.orders)):
            await asyncio.sleep(0.01)
        await stage.device(PrinterReceipt(f"print:{NUMBER}", printed=True, terminal="T1"))
        meters = {one["terminal"]: one for one in (await client.meters())["terminals"]}
        assert meters["T1"]["notes"] == 10_000
        assert meters["T1"]["transfers"] == 2_500
        assert meters["T1"]["paid_out"] == 12_500
        assert meters["T1"]["credit"] == meters["T1"]["unplayed"] == 0
        told_ = [one for stream in (PIT, HOUSE) for one in await _all(client, stream)]
        kinds = {one["type"] for one in told_}
        assert {"NoteStacked", "CmsCredited", "CashOutRequested", "TicketIssued"} <= kinds
        assert NUMBER not in json.dumps(told_)
        assert [one["data"]["number"] for one in told_ if one["type"] == "TicketIssued"] == ["2345"]
        # From a cursor on: what was told is not told again.
        page = await client.events(PIT, 0)
        assert (await client.events(PIT, page["next"]))["events"] == []
        with pytest.raises(EXAMPLE.Refused, match="NOT_FOUND"):
            await client.events("elsewhere")
        await client.close()

    told(tmp_path, story, **OPTIONS)


async def _all(client: Any, stream: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    after, more = 0, True
    while more:
        page = await client.events(stream, after)
        found += page["events"]
        after, more = page["next"], page["more"]
    return found


@pytest.mark.clause("LT 4.3.4", "SB 3.4.4", "AC 3.4.4", "MT 4.3(c)")
def test_nobody_else_asks_and_nothing_strange_is_taken(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        client = await _enrolled(stage, tmp_path)
        other = stage.station("S1-table")
        await other.enrol()
        for path in ("transfer?id=X", "meters", "events"):
            assert (await other.get(f"api/{path}")).status in (401, 404)
        body = {"id": "X", "terminal": "T1", "amount": 100}
        url = stage.server.station_url("monitor")
        async with ClientSession() as stranger:
            headers = {"Origin": url.split("/s/")[0]}
            for path in ("transfer", "reversal"):
                answer = await stranger.post(f"{url}api/{path}", json=body, headers=headers)
                assert answer.status in (400, 401)
            assert (await stranger.get(f"{url}api/meters")).status == 401
            key = {"Cookie": (tmp_path / "key").read_text()}
            # From a page of somebody else's a browser would send the key too.
            foreign = {**key, "Origin": "http://elsewhere"}
            answer = await stranger.post(f"{url}api/transfer", json=body, headers=foreign)
            assert answer.status == 403
            wrongs: tuple[Any, ...] = (
                {**body, "amount": 0},
                {**body, "amount": 2**62},
                {**body, "amount": 1.5},
                {**body, "id": ""},
                {**body, "id": "a b"},
                {**body, "id": "x" * 65},
                {**body, "more": 1},
                [],
            )
            for wrong in wrongs:
                answer = await stranger.post(
                    f"{url}api/transfer", json=wrong, headers={**headers, **key}
                )
                assert answer.status == 400, wrong
            answer = await stranger.post(
                f"{url}api/transfer", json={**body, "terminal": "T9"}, headers={**headers, **key}
            )
            assert answer.status == 409
            assert (await answer.json())["code"] == "TERMINAL_OUT_OF_SERVICE"
            assert (await stranger.get(f"{url}api/events?after=-1", headers=key)).status == 400
            await stage.server.access.revoke("monitor")
            assert (await stranger.get(f"{url}api/meters", headers=key)).status == 401
        assert await _credit(stage, "T1") == 0
        await client.close()

    told(tmp_path, story, **OPTIONS)


def test_what_is_told_is_on_record_so_and_tells_no_more() -> None:
    named = {event.__name__: event for event in EVENTS}
    never = {"reason", "person", "determination", "sealed", "digest", "note"}
    begun = {"OwnerChanged", "SystemRestarted"}
    for name, keys in shown.SIGNIFICANT.items():
        assert name in named or name in begun
        if name in named:
            assert set(keys) <= set(named[name].__struct_fields__), name
        assert never.isdisjoint(keys)
