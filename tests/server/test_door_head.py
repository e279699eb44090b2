"""What two readers could take differently is read by nobody: heads, bodies, forwarded addresses."""

import json
from ipaddress import ip_network
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from openfelt.server.door.forwarded import client_of
from openfelt.server.door.head import HEAD_MAX, BadHead, head_end, read_head
from openfelt.server.door.seats import Seats
from openfelt.server.http.plain_json import is_plain

GOOD = (
    b"POST /s/T1/api/enrol?a=b HTTP/1.1\r\n"
    b"Host: floor.test:8081\r\n"
    b"ACCEPT: text/html\r\n"
    b"Accept:\tapplication/json \t\r\n"
    b"X-Empty:\r\n"
    b"Content-Length: 12"
)
END = b"\r\n\r\n"


def test_a_head_is_read_with_its_fields_in_lower_case() -> None:
    head = read_head(GOOD)
    assert (head.method, head.target) == (b"POST", b"/s/T1/api/enrol?a=b")
    assert (head.length, head.is_last) == (12, False)
    assert head.field(b"host") == "floor.test:8081"
    assert head.field(b"accept") == "text/html, application/json"
    assert head.field(b"x-empty") == head.field(b"not-there") == ""


@pytest.mark.parametrize(
    ("version", "connection", "is_last"),
    [
        (b"1.1", b"keep-alive", False),
        (b"1.1", b"Upgrade", False),
        (b"1.1", b"Close", True),
        (b"1.1", b"keep-alive , close", True),
        (b"1.0", b"keep-alive", True),
    ],
)
def test_who_says_so_or_speaks_an_old_tongue_asks_no_more(
    version: bytes, connection: bytes, is_last: bool
) -> None:
    head = b"GET / HTTP/%b\r\nHost: x\r\nConnection: %b" % (version, connection)
    assert read_head(head).is_last is is_last


HOST = b"Host: x\r\n"
BAD = {
    "a length beside an encoding": HOST + b"Content-Length: 4\r\nTransfer-Encoding: chunked",
    "an encoding": HOST + b"Transfer-Encoding: chunked",
    "an encoding in disguise": HOST + b"transfer-ENCODING: identity",
    "two lengths": HOST + b"Content-Length: 4\r\nContent-Length: 5",
    "the same length twice": HOST + b"Content-Length: 4\r\ncontent-length: 4",
    "a list of lengths": HOST + b"Content-Length: 4, 4",
    "a length with a sign": HOST + b"Content-Length: +4",
    "a negative length": HOST + b"Content-Length: -4",
    "a hexadecimal length": HOST + b"Content-Length: 0x4",
    "an underlined length": HOST + b"Content-Length: 1_0",
    "a length in other digits": HOST + b"Content-Length: \xb2",
    "a length of nothing": HOST + b"Content-Length:",
    "a length without end": HOST + b"Content-Length: " + b"9" * 10,
    "a folded line": HOST + b"X-A: 1\r\n and 2",
    "a line folded by a tab": HOST + b"X-A: 1\r\n\tand 2",
    "a space before the colon": HOST + b"Content-Length : 4",
    "a tab before the colon": HOST + b"Transfer-Encoding\t: chunked",
    "no colon": HOST + b"X-A",
    "no name": HOST + b": 1",
    "a name of other characters": HOST + b"X-\xc3\xa4: 1",
    "a name without end": HOST + b"X" * 65 + b": 1",
    "a zero byte": HOST + b"X-A: 1\x002",
    "an escape": HOST + b"X-A: \x1b[2J",
    "an empty line between": HOST + b"\r\nX-A: 1",
    "no host": b"X-A: 1",
    "two hosts": HOST + b"Host: y",
    "two cookies": HOST + b"Cookie: a=1\r\nCookie: a=2",
    "two origins": HOST + b"Origin: http://x\r\nOrigin: http://y",
    "too many fields": HOST + b"\r\n".join(b"X-%d: 1" % each for each in range(64)),
}


@pytest.mark.parametrize("fields", BAD.values(), ids=BAD.keys())
def test_fields_that_can_be_read_in_two_ways_are_refused(fields: bytes) -> None:
    with pytest.raises(BadHead) as refused:
        read_head(b"POST / HTTP/1.1\r\n" + fields)
    assert refused.value.status == 400


