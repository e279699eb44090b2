"""The cookies with keys: of their station's own path, and where no script can read them."""

from typing import Final

from litestar.datastructures import Cookie

COOKIE: Final = "station"
SESSION: Final = "session"
_KEY_LIFE_S: Final = 400 * 24 * 3600


def key_cookie(station: str, key: str, *, secure: bool) -> Cookie:
    """Return the cookie that hands a station its key, for longer than it stands."""
    return _cookie(COOKIE, station, key, secure=secure, max_age=_KEY_LIFE_S)


def session_cookie(station: str, key: str, *, secure: bool) -> Cookie:
    """Return the cookie with the key of a sign-in: it is gone when the browser is closed."""
    return _cookie(SESSION, station, key, secure=secure, max_age=None)


def _cookie(name: str, station: str, key: str, *, secure: bool, max_age: int | None) -> Cookie:
    return Cookie(
        name,
        value=key,
        path=f"/s/{station}/",
        httponly=True,
        samesite="strict",
        secure=secure,
        max_age=max_age,
    )
