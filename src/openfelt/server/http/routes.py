"""The route lists of the two faces."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, get, post
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, JSONBody
from litestar.static_files import create_static_files_router

from openfelt.engine.errors import BadRequest, NotHere, Overrun
from openfelt.engine.request import Client, Reply
from openfelt.journal.errors import JournalFault
from openfelt.server.access.access import NoRole
from openfelt.server.access.held_roles import follow_roles, held_at
from openfelt.server.access.persons import Known, Unknown
from openfelt.server.feed.asks import union_of
from openfelt.server.http.face import Face, NotSo
from openfelt.server.http.forms import (
    Enrol,
    Order,
    Problem,
    SignIn,
    Start,
    StationInfo,
    Token,
    Unlock,
)
from openfelt.server.http.headers import Guarded, host_in
from openfelt.server.log import log

COOKIE: Final = "station"
Incoming = Request[Any, Any, AppState]
BODY_MAX: Final = 8_192
_KEY_LIFE_S: Final = 400 * 24 * 3600


def _face(request: Incoming) -> Face:
    face: Face = request.app.state.face
    return face


def host_of(request: Incoming) -> str:
    """Return the name under which the browser found us."""
    return host_in(request.scope["headers"])


def _address(request: Incoming) -> str:
    return request.client.host if request.client else ""


def _key(request: Incoming) -> str:
    return request.cookies.get(COOKIE, "")


# Pages


@get("/s/{station:str}/", include_in_schema=False, sync_to_thread=False)
def page(request: Incoming, station: FromPath[str]) -> Response[str]:
    """Give a station the page it may have now."""
    face = _face(request)
    shown = face.access.key_for_show(face.own_station(station))
    response = _html(face, f"{face.page_of(station, shown or _key(request))}.html")
    if shown:
        set_key(response, station, shown, secure=face.tls is not None)
    return response


def _html(face: Face, name: str) -> Response[str]:
    file = face.web / name
    if not file.is_file():
        raise NotSo(503, "NOT_READY")
    return Response(file.read_text(encoding="utf-8"), media_type="text/html")


@get("/", include_in_schema=False, sync_to_thread=False)
def start_page(request: Incoming) -> Response[str]:
    """Link every station."""
    return _html(_face(request), "index.html")


@get("/api/start", sync_to_thread=False)
def start(request: Incoming) -> Start:
    """List every station and where it is; they ask for their own keys."""
    face = _face(request)
    return Start(face.demo, tuple(face.links(host_of(request))))


# A station's own interface


@get("/s/{station:str}/api/station")
async def station_info(request: Incoming, station: FromPath[str]) -> StationInfo:
    """Say how a station stands."""
    return await _face(request).info(station, _key(request), host_of(request))


@post("/s/{station:str}/api/enrol", status_code=200)
async def enrol(
    request: Incoming, station: FromPath[str], data: JSONBody[Enrol]
) -> Response[StationInfo]:
    """Give a station its key for its code."""
    face, address = _face(request), _address(request)
    if face.access.guesses.is_shut(address):
        raise NotSo(429, "TOO_MANY")
    key = await face.access.enrol(face.own_station(station), data.code)
    if key is None:
        log.info("enrolment refused", station=station, address=address)
        if face.access.guesses.wrong(address):
            log.warning("an address guesses at codes and must wait", address=address)
        raise NotSo(403, "CODE_UNKNOWN")
    log.info("station enrolled", station=station)
    response = Response(await face.info(station, key, host_of(request)))
    set_key(response, station, key, secure=face.tls is not None)
    return response


def set_key(response: Response[Any], station: str, key: str, *, secure: bool) -> None:
    """Hand a station its key where no script can read it."""
    response.set_cookie(
        COOKIE,
        key,
        path=f"/s/{station}/",
        httponly=True,
        samesite="strict",
        secure=secure,
        max_age=_KEY_LIFE_S,
    )


async def _sign_in(request: Incoming, station: str, data: SignIn) -> StationInfo:
    face = _face(request)
    place = face.access.places[face.own_station(station)]
    held = await held_at(face.engine, place, data.person)
    # Only now: the key it has here is the one it must still have when the password is checked.
    face.enrolled(station, _key(request))
    if not place.kind.is_staffed:
        raise NotSo(404, "NOT_FOUND")
    judged = await face.access.sign_in(station, data.person, data.password, *held)
    if isinstance(judged, NoRole):
        log.warning("sign-in refused", station=station, person=data.person, why="no role here")
        raise NotSo(403, "NO_ROLE_HERE")
    if isinstance(judged, Unknown):
        log.warning("sign-in refused", station=station, person=data.person)
        if not judged.tries_left:
            raise NotSo(423, "PERSON_LOCKED")
        raise NotSo(403, "SIGN_IN_FAILED", judged.tries_left)
    face.enrolled(station, _key(request))
    log.info("signed in", station=station, person=data.person)
    # The password took its time; a role taken away meanwhile found no sign-in to end.
    await follow_roles(face.engine, face.access, place)
    return await face.info(station, _key(request), host_of(request))


@post("/s/{station:str}/api/sign-in", status_code=200)
async def sign_in(request: Incoming, station: FromPath[str], data: JSONBody[SignIn]) -> StationInfo:
    """Sign a person in."""
    return await _sign_in(request, station, data)


@post("/s/{station:str}/api/hand-over", status_code=200)
async def hand_over(
    request: Incoming, station: FromPath[str], data: JSONBody[SignIn]
) -> StationInfo:
    """Put another person in the place of the one signed in, in one act."""
    face = _face(request)
    face.entry(station, _key(request))
    return await _sign_in(request, station, data)


@post("/s/{station:str}/api/unlock", status_code=200)
async def unlock(request: Incoming, station: FromPath[str], data: JSONBody[Unlock]) -> StationInfo:
    """Show a station again after its person was idle."""
    face = _face(request)
    entry = face.entry(station, _key(request))
    if not entry.place.kind.is_staffed:
        raise NotSo(404, "NOT_FOUND")
    judged = await face.access.unlock(station, data.pin)
    if not isinstance(judged, Known):
        left = judged.tries_left
        log.warning("unlock refused", station=station, person=entry.person, tries_left=left)
        raise NotSo(403, "PIN_WRONG", left)
    return await face.info(station, _key(request), host_of(request))


@post("/s/{station:str}/api/sign-out", status_code=200)
async def sign_out(request: Incoming, station: FromPath[str]) -> StationInfo:
    """Sign whoever is there out."""
    face = _face(request)
    face.enrolled(station, _key(request))
    await face.access.sign_out(station)
    return await face.info(station, _key(request), host_of(request))


@post("/s/{station:str}/api/token", status_code=200, sync_to_thread=False)
def token(request: Incoming, station: FromPath[str]) -> Token:
    """Draw a token for the feed."""
    face = _face(request)
    entry = face.entry(station, _key(request))
    return Token(face.access.give_token(entry), face.feed(host_of(request)))


@post("/s/{station:str}/api/command", status_code=200)
async def command(
    request: Incoming, station: FromPath[str], data: JSONBody[Order]
) -> Response[bytes]:
    """Do what a feed command does, and wait for its answer."""
    face = _face(request)
    entry = face.entry(station, _key(request))
    kind = entry.place.kind
    # A device reports on its feed only: there it is known what it was ordered.
    if kind.is_device or not kind.commands:
        raise NotSo(403, "BAD_REQUEST")
    try:
        ask = msgspec.convert(data.command, union_of(kind))
    except msgspec.ValidationError:
        raise NotSo(400, "BAD_REQUEST") from None
    order = msgspec.structs.replace(data, command=ask)
    refused, authority = None, ""
    if data.authority is not None:
        if not kind.is_staffed:
            raise NotSo(400, "BAD_REQUEST")
        refused = await face.desk.authority_of(entry, ask, data.authority)
        authority = data.authority.person
    reply = Reply((), refused) if refused else await _answer(face, entry, order, authority)
    return Response(face.desk.frame_of(order, reply, entry), media_type="application/json")


async def _answer(face: Face, entry: Any, order: Order, authority: str) -> Reply:
    answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

    def tell(reply: Reply) -> None:
        if not answered.done():
            answered.set_result(reply)

    try:
        client = Client(entry.place.name, order.boot)
        face.desk.take(entry, client, order, authority, tell)
    except BadRequest:
        raise NotSo(400, "BAD_REQUEST") from None
    except (JournalFault, NotHere, Overrun):
        raise NotSo(503, "NOT_READY") from None
    async with asyncio.timeout(_ANSWER_S):
        return await answered


_ANSWER_S: Final = 10.0


# How the process stands


@get("/health", sync_to_thread=False)
def health() -> dict[str, str]:
    """Say that the process runs."""
    return {"health": "ok"}


@get("/ready", sync_to_thread=False)
def ready(request: Incoming) -> dict[str, str]:
    """Say that stations are served."""
    is_ready: Callable[[], bool] = request.app.state.is_ready
    if not is_ready():
        raise NotSo(503, "NOT_READY")
    return {"ready": "ok"}


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def metrics(request: Incoming) -> Response[bytes]:
    """Give Prometheus its figures."""
    write: Callable[[], bytes] = request.app.state.metrics
    return Response(write(), media_type="text/plain; version=0.0.4")


# Both faces


def _on_error(request: Incoming, error: Exception) -> Response[Problem]:
    """Answer with a code; an exception's text never leaves, the log has it."""
    said = _as_problem(request, error)
    problem = Problem(said.error, said.tries_left)
    return Response(problem, status_code=said.status, media_type="application/json")


