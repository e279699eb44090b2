"""Strangers at a whole floor: what they send is refused without a traceback, and play goes on."""

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from typing import Any

import pytest
import server_stage
from door_stage import Said, Stranger, look_often, until
from server_stage import CONFIG, Stage, pages, told

from openfelt.floor.money.account import InsertNote
from openfelt.server import log as server_log
from openfelt.server.access.tries import WRONG_MOST
from openfelt.server.feed import connection, upgrade
from openfelt.server.http import conversation, reception
from openfelt.server.warnings import Concern

SOON_S = 0.1
OTHER = "127.0.0.2"
EITHER = pytest.mark.parametrize("transport", ["picows", "aiohttp"])


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """Read all that is logged, the debugging lines included."""
    with redirect_stderr(io.StringIO()) as said:
        yield said
    logging.basicConfig(force=True)


def settings(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Add lines to the file's `[server]`."""
    text = CONFIG.replace("follow = false", "\n".join(("follow = false", *lines)))
    monkeypatch.setattr(server_stage, "CONFIG", text)


def sockets(stage: Stage) -> list[int]:
    return [port for face in stage.server.faces.values() for port in (face.port, face.feed_port)]


def words(stage: Stage, path: str, body: bytes = b"", **fields: str) -> bytes:
    """Word a request as a page of the floor's face does."""
    face = stage.server.faces["floor"]
    own = {"Host": f"127.0.0.1:{face.port}", "Origin": f"http://127.0.0.1:{face.port}"}
    if body:
        own |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    own |= {name.replace("_", "-"): value for name, value in fields.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in own.items())
    return f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body


async def asked(stage: Stage, source: str, path: str, body: bytes = b"", **fields: str) -> Said:
    """Ask the floor's face from an address, on a connection of its own."""
    guest = await Stranger.come(stage.server.faces["floor"].port, source)
    try:
        return await guest.ask(words(stage, path, body, **fields))
    finally:
        guest.go()


async def goes_on(stage: Stage) -> None:
    """See that a station's wager is acknowledged."""
    player = await stage.opened("U1")
    await stage.device(InsertNote("U1", 10_000, f"n{player.boot}"))
    answer = await player.do("StageWager", table="S1", round=1, bet="small", amount=100)
    assert answer["type"] == "ack", answer


@EITHER
def test_a_connection_held_half_open_is_cut_at_every_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transport: str
) -> None:
    look_often(monkeypatch)

    async def story(stage: Stage) -> None:
        server_log.set_up("debug")
        player = await stage.opened("U1")
        await stage.device(InsertNote("U1", 10_000, "n1"))
        for module in (conversation, upgrade):
            monkeypatch.setattr(module, "HEAD_S", SOON_S)
        known = len(stage.server.seats) - 1  # Its page is kept alive, its feed is known.
        begun = (b"", b"G", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"\x16\x03\x01\x02\x00")
        strangers = [await Stranger.come(port) for port in sockets(stage) for _ in begun]
        for stranger, word in zip(strangers, begun * 4, strict=True):
            stranger.say(word)
        answer = await player.do("StageWager", table="S1", round=1, bet="small", amount=100)
        assert answer["type"] == "ack"
        for stranger in strangers:
            assert await stranger.ended() == b""
        await until(lambda: len(stage.server.seats) <= known + 1)
        answer = await player.do("CancelWager", table="S1", round=1, bet="small")
        assert answer["type"] == "ack"

    with logged() as said:
        told(tmp_path, story, transport=transport)
    assert "Traceback" not in said.getvalue()


@EITHER
def test_who_opens_a_feed_and_says_nothing_is_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transport: str
) -> None:
    async def story(stage: Stage) -> None:
        floor = stage.server.faces["floor"]
        monkeypatch.setattr(connection, "HELLO_S", SOON_S)
        stranger = await Stranger.come(floor.feed_port)
        stranger.say(
            words(
                stage,
                "/feed",
                Connection="Upgrade",
                Upgrade="websocket",
                Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25jZQ==",
                Sec_WebSocket_Version="13",
            )
        )
        assert (await stranger.hear(with_body=False)).status == 101
        await stranger.closing_code()
        stranger.go()
        await until(lambda: not stage.server.feed.connections)
        await until(lambda: not len(stage.server.seats))

    told(tmp_path, story, transport=transport)


