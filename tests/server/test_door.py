"""One HTTP connection and what strangers do with it: drip, stall, pipeline, smuggle, never read."""

import asyncio
import ssl
from pathlib import Path

import pytest
from door_stage import EITHER_LOOP, LONG, Hall, Loop, Stranger, look_often, received, until
from test_tls import certificate

from openfelt.server.door import door
from openfelt.server.http import conversation, web_server
from openfelt.server.http.conversation import BODY_MAX

SOON_S = 0.1
PAGE = b"GET /page HTTP/1.1\r\nHost: x\r\n\r\n"
LATER = PAGE.replace(b"/page", b"/later")
LONG_ONE = PAGE.replace(b"/page", b"/long")
CHUNKED = (
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"0\r\n\r\n"
)
POST = b"POST /post HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"


def only(monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Let one step be short, and no other."""
    look_often(monkeypatch)
    monkeypatch.setattr(conversation, step, SOON_S)


# What a browser does


@EITHER_LOOP
def test_requests_are_answered_one_after_the_other(loop: Loop) -> None:
    async def story(hall: Hall) -> None:
        guest = await hall.come()
        assert (await guest.ask(PAGE)).body == b"/page"
        said = await guest.ask(POST % 5 + b"hello")
        assert (said.status, said.body) == (200, b"hello")
        assert "connection" not in said.fields
        assert said.fields["date"].endswith("gmt")
        guest.say(PAGE.replace(b"GET", b"HEAD"))
        assert (await guest.hear(with_body=False)).fields["content-length"] == "5"
        hall.clerk.may_answer.set()
        assert (await guest.ask(LATER)).body == b"/later"
        last = await guest.ask(PAGE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert last.fields["connection"] == "close"
        assert await guest.ended() == b""
        await hall.empties()
        old = await hall.come()
        assert (await old.ask(PAGE.replace(b"1.1", b"1.0"))).fields["connection"] == "close"
        assert await old.ended() == b""

    received(loop, story)


@EITHER_LOOP
def test_requests_sent_all_at_once_are_answered_in_their_order(loop: Loop) -> None:
    async def story(hall: Hall) -> None:
        guest = await hall.come()
        hall.clerk.may_answer.set()
        asked = [b"/%d" % number for number in range(40)]
        words = b"".join(PAGE.replace(b"/page", one) for one in asked)
        guest.say(words + POST % 3 + b"one" + LATER + POST % 3 + b"two")
        heard = [(await guest.hear()).body for _ in range(43)]
        assert heard == [*asked, b"one", b"/later", b"two"]

    received(loop, story)


@EITHER_LOOP
def test_a_request_may_come_byte_by_byte_where_it_comes_in_time(loop: Loop) -> None:
    async def story(hall: Hall) -> None:
        guest = await hall.come()
        for byte in POST % 5 + b"hello":
            guest.say(bytes((byte,)))
            await asyncio.sleep(0)
        assert (await guest.hear()).body == b"hello"

    received(loop, story)


# Who takes his time


@EITHER_LOOP
def test_a_head_that_drips_in_is_cut_at_its_end_and_not_byte_by_byte(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "HEAD_S")

    async def story(hall: Hall) -> None:
        await (await hall.come()).ended()
        guest = await hall.come()
        await guest.drip(b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 8_000)
        again = await hall.come()
        assert (await again.ask(PAGE)).status == 200
        await again.drip(b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 8_000)
        pipelined = await hall.come()
        pipelined.say(PAGE + PAGE[:9])
        assert (await pipelined.hear()).status == 200
        assert await pipelined.ended() == b""
        await hall.empties()
        assert len(hall.clerk.heard) == 2

    received(loop, story)


@EITHER_LOOP
def test_a_body_that_never_comes_is_not_waited_for(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "BODY_S")

    async def story(hall: Hall) -> None:
        silent = await hall.come()
        silent.say(POST % 8_000)
        slow = await hall.come()
        slow.say(POST % 8_000)
        await slow.drip(b"a" * 7_999)
        assert await silent.ended() == b""
        await hall.empties()
        assert not hall.clerk.heard

    received(loop, story)


@EITHER_LOOP
def test_who_has_had_his_answer_is_not_kept_for_ever(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "IDLE_S")

    async def story(hall: Hall) -> None:
        guest = await hall.come()
        assert (await guest.ask(PAGE)).status == 200
        assert await guest.ended() == b""
        await hall.empties()

    received(loop, story)


@EITHER_LOOP
def test_who_does_not_read_his_answer_is_cut(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "ANSWER_S")

    async def story(hall: Hall) -> None:
        guest = await hall.come()
        guest.stop_reading()
        guest.say(LONG_ONE * 100)
        await hall.empties()
        assert len(hall.clerk.heard) == 1, "the second is not even looked at"

    received(loop, story)


@EITHER_LOOP
def test_who_reads_late_has_all_of_it_and_may_ask_on(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "IDLE_S", 5_000.0)

    async def story(hall: Hall) -> None:
        guest = await hall.come()
        guest.stop_reading()
        guest.say(LONG_ONE + PAGE)
        await _unread(hall)
        guest.read_on()
        assert len((await guest.hear()).body) == LONG
        assert (await guest.hear()).body == b"/page"
        guest.stop_reading()
        guest.say(LONG_ONE)
        await _unread(hall)
        seat = next(iter(hall.seats._strangers))
        assert not seat.is_waiting
        guest.read_on()
        await guest.hear()
        # He has read, so he waits as everybody does who has had his answer.
        await until(lambda: seat.is_waiting)
        assert seat.due > hall.seats.clock() + 1_000

    received(loop, story)


async def _unread(hall: Hall) -> None:
    await until(lambda: any(each._is_unread for each in hall.server._conversations))


@EITHER_LOOP
def test_while_one_is_answered_no_more_is_read_of_him_than_a_request(loop: Loop) -> None:
    async def story(hall: Hall) -> None:
        guest = await hall.come()
        guest.say(LATER)
        await until(lambda: bool(hall.clerk.heard))
        (talk,) = hall.server._conversations
        guest.say(PAGE * 100_000)
        await until(lambda: talk._is_paused)
        kept = len(talk._received)
        await asyncio.sleep(0.05)
        assert len(talk._received) == kept < 400_000
        hall.clerk.may_answer.set()
        assert (await guest.hear()).body == b"/later"
        for _ in range(20_000):
            await guest.hear()
        assert not any(each._is_over for each in hall.server._conversations)

    received(loop, story)


# What is no request


NO_REQUESTS = (
    (b"GET / HTTP/1.1\nHost: x\n\n", 400),
    (b"GET / HTTP/1.1\r\nHost: x\nX-A: 1\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length : 3\r\n\r\nabc", 400),
    (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc", 400),
    (CHUNKED, 400),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\xaa" * 100 + b"\r\n\r\n", 400),
    (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n", 417),
    (POST % (BODY_MAX + 1), 413),
    (b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 9_000, 431),
    (b"a" * 100_000, 431),
)


@EITHER_LOOP
def test_what_is_no_request_is_answered_once_and_nothing_behind_it_is_done(loop: Loop) -> None:
    async def story(hall: Hall) -> None:
        for words, status in NO_REQUESTS:
            hall.clerk.heard.clear()
            guest = await hall.come()
            guest.say(PAGE + words + PAGE.replace(b"/page", b"/smuggled") * 3)
            assert (await guest.hear()).body == b"/page"
            said = await guest.hear()
            assert (said.status, said.fields["connection"]) == (status, "close"), words
            guest.say(LATER)
            assert await guest.ended() == b"", words
            assert [one.head.target for one in hall.clerk.heard] == [b"/page"], words
            await hall.empties()

    received(loop, story)


@EITHER_LOOP
def test_who_was_refused_and_stays_is_cut(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "_LINGER_S")
    monkeypatch.setattr(conversation, "HEAD_S", 1_000.0)

    async def story(hall: Hall) -> None:
        guest = await hall.come()
        assert (await guest.ask(b"nonsense\n")).status == 400
        await hall.empties()

    received(loop, story)


# Who leaves


@EITHER_LOOP
def test_who_asked_and_closed_his_side_has_his_answer(loop: Loop) -> None:
    async def story(hall: Hall) -> None:
        later = await hall.come()
        later.say(LATER)
        await until(lambda: bool(hall.clerk.heard))
        later.stop_talking()
        long = await hall.come()
        long.stop_reading()
        long.say(LONG_ONE)
        await _unread(hall)
        long.stop_talking()
        await asyncio.sleep(0.02)
        long.read_on()
        assert len(await long.ended()) > LONG
        hall.clerk.may_answer.set()
        said = await later.hear()
        assert (said.body, said.fields["connection"]) == (b"/later", "close")
        assert await later.ended() == b""
        nothing = await hall.come()
        nothing.say(PAGE[:9])
        nothing.stop_talking()
        assert await nothing.ended() == b""
        await hall.empties()

    received(loop, story)


@EITHER_LOOP
def test_what_was_asked_is_done_to_its_end_though_he_has_gone(loop: Loop) -> None:
    async def story(hall: Hall) -> None:
        guest = await hall.come()
        guest.say(LATER + PAGE)
        await until(lambda: bool(hall.clerk.heard))
        guest.go()
        await hall.empties()
        hall.clerk.may_answer.set()
        await until(lambda: hall.clerk.answered == 1)
        assert len(hall.clerk.heard) == 1, "what came behind it is nobody's"

    received(loop, story)


# The server ends


@EITHER_LOOP
def test_the_end_waits_for_answers_and_not_for_those_who_do_not_read(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_server, "_END_S", 0.2)

    async def story(hall: Hall) -> None:
        idle, later, deaf = await hall.come(), await hall.come(), await hall.come()
        assert (await idle.ask(PAGE)).status == 200
        later.say(LATER + PAGE)
        deaf.stop_reading()
        deaf.say(LONG_ONE)
        await _unread(hall)
        await until(lambda: len(hall.clerk.heard) == 3)
        stopping = asyncio.create_task(hall.server.stop())
        assert await idle.ended() == b""
        hall.clerk.may_answer.set()
        said = await later.hear()
        assert (said.body, said.fields["connection"]) == (b"/later", "close")
        assert await later.ended() == b""
        await stopping
        await hall.empties()

    received(loop, story)


# TLS


def _tls(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    signed, secret = certificate(folder)
    ours = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    ours.load_cert_chain(signed, secret)
    return ours, ssl.create_default_context(cafile=str(signed))


@EITHER_LOOP
def test_a_tls_handshake_that_never_ends_is_cut(
    loop: Loop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = _tls(tmp_path)
    look_often(monkeypatch)
    monkeypatch.setattr(door, "HANDSHAKE_S", SOON_S)

    async def story(hall: Hall) -> None:
        silent, half, plain = await hall.come(), await hall.come(), await hall.come()
        half.say(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        plain.say(PAGE)
        for each in (silent, half, plain):
            assert b"HTTP" not in await each.ended()
        await hall.empties()
        slow = await hall.come()
        await slow.drip(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500))
        await hall.empties()
        assert (await _secret(hall, theirs, PAGE)).startswith(b"HTTP/1.1 200 OK")
        assert not hall.server._door._coming

    received(loop, story, tls=ours)


@EITHER_LOOP
def test_over_tls_strangers_are_refused_and_half_closed_alike(loop: Loop, tmp_path: Path) -> None:
    ours, theirs = _tls(tmp_path)

    async def story(hall: Hall) -> None:
        refused = await _secret(hall, theirs, PAGE + b"GET / HTTP/1.1\n" + PAGE)
        assert refused.count(b"HTTP/1.1 200 OK") == 1
        assert refused.count(b"HTTP/1.1 400 Bad Request") == 1
        assert [one.head.target for one in hall.clerk.heard] == [b"/page"]
        leaving = await hall.come(ssl=theirs, server_hostname="127.0.0.1")
        leaving.say(LATER)
        await until(lambda: len(hall.clerk.heard) == 2)
        leaving.go()
        await hall.empties()

    received(loop, story, tls=ours)


async def _secret(hall: Hall, theirs: ssl.SSLContext, words: bytes) -> bytes:
    """Say something over TLS, and return all that is said to it."""
    guest: Stranger = await hall.come(ssl=theirs, server_hostname="127.0.0.1")
    guest.say(words + PAGE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    return await guest.ended()


@EITHER_LOOP
def test_a_door_that_closes_lets_go_of_those_who_are_coming_in(
    loop: Loop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, _ = _tls(tmp_path)
    for module in (door, web_server):
        monkeypatch.setattr(module, "HANDSHAKE_S", 1_000.0)

    async def story(hall: Hall) -> None:
        guest = await hall.come()
        await until(lambda: bool(hall.server._door._coming))
        await hall.server.stop()
        assert await guest.ended() == b""
        await hall.empties()

    received(loop, story, tls=ours)
