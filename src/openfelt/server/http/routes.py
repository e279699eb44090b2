"""The route lists of the two faces."""

import asyncio
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, get, post
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, JSONBody

from openfelt.engine.errors import BadRequest, NotHere, Overrun
from openfelt.engine.request import Client, Reply
from openfelt.floor.base import Refused
from openfelt.floor.money.ticket import RedeemTicket
from openfelt.journal.errors import JournalFault
from openfelt.server.access import access
from openfelt.server.access.access import Admitted, Entry, NoRole, SignedIn
from openfelt.server.access.held_roles import follow_roles, held_at
from openfelt.server.access.judge import CodeNeeded, FactorMissing
from openfelt.server.access.persons import Changed
from openfelt.server.access.tries import MustWait, Unknown
from openfelt.server.feed.asks import union_of
from openfelt.server.http import monitoring
from openfelt.server.http.conversation import BODY_MAX
from openfelt.server.http.cookie import COOKIE, SESSION, key_cookie, session_cookie
from openfelt.server.http.face import Face, Keys, NotSo
from openfelt.server.http.forms import (
    Approvers,
    Brought,
    Enrol,
    Order,
    Problem,
    SignIn,
    Slip,
    Start,
    StationInfo,
    Token,
    Unlock,
    Weighed,
)
from openfelt.server.http.headers import host_in
from openfelt.server.http.paper import paper, paper_sign, paper_ticket, signature
from openfelt.server.http.terminal import history, open_log
from openfelt.server.log import log
from openfelt.server.warnings import TOLD_S

Incoming = Request[Any, Any, AppState]


def _face(request: Incoming) -> Face:
    face: Face = request.app.state.face
    return face


def host_of(request: Incoming) -> str:
    """Return the name under which the browser found us."""
    return host_in(request.headers.get("host", ""))


def _address(request: Incoming) -> str:
    return request.client.host if request.client else ""


def _keys(request: Incoming) -> Keys:
    return Keys(request.cookies.get(COOKIE, ""), request.cookies.get(SESSION, ""))


# The start page


@get("/api/start")
async def start(request: Incoming) -> Start:
    """List every station and where it is; they ask for their own keys."""
    face = _face(request)
    assert face.links is not None, "only the office has a start page"
    return Start(face.demo, await face.links(host_of(request)))


# A station's own interface


@get("/s/{station:str}/api/station")
async def station_info(request: Incoming, station: FromPath[str]) -> StationInfo:
    """Say how a station stands."""
    return await _face(request).info(station, _keys(request), host_of(request))


@post("/s/{station:str}/api/enrol", status_code=200)
async def enrol(
    request: Incoming, station: FromPath[str], data: JSONBody[Enrol]
) -> Response[StationInfo]:
    """Give a station its key for its code."""
    face, address = _face(request), _address(request)
    key = await face.access.enrol(face.own_station(station), data.code)
    if key is None:
        raise _wrong_code(face, station, address)
    log.info("station enrolled", station=station)
    response = Response(await face.info(station, Keys(key), host_of(request)))
    set_key(response, station, key, secure=face.tls is not None)
    return response


def _wrong_code(face: Face, station: str, address: str) -> NotSo:
    """Count a wrong code; a right one is taken from any address, whoever guesses beside it."""
    guesses = face.access.guesses
    if guesses.is_shut(address):
        return NotSo(429, "TOO_MANY")
    log.info("enrolment refused", station=station, address=address)
    if guesses.wrong(address):
        log.warning("an address guesses at codes", address=address)
        face.warnings.give("codes_guessed", address, for_s=TOLD_S)
    return NotSo(403, "CODE_UNKNOWN")


def set_key(response: Response[Any], station: str, key: str, *, secure: bool) -> None:
    """Hand a station its key where no script can read it."""
    response.set_cookie(key_cookie(station, key, secure=secure))


async def _sign_in(
    request: Incoming, station: str, data: SignIn, instead: SignedIn | None = None
) -> Response[StationInfo]:
    face, keys = _face(request), _keys(request)
    place = face.access.places[face.own_station(station)]
    held = await held_at(face.engine, place, data.person)
    # Only now: the key it has here is the one it must still have when the password is checked.
    face.enrolled(station, keys)
    if not place.kind.is_staffed:
        raise NotSo(404, "NOT_FOUND")
    judged = await face.access.sign_in(
        station,
        data.person,
        data.password,
        *held,
        code=data.code,
        instead=instead,
        page=data.boot,
    )
    if not isinstance(judged, Admitted):
        person = await face.access.said_name(data.person)
        refused = _sign_in_refused(judged)
        log.warning("sign-in refused", station=station, person=person, why=refused.problem.error)
        raise refused
    face.enrolled(station, keys)
    log.info("signed in", station=station, person=data.person)
    # The password took its time; a role taken away meanwhile found no sign-in to end.
    await follow_roles(face.engine, face.access, place)
    return await _admitted(request, station, judged)