SMUGGLED = {
    "a length beside an encoding": b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
    "an encoding": b"Transfer-Encoding: chunked\r\n",
    "two lengths": b"Content-Length: 2\r\nContent-Length: 40\r\n",
    "a bare line feed": b"X-A: 1\nContent-Length: 40\r\n",
    "a bare carriage return": b"X-A: 1\rContent-Length: 40\r\n",
    "a folded line": b"X-A: 1\r\n Content-Length: 40\r\n",
    "a space before the colon": b"Content-Length : 40\r\n",
}


@pytest.mark.parametrize("face", ["floor", "office"])
def test_no_request_is_smuggled_past_a_face(tmp_path: Path, face: str) -> None:
    async def story(stage: Stage) -> None:
        server_log.set_up("debug")
        port = stage.server.faces[face].port
        head = f"POST /s/T1/api/token HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n".encode()
        hidden = f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
        for what, smuggled in SMUGGLED.items():
            stranger = await Stranger.come(port)
            stranger.say(head + smuggled + b"\r\n" + b"0\r\n\r\n" + hidden)
            said = await stranger.hear()
            assert (said.status, said.body) == (400, b'{"error":"BAD_REQUEST"}'), what
            assert said.fields["connection"] == "close"
            assert said.fields["x-frame-options"] == "deny", "dressed like every answer"
            assert await stranger.ended() == b"", "what was hidden is not looked at"
            feed = await Stranger.come(stage.server.faces[face].feed_port)
            feed.say(head.replace(b"POST", b"GET") + smuggled + b"\r\n" + hidden)
            assert (await feed.hear()).status == 400, what
            assert await feed.ended() == b""

    with logged() as heard:
        told(tmp_path, story)
    assert "Traceback" not in heard.getvalue()


BODIES = {
    "four thousand lists": (b"[" * 4_000 + b"]" * 4_000, 400),
    "eight thousand lists that do not end": (b"[" * 8_000, 400),
    "ten thousand lists": (b"[" * 10_000 + b"]" * 10_000, 413),
    "lists in a field": (b'{"code":' + b"[" * 3_000 + b"]" * 3_000 + b"}", 400),
    "a key twice": (b'{"code":"AAAAAAAAAA","code":"BBBBBBBBBB"}', 400),
    "no number": (b'{"code":NaN}', 400),
    "no end": (b'{"code":Infinity}', 400),
    "more than any number": (b'{"code":1e400}', 400),
    "digits without end": (b'{"code":' + b"9" * 5_000 + b"}", 400),
    "half a character": (b'{"code":"\\ud83c"}', 400),
    "half a character as bytes": (b'{"code":"\xed\xa0\xbc"}', 400),
    "another code": (b'{"code":"\xfc\xff"}', 400),
    "two bytes a character": ('{"code":"A"}'.encode("utf-16"), 400),
    "no JSON": (b"code=A", 400),
    "another shape": (b'[{"code":"A"}]', 400),
    "another type": (b'{"code":{"a":1}}', 400),
    "nothing in it": (b"{}", 400),
}


@pytest.mark.parametrize("path", ["enrol", "sign-in", "token", "unlock"])
def test_a_body_that_is_none_is_a_400_and_nothing_in_the_log(tmp_path: Path, path: str) -> None:
    async def story(stage: Stage) -> None:
        server_log.set_up("debug")
        for what, (body, status) in BODIES.items():
            said = await asked(stage, OTHER, f"/s/T1/api/{path}", body)
            if path == "token" and said.status == 401:
                continue  # It reads no body, and that the JSON is plain is all it needs.
            assert (said.status, said.body) == (status, b'{"error":"BAD_REQUEST"}'), what
        for kind in ("text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"):
            said = await asked(stage, OTHER, f"/s/T1/api/{path}", b"{}", Content_Type=kind)
            assert said.status == 400, kind
        await goes_on(stage)

    with logged() as heard:
        told(tmp_path, story)
    assert "Traceback" not in heard.getvalue()
    assert "request failed" not in heard.getvalue()


