"""The desk: an ask becomes a floor command here, signed by whoever really asks.

The feed and the HTTP interface both come through it, so there is one place that says who acts.
"""

import hmac
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.engine.request import Client, Reply, Request
from openfelt.engine.weighing import Names, Show
from openfelt.floor.base import Command, Refused, refuse
from openfelt.floor.effect import Effect
from openfelt.floor.money.payout import PresentTicket
from openfelt.floor.money.ticket import PayHandPay
from openfelt.floor.state import State
from openfelt.floor.wagers.wager import LayoutStaged, WagerMoved, WagerStaged
from openfelt.rulebooks import VARIANTS
from openfelt.server.access.access import Access, Entry, Place
from openfelt.server.access.persons import Changed, Known
from openfelt.server.access.signatures import Signatures
from openfelt.server.access.tries import MustWait, Throttle
from openfelt.server.feed import protocol
from openfelt.server.feed.asks import Filling
from openfelt.server.feed.marks import Marks, Seen
from openfelt.server.feed.protocol import ENCODER
from openfelt.server.log import log
from openfelt.stations import slip
from openfelt.stations.approval import Approval, approval
from openfelt.stations.costly import COSTLY
from openfelt.stations.device import Item
from openfelt.stations.kind import Stands
from openfelt.stations.slip import SlipView

SYSTEM_ID: Final = "01"
_LOCKED: Final = refuse(Refusal.ROLE_MAY_NOT, "locked")
_NOT_SIGNED: Final = refuse(Refusal.PHASE_DOES_NOT_ALLOW, "signature_unknown")
_NOT_HERE: Final = refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_here")

# What may lay less than was asked for, and says so.
_TRIMMED: Final = (WagerStaged, WagerMoved, LayoutStaged)

T = TypeVar("T")
Answered = Callable[[Reply], None]
GiveBack = Callable[[str, Item, Refused], None]


class Signed(NamedTuple):
    """Who acts, and what his command says of him where the ask is silent."""

    actor: str
    identity: Mapping[str, str]


class Asked(NamedTuple):
    """An ask on its way: who sends it, its frame, and whoever else gave his PIN for it."""

    entry: Entry
    client: Client
    message: Any
    authority: str


class Mouth(Protocol):
    """The engine, as far as the desk needs it."""

    def tell(self, request: Request, answer: Answered) -> None:
        """Decide a request and call when the answer may be told."""
        ...

    async def weigh(self, request: Request) -> Effect | Refused:
        """Say what a request would do."""
        ...

    def view(self, stream: str, make: Callable[[State], T]) -> Awaitable[T]:
        """Look at a durable state."""
        ...

    async def look(self, stream: str, names: Names, show: Show[T]) -> T:
        """Look at a durable state, and at what has left it."""
        ...

    def stamp(self) -> int:
        """Return engine time."""
        ...


def ticket_number(secret: bytes, client: Client, number: int) -> str:
    """Make a validation number: our system, and sixteen digits nobody can guess.

    It is drawn with a secret from who asks and under which number, so that a command sent again
    is the same command, and the same ticket.
    """
    text = f"{client.station} {client.boot} {number}".encode()
    drawn = int.from_bytes(hmac.digest(secret, text, "sha256"), "big")
    return f"{SYSTEM_ID}{drawn % 10**16:016}"