def _sign_in_refused(judged: access.Refusal) -> NotSo:
    match judged:
        case MustWait(wait_s):
            return NotSo(429, "TOO_MANY", wait_s=wait_s)
        case Changed():
            return NotSo(423, "PERSON_LOCKED")
        case NoRole():
            return NotSo(403, "NO_ROLE_HERE")
        case CodeNeeded():
            return NotSo(403, "SECOND_FACTOR_NEEDED")
        case FactorMissing():
            return NotSo(403, "SECOND_FACTOR_MISSING")
        case Unknown(tries_left, wait_s):
            return NotSo(403, "SIGN_IN_FAILED", tries_left, wait_s)


async def _admitted(request: Incoming, station: str, admitted: Admitted) -> Response[StationInfo]:
    """Hand the key of a sign-in to the page that signed in, for as long as its browser is open."""
    face = _face(request)
    keys = _keys(request)._replace(session=admitted.session)
    response = Response(await face.info(station, keys, host_of(request), admitted.told))
    secure = face.tls is not None
    response.set_cookie(session_cookie(station, admitted.session, secure=secure))
    return response


@post("/s/{station:str}/api/sign-in", status_code=200)
async def sign_in(
    request: Incoming, station: FromPath[str], data: JSONBody[SignIn]
) -> Response[StationInfo]:
    """Sign a person in."""
    return await _sign_in(request, station, data)


@post("/s/{station:str}/api/hand-over", status_code=200)
async def hand_over(
    request: Incoming, station: FromPath[str], data: JSONBody[SignIn]
) -> Response[StationInfo]:
    """Put another person in the place of the one signed in, in one act."""
    face, keys = _face(request), _keys(request)
    face.entry(station, keys)
    instead = face.access.signed_in_by(station, keys.session)
    return await _sign_in(request, station, data, instead)


@post("/s/{station:str}/api/unlock", status_code=200)
async def unlock(
    request: Incoming, station: FromPath[str], data: JSONBody[Unlock]
) -> Response[StationInfo]:
    """Show a station again after its person was idle."""
    face = _face(request)
    entry = face.entry(station, _keys(request))
    if not entry.place.kind.is_staffed:
        raise NotSo(404, "NOT_FOUND")
    judged = await face.access.unlock(station, data.pin, data.boot)
    if not isinstance(judged, Admitted):
        log.warning("unlock refused", station=station, person=entry.person)
        if isinstance(judged, Changed):
            raise NotSo(423, "PERSON_LOCKED")
        if isinstance(judged, MustWait):
            raise NotSo(429, "TOO_MANY", wait_s=judged.wait_s)
        raise NotSo(403, "PIN_WRONG", judged.tries_left, judged.wait_s)
    # He may have been signed out while the PIN was checked.
    face.entry(station, _keys(request)._replace(session=judged.session))
    return await _admitted(request, station, judged)


@post("/s/{station:str}/api/sign-out", status_code=200)
async def sign_out(request: Incoming, station: FromPath[str]) -> Response[StationInfo]:
    """Sign out whoever signed in from this page."""
    face, keys = _face(request), _keys(request)
    face.enrolled(station, keys)
    await face.access.sign_out(station, keys.session)
    response = Response(await face.info(station, Keys(keys.station), host_of(request)))
    response.delete_cookie(SESSION, path=f"/s/{station}/")
    return response


@post("/s/{station:str}/api/token", status_code=200, sync_to_thread=False)
def token(request: Incoming, station: FromPath[str]) -> Token:
    """Draw a token for the feed."""
    face = _face(request)
    entry = face.entry(station, _keys(request))
    return Token(face.access.give_token(entry), face.feed(host_of(request)))


@post("/s/{station:str}/api/command", status_code=200)
async def command(
    request: Incoming, station: FromPath[str], data: JSONBody[Order]
) -> Response[bytes]:
    """Do what a feed command does, and wait for its answer."""
    face = _face(request)
    entry = face.entry(station, _keys(request))
    order = _asked(entry, data)
    refused, authority = await _authority(face, entry, order)
    reply = Reply((), refused) if refused else await _answer(face, entry, order, authority)
    return Response(face.desk.frame_of(order, reply, entry), media_type="application/json")