@EITHER
def test_an_address_that_holds_all_it_can_shuts_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transport: str
) -> None:
    settings(monkeypatch, "connections = 16")

    async def story(stage: Stage) -> None:
        held = []
        for _ in range(40):
            for port in sockets(stage):
                held.append(await Stranger.come(port, OTHER))
                held[-1].say(b"GET / HTTP/1.1\r\nHost: ")
        seats = stage.server.seats
        assert len(seats) <= 16
        await until(lambda: len(seats._from[OTHER]) == 12)
        assert (await asked(stage, "127.0.0.3", "/s/T1/")).status == 200
        assert (await asked(stage, OTHER, "/health")).status == 200, "he himself is heard, too"
        await goes_on(stage)
        for each in held:
            each.go()
        await until(lambda: OTHER not in seats._from)

    told(tmp_path, story, transport=transport)


def test_an_address_that_does_not_read_its_answers_gets_no_more_than_its_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(monkeypatch, "connections_an_address = 3")
    (pages(tmp_path / "web") / "assets" / "long.js").write_bytes(bytes(16_000_000))

    async def story(stage: Stage) -> None:
        server_log.set_up("debug")
        port = stage.server.faces["floor"].port
        greedy = []
        for _ in range(3):
            greedy.append(await Stranger.come(port, OTHER))
            greedy[-1].stop_reading()
            greedy[-1].say(words(stage, "/assets/long.js"))
        seats = stage.server.seats
        await until(lambda: sum(not seat.is_waiting for seat in seats._strangers) == 3)
        for _ in range(10):
            assert await (await Stranger.come(port, OTHER)).ended() == b""
        assert (await asked(stage, "127.0.0.3", "/assets/some.js")).status == 200
        assert seats.turned_away == 10
        assert b"openfelt_connections_refused_total 10.0" in stage.server.figures.written()
        for each in greedy:
            each.go()

    with logged() as said:
        told(tmp_path, story)
    assert said.getvalue().count("an address holds too many connections") == 1


def test_a_forwarded_address_is_believed_from_a_named_proxy_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(monkeypatch, 'proxies = ["127.0.0.8/29"]', "connections_an_address = 2")
    proxy, behind = "127.0.0.9", "203.0.113.9"

    async def guess(stage: Stage, source: str, said: str) -> Said:
        wrong = b'{"code":"AAAAAAAAAA"}'
        return await asked(stage, source, "/s/T1/api/enrol", wrong, X_Forwarded_For=said)

    async def story(stage: Stage) -> None:
        for number in range(WRONG_MOST):
            assert (await guess(stage, OTHER, f"203.0.113.{number}")).status == 403
        standing = stage.server.warnings.standing
        assert standing() == (Concern("codes_guessed", OTHER),)
        assert (await guess(stage, OTHER, "127.0.0.1")).status == 429
        for number in range(WRONG_MOST):
            # Whatever a client says himself stands before what the proxies add.
            said = f"10.0.0.{number}, {behind}, 127.0.0.10"
            assert (await guess(stage, proxy, said)).status == 403
        assert standing()[-1] == Concern("codes_guessed", behind)
        assert (await guess(stage, proxy, behind)).status == 429
        assert (await guess(stage, proxy, "203.0.113.77")).status == 403, "others behind it may"
        crowd = [await Stranger.come(stage.server.faces["floor"].port, proxy) for _ in range(20)]
        for each in crowd:
            assert (await each.ask(words(stage, "/health"))).status == 200
            each.say(words(stage, "/health"))
        for each in crowd:
            assert (await each.hear()).status == 200, "a proxy has no share, but all it needs"
            each.go()

    told(tmp_path, story)