def _as_problem(request: Incoming, error: Exception) -> NotSo:
    if isinstance(error, NotSo):
        return error
    if isinstance(error, NotFoundException):
        return NotSo(404, "NOT_FOUND")
    if isinstance(error, MethodNotAllowedException):
        return NotSo(405, "BAD_REQUEST")
    if isinstance(error, HTTPException) and error.status_code < 500:
        return NotSo(error.status_code, "BAD_REQUEST")
    if isinstance(error, JournalFault | TimeoutError):
        return NotSo(503, "NOT_READY")
    log.error("request failed", path=request.url.path, exc_info=error)
    return NotSo(500, "INTERNAL")


_STATION: Final = [
    page,
    station_info,
    enrol,
    sign_in,
    hand_over,
    unlock,
    sign_out,
    token,
    command,
    health,
    ready,
]
FLOOR_ROUTES: Final = tuple(_STATION)
OFFICE_ROUTES: Final = (*_STATION, start_page, start, metrics)


def make_app(
    face: Face,
    routes: tuple[Any, ...],
    *,
    is_ready: Callable[[], bool],
    write_metrics: Callable[[], bytes],
) -> Guarded:
    """Make the application of a face from its own route list."""
    assets = face.web / "assets"
    static = (
        [create_static_files_router("/assets", [assets], include_in_schema=False)]
        if assets.is_dir()
        else []
    )
    app = Litestar(
        [*routes, *static],
        state=AppState({"face": face, "is_ready": is_ready, "metrics": write_metrics}),
        exception_handlers={Exception: _on_error, HTTPException: _on_error},
        request_max_body_size=BODY_MAX,
        openapi_config=OpenAPIConfig(
            f"OpenFelt, {face.name} face",
            "1",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
    )
    return Guarded(app, face)
