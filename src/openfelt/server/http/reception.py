"""The reception of a face: which requests it takes at all, and what every answer carries.

What needs nothing but memory is answered here and at once: pages, their files, `/health`, `/ready`.
A few hundred of them a second are not felt at the tables.  The rest goes to the interface.
"""

import hmac
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from openfelt.server.http.asgi import ask
from openfelt.server.http.cookie import COOKIE, SESSION, key_cookie
from openfelt.server.http.face import Face, Keys, NotSo
from openfelt.server.http.forms import Ready
from openfelt.server.http.headers import dress, host_in
from openfelt.server.http.in_words import in_words
from openfelt.server.http.message import Answer, Answering, Request, json_answer
from openfelt.server.http.pages import Asset, Pages
from openfelt.server.http.plain_json import is_plain
from openfelt.server.http.recordings import PATH
from openfelt.server.log import log

_READING: Final = (b"GET", b"HEAD")
_HEALTHY: Final = msgspec.json.encode({"health": "ok"})
_FIGURES: Final = b"content-type: text/plain; version=0.0.4; charset=utf-8\r\n"
_CALLS: Final = PATH.encode()
_ENCODE: Final = msgspec.json.Encoder().encode

Quick = Callable[[Request], Answering]


class FaceReception:
    """See the module; `message.Reception` for one face."""

    def __init__(
        self,
        face: Face,
        interface: Any,
        *,
        is_ready: Callable[[], bool],
        write_figures: Callable[[], bytes],
        token: str,
    ) -> None:
        self._face = face
        self._interface = interface
        self._is_ready = is_ready
        self._write_figures = write_figures
        # Whoever shows it may read figures and schema.
        self._token = f"Bearer {token}".encode()
        self._pages = Pages(face.web)
        self._scheme = "https" if face.tls else "http"
        self._quick: dict[bytes, Quick] = {b"/health": self._health, b"/ready": self._ready}
        if face.name == "office":
            self._quick[b"/"] = lambda _: self._page("index")
            self._quick[b"/metrics"] = self._figures
        self._dresses: dict[tuple[str, bool, tuple[str, ...]], bytes] = {}

    def __call__(self, request: Request) -> Answering:
        """Turn strangers away, answer what is quick, hand on what is not."""
        host = host_in(request.head.field(b"host"))
        path = request.head.target.partition(b"?")[0]
        is_asset = path.startswith(b"/assets/")
        worn = self._worn(host, is_asset)
        try:
            self._check(request, host)
            answer = self._answer(request, path, is_asset=is_asset)
        except NotSo as refused:
            answer = self._nowhere(request, path, refused)
        if isinstance(answer, Answer):
            return answer._replace(fields=answer.fields + worn)
        return self._later(answer, request, worn)

    def refused(self, status: int) -> Answer:
        """Answer something that is no request at all."""
        answer = _problem(NotSo(status, "BAD_REQUEST"))
        return answer._replace(fields=answer.fields + self._worn("", is_asset=False))

    def _worn(self, host: str, is_asset: bool) -> bytes:  # noqa: FBT001 - a key
        """Return the fields every answer carries, made once for each of our names."""
        known = host if host in self._face.hosts else "localhost"
        key = (known, is_asset, self._face.cameras)
        worn = self._dresses.get(key)
        if worn is None:
            worn = self._dresses[key] = dress(self._face, known, is_asset=is_asset)
        return worn

    def _check(self, request: Request, host: str) -> None:
        """Take requests under our own names only, and write for our own pages only."""
        head = request.head
        if host not in self._face.hosts:
            raise NotSo(400, "BAD_REQUEST")
        if head.method in _READING:
            return
        if head.field(b"origin") not in self._face.origins:
            raise NotSo(403, "ORIGIN_NOT_ALLOWED")
        if request.body:
            kind = head.field(b"content-type").partition(";")[0].strip().lower()
            if kind != "application/json" or not is_plain(request.body):
                raise NotSo(400, "BAD_REQUEST")

    def _answer(self, request: Request, path: bytes, *, is_asset: bool) -> Answering:
        if request.head.method in _READING:
            if is_asset:
                return self._asset(path)
            quick = self._quick.get(path)
            if quick is not None:
                return quick(request)
            if path.startswith(_CALLS):
                return _sent(self._face.recordings.asset(path))
            station = _station_of(path)
            if station:
                return self._station_page(station, request)
            if b"/api/" not in path:
                raise NotSo(404, "NOT_FOUND")
            if path == b"/api/schema" or path.startswith(b"/api/schema/"):
                self._check_token(request)
        return ask(self._interface, request, self._scheme)

    async def _later(self, answering: Any, request: Request, worn: bytes) -> Answer:
        try:
            answer: Answer = await answering
        except Exception as error:
            log.error("request failed", path=request.head.target.decode(), exc_info=error)
            answer = _problem(NotSo(500, "INTERNAL"))
        return answer._replace(fields=answer.fields + worn)

    # What is quick

    def _asset(self, path: bytes) -> Answer:
        return _sent(self._pages.asset(path))

    def _page(self, name: str) -> Answer:
        page = self._pages.page(name)
        if page is None:
            raise NotSo(503, "NOT_READY")
        return Answer(200, page.field, page.body)

    def _nowhere(self, request: Request, path: bytes, refused: NotSo) -> Answer:
        """Refuse; a person who came to a wrong address is given a page in words, and a way on."""
        head, page = request.head, self._pages.page("nowhere")
        is_person = head.method in _READING and "text/html" in head.field(b"accept")
        if not is_person or b"/api/" in path:
            return _problem(refused)
        if page is None or refused.status != 404:
            return in_words(refused.status)
        return Answer(404, page.field, page.body)

    def _station_page(self, station: str, request: Request) -> Answer:
        """Give a station the page it may have now."""
        face = self._face
        shown = face.access.key_for_show(face.own_station(station))
        cookies = _cookies(request)
        keys = Keys(shown or cookies.get(COOKIE, ""), cookies.get(SESSION, ""))
        name = face.page_of(station, keys)
        answer = self._page(name)
        if not shown:
            return answer
        cookie = key_cookie(station, shown, secure=face.tls is not None).to_header(header="")
        return answer._replace(fields=answer.fields + f"set-cookie: {cookie}\r\n".encode())

    def _health(self, _: Request) -> Answer:
        """Say that the process runs."""
        return json_answer(200, _HEALTHY)

    def _ready(self, _: Request) -> Answer:
        """Say that stations are served, and of what kind the warnings are that stand."""
        if not self._is_ready():
            raise NotSo(503, "NOT_READY")
        return json_answer(200, _ENCODE(Ready("ok", tuple(self._face.warnings.codes()))))

    def _figures(self, request: Request) -> Answer:
        """Give Prometheus its figures."""
        self._check_token(request)
        return Answer(200, _FIGURES, self._write_figures())

    def _check_token(self, request: Request) -> None:
        shown = request.head.fields.get(b"authorization", b"")
        if not hmac.compare_digest(shown, self._token):
            raise NotSo(404, "NOT_FOUND")


def _sent(asset: Asset | None) -> Answer:
    if asset is None:
        raise NotSo(404, "NOT_FOUND")
    return Answer(200, asset.field, asset.body)


def _station_of(path: bytes) -> str:
    """Return whose page a path is, "" where it is none."""
    if not path.startswith(b"/s/") or not path.endswith(b"/") or path.count(b"/") != 3:
        return ""
    # A device's name has an @ in it, which browsers send as they find it.
    return path[3:-1].replace(b"%40", b"@").decode("ascii")


def _cookies(request: Request) -> Mapping[str, str]:
    pairs = (each.strip().partition("=") for each in request.head.field(b"cookie").split(";"))
    return {name: value.strip('"') for name, _, value in pairs}


def _problem(refused: NotSo) -> Answer:
    return json_answer(refused.status, _ENCODE(refused.problem))
