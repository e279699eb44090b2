"""What is asked of a face and what it answers, between the socket and whoever knows."""

from collections.abc import Coroutine
from email.utils import formatdate
from http import HTTPStatus
from time import time
from typing import Any, Final, NamedTuple, Protocol

from openfelt.server.door.head import Head

_FIRST_LINES: Final = {
    status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode() for status in HTTPStatus
}
_JSON: Final = b"content-type: application/json\r\n"


class Request(NamedTuple):
    """A whole request; `address` is whose it is, behind our own proxies too."""

    head: Head
    body: bytes
    address: str


class Answer(NamedTuple):
    """A whole answer; `fields` are lines with their ends, without length and connection."""

    status: int
    fields: bytes
    body: bytes


Answering = Answer | Coroutine[Any, Any, Answer]


class Reception(Protocol):
    """Whoever answers: at once, or later where it must wait for the floor."""

    def __call__(self, request: Request) -> Answering:
        """Answer."""
        ...

    def refused(self, status: int) -> Answer:
        """Answer something that is no request at all."""
        ...


def json_answer(status: int, body: bytes, fields: bytes = b"") -> Answer:
    """Return an answer in JSON."""
    return Answer(status, _JSON + fields, body)


class _Date:
    """The line with the time, made once a second."""

    def __init__(self) -> None:
        self._second = 0
        self._line = b""

    def line(self) -> bytes:
        now = int(time())
        if now != self._second:
            self._second = now
            self._line = f"date: {formatdate(now, usegmt=True)}\r\n".encode()
        return self._line


_DATE: Final = _Date()


def written(answer: Answer, *, is_last: bool, with_body: bool) -> bytes:
    """Return an answer as it goes over the wire."""
    return b"%bcontent-length: %d\r\n%b%b%b\r\n%b" % (
        _FIRST_LINES[answer.status],
        len(answer.body),
        _DATE.line(),
        answer.fields,
        b"connection: close\r\n" if is_last else b"",
        answer.body if with_body else b"",
    )