class Desk:
    """Signs and submits; words the answers."""

    def __init__(
        self,
        engine: Mouth,
        access: Access,
        variants: Mapping[str, str],
        secret: bytes,
        signatures: Signatures,
    ) -> None:
        self._engine = engine
        self._access = access
        # The variant of each table, for the clause behind a refusal.
        self._variants = variants
        self._secret = secret
        self.signatures = signatures
        self.marks = Marks(self._session_of)
        # Tells a terminal what comes out of it again, and why.
        self.give_back: GiveBack = lambda _terminal, _item, _refused: None
        # Whoever feeds a terminal with numbers of no ticket waits before the next is looked at.
        self.guesses = Throttle()
        self.acks = self.refusals = self.busy = 0

    def take(
        self, entry: Entry, client: Client, message: Any, authority: str, answer: Answered
    ) -> None:
        """Submit an ask of a station for the person who is signed in there, or the other one."""
        place = entry.place
        ask = message.command
        filling: Filling = ask.filling
        if filling.rest is not None:  # A player's touch: many a second.
            command = filling.command(place.name, *filling.rest(ask))
            self._engine.tell(
                Request(place.stream, command, place.name, client, message.number), answer
            )
            return
        asked = Asked(entry, client, message, authority)
        signed = _SIGNERS[place.kind.stands](self, asked, filling)
        if isinstance(signed, Refused):
            answer(Reply((), signed))
            return
        command = filling.filled(ask, signed.identity)
        if isinstance(command, PayHandPay) and not self._is_signed(place, command):
            answer(Reply((), _NOT_SIGNED))
            return
        shown = self._shown(place, filling, message)
        request = Request(place.stream, command, signed.actor, client, message.number, seen=shown)
        self._engine.tell(request, answer)

    def _is_signed(self, place: Place, command: PayHandPay) -> bool:
        """Believe no hash of a signature that this floor has not got."""
        terms = command.terms
        return not terms.signature or self.signatures.pays(place.name, command.voucher, terms)

    def _shown(self, place: Place, filling: Filling, message: Any) -> Seen | None:
        """Demand of staff that sends a costly act to have seen it, and hold it to what it says."""
        is_seen = filling.command in COSTLY or message.seen != ""
        staffed = place.kind.is_staffed
        return Seen(self.marks, place.name, message.seen) if staffed and is_seen else None

    def _session_of(self, station: str) -> str:
        signed = self._access.signed_in(station)
        return "" if signed is None else signed.session

    async def weigh(self, entry: Entry, message: Any, authority: str) -> Effect | Refused:
        """Say what an ask of staff would do, for whoever would do it; nothing is done."""
        ask, place = message.command, entry.place
        asked = Asked(entry, Client(place.name, message.boot), message, authority)
        signed = self._by_person(asked, ask.filling)
        if isinstance(signed, Refused):
            return signed
        command = ask.filling.filled(ask, signed.identity)
        told = await self._engine.weigh(Request(place.stream, command, signed.actor))
        if isinstance(told, Refused):
            return told
        return msgspec.structs.replace(told, mark=self.marks.sealed(place.name, told.mark))

    async def slip(self, entry: Entry, number: str) -> SlipView | Refused:
        """Look up a slip that was brought to a desk; whoever tries out numbers has to wait."""
        signed, station = self._access.signed_in(entry.place.name), entry.place.name
        if signed is None or signed.session != entry.session or signed.locked:
            return _LOCKED
        if self.guesses.is_shut(station):
            return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "too_many_unknown")
        now = self._engine.stamp()
        told = await self._engine.look(
            entry.place.stream,
            lambda state: slip.names(state, number),
            lambda state, ended: slip.slip_view(state, number, entry.person, now, ended),
        )
        if isinstance(told, Refused):
            unknown = told.code is Refusal.TICKET_UNKNOWN
            if unknown and self.guesses.wrong(station):
                log.warning("unknown slips again and again", station=station)
            return told
        return msgspec.structs.replace(told, where=self._where(told.where))

    def _where(self, where: str) -> str:
        """Say where something was paid: of a drawer whose it is, as people call him."""
        kind, _, owner = where.partition(":")
        is_drawer = kind == "drawer"
        return f"{kind}:{self._access.persons.called(owner)}" if is_drawer else where

    async def approval(self, entry: Entry, ask: Any) -> Approval | Refused:
        """Return whose PIN would let an ask of this station be done, as people call them."""
        refused = self._refused_here(entry, ask)
        if refused is not None:
            return refused
        filling, now = ask.filling, self._engine.stamp()
        approves = "second" in filling.fills

        def asked(person: str) -> Command:
            actor = entry.person if approves else person
            command: Command = filling.filled(ask, {"person": actor, "second": person})
            return command

        alone = filling.filled(ask, {"person": entry.person, "second": ""})
        found = await self._engine.view(
            entry.place.stream, lambda state: approval(state, asked, alone, entry.person, now)
        )
        persons = self._access.persons
        known = [one for one in found.persons if await persons.name_of(one.person)]
        named = (msgspec.structs.replace(one, name=persons.called(one.person)) for one in known)
        return Approval(found.alone, tuple(named))

    def _by_terminal(self, asked: Asked, filling: Filling) -> Signed:
        identity = {"terminal": asked.entry.place.name}
        if "number" in filling.fills:
            number = ticket_number(self._secret, asked.client, asked.message.number)
            identity["number"] = number
        return Signed(asked.entry.place.name, identity)

    def _by_device(self, asked: Asked, filling: Filling) -> Signed | Refused:
        place = asked.entry.place
        if filling.command not in place.device.reports:
            return refuse(Refusal.ROLE_MAY_NOT, "not_this_device")
        if filling.command is PresentTicket and self.guesses.is_shut(place.at):
            return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "too_many_unknown")
        return Signed(place.name, dict.fromkeys(("terminal", "table", "kiosk"), place.at))

    def _by_person(self, asked: Asked, filling: Filling) -> Signed | Refused:
        entry, authority = asked.entry, asked.authority
        refused = self._refused_here(entry, asked.message.command)
        if refused is not None:
            return refused
        approves = "second" in filling.fills
        actor = entry.person if approves or not authority else authority
        self._access.seen(entry.place.name)
        return Signed(actor, {"person": actor, "second": authority if approves else ""})

    def _refused_here(self, entry: Entry, ask: Any) -> Refused | None:
        """Refuse what a staff station may not ask whatever the floor says: locked, another's table.

        Which tables a player's terminal is linked to the floor knows itself.
        """
        place = entry.place
        signed = self._access.signed_in(place.name)
        if signed is None or signed.session != entry.session or signed.locked:
            return _LOCKED
        return None if self._is_of(place, ask) else _NOT_HERE

    def _is_of(self, place: Place, ask: Any) -> bool:
        """Say whether the table and the terminal that an ask names are a staff station's own.

        A desk is at no table: its stream knows its own, and nothing of another.
        """
        if place.kind.stands == "desk":
            return True
        own = set(place.tables)
        if getattr(ask, "table", place.tables[0]) not in own:
            return False
        terminal = getattr(ask, "terminal", None)
        if terminal is None:
            return True
        linked = self._access.places.get(terminal)
        return linked is not None and not own.isdisjoint(linked.tables)

    async def authority_of(
        self, entry: Entry, ask: Any, authority: protocol.Authority
    ) -> Refused | None:
        """Verify another person's PIN; None when it is right.

        At a station that may not ask this anyway nobody tries out PINs.
        """
        refused = self._refused_here(entry, ask)
        if refused is not None:
            return refused
        station, person = entry.place.name, authority.person
        judged = await self._access.judge.pin(person, station, authority.pin)
        if isinstance(judged, Known):
            return None
        name = await self._access.said_name(person)
        log.warning("authority refused", station=station, person=name)
        if isinstance(judged, Changed):
            return refuse(Refusal.SECOND_PERSON_NEEDED, "record_changed")
        if isinstance(judged, MustWait):
            return refuse(Refusal.SECOND_PERSON_NEEDED, "must_wait", seconds=judged.wait_s)
        return refuse(Refusal.SECOND_PERSON_NEEDED, "wrong_pin", tries_left=judged.tries_left)

    def frame_of(self, message: Any, reply: Reply, entry: Entry) -> bytes:
        """Word an answer."""
        refused = reply.refused
        if refused is None:
            self.acks += 1
            trimmed = False
            for event in reply.events:
                if isinstance(event, _TRIMMED) and event.trimmed:
                    trimmed = True
            return ENCODER.encode(protocol.Ack(message.number, trimmed, reply.repeated))
        self.refusals += 1
        self.busy += refused.code is Refusal.BUSY
        place = entry.place
        item = place.device.takes if place.kind.is_device else None
        if item is not None:
            self.give_back(place.at, item, refused)
        named = getattr(message.command, "table", None)
        clause = self.clause_of(refused, *place.tables[:1] if named is None else (named,))
        data = self._with_name(refused.data)
        return ENCODER.encode(protocol.Refused(message.number, refused.code, clause, data))

    def _with_name(self, data: dict[str, int | str]) -> dict[str, int | str]:
        """Say how a person is called: the floor knows him by an id only."""
        called = dict(data)
        if "person" in data:
            called["person"] = self._access.persons.called(str(data["person"]))
        if "where" in data:
            called["where"] = self._where(str(data["where"]))
        return called

    def clause_of(self, refused: Refused, *tables: str) -> str:
        """Return the clause behind a refusal by the book of one of these tables, "" for none.

        A bet that has a rule of its own is refused by that.
        """
        variants = [self._variants[table] for table in tables if table in self._variants]
        bet = str(refused.data.get("bet", ""))
        clauses = [VARIANTS[variant].clause(refused.code, bet) for variant in variants]
        return next(filter(None, clauses), "")


# How an ask is signed where a station stands.
_SIGNERS: Final[Mapping[Stands, Callable[[Desk, Asked, Filling], Signed | Refused]]] = {
    "terminal": Desk._by_terminal,
    "device": Desk._by_device,
    "table": Desk._by_person,
    "desk": Desk._by_person,
}
