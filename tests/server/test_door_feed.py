"""The feed's door: what is no handshake, what breaks a rule of frames, and who waits too long.

Whoever carries the frames: the same words to both, and the same end.
"""

import asyncio
import ssl
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from door_stage import PATIENCE_S, Stranger, look_often, until
from test_tls import certificate
from test_transport import EITHER, Echo

from openfelt.server.door import door
from openfelt.server.door.seats import Seats
from openfelt.server.feed import upgrade
from openfelt.server.feed.listening import listen_with
from openfelt.server.feed.transport import (
    POLICY,
    PROTOCOL_ERROR,
    TOO_BIG,
    Implementation,
    Listening,
    Socket,
)

ORIGIN = "http://station.test"
FRAME_MAX = 200
SOON_S = 0.1
FIELDS = {
    "Host": "127.0.0.1:1",
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
    "Origin": ORIGIN,
}


class Gate:
    """A listening feed, who came, and what became of them."""

    def __init__(self, listening: Listening, seats: Seats, handlers: list[Echo]) -> None:
        self.seats = seats
        self.handlers = handlers
        self._port = listening.port
        self._came: list[Stranger] = []

    async def come(self, words: bytes = b"", **more: Any) -> Stranger:
        self._came.append(await Stranger.come(self._port, **more))
        self._came[-1].say(words)
        return self._came[-1]

    async def empties(self) -> None:
        await until(lambda: not len(self.seats))

    def close(self) -> None:
        for stranger in self._came:
            stranger.go()


def gated(
    implementation: Implementation,
    story: Callable[[Gate], Coroutine[Any, Any, None]],
    tls: ssl.SSLContext | None = None,
) -> None:
    async def limited() -> None:
        handlers: list[Echo] = []

        def make() -> Echo:
            handlers.append(Echo())
            return handlers[-1]

        seats = Seats(100)
        hosts = frozenset({"127.0.0.1", "[::1]"})
        where = Socket("127.0.0.1", 0, frozenset({ORIGIN}), hosts, FRAME_MAX, tls, seats)
        listening = await listen_with(implementation)(where, make)
        gate = Gate(listening, seats, handlers)
        async with asyncio.timeout(PATIENCE_S):
            try:
                await story(gate)
            finally:
                gate.close()
                await listening.close()

    asyncio.run(limited())


def worded(first: str = "GET /feed HTTP/1.1", more: str = "", **changed: str) -> bytes:
    """Word a handshake; a field changed to "" is left out."""
    fields = {**FIELDS, **{name.replace("_", "-"): value for name, value in changed.items()}}
    lines = [f"{name}: {value}\r\n" for name, value in fields.items() if value]
    return f"{first}\r\n{''.join(lines)}{more}\r\n".encode("latin-1")


# Handshakes


@EITHER
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (worded("POST /feed HTTP/1.1"), 400),
        (worded("GET /feed HTTP/1.0"), 400),
        (worded(Host="elsewhere.test:1"), 400),
        (worded(Host=""), 400),
        (worded(Upgrade=""), 400),
        (worded(Upgrade="h2c"), 400),
        (worded(Upgrade="websocket, h2c"), 400),
        (worded(Connection="keep-alive"), 400),
        (worded(Connection="Upgrade, close"), 400),
        (worded(Sec_WebSocket_Key=""), 400),
        (worded(Sec_WebSocket_Key="c2hvcnQ="), 400),
        (worded(more="Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"), 400),
        (worded(more="Content-Length: 0\r\n"), 400),
        (worded(more="Transfer-Encoding: chunked\r\n"), 400),
        (worded(more="X-A: 1\r\n folded\r\n"), 400),
        (worded().replace(b"\r\nUpgrade", b"\nUpgrade"), 400),
        (b"GET / HTTP/1.1\nHost: 127.0.0.1\n\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (worded(Sec_WebSocket_Version="8"), 426),
        (worded(Origin=""), 403),
        (worded(Origin="null"), 403),
        (worded(Origin="http://station.test.elsewhere.test"), 403),
        (worded(more=f"X-A: {'a' * 8_192}\r\n"), 431),
    ],
)
def test_what_is_no_handshake_is_answered_once_and_nothing_behind_it_is_heard(
    implementation: Implementation, words: bytes, status: int
) -> None:
    async def story(gate: Gate) -> None:
        stranger = await gate.come(words)
        said = await stranger.hear()
        assert (said.status, said.fields["connection"]) == (status, "close")
        assert ("sec-websocket-version" in said.fields) == (status == 426)
        stranger.say(worded() + frame(b"late"))
        assert await stranger.ended() == b""
        stranger.go()
        await gate.empties()
        assert not gate.handlers

    gated(implementation, story)


