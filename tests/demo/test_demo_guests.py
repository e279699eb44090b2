"""The people of a demo are offered at the doors of the stations they work at, and only there."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, CookieJar

from openfelt.demo import plan
from openfelt.demo.floor import DemoFloor
from openfelt.demo.plan import Plan


async def _offered(floor: DemoFloor, station: str, person: str = "") -> list[str]:
    """Open a station as a browser does, come in as one of its guests; return who was offered."""
    url = floor.server.station_url(station)
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as browser:

        async def info() -> dict[str, Any]:
            async with browser.get(f"{url}api/station") as answer:
                found: dict[str, Any] = await answer.json()
                return found

        assert (await info())["guests"] == [], "nobody is offered to a stranger"
        async with browser.get(url) as page:
            assert page.status == 200
        offered = {guest["person"]: guest for guest in (await info())["guests"]}
        if person:
            body = {"person": person, "password": offered[person]["password"]}
            headers = {"Origin": url.split("/s/")[0]}
            async with browser.post(f"{url}api/sign-in", json=body, headers=headers) as answer:
                assert answer.status == 200
            assert (await info())["guests"] == [], "nor to somebody who is in"
            floor.server.access.idle_us = -1
            await floor.server.access.lock_idle()
            again = [guest["person"] for guest in (await info())["guests"]]
            assert again == list(offered), "but where he has left, another comes in"
        return list(offered)


def _told(planned: Plan, asks: dict[str, str]) -> dict[str, list[str]]:
    async def story() -> dict[str, list[str]]:
        floor = DemoFloor(planned)
        await floor.start()
        try:
            return {name: await _offered(floor, name, person) for name, person in asks.items()}
        finally:
            await floor.stop()

    return asyncio.run(story())


def test_each_door_offers_who_has_a_place_there(tmp_path: Path) -> None:
    planned = plan.make(tmp_path, terminals=2, tables="LT,SB", port=0)
    asks = {"LT1-dealer": "dana", "LT1-table": "gus", "SB1-table": "emma", "T1": ""}
    assert _told(planned, asks) == {
        "LT1-dealer": ["dana", "omar", "gus", "emma", "alex"],
        "LT1-table": ["gus", "emma", "alex"],
        "SB1-table": ["emma", "alex"],
        "T1": [],
    }


def test_a_demo_without_accounts_offers_nobody(tmp_path: Path) -> None:
    planned = replace(plan.make(tmp_path, terminals=1, tables="LT", port=0), accounts=False)
    assert _told(planned, {"LT1-dealer": ""}) == {"LT1-dealer": []}