@pytest.mark.parametrize(
    "first",
    [
        b"",
        b"GET",
        b"GET /",
        b"GET  / HTTP/1.1",
        b"GET\t/ HTTP/1.1",
        b"GET / HTTP/1.1 ",
        b" GET / HTTP/1.1",
        b"get / HTTP/1.1",
        b"GET / HTTP/2.0",
        b"GET / HTTP/1.2",
        b"GET / http/1.1",
        b"GET x HTTP/1.1",
        b"GET http://elsewhere.test/ HTTP/1.1",
        b"OPTIONS * HTTP/1.1",
        b"CONNECT x:1 HTTP/1.1",
        b"GET /\xc3\xa4 HTTP/1.1",
        b"GET /\x00 HTTP/1.1",
        b"A" * 17 + b" / HTTP/1.1",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
)
def test_a_first_line_is_of_one_form(first: bytes) -> None:
    with pytest.raises(BadHead) as refused:
        read_head(first + b"\r\nHost: x")
    assert refused.value.status == 400


def test_nobody_is_told_to_go_on_who_asks_first() -> None:
    with pytest.raises(BadHead) as refused:
        read_head(GOOD + b"\r\nExpect: 100-continue")
    assert refused.value.status == 417


def test_a_head_may_come_byte_by_byte() -> None:
    whole = GOOD + END
    for upto in range(1, len(whole)):
        assert head_end(whole[:upto]) == -1
    assert head_end(whole) == head_end(whole + b"a body\n with \r lines\n\n") == len(GOOD)


@pytest.mark.parametrize(
    "begun",
    [
        b"GET / HTTP/1.1\n",
        b"GET / HTTP/1.1\r\nHost: x\nX-A: 1\r\n",
        b"GET / HTTP/1.1\nHost: x\n\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\n",
        b"GET / HTTP/1.1\rHost: x",
        b"GET / HTTP/1.1\r\r",
        b"GET / HTTP/1.1\r\nX-A: 1\r2" + END,
        b"GET / HTTP/1.1\r\nX-A: 1\n2" + END,
        b"\n",
    ],
)
def test_half_a_line_end_is_refused_as_soon_as_it_is_here(begun: bytes) -> None:
    with pytest.raises(BadHead) as refused:
        head_end(begun)
    assert refused.value.status == 400


def test_a_head_without_end_is_not_waited_for() -> None:
    assert head_end(b"x" * HEAD_MAX) == -1
    assert head_end(b"x" * HEAD_MAX + END) == HEAD_MAX
    for too_long in (b"x" * (HEAD_MAX + 1), b"x" * (HEAD_MAX + 1) + END):
        with pytest.raises(BadHead) as refused:
            head_end(too_long)
        assert refused.value.status == 431


@given(st.integers(0, len(GOOD)), st.integers(0, 6), st.binary(max_size=6))
def test_a_spoilt_head_is_a_bad_one_or_read_and_nothing_else(
    at: int, gone: int, put: bytes
) -> None:
    spoilt = GOOD[:at] + put + GOOD[at + gone :] + END
    try:
        head = read_head(spoilt[: head_end(spoilt)])
    except BadHead:
        return
    assert b"transfer-encoding" not in head.fields
    assert head.length == int(head.field(b"content-length") or 0)
    assert not any(set(value) & set(b"\r\n\x00") for value in head.fields.values())


@pytest.mark.parametrize(
    ("heard", "said", "counts"),
    [
        ("192.0.2.7", "203.0.113.9", "192.0.2.7"),
        ("10.0.0.5", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.5", "127.0.0.1, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.5", "203.0.113.9, 10.1.0.3", "203.0.113.9"),
        ("10.0.0.5", "203.0.113.9,  10.1.0.3 ,10.0.0.5", "203.0.113.9"),
        ("10.0.0.5", "203.0.113.9, elsewhere", "10.0.0.5"),
        ("10.0.0.5", "", "10.0.0.5"),
        ("10.0.0.5", "10.1.0.3", "10.0.0.5"),
        ("10.0.0.5", "2001:DB8::1", "2001:db8::1"),
        ("10.0.0.6", "203.0.113.9", "10.0.0.6"),
        ("no address", "203.0.113.9", "no address"),
    ],
)
def test_only_a_proxy_of_ours_says_who_asks(heard: str, said: str, counts: str) -> None:
    seats = Seats(proxies=(ip_network("10.0.0.5"), ip_network("10.1.0.0/29")))
    assert client_of(heard, said, seats.is_proxy) == counts


def test_where_there_is_no_proxy_nobody_is_believed() -> None:
    assert client_of("127.0.0.1", "203.0.113.9", Seats().is_proxy) == "127.0.0.1"


@pytest.mark.parametrize(
    "read",
    [
        {"person": "d1", "password": "Grüße 🎲", "list": [1, -2, 3.5, None, True]},
        {"escaped": "a\u00e4 \U0001f3b2"},
        "text",
        10**18,
        [[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]],
    ],
)
@pytest.mark.parametrize("as_ascii", [True, False])
def test_what_a_station_says_is_plain(read: Any, as_ascii: bool) -> None:
    assert is_plain(json.dumps(read, ensure_ascii=as_ascii).encode())


NOT_PLAIN = {
    "a key twice": b'{"a":1,"a":2}',
    "a key twice, deeper": b'[{"b":{"a":1,"\\u0061":2}}]',
    "no number": b'{"a":NaN}',
    "no end of numbers": b"[Infinity]",
    "no beginning": b"[-Infinity]",
    "half a character": b'{"a":"\\ud83c"}',
    "half a key": b'{"\\udfb2":1}',
    "half a character as bytes": b'{"a":"\xed\xa0\xbc"}',
    "bytes of another code": b'{"a":"\xfc"}',
    "two bytes a character": '{"a":1}'.encode("utf-16"),
    "a mark before it": b'\xef\xbb\xbf{"a":1}',
    "a number without end": b"1" * 5_000,
    "more digits than any amount": b"12345678901234567890",
    "nothing": b"",
    "something behind it": b"{} {}",
    "a remark": b"{} // why",
    "single quotes": b"{'a':1}",
    "a line in a text": b'"a\nb"',
    "too deep": b"[" * 18 + b"]" * 18,
    "too deep in objects": b'{"a":' * 17 + b"[]" + b"}" * 17,
    "ten thousand lists": b"[" * 10_000 + b"]" * 10_000,
    "ten thousand lists that do not end": b"[" * 10_000,
    "ten thousand objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "deep, with an escape": b'["\\u00e4",' + b"[" * 600 + b"]" * 600 + b"]",
}


@pytest.mark.parametrize("body", NOT_PLAIN.values(), ids=NOT_PLAIN.keys())
def test_what_could_be_read_in_two_ways_or_not_at_all_is_not(body: bytes) -> None:
    assert not is_plain(body)


@given(st.binary(max_size=40) | st.text('[]{}":,\\u0dA1e.-nulNa ', max_size=40).map(str.encode))
def test_what_is_plain_is_read_alike_by_another_reader(body: bytes) -> None:
    if is_plain(body):
        assert msgspec.json.decode(body) == json.loads(body)