@EITHER
@pytest.mark.parametrize(
    "words",
    [
        worded(),
        worded(Connection="keep-alive, Upgrade"),  # As Firefox says it.
        worded(Upgrade="WebSocket", Connection="upgrade"),
        worded(Host="[::1]"),
        worded("GET /feed?a=%20b HTTP/1.1"),
        worded(more="Sec-WebSocket-Extensions: permessage-deflate\r\n"),
        worded(more="Sec-WebSocket-Protocol: chat, superchat\r\n"),
        worded(more="X-A: \xff\xfe\r\nX-A:\r\nCookie: key=a; session=b\r\n"),
    ],
)
def test_whatever_a_browser_adds_a_good_handshake_is_one(
    implementation: Implementation, words: bytes
) -> None:
    async def story(gate: Gate) -> None:
        for handshake in (words, words + frame(b"at once")):
            stranger = await gate.come(handshake)
            said = await stranger.hear(with_body=False)
            assert said.status == 101
            assert said.fields["sec-websocket-accept"] == "s3pplmbitxaq9kygzzhzrbk+xoo="
            assert not {"sec-websocket-protocol", "sec-websocket-extensions"} & set(said.fields)
        await until(lambda: gate.handlers[-1].heard == [b"at once"])
        gate.close()
        await gate.empties()
        for handler in gate.handlers:
            await handler.ended.wait()

    gated(implementation, story)