@post("/s/{station:str}/api/weigh", status_code=200)
async def weigh(request: Incoming, station: FromPath[str], data: JSONBody[Order]) -> Response[Any]:
    """Say what a command of staff would do, to whoever may give it; nothing is done."""
    face, entry, order = _of_staff(request, station, data)
    refused, authority = await _authority(face, entry, order)
    told = refused or await face.desk.weigh(entry, order, authority)
    return _told(face, entry, order, told if isinstance(told, Refused) else Weighed(told))


@post("/s/{station:str}/api/approvers", status_code=200)
async def approvers(
    request: Incoming, station: FromPath[str], data: JSONBody[Order]
) -> Response[Any]:
    """Say whose PIN would let a command of staff be done."""
    face, entry, order = _of_staff(request, station, data)
    told = await face.desk.approval(entry, order.command)
    return _told(face, entry, order, told if isinstance(told, Refused) else Approvers(told))


@post("/s/{station:str}/api/slip", status_code=200)
async def slip(request: Incoming, station: FromPath[str], data: JSONBody[Brought]) -> Response[Any]:
    """Say what a slip is good for, where slips are paid; nothing is done."""
    face = _face(request)
    entry = face.entry(station, _keys(request))
    if RedeemTicket not in entry.place.kind.commands:
        raise NotSo(404, "NOT_FOUND")
    told = await face.desk.slip(entry, data.number)
    order = Order(boot="", number=0, command=data)
    return _told(face, entry, order, told if isinstance(told, Refused) else Slip(told))


def _told(face: Face, entry: Entry, order: Order, told: Any) -> Response[Any]:
    """Answer a question; a refusal is worded as it would be to the command itself."""
    said = face.desk.frame_of(order, Reply((), told), entry) if isinstance(told, Refused) else told
    return Response(said, media_type="application/json")


def _asked(entry: Entry, data: Order) -> Order:
    """Return what a station asks for, if such a one may ask for it."""
    kind = entry.place.kind
    # A device reports on its feed only: there it is known what it was ordered.
    if kind.is_device or not kind.commands:
        raise NotSo(403, "BAD_REQUEST")
    if data.authority is not None and not kind.is_staffed:
        raise NotSo(400, "BAD_REQUEST")
    try:
        ask = msgspec.convert(data.command, union_of(kind))
    except msgspec.ValidationError:
        raise NotSo(400, "BAD_REQUEST") from None
    return msgspec.structs.replace(data, command=ask)


def _of_staff(request: Incoming, station: str, data: Order) -> tuple[Face, Entry, Order]:
    """Let only a station of staff ask what something would do, and who may."""
    face = _face(request)
    entry = face.entry(station, _keys(request))
    if not entry.place.kind.is_staffed:
        raise NotSo(404, "NOT_FOUND")
    return face, entry, _asked(entry, data)


async def _authority(face: Face, entry: Entry, order: Order) -> tuple[Refused | None, str]:
    """Return who else acts, or why his PIN was not taken."""
    if order.authority is None:
        return None, ""
    refused = await face.desk.authority_of(entry, order.command, order.authority)
    return refused, order.authority.person


async def _answer(face: Face, entry: Entry, order: Order, authority: str) -> Reply:
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


# Both faces


def _on_error(request: Incoming, error: Exception) -> Response[Problem]:
    """Answer with a code; an exception's text never leaves, the log has it."""
    said = _as_problem(request, error)
    return Response(said.problem, status_code=said.status, media_type="application/json")


def _as_problem(request: Incoming, error: Exception) -> NotSo:
    if isinstance(error, NotSo):
        return error
    if isinstance(error, NotFoundException):
        return NotSo(404, "NOT_FOUND")
    if isinstance(error, MethodNotAllowedException):
        return NotSo(405, "BAD_REQUEST")
    if isinstance(error, HTTPException) and error.status_code < 500:
        return NotSo(error.status_code, "BAD_REQUEST")
    if isinstance(error, JournalFault | NotHere | TimeoutError):
        return NotSo(503, "NOT_READY")
    log.error("request failed", path=request.url.path, exc_info=error)
    return NotSo(500, "INTERNAL")


_STATION: Final = [
    station_info,
    enrol,
    sign_in,
    hand_over,
    unlock,
    sign_out,
    token,
    command,
    weigh,
    approvers,
    slip,
    paper,
    paper_sign,
    signature,
]
FLOOR_ROUTES: Final = (*_STATION, history, open_log, paper_ticket)
OFFICE_ROUTES: Final = (*_STATION, start, *monitoring.ROUTES)


def make_app(face: Face, routes: tuple[Any, ...]) -> Litestar:
    """Make the interface of a face from its own route list."""
    return Litestar(
        list(routes),
        state=AppState({"face": face}),
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
