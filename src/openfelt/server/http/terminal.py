"""What only a player's terminal asks for: its guest's history, and its log for staff."""

from typing import Any

from litestar import Request, get, post
from litestar.datastructures import State as AppState
from litestar.params import FromPath, JSONBody

from openfelt.floor.people.staff import roles_of
from openfelt.floor.state import State
from openfelt.server.access.access import Place
from openfelt.server.access.persons import Changed, Known
from openfelt.server.access.tries import MustWait
from openfelt.server.http.cookie import COOKIE
from openfelt.server.http.face import Face, Keys, NotSo
from openfelt.server.http.forms import History, LogOpened, StaffPin
from openfelt.server.log import log
from openfelt.stations.own_rounds import own_rounds

Incoming = Request[Any, Any, AppState]


def _at(request: Incoming, station: str) -> tuple[Face, Place]:
    """Return a terminal that showed its key."""
    face: Face = request.app.state.face
    place = face.entry(station, Keys(request.cookies.get(COOKIE, ""))).place
    if place.kind.stands != "terminal":
        raise NotSo(404, "NOT_FOUND")
    return face, place


@get("/s/{station:str}/api/history")
async def history(request: Incoming, station: FromPath[str]) -> History:
    """Give the guest who plays there the lines of his own account."""
    face, place = _at(request, station)
    memory = face.memories[place.stream]

    def told(state: State) -> History:
        lines = memory.statements.of(station).history(state.terminals[station])
        return History(lines, own_rounds(state, station, memory))

    return await face.engine.view(place.stream, told)


@post("/s/{station:str}/api/log", status_code=200)
async def open_log(
    request: Incoming, station: FromPath[str], data: JSONBody[StaffPin]
) -> LogOpened:
    """Let a person who works at one of its tables read the log of a terminal."""
    face, place = _at(request, station)
    now = face.engine.stamp()
    roles = await face.engine.view(place.stream, lambda s: roles_of(s, data.person, now))
    judged = await face.pins.judge(data.person, station, data.pin)
    if isinstance(judged, Changed):
        raise NotSo(423, "PERSON_LOCKED")
    if isinstance(judged, MustWait):
        raise NotSo(429, "TOO_MANY", wait_s=judged.wait_s)
    if not isinstance(judged, Known):
        raise NotSo(403, "PIN_WRONG", judged.tries_left, judged.wait_s)
    if not place.minders & set(roles):
        log.warning("no role at this terminal", station=station, person=data.person)
        raise NotSo(403, "NO_ROLE_HERE")
    log.info("terminal log opened", station=station, person=data.person)
    return LogOpened(data.person, await face.access.persons.name_of(data.person))