# What is answered from memory


def test_pages_are_read_at_the_start_and_no_path_leads_out(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        (tmp_path / "web" / "later.html").write_text("later")
        (tmp_path / "web" / "assets" / "later.js").write_text("later")
        (tmp_path / "web" / "player.html").write_text("another")
        for path in (
            "/assets/later.js",
            "/assets/",
            "/assets/../index.html",
            "/assets/..%2findex.html",
            "/assets//some.js",
            "/assets/some.js/",
            "/later.html",
            "/s/T1",
            "/s/T9/",
            "/s/S1-table/",
            "/s//",
            "/s/T1/x/",
            "/s/T1%2f../",
            "/nothing",
            "/metrics",
            "/",
        ):
            assert (await asked(stage, OTHER, path)).status == 404, path
        assert (await asked(stage, OTHER, "/assets/some.js?v=1")).body == b"export {};"
        assert b"page enrol" in (await asked(stage, OTHER, "/s/T1/")).body
        assert b"page enrol" in (await asked(stage, OTHER, "/s/acceptor%40T1/")).body
        assert (await asked(stage, OTHER, "/s/T1/", Host="elsewhere.test")).status == 400
        player = stage.station("T1")
        await player.enrol()
        assert "page player" in await (await player.get("")).text()
        device = stage.station("acceptor@T1")
        await device.enrol()
        assert (await device.get("")).status == 404, "a device has no page"

    told(tmp_path, story)


def test_a_page_that_was_not_built_is_not_ready(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        said = await asked(stage, OTHER, "/s/T1/")
        assert (said.status, said.body) == (503, b'{"error":"NOT_READY"}')
        assert (await asked(stage, OTHER, "/health")).status == 200

    def nothing(folder: Path) -> Path:
        return folder

    with pytest.MonkeyPatch.context() as empty:
        empty.setattr(server_stage, "pages", nothing)
        told(tmp_path, story)


def test_on_a_demo_floor_a_page_brings_its_key(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        said = await asked(stage, OTHER, "/s/T1/")
        assert b"page player" in said.body
        cookie = said.fields["set-cookie"]
        for part in ("httponly", "samesite=strict", "path=/s/t1/"):
            assert part in cookie
        assert "secure" not in cookie

    told(tmp_path, story, demo=True)


def test_an_interface_that_breaks_is_a_500_and_the_connection_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any) -> None:
        raise ValueError("the inside of the server")

    async def story(stage: Stage) -> None:
        guest = await Stranger.come(stage.server.faces["floor"].port)
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(reception, "ask", broken)
            said = await guest.ask(words(stage, "/s/T1/api/station"))
            assert (said.status, json.loads(said.body)) == (500, {"error": "INTERNAL"})
            assert "content-security-policy" in said.fields
        assert (await guest.ask(words(stage, "/s/T1/api/station"))).status == 200
        guest.go()

    with logged() as heard:
        told(tmp_path, story)
    assert "the inside of the server" in heard.getvalue()


def test_whoever_reads_pages_by_the_hundred_does_not_stop_a_wager(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("U1")
        await stage.device(InsertNote("U1", 10_000, "n1"))
        port = stage.server.faces["floor"].port
        readers = [await Stranger.come(port, OTHER) for _ in range(16)]
        heard = 0

        async def read(reader: Stranger) -> None:
            nonlocal heard
            for _ in range(50):
                reader.say(words(stage, "/s/T1/") + words(stage, "/assets/some.js"))
                for _ in range(2):
                    assert (await reader.hear()).status == 200
                    heard += 1

        reading = asyncio.gather(*map(read, readers))
        for _ in range(10):
            laid = await player.do("StageWager", table="S1", round=1, bet="small", amount=100)
            assert laid["type"] == "ack"
        await reading
        assert heard == 16 * 50 * 2
        for reader in readers:
            reader.go()

    told(tmp_path, story)
