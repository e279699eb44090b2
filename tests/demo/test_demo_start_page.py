"""The start page of a practice floor: what is played where, whose the seats are; stations enrol."""

import asyncio
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, CookieJar

from openfelt.demo import plan
from openfelt.demo.floor import DemoFloor
from openfelt.engine.request import Request
from openfelt.floor.money.account import InsertNote
from openfelt.server.config import file as config_file


def _floor(folder: Path) -> DemoFloor:
    """A floor as `openfelt init` writes it, wherever there is room for it."""
    text = files("openfelt.server.config").joinpath("floor.toml").read_text(encoding="utf-8")
    text = re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:0", text)
    text = text.replace('folder = "data"', f'folder = "{folder / "data"}"\nfollow = false')
    return DemoFloor(plan.of(config_file.parse(text, "floor.toml")))


def test_the_start_page_says_what_is_played_and_whose_the_seats_are(tmp_path: Path) -> None:
    async def story() -> None:
        floor = _floor(tmp_path)
        await floor.start()
        browser = ClientSession(cookie_jar=CookieJar(unsafe=True))

        async def asked(url: str) -> dict[str, Any]:
            found: dict[str, Any] = await (await browser.get(url)).json()
            return found

        async def seats() -> dict[str, str]:
            start = await asked(f"{floor.server.addresses()['office']}api/start")
            return {one["station"]: one["seat"] for one in start["stations"]}

        try:
            start = await asked(f"{floor.server.addresses()['office']}api/start")
            games = {one["station"]: one["games"] for one in start["stations"]}
            assert games["T1"] == games["L1-dealer"] == ["baccarat"]
            assert games["T3"] == ["baccarat", "sic bo"]
            assert await seats() == {
                **dict.fromkeys(games, ""),
                "T1": "free",
                "T2": "free",
                "T3": "robot",
            }
            for terminal in ("T1", "T3"):
                note = InsertNote(terminal, 5_000, f"note-{terminal}")
                await floor.server.engine.submit(Request("main", note, f"cash-in@{terminal}"))
            assert [(await seats())[one] for one in ("T1", "T3")] == ["taken", "robot"]
            url = floor.server.station_url("T3")
            assert not (await asked(f"{url}api/station"))["enrolled"]
            code = await floor.server.access.give_code("T3")
            headers = {"Origin": url.split("/s/")[0]}
            sent = await browser.post(f"{url}api/enrol", json={"code": code}, headers=headers)
            assert sent.status == 200
            token = await (await browser.post(f"{url}api/token", json={}, headers=headers)).json()
            feed = await browser.ws_connect(token["feed"], origin=headers["Origin"])
            await feed.send_json({"type": "hello", "token": token["token"], "boot": "b"})
            while (await seats())["T3"] != "taken":
                await asyncio.sleep(0.01)
            await feed.close()
        finally:
            await browser.close()
            await floor.stop()

    asyncio.run(asyncio.wait_for(story(), 60))
