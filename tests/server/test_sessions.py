"""The key of a sign-in: drawn anew each time, and without it nobody acts or sees for a person.

The thief of these stories is a browser of his own that has copied cookies of the station's.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientSession, CookieJar
from server_stage import PASSWORD, PIN, Stage, Station, staged, told
from yarl import URL

from openfelt.server.access import access
from openfelt.server.access.store import SqliteStore

TRANSPORTS = ("picows", "aiohttp")
COMMAND = {"boot": "thief", "number": 1, "command": {"type": "NewGame", "table": "L1"}}
D2: dict[str, object] = {"person": "d2", "password": PASSWORD}


def _cookies(station: Station) -> dict[str, str]:
    jar = station.http.cookie_jar.filter_cookies(URL(station.url))
    return {name: morsel.value for name, morsel in jar.items()}


@asynccontextmanager
async def _thief(station: Station, cookies: dict[str, str]) -> AsyncIterator[Station]:
    """A browser elsewhere that shows these cookies."""
    thief = Station(station.stage, station.name)
    await thief.http.close()
    jar = CookieJar(unsafe=True)
    jar.update_cookies(cookies, URL(station.url))
    thief.http = ClientSession(cookie_jar=jar)
    thief.boot = "thief"
    try:
        yield thief
    finally:
        await thief.close()


async def _is_nobody(thief: Station) -> None:
    """He sees no person, gets no page, no token and no command through, and ends nothing."""
    info = await (await thief.get("api/station")).json()
    assert (info["person"], info["name"], info["roles"]) == ("", "", [])
    assert (info["needs_sign_in"], info["locked"]) == (True, False)
    assert "page signin" in await (await thief.get("")).text()
    tries: tuple[tuple[str, object], ...] = (
        ("token", {}),
        ("command", COMMAND),
        ("unlock", {"pin": PIN}),
        ("hand-over", D2),
    )
    for path, body in tries:
        refused = await thief.post(path, body)
        assert (refused.status, await refused.json()) == (401, {"error": "SIGN_IN_NEEDED"}), path
    assert (await thief.post("sign-out")).status == 200


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_cookie_copied_before_sign_in_is_nobodys(tmp_path: Path, transport: str) -> None:
    async def story(stage: Stage) -> None:
        dealer = stage.station("L1-dealer")
        await dealer.enrol()
        copied = _cookies(dealer)
        assert (await dealer.sign_in("d1")).status == 200
        await dealer.open()
        async with _thief(dealer, copied) as thief:
            await _is_nobody(thief)
            assert (await dealer.do("NewGame", table="L1"))["type"] == "ack", "he is still there"
            await stage.server.access.revoke("L1-dealer")
            await dealer.enrol()
            assert (await dealer.sign_in("d1")).status == 200
            assert (await thief.post("token")).status == 401

    told(tmp_path, story, transport=transport)


def test_every_sign_in_has_a_key_of_its_own(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer = stage.station("L1-dealer")
        await dealer.enrol()
        keys = []
        for person in ("d1", "d1", "d2"):
            assert (await dealer.sign_in(person)).status == 200
            keys.append(_cookies(dealer)["session"])
        assert (await dealer.post("hand-over", D2)).status == 200
        keys.append(_cookies(dealer)["session"])
        stage.server.access.idle_us = -1
        await stage.server.access.lock_idle()
        stage.server.access.idle_us = access.IDLE_US
        assert (await dealer.post("unlock", {"pin": PIN})).status == 200
        last = _cookies(dealer)
        assert len({*keys, last["session"]}) == 5
        for key in keys:
            async with _thief(dealer, {**last, "session": key}) as thief:
                await _is_nobody(thief)
        async with _thief(dealer, {"session": last["session"]}) as thief:
            assert (await thief.post("token")).status == 401, "nor is one without the station's"
        assert (await dealer.post("token")).status == 200
        kept = (await stage.server._store.all("session"))["L1-dealer"]
        assert last["session"].encode() not in kept

    told(tmp_path, story)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_stolen_key_is_dead_after_sign_out(tmp_path: Path, transport: str) -> None:
    async def story(stage: Stage) -> None:
        dealer = await stage.opened("L1-dealer", "d1")
        async with _thief(dealer, _cookies(dealer)) as thief:
            token = await (await thief.post("token")).json()
            assert (await dealer.post("sign-out")).status == 200
            assert "session" not in _cookies(dealer)
            await _is_nobody(thief)
            socket = await thief.http.ws_connect(token["feed"], origin=thief.origin)
            await socket.send_json({"type": "hello", "token": token["token"], "boot": "thief"})
            assert (await socket.receive_json())["why"] == "TOKEN_UNKNOWN"
            await socket.close()

    told(tmp_path, story, transport=transport)


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("how", ["sign-in", "hand-over", "hand-over with boot", "unlock"])
def test_a_feed_opened_with_a_stolen_key_never_becomes_anothers(
    tmp_path: Path, transport: str, how: str
) -> None:
    async def story(stage: Stage) -> None:
        dealer = await stage.opened("L1-dealer", "d1")
        async with _thief(dealer, _cookies(dealer)) as thief:
            await thief.open()
            assert (await dealer.until(lambda f: f["type"] == "bye"))["why"] == "REPLACED"
            if how == "unlock":
                stage.server.access.idle_us = -1
                await stage.server.access.lock_idle()
                answer = await dealer.post("unlock", {"pin": PIN})
            else:
                path, _, boot = how.partition(" with ")
                answer = await dealer.post(path, {**D2, "boot": dealer.boot} if boot else D2)
            assert answer.status == 200
            assert (await thief.until(lambda f: f["type"] == "bye"))["why"] == "SIGNED_OUT"
            seen = [frame.get("person") for frame in thief.frames if frame["type"] == "welcome"]
            assert "d2" not in seen
            await _is_nobody(thief)
            await dealer.open()

    told(tmp_path, story, transport=transport)


def test_the_page_that_hands_over_keeps_its_feed_also_when_it_was_loaded_again(
    tmp_path: Path,
) -> None:
    async def story(stage: Stage) -> None:
        dealer = await stage.opened("L1-dealer", "d1")
        dealer.boot = "loaded-again"
        await dealer.open()
        body = {"person": "d2", "password": PASSWORD, "boot": "loaded-again"}
        assert (await dealer.post("hand-over", body)).status == 200
        welcome = await dealer.until(lambda f: f["type"] in ("welcome", "bye"))
        assert welcome["person"] == "d2"

    told(tmp_path, story)


def test_a_sign_in_survives_a_restart_and_so_does_its_key_alone(tmp_path: Path) -> None:
    async def story() -> None:
        async with staged(tmp_path) as stage:
            dealer = stage.station("L1-dealer")
            await dealer.enrol()
            before = _cookies(dealer)
            assert (await dealer.sign_in("d1")).status == 200
            signed = _cookies(dealer)
        async with staged(tmp_path) as stage:
            back = stage.station("L1-dealer")
            async with _thief(back, before) as thief:
                await _is_nobody(thief)
            async with _thief(back, signed) as page:
                await page.open()
                assert (await page.do("NewGame", table="L1"))["type"] == "ack"

    asyncio.run(story())


def test_a_sign_in_of_a_release_without_keys_is_over(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore.open(tmp_path / "access.db")
        old = b'{"person":"d1","roles":["dealer"],"since":1,"seen":1,"locked":false,"until":0}'
        await store.put("session", "L1-dealer", old)
        await store.close()
        async with staged(tmp_path) as stage:
            assert stage.server.access.signed_in("L1-dealer") is None
            assert not await stage.server._store.all("session")
            dealer = await stage.opened("L1-dealer", "d1")
            async with _thief(dealer, {"station": _cookies(dealer)["station"]}) as thief:
                thief.http.cookie_jar.update_cookies({"session": ""}, URL(thief.url))
                await _is_nobody(thief)

    asyncio.run(story())
