"""What a station draws of the house's paper: a terminal its ticket, a desk vouchers and forms."""

from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State as AppState
from litestar.params import FromPath, JSONBody

from openfelt.engine.request import Reply
from openfelt.floor.base import Refused
from openfelt.floor.money.payout import HOUSE, scheme_of
from openfelt.floor.money.ticket import PayHandPay, RedeemTicket
from openfelt.floor.state import State
from openfelt.paper.sheet import Sheet
from openfelt.paper.sign import sign
from openfelt.paper.slip import Letterhead, Payment, Slip, copy_of, form, rest, ticket, voucher
from openfelt.server.access.access import Entry, Place
from openfelt.server.access.signatures import OnScreen, is_signature
from openfelt.server.http.cookie import COOKIE, SESSION
from openfelt.server.http.face import Face, Keys, NotSo
from openfelt.server.http.forms import (
    Drawn,
    Order,
    SignatureKept,
    SignedOnScreen,
    SignWanted,
    Wanted,
)
from openfelt.stations.slip import SlipView
from openfelt.stations.statement import Line

Incoming = Request[Any, Any, AppState]


@get("/s/{station:str}/api/ticket")
async def paper_ticket(request: Incoming, station: FromPath[str]) -> Drawn:
    """Draw the ticket that a guest was just told of; nobody else's.

    The number is on the paper alone, so this is a copy with its last digits; a virtual printer's
    paper is nowhere else, so that is shown as it is.
    """
    face, entry = _entry(request, station)
    place = entry.place
    if place.stream == HOUSE:
        return await _kiosk_slip(face, place)
    if place.kind.stands != "terminal":
        raise NotSo(404, "NOT_FOUND")
    statement = face.memories[place.stream].statements.of(station)

    def told(state: State) -> tuple[Line, str] | None:
        terminal = state.terminals[station]
        printed = [line for line in statement.news(terminal) if line.slip in ("printed", "held")]
        return (printed[-1], scheme_of(state, terminal)) if printed else None

    found = await face.engine.view(place.stream, told)
    if found is None:
        raise NotSo(404, "NOT_FOUND")
    line, book = found
    lies = face.in_tray(station)
    if lies is not None and lies.number.endswith(line.digits) and lies.amount == -line.amount:
        return Drawn(ticket(lies, face.letterhead()))
    slip = Slip(line.digits, -line.amount, station, face.demo, book, line.at)
    return Drawn(copy_of(slip, face.letterhead()))


async def _kiosk_slip(face: Face, place: Place) -> Drawn:
    """Draw the slip a virtual kiosk has just printed; a real one is in its guest's hand."""
    lies = face.in_tray(place.name)

    def is_told(state: State) -> bool:
        kiosk = state.kiosks.get(place.name)
        told = kiosk.told if kiosk else None
        return told is not None and (told.slip, told.voucher) == ("printed", lies and lies.number)

    if lies is None or not await face.engine.view(place.stream, is_told):
        raise NotSo(404, "NOT_FOUND")
    return Drawn(rest(lies, face.letterhead()))


@post("/s/{station:str}/api/paper", status_code=200)
async def paper(request: Incoming, station: FromPath[str], data: JSONBody[Wanted]) -> Response[Any]:
    """Draw a slip that was brought to a desk, or the form it is paid with; nothing is done."""
    face, entry = _entry(request, station)
    if RedeemTicket not in entry.place.kind.commands:
        raise NotSo(404, "NOT_FOUND")
    told = await face.desk.slip(entry, data.number)
    order = Order(boot="", number=0, command=data)
    if isinstance(told, Refused):
        said: Any = face.desk.frame_of(order, Reply((), told), entry)
    else:
        cashier = face.access.persons.called(entry.person)
        said = Drawn(_drawn(told, data, cashier, face.letterhead(), demo=face.demo))
    return Response(said, media_type="application/json")


@post("/s/{station:str}/api/signature", status_code=200)
async def signature(
    request: Incoming, station: FromPath[str], data: JSONBody[SignedOnScreen]
) -> Response[Any]:
    """Keep what a player has signed on the screen of a desk, before it is paid.

    It is said by its hash from then on, and no station can ask for it.

    Rule: LT 9.1; SB 5.1; AC 4.1
    """
    face, entry = _entry(request, station)
    if PayHandPay not in entry.place.kind.commands:
        raise NotSo(404, "NOT_FOUND")
    told = await face.desk.slip(entry, data.number)
    if not isinstance(told, Refused):
        if not told.takes_form or told.reason or not is_signature(data.strokes):
            raise NotSo(400, "BAD_REQUEST")
        terms = data.terms
        how = (terms.asked, terms.form, terms.identity, data.language)
        signed = OnScreen(told.number, told.amount, *how, data.strokes)
        kept: Any = SignatureKept(await face.desk.signatures.keep(station, signed))
    else:
        order = Order(boot="", number=0, command=data)
        kept = face.desk.frame_of(order, Reply((), told), entry)
    return Response(kept, media_type="application/json")


@post("/s/{station:str}/api/sign", status_code=200)
async def paper_sign(
    request: Incoming, station: FromPath[str], data: JSONBody[SignWanted]
) -> Drawn:
    """Draw the sign of a table to staff who stand there: what it plays by, and its limits now."""
    face, entry = _entry(request, station)
    if not entry.place.kind.is_staffed or data.table not in entry.place.tables:
        raise NotSo(404, "NOT_FOUND")

    def drawn(state: State) -> Sheet | None:
        table = state.tables.get(data.table)
        if table is None:
            return None
        rules = state.rules(table)
        return sign(table.name, rules, table.limits, data.language, demo=state.demo)

    sheet = await face.engine.view(entry.place.stream, drawn)
    if sheet is None:
        raise NotSo(404, "NOT_FOUND")
    return Drawn(sheet)


def _entry(request: Incoming, station: str) -> tuple[Face, Entry]:
    face: Face = request.app.state.face
    keys = Keys(request.cookies.get(COOKIE, ""), request.cookies.get(SESSION, ""))
    return face, face.entry(station, keys)


def _drawn(view: SlipView, wanted: Wanted, cashier: str, head: Letterhead, *, demo: bool) -> Sheet:
    """Draw what was brought: of a ticket, which the house does not print twice, a copy."""
    slip = Slip(view.number, view.amount, view.terminal, demo, view.scheme, view.since)
    if wanted.paper == "form":
        own = msgspec.structs.replace(head, languages=(wanted.language,))
        return form(slip, Payment(wanted.terms, cashier, view.takes_two), own)
    return voucher(slip, head) if view.kind == "voucher" else copy_of(slip, head)
