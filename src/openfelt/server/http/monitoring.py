"""The routes of the central monitoring system, on the office face: docs/central-monitoring.md.

A transfer has an id of that system's own, and is done once however often it is asked for; asked
what became of one, we say.  Meters and events are read, and change nothing.
"""

from typing import Annotated, Any, Final

from litestar import Request, Response, get, post
from litestar.datastructures import State as AppState
from litestar.params import FromPath, JSONBody, QueryParameter

from openfelt.core.refusal import Refusal
from openfelt.engine.errors import BadRequest
from openfelt.engine.request import Reply
from openfelt.floor.base import refuse
from openfelt.floor.money.account import CreditFromCms
from openfelt.floor.money.cms_reversal import ReverseCms
from openfelt.floor.money.payout import HOUSE
from openfelt.server.http.cookie import COOKIE
from openfelt.server.http.face import Face, Keys, NotSo
from openfelt.server.monitoring import (
    AllMeters,
    CreditIn,
    Done,
    Events,
    Monitoring,
    NotDone,
    Status,
    TakeBack,
)
from openfelt.stations.monitoring import meters_of

Incoming = Request[Any, Any, AppState]
AskedId = Annotated[str, QueryParameter(name="id", max_length=64)]
Stream = Annotated[str, QueryParameter(max_length=64)]
Cursor = Annotated[int, QueryParameter(ge=0, le=2**53)]


def _face(request: Incoming, station: str) -> tuple[Face, Monitoring]:
    """Let in the station that monitors, with its key."""
    face: Face = request.app.state.face
    place = face.entry(station, Keys(request.cookies.get(COOKIE, ""))).place
    if not place.kind.monitors or face.monitoring is None:
        raise NotSo(404, "NOT_FOUND")
    return face, face.monitoring


async def _moved(
    request: Incoming, station: str, id_: str, command: CreditFromCms | ReverseCms
) -> Response[Done | NotDone]:
    face, monitoring = _face(request, station)
    place = face.access.places.get(command.terminal)
    if place is None or place.kind.stands != "terminal":
        refused = refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_terminal")
        return _answer(face, id_, (), Reply((), refused))
    try:
        reply = await monitoring.move(station, place.stream, command)
    except BadRequest:
        raise NotSo(400, "BAD_REQUEST") from None
    return _answer(face, id_, place.tables, reply)


def _answer(
    face: Face, id_: str, tables: tuple[str, ...], reply: Reply
) -> Response[Done | NotDone]:
    refused = reply.refused
    if refused is None:
        return Response(Done(id_, repeated=not reply.events))
    clause = face.desk.clause_of(refused, *tables)
    return Response(NotDone(id_, refused.code, clause, refused.data), status_code=409)


@post("/s/{station:str}/api/transfer", status_code=200)
async def transfer(
    request: Incoming, station: FromPath[str], data: JSONBody[CreditIn]
) -> Response[Done | NotDone]:
    """Credit a terminal, once for each id.

    Rule: LT 4.3.4; SB 3.4.4; MT 4.3(c); AC 3.4.4
    """
    command = CreditFromCms(data.terminal, data.amount, data.id)
    return await _moved(request, station, data.id, command)


@post("/s/{station:str}/api/reversal", status_code=200)
async def reversal(
    request: Incoming, station: FromPath[str], data: JSONBody[TakeBack]
) -> Response[Done | NotDone]:
    """Take back what was not played of a transfer, once for each id.

    Rule: LT 4.3.4; SB 3.4.4; MT 4.3(c); AC 3.4.4
    """
    command = ReverseCms(data.terminal, data.amount, data.transfer, data.id)
    return await _moved(request, station, data.id, command)


@get("/s/{station:str}/api/transfer")
async def transfer_status(
    request: Incoming,
    station: FromPath[str],
    id_: AskedId,
) -> Status:
    """Say what became of a transfer or a reversal whose answer was lost."""
    _, monitoring = _face(request, station)
    return await monitoring.status(id_)


@get("/s/{station:str}/api/meters")
async def meters(request: Incoming, station: FromPath[str]) -> AllMeters:
    """Tell every terminal's meters, as they are on disk."""
    face, monitoring = _face(request, station)
    time = face.engine.stamp()
    pits = [await face.engine.view(pit, meters_of) for pit in monitoring.streams[1:]]
    return AllMeters(time, tuple(one for terminals in pits for one in terminals))


@get("/s/{station:str}/api/events")
async def events(
    request: Incoming, station: FromPath[str], stream: Stream = HOUSE, after: Cursor = 0
) -> Events:
    """Tell what happened in the house or in a pit after a row of its journal."""
    _, monitoring = _face(request, station)
    if stream not in monitoring.streams:
        raise NotSo(404, "NOT_FOUND")
    return await monitoring.events(stream, after)


ROUTES: Final = (transfer, reversal, transfer_status, meters, events)
