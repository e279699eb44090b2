"""Around each face: which requests it takes at all, and what every answer carries.

It stands before the application, so nothing the application answers, an error included, goes out
without its headers.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from openfelt.server.http.face import Face, NotSo
from openfelt.server.http.forms import Problem

_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
_HSTS: Final = "max-age=31536000"
_READING: Final = ("GET", "HEAD")


def content_policy(feed: str) -> str:
    """Return the content policy of a page whose feed is there; nothing else may be reached."""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        f"font-src 'self'; connect-src 'self' {feed}; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


def host_in(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return the name under which the browser found us, without its port."""
    host = _header(headers, b"host")
    return host if host.endswith("]") else host.rpartition(":")[0] or host


def _header(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in headers if key == name), "")


class Guarded:
    """An ASGI application with its guard."""

    def __init__(self, app: Any, face: Face) -> None:
        self._app = app
        self._face = face

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Turn strangers away, dress what is answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        host = host_in(scope["headers"])
        extra = list(self._headers(scope["path"], host))

        async def dressed(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        refused = self._refused(scope, host)
        if refused is None:
            await self._app(scope, receive, dressed)
        else:
            await _say(refused, dressed)

    def _refused(self, scope: Any, host: str) -> NotSo | None:
        """Take requests under our own names only, and write for our own pages only."""
        if host not in self._face.hosts:
            return NotSo(400, "BAD_REQUEST")
        origin = _header(scope["headers"], b"origin")
        if scope["method"] not in _READING and origin not in self._face.origins:
            return NotSo(403, "ORIGIN_NOT_ALLOWED")
        return None

    def _headers(self, path: str, host: str) -> Iterator[tuple[bytes, bytes]]:
        face = self._face
        feed = face.feed(host if host in face.hosts else "localhost")
        headers = {**_ALWAYS, "Content-Security-Policy": content_policy(feed)}
        # The names of assets change with their content, so only they may be kept.
        assets = path.startswith("/assets/")
        headers["Cache-Control"] = "public, max-age=31536000" if assets else "no-store"
        if face.tls is not None:
            headers["Strict-Transport-Security"] = _HSTS
        for name, value in headers.items():
            yield name.lower().encode(), value.encode()


async def _say(error: NotSo, send: Any) -> None:
    body = msgspec.json.encode(Problem(error.error, error.tries_left))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
