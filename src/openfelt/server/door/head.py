"""The head of a request, read so that nobody between us and the browser can read it otherwise.

What two readers may take differently is refused: a length given twice or beside an encoding, a
line without its carriage return, a folded line, a space before a colon.  A body has a length.
"""

import re
from typing import Final, NamedTuple

HEAD_MAX: Final = 8_192
_FIELDS_MAX: Final = 64

_FIRST: Final = re.compile(rb"([A-Z]{1,16}) (/[!-~]*) HTTP/1\.([01])")
_FIELD: Final = re.compile(
    rb"([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,64}):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*)"
)
_NUMBER: Final = re.compile(rb"[0-9]{1,9}")
# Given twice they could be taken for the one or the other.
_ONCE: Final = frozenset(
    (
        b"host",
        b"content-length",
        b"content-type",
        b"origin",
        b"cookie",
        b"authorization",
        b"upgrade",
        b"sec-websocket-key",
        b"sec-websocket-version",
    )
)


class BadHead(Exception):
    """A head that is answered with a status and nothing else."""

    def __init__(self, status: int = 400) -> None:
        super().__init__(status)
        self.status = status


class Head(NamedTuple):
    """A request's first line and fields; names in lower case."""

    method: bytes
    target: bytes
    is_last: bool
    length: int
    fields: dict[bytes, bytes]

    def field(self, name: bytes) -> str:
        """Return a field, "" where it was not given."""
        return self.fields.get(name, b"").decode("latin-1")


def head_end(received: bytes | bytearray) -> int:
    """Return where a head ends, -1 while it has not; one that never will is refused at once."""
    end = received.find(b"\r\n\r\n")
    upto = len(received) if end < 0 else end
    if upto > HEAD_MAX:
        raise BadHead(431)
    whole = received.count(b"\r\n", 0, upto)
    # Of the last line the second half may still come.
    half = end < 0 and received.endswith(b"\r")
    if received.count(b"\n", 0, upto) != whole or received.count(b"\r", 0, upto) != whole + half:
        raise BadHead
    return end


def read_head(head: bytes) -> Head:
    """Read a head without the empty line at its end."""
    first, *lines = head.split(b"\r\n")
    found = _FIRST.fullmatch(first)
    if found is None or len(lines) > _FIELDS_MAX:
        raise BadHead
    fields = _fields(lines)
    if b"host" not in fields or b"transfer-encoding" in fields:
        raise BadHead
    length = fields.get(b"content-length", b"0")
    if _NUMBER.fullmatch(length) is None:
        raise BadHead
    if b"expect" in fields:
        raise BadHead(417)
    method, target, minor = found.groups()
    tokens = fields.get(b"connection", b"").lower().replace(b" ", b"").split(b",")
    return Head(method, target, minor == b"0" or b"close" in tokens, int(length), fields)


def _fields(lines: list[bytes]) -> dict[bytes, bytes]:
    fields: dict[bytes, bytes] = {}
    for line in lines:
        found = _FIELD.fullmatch(line)
        if found is None:
            raise BadHead
        name, value = found[1].lower(), found[2].rstrip(b" \t")
        if name in fields:
            if name in _ONCE:
                raise BadHead
            value = fields[name] + b", " + value
        fields[name] = value
    return fields
