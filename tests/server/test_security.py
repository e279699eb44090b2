"""Faces and feed from outside: headers, strangers, secrets, fuzz."""

import asyncio
import io
import logging
import random
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import schemathesis
from aiohttp import ClientSession, WSMsgType, WSServerHandshakeError
from hypothesis import HealthCheck, given, settings
from litestar import get
from server_stage import PASSWORD, PIN, Stage, told
from yarl import URL

from openfelt.floor.money.account import InsertNote
from openfelt.server import log as server_log
from openfelt.server.access.persons import Persons
from openfelt.server.http import routes

FACES = ("floor", "office")
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def test_every_answer_is_dressed_and_pages_reach_nothing_but_us(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        office = stage.server.faces["office"]
        url = f"http://127.0.0.1:{office.port}"
        async with ClientSession() as session:
            for path in ("/", "/api/start", "/health", "/ready", "/metrics", "/none", "/s/X/"):
                async with session.get(url + path) as answer:
                    for name, value in HEADERS.items():
                        assert answer.headers[name] == value, path
                    assert answer.headers["Cache-Control"] == "no-store"
                    policy = answer.headers["Content-Security-Policy"]
                    assert f"connect-src 'self' ws://127.0.0.1:{office.feed_port}/feed" in policy
                    assert "default-src 'none'" in policy
                    assert "unsafe" not in policy
                    assert "Server" not in answer.headers
            async with session.get(url + "/assets/some.js") as answer:
                assert answer.status == 200
                assert "max-age" in answer.headers["Cache-Control"]
            async with session.get(url + "/assets/../index.html") as answer:
                assert "page index" not in await answer.text() or answer.url.path == "/index.html"

    told(tmp_path, story)


def test_strangers_write_nothing_and_rebound_names_are_refused(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = stage.station("T1")
        await player.enrol()
        for origin in ("http://elsewhere.test", "null"):
            refused = await player.post("token", origin=origin)
            assert refused.status == 403
            assert (await refused.json())["error"] == "ORIGIN_NOT_ALLOWED"
        async with player.http.post(f"{player.url}api/token", json={}) as refused:
            assert refused.status == 403, "a request without an origin writes nothing either"
        headers = {"Host": f"evil.test:{stage.server.faces['floor'].port}"}
        async with player.http.get(f"{player.url}api/station", headers=headers) as refused:
            assert refused.status == 400
        token = await (await player.post("token")).json()
        with pytest.raises(WSServerHandshakeError):
            await player.http.ws_connect(token["feed"], origin="http://elsewhere.test")
        office_feed = stage.server.faces["office"].feed("127.0.0.1")
        office = f"http://127.0.0.1:{stage.server.faces['office'].port}"
        socket = await player.http.ws_connect(office_feed, origin=office)
        await socket.send_json({"type": "hello", "token": token["token"], "boot": "b"})
        assert (await socket.receive_json())["why"] == "TOKEN_UNKNOWN", "a floor token, there"
        await socket.close()

    told(tmp_path, story)


def test_the_key_is_a_cookie_no_script_reads_and_no_other_path_gets(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = stage.station("T1")
        code = await stage.server.access.give_code("T1")
        answer = await player.post("enrol", {"code": code})
        cookie = answer.headers["Set-Cookie"]
        for part in ("HttpOnly", "SameSite=strict", "Path=/s/T1/"):
            assert part.lower() in cookie.lower()

    told(tmp_path, story)


def test_no_secret_stands_in_a_url_or_in_the_log(tmp_path: Path) -> None:
    said = io.StringIO()

    async def story(stage: Stage) -> None:
        server_log.set_up("debug")
        dealer = stage.station("L1-dealer")
        code = await stage.server.access.give_code("L1-dealer")
        await dealer.post("enrol", {"code": code})
        await dealer.sign_in("d1", "a wrong secret")
        await dealer.sign_in("d1")
        await dealer.open()
        await dealer.do("SuspendTable", table="L1", reason="x", authority=("a1", PIN))
        await dealer.post("unlock", {"pin": "9999"})
        with patch.object(Persons, "_verify", side_effect=MemoryError("no 64 MiB are left")):
            assert (await dealer.sign_in("d1")).status == 500
        key = dealer.http.cookie_jar.filter_cookies(URL(dealer.url))
        secrets = [code, PASSWORD, "a wrong secret", PIN, "9999", *[m.value for m in key.values()]]
        text = said.getvalue()
        for line in ("signed in", "unlock refused", "no 64 MiB are left"):
            assert line in text
        for secret in secrets:
            assert secret not in text

    with redirect_stderr(said):
        told(tmp_path, story)
    logging.basicConfig(force=True)


def test_what_is_secret_is_hidden_wherever_it_turns_up() -> None:
    line = {"event": "x", "password": "p", "deep": {"pin": "1", "list": [{"token": "t"}]}}
    assert server_log.hidden(line) == {
        "event": "x",
        "password": "[hidden]",
        "deep": {"pin": "[hidden]", "list": [{"token": "[hidden]"}]},
    }
    assert server_log.hidden("012345678901234567") == "…4567"


def test_an_exception_never_reaches_a_client(tmp_path: Path, monkeypatch: Any) -> None:
    @get("/api/broken", sync_to_thread=False)
    def broken() -> None:
        raise ValueError("the inside of the server")

    monkeypatch.setattr(
        "openfelt.server.floor_server.OFFICE_ROUTES", (*routes.OFFICE_ROUTES, broken)
    )

    async def story(stage: Stage) -> None:
        url = f"http://127.0.0.1:{stage.server.faces['office'].port}/api/broken"
        async with ClientSession() as session, session.get(url) as answer:
            assert answer.status == 500
            assert await answer.text() == '{"error":"INTERNAL"}'

    with redirect_stderr(io.StringIO()) as said:
        told(tmp_path, story)
    assert "the inside of the server" in said.getvalue()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("face", ["floor", "office"])
def test_the_interface_keeps_its_own_schema_under_random_requests(
    tmp_path: Path, face: str
) -> None:
    async def story(stage: Stage) -> None:
        before = stage.server.engine.stream("pit").sequence
        base = f"http://127.0.0.1:{stage.server.faces[face].port}"
        await asyncio.to_thread(_throw_at, base, shown(stage))
        assert stage.server.engine.stream("pit").sequence == before

    told(tmp_path, story)


def shown(stage: Stage) -> dict[str, str]:
    """What somebody shows who may read figures and schema."""
    token = stage.server.config.server.token_file.read_text()
    return {"Authorization": f"Bearer {token}"}


def _throw_at(base: str, shown: dict[str, str]) -> None:
    """Send what the schema allows and what it does not; nothing may end in a 5xx."""
    where = f"{base}/api/schema/openapi.json"
    schema: Any = schemathesis.openapi.from_url(where, headers=shown)
    few = settings(
        max_examples=6, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )

    def throw(case: Any) -> None:
        answer = case.call(base_url=base, headers={"Origin": base})
        assert answer.status_code < 500, (case, answer.text)
        assert "Traceback" not in answer.text

    for operation in schema.get_all_operations():
        few(given(case=operation.ok().as_strategy())(throw))()


def test_a_fuzzed_feed_neither_crashes_nor_changes_anything(tmp_path: Path) -> None:
    chance = random.Random(7)
    good = (
        b'{"type":"command","number":1,"command":{"type":"StageWager","table":"S1","round":1,'
        b'"bet":"small","amount":100}}'
    )

    def spoilt() -> bytes:
        frame = bytearray(good)
        for _ in range(chance.randint(1, 6)):
            match chance.randrange(4):
                case 0:
                    frame[chance.randrange(len(frame))] = chance.randrange(256)
                case 1:
                    del frame[chance.randrange(len(frame)) :]
                case 2:
                    at = chance.randrange(len(frame) + 1)
                    frame[at:at] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 9)))
                case _:
                    frame = bytearray(b"[" * chance.randint(1, 2_000))
            if not frame:
                frame = bytearray(b"{")
        return bytes(frame)

    async def story(stage: Stage) -> None:
        player = await stage.opened("U1")
        feed = stage.server.faces["floor"].feed("127.0.0.1")
        state = stage.server.engine.stream("pit").state
        for _ in range(150):
            socket = await player.http.ws_connect(feed, origin=player.origin)
            if chance.random() < 0.7:
                token = await (await player.post("token")).json()
                hello = {"type": "hello", "token": token["token"], "boot": "fuzz"}
                await socket.send_json(hello)
            await socket.send_frame(spoilt(), chance.choice([WSMsgType.TEXT, WSMsgType.BINARY]))
            await socket.close()
        await player.http.ws_connect(feed, origin=player.origin)
        await stage.device(InsertNote("U1", 10_000, "n"))
        again = stage.station("U1")
        await again.enrol()
        await again.open()
        assert again.views["player:U1"]["credit"] == 10_000, "the floor goes on"
        assert stage.server.engine.failed is None
        # The account was closed until now, so no frame, however spoilt, could have laid a chip.
        assert not state.tables["S1"].layouts

    told(tmp_path, story)


def test_health_readiness_and_figures(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("T1")
        await player.do("CallAttendant")
        await player.do("CashOut")
        floor, office = (f"http://127.0.0.1:{stage.server.faces[f].port}" for f in FACES)
        async with ClientSession() as session:
            async with session.get(f"{office}/metrics", headers=shown(stage)) as answer:
                figures = await answer.text()
            assert "openfelt_stations_connected 1.0" in figures
            assert "openfelt_ready 1.0" in figures
            assert "openfelt_acks_total 1.0" in figures
            assert "openfelt_refusals_total 1.0" in figures
            for path, status in (("/metrics", 404), ("/health", 200), ("/ready", 200), ("/", 404)):
                async with session.get(floor + path) as answer:
                    assert answer.status == status, path
            stage.server.is_ready = False
            async with session.get(f"{floor}/ready") as answer:
                assert answer.status == 503
            async with session.get(f"{floor}/health") as answer:
                assert answer.status == 200

    told(tmp_path, story)
