"""Handing a request to an ASGI application, all of it at once."""

from typing import Any, Final
from urllib.parse import unquote_to_bytes

from openfelt.server.http.message import Answer, Request

_VERSIONS: Final = {"version": "3.0", "spec_version": "2.3"}
# What a whole answer has from us.
_OURS: Final = (b"content-length", b"date", b"server", b"connection", b"transfer-encoding")


def _scope(request: Request, scheme: str) -> dict[str, Any]:
    raw, _, query = request.head.target.partition(b"?")
    return {
        "type": "http",
        "asgi": _VERSIONS,
        "http_version": "1.1",
        "method": request.head.method.decode(),
        "scheme": scheme,
        "path": unquote_to_bytes(raw).decode("utf-8", "replace"),
        "raw_path": raw,
        "query_string": query,
        "root_path": "",
        "headers": list(request.head.fields.items()),
        "client": (request.address, 0),
        "server": None,
        "state": {},
    }


async def ask(app: Any, request: Request, scheme: str) -> Answer:
    """Return what an application answers."""
    status, fields, body = 500, b"", bytearray()
    incoming = [{"type": "http.request", "body": request.body, "more_body": False}]

    async def receive() -> Any:
        return incoming.pop() if incoming else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal status, fields
        if message["type"] == "http.response.start":
            status = message["status"]
            lines = [b"%b: %b\r\n" % each for each in message["headers"] if each[0] not in _OURS]
            fields = b"".join(lines)
        else:
            body.extend(message.get("body", b""))

    await app(_scope(request, scheme), receive, send)
    return Answer(status, fields, bytes(body))