@EITHER
def test_a_handshake_that_drips_in_is_cut(
    implementation: Implementation, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_often(monkeypatch)
    monkeypatch.setattr(upgrade, "HEAD_S", SOON_S)

    async def story(gate: Gate) -> None:
        assert await (await gate.come()).ended() == b""
        assert await (await gate.come(worded()[:-2])).ended() == b""
        await (await gate.come()).drip(worded(more=f"X-A: {'a' * 8_000}\r\n"))
        await gate.empties()
        assert not gate.handlers

    gated(implementation, story)


@EITHER
def test_who_was_refused_and_stays_is_cut(
    implementation: Implementation, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_often(monkeypatch)
    monkeypatch.setattr(upgrade, "_LINGER_S", SOON_S)
    monkeypatch.setattr(upgrade, "HEAD_S", 1_000.0)

    async def story(gate: Gate) -> None:
        assert (await (await gate.come(b"nonsense\n")).hear()).status == 400
        await gate.empties()

    gated(implementation, story)


@EITHER
def test_over_tls_a_handshake_of_either_kind_ends_in_time(
    implementation: Implementation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_often(monkeypatch)
    signed, secret = certificate(tmp_path)
    ours = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    ours.load_cert_chain(signed, secret)
    theirs = ssl.create_default_context(cafile=str(signed))

    async def story(gate: Gate) -> None:
        with monkeypatch.context() as soon:
            soon.setattr(door, "HANDSHAKE_S", SOON_S)
            half = await gate.come(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
            assert await half.ended() == b""
            await gate.empties()
        refused = await gate.come(b"nonsense\n", ssl=theirs, server_hostname="127.0.0.1")
        assert (await refused.hear()).status == 400
        assert await refused.ended() == b""
        good = await gate.come(worded(), ssl=theirs, server_hostname="127.0.0.1")
        assert (await good.hear(with_body=False)).status == 101
        monkeypatch.setattr(upgrade, "HEAD_S", SOON_S)
        silent = await gate.come(ssl=theirs, server_hostname="127.0.0.1")
        assert await silent.ended() == b""

    gated(implementation, story, ours)


@EITHER
def test_a_station_is_no_stranger_and_keeps_its_place(implementation: Implementation) -> None:
    async def story(gate: Gate) -> None:
        gate.seats.most = 8
        station = await gate.come(worded())
        await station.hear(with_body=False)
        wire = gate.handlers[0].wire
        assert wire is not None
        wire.known()
        for _ in range(40):
            stranger = await gate.come(worded())
            assert (await stranger.hear(with_body=False)).status == 101
        assert len(gate.seats) <= 8
        assert not gate.handlers[0].ended.is_set()
        assert gate.handlers[1].ended.is_set(), "who says nothing goes first"
        station.say(frame(b"still here"))
        await until(lambda: gate.handlers[0].heard == [b"still here"])

    gated(implementation, story)


# Frames


def frame(payload: bytes, head: int = 0x81, size: bytes = b"", *, masked: bool = True) -> bytes:
    """A client's frame; a mask of zeros leaves the payload as it is."""
    length, bit = len(payload), 0x80 * masked
    short = (bit | length,) if length < 126 else (bit | 126, 0, length)
    return bytes((head,)) + (size or bytes(short)) + bytes(4 * masked) + payload


BROKEN = {
    "no mask": (frame(b"hi", masked=False), PROTOCOL_ERROR),
    "a reserved bit": (frame(b"hi", 0xC1), PROTOCOL_ERROR),
    "another": (frame(b"hi", 0xA1), PROTOCOL_ERROR),
    "the third": (frame(b"hi", 0x91), PROTOCOL_ERROR),
    "an unknown kind": (frame(b"hi", 0x83), PROTOCOL_ERROR),
    "an unknown control": (frame(b"hi", 0x8B), PROTOCOL_ERROR),
    "a long ping": (frame(b"x" * 126, 0x89), PROTOCOL_ERROR),
    "a long pong": (frame(b"x" * 126, 0x8A), PROTOCOL_ERROR),
    "a ping in pieces": (frame(b"x", 0x09), PROTOCOL_ERROR),
    "a close in pieces": (frame(b"", 0x08), PROTOCOL_ERROR),
    "a short length in two bytes": (frame(b"hi", size=b"\xfe\x00\x02"), PROTOCOL_ERROR),
    "a short length in eight": (frame(b"hi", size=b"\xff" + bytes(7) + b"\x02"), PROTOCOL_ERROR),
    "a negative length": (frame(b"hi", size=b"\xff\x80" + bytes(6) + b"\x02"), PROTOCOL_ERROR),
    "a length without end": (frame(b"hi", size=b"\xff\x00\x01" + bytes(6)), TOO_BIG),
    "one byte too many": (frame(b"x" * (FRAME_MAX + 1)), TOO_BIG),
    "too many in pieces": (frame(b"x" * 150, 0x01) + frame(b"x" * 51, 0x80), TOO_BIG),
    "pieces without end": (frame(b"", 0x01) + 64 * frame(b"", 0x00), TOO_BIG),
    "a second piece without a first": (frame(b"hi", 0x80), PROTOCOL_ERROR),
    "a message inside another": (frame(b"hi", 0x01) + frame(b"ho"), PROTOCOL_ERROR),
    "binary": (frame(b"hi", 0x82), POLICY),
    "a close of one byte": (frame(b"\x03", 0x88), PROTOCOL_ERROR),
    "a close with no reason there is": (frame(b"\x03\xed", 0x88), PROTOCOL_ERROR),
}


@EITHER
@pytest.mark.parametrize("by_the_byte", [False, True], ids=["at once", "byte by byte"])
@pytest.mark.parametrize(("words", "code"), BROKEN.values(), ids=BROKEN.keys())
def test_a_frame_that_breaks_a_rule_is_the_last_one(
    implementation: Implementation, words: bytes, code: int, by_the_byte: bool
) -> None:
    async def story(gate: Gate) -> None:
        stranger = await gate.come(worded() + frame(b"good"))
        await stranger.hear(with_body=False)
        await until(lambda: gate.handlers[0].heard == [b"good"])
        closing = asyncio.create_task(stranger.closing_code())
        step = 1 if by_the_byte else len(words)
        for word in [*(words[at : at + step] for at in range(0, len(words), step)), frame(b"late")]:
            if not closing.done():
                stranger.say(word)
                await asyncio.sleep(0)
        assert await closing == code
        stranger.go()
        await gate.handlers[0].ended.wait()
        assert gate.handlers[0].heard == [b"good"]
        await gate.empties()

    gated(implementation, story)


@EITHER
@pytest.mark.parametrize("reason", [b"", b"\x03\xe8", b"\x03\xe9going", b"\x0f\xa0"])
def test_after_a_goodbye_nothing_is_heard(implementation: Implementation, reason: bytes) -> None:
    async def story(gate: Gate) -> None:
        stranger = await gate.come(worded())
        await stranger.hear(with_body=False)
        stranger.say(frame(b"good") + frame(reason, 0x88) + frame(b"late"))
        assert await stranger.closing_code() in (1000, int.from_bytes(reason[:2], "big"))
        await stranger.ended()
        await gate.empties()
        assert gate.handlers[0].heard == [b"good"]

    gated(implementation, story)


@EITHER
def test_what_keeps_the_rules_is_heard_however_it_is_cut(implementation: Implementation) -> None:
    words = (
        frame(b"whole")
        + frame(b"in ", 0x01)
        + frame(b"there?", 0x89)
        + frame(b"pieces", 0x80)
        + frame(b"", 0x8A)
        + frame(b"x" * 150)
        + frame(b"")
    )
    heard = [b"whole", b"in pieces", b"x" * 150, b""]

    async def story(gate: Gate) -> None:
        for step in (1, 7, len(words)):
            stranger = await gate.come(worded())
            await stranger.hear(with_body=False)
            for at in range(0, len(words), step):
                stranger.say(words[at : at + step])
                await asyncio.sleep(0)
            await until(lambda: gate.handlers[-1].heard == heard)

    gated(implementation, story)
