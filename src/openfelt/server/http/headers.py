"""What every answer of a face carries, an error included."""

from collections.abc import Iterable
from typing import Final

from openfelt.server.http.face import Face

_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
_HSTS: Final = "max-age=31536000"


def content_policy(feed: str, cameras: Iterable[str] = ()) -> str:
    """Return the content policy of a page whose feed is there, and pictures of tables.

    Nothing else may be reached.
    """
    pictures = f"media-src {' '.join(cameras)}; " if cameras else ""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        f"font-src 'self'; {pictures}connect-src 'self' {feed}; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )


def host_in(host: str) -> str:
    """Return the name under which the browser found us, without its port."""
    return host if host.endswith("]") else host.rpartition(":")[0] or host


def dress(face: Face, host: str, *, is_asset: bool) -> bytes:
    """Return the fields of an answer to somebody who found us under this name, line by line."""
    fields = {**_ALWAYS, "Content-Security-Policy": content_policy(face.feed(host), face.cameras)}
    # The names of assets change with their content, so only they may be kept.
    fields["Cache-Control"] = "public, max-age=31536000" if is_asset else "no-store"
    if face.tls is not None:
        fields["Strict-Transport-Security"] = _HSTS
    return "".join(f"{name.lower()}: {value}\r\n" for name, value in fields.items()).encode()
