"""Whether whoever caused a row held the power for it when he did."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from openfelt.audit import cards, correction_event, event
from openfelt.audit.event import Event
from openfelt.audit.finding import Findings
from openfelt.audit.powers import ACTS, BOOKS, FOLLOWS, HOUSE, PERSONAL, TASKS, or_higher
from openfelt.audit.table import Table, Tables
from openfelt.journal.row import Row
from openfelt.journal.upcasts import fields

Fields = Mapping[str, Any]

_STAFF: Final = "staff:"
_KIOSK: Final = "kiosk"
_TAKES_OUT: Final = ("change_shoe", "replace_cards", "shuffle_after")


@dataclass(frozen=True, slots=True)
class _Role:
    role: str
    since: int
    until: int

    def holds(self, now: int) -> bool:
        """Say whether it has begun and not ended; one without an end holds for good."""
        return self.since <= now and (not self.until or now < self.until)


@dataclass(slots=True)
class _Hand:
    """What decides by whom the result of a coup is entered: the shoe was told of its end or not."""

    by_itself: bool
    told: bool = True
    by_agm: bool = False


@dataclass(slots=True)
class _Signed:
    """The row in hand: who acted, who approved, and when."""

    row: Row
    person: str
    second: str
    said: Fields


class Judge:
    """The roles one stream knows of, and what its tables' books make of them."""

    def __init__(self, findings: Findings, tables: Tables) -> None:
        self._findings = findings
        self._tables = tables
        self._roles: dict[str, list[_Role]] = {}
        self._signed = False
        # What the same command did before, the first first.
        self._before: list[str] = []
        # Tables that stand still, by whether a restart stopped them.
        self._stopped: dict[str, bool] = {}
        self._hands: dict[str, _Hand] = {}
        # Who decided a dispute first.
        self._decided: dict[int, str] = {}

    def take(self, row: Row, event_: Event, *, same_command: bool) -> None:
        """Judge a row, before anything it says is booked."""
        if not same_command:
            self._before = []
        if row.actor.startswith(_STAFF):
            self._judge(row)
        elif self._signed and row.type in PERSONAL and not self._opens_by_itself(row):
            self._findings.say("nobody of the staff is named who did it")
        if isinstance(event_, event.TableSuspended):
            self._named(row, event_)
        if isinstance(event_, event.DisputeDecided | event.DisputeReviewed):
            self._signs(row, event_)
        self._before.append(row.type)
        self._learn(event_)

    def _named(self, row: Row, e: event.TableSuspended) -> None:
        """Complain where a table is said to be stopped by somebody who did not sign the row."""
        signer = row.actor.removeprefix(_STAFF).partition(" ")[0]
        if e.person and (e.person != signer or not row.actor.startswith(_STAFF)):
            self._findings.say(f"{e.person} is said to have stopped {e.table} and signed nothing")

    def _signs(self, row: Row, e: event.DisputeDecided | event.DisputeReviewed) -> None:
        """Complain where somebody is said to have decided a dispute who did not sign the row."""
        signer = row.actor.removeprefix(_STAFF).partition(" ")[0]
        if self._signed and e.person != signer:
            self._findings.say(f"{e.person} is said to have decided it, and signed nothing")

    def _opens_by_itself(self, row: Row) -> bool:
        """Say whether a period opens because a result has been looked at: no dealer is there."""
        named = self._at(fields(row)) if row.type == "RoundOpened" else ()
        return any(table.opens_at for table in named)

    def _judge(self, row: Row) -> None:
        person, _, second = row.actor.removeprefix(_STAFF).partition(" ")
        if any(name in self._before for name in FOLLOWS.get(row.type, ())):
            return
        signed = _Signed(row, person, second, fields(row))
        special = _SPECIAL.get(row.type)
        if special is not None:
            special(self, signed)
        elif row.type in ACTS:
            self._need(signed, *ACTS[row.type])
        else:
            self._findings.say(f"no person does such a thing, and {person} did")

    def _need(self, signed: _Signed, *acts: str) -> None:
        """Complain unless whoever acted held one of the acts."""
        if not self._may(signed, signed.person, *acts):
            self._complain(signed.person, acts)

    def _complain(self, person: str, acts: tuple[str, ...]) -> None:
        self._findings.say(f"{person} had no power to {' or '.join(acts)} then")

    def _may(self, signed: _Signed, person: str, *acts: str) -> bool:
        roles = tuple(role for act in acts for role in self._holders(signed, act))
        return self._holds(person, roles, signed.row.time_us)

    def _holds(self, person: str, roles: tuple[str, ...], now: int) -> bool:
        enough = or_higher(roles)
        return any(one.role in enough and one.holds(now) for one in self._roles.get(person, ()))

    def _holders(self, signed: _Signed, act: str) -> tuple[str, ...]:
        if act in HOUSE:
            return HOUSE[act]
        roles: tuple[str, ...] = ()
        for table in self._at(signed.said):
            roles += BOOKS.get(table.odds.book, {}).get(act, ())
        return roles

    def _at(self, said: Fields) -> list[Table]:
        """Return the table a row is about, or those its terminal is linked to."""
        if "table" in said:
            names: tuple[str, ...] = (said["table"],)
        else:
            terminal = self._tables.terminals.get(said.get("terminal", ""))
            names = terminal.tables if terminal else ()
        return [self._tables.tables[name] for name in names if name in self._tables.tables]

    def _table(self, signed: _Signed) -> Table | None:
        return next(iter(self._at(signed.said)), None)

    def _keyed(self, signed: _Signed) -> None:
        """A card keyed by hand: by who may, or by a dealer whom another who may approves."""
        approved = (
            signed.second not in ("", signed.person)
            and self._may(signed, signed.person, "deal")
            and self._may(signed, signed.second, "key")
        )
        if not approved and self._may(signed, signed.person, "deal") and not signed.second:
            if self._signed:
                self._findings.say(f"{signed.person} keyed a card and nobody approved")
        elif not approved:
            self._need(signed, "key")

    def _result(self, signed: _Signed) -> None:
        """A result: the dealer's, but where the shoe was told of no end, or nobody plays for it."""
        table = self._table(signed)
        hand = self._hands.get(table.name) if table else None
        if table is None or hand is None:
            return
        by_agm = hand.by_agm and "dummy" in BOOKS.get(table.odds.book, {})
        self._need(signed, "dummy" if table.dummy or by_agm else "deal")

    def _voided(self, signed: _Signed) -> None:
        """A round declared void, or called off by its dealer while the book lets him.

        Whoever has unfit cards taken out ends a period that is open.
        """
        table = self._table(signed)
        besides = {"closed": ("call_off",), "wagering": ("replace_cards",)}
        early = ("call_off",) if table and table.thrown else ()
        self._need(signed, "void", *besides.get(table.phase if table else "", ()), *early)

    def _resumed(self, signed: _Signed) -> None:
        """A table goes on: whoever may stop it lets it, unless a restart had stopped it."""
        by_restart = self._stopped.get(signed.said.get("table", ""), False)
        self._need(signed, *(("resume",) if by_restart else ("resume", "manage")))

    def _shoe_removed(self, signed: _Signed) -> None:
        """Cards taken out: withdrawn, as a remedy, or because they are unfit."""
        void = signed.said.get("void")
        self._need(signed, *(("void_shoe",) if void else _TAKES_OUT))

    def _paid(self, signed: _Signed) -> None:
        """Money goes over the counter of whoever pays or takes it back; a kiosk is nobody."""
        place = signed.said.get("drawer") or signed.said.get("where")
        if place == _KIOSK:
            return
        self._handled(signed)
        if place != f"drawer:{signed.person}":
            self._findings.say(f"{signed.person} paid, and {place} is another's")

    def _handled(self, signed: _Signed) -> None:
        """Cash in the hands of a cashier, and of another one where the row names him."""
        self._need(signed, "pay")
        second = signed.said.get("second", "")
        if second and (second != signed.second or second == signed.person):
            self._findings.say(f"{second} is said to have been there, and signed nothing")
        elif second and not self._may(signed, second, "pay"):
            self._complain(second, ("pay",))

    def _stated(self, signed: _Signed) -> None:
        """What came out of a kiosk is never one cashier's word alone."""
        self._handled(signed)
        if not signed.said.get("second"):
            self._findings.say(f"{signed.person} alone says what came out")

    def _written_off(self, signed: _Signed) -> None:
        """A debt is given up by two persons, and one of both may withhold and release."""
        self._need(signed, "hold", "pay")
        if not self._may(signed, signed.person, "hold") and (
            signed.second in ("", signed.person) or not self._may(signed, signed.second, "hold")
        ):
            self._complain(signed.second or signed.person, ("hold",))

    def _host_asked(self, signed: _Signed) -> None:
        """A ticket asked of the ticketing host: by whoever pays, and a kiosk is nobody."""
        if signed.person != _KIOSK:
            self._need(signed, "pay")

    def _wagers_voided(self, signed: _Signed) -> None:
        """Power over a player is held at one of his tables, and reaches all of them."""
        signed.said = {"terminal": signed.said.get("terminal", "")}
        self._need(signed, "manage")

    def _wagers_released(self, signed: _Signed) -> None:
        """Chips lifted to make up what a correction takes, from any of the player's tables."""
        signed.said = {"terminal": signed.said.get("terminal", "")}
        self._need(signed, "void", "correct")

    def _task_done(self, signed: _Signed) -> None:
        kind = signed.said.get("kind", "")
        if kind == "review":
            table = signed.said.get("about", "").partition("/")[0]
            self._need(replace(signed, said={"table": table}), "review_dispute")
            return
        if not self._holds(signed.person, TASKS.get(kind, ()), signed.row.time_us):
            self._complain(signed.person, (f"see to {kind}",))
        if signed.said.get("person", signed.person) != signed.person:
            self._findings.say(f"{signed.said['person']} is said to see to it, and signed nothing")

    def _reviewed(self, signed: _Signed) -> None:
        """A decision is reviewed by whom the book names, never by who made it."""
        self._need(signed, "review_dispute")
        if self._decided.get(signed.said.get("dispute", 0)) == signed.person:
            self._findings.say(f"{signed.person} reviewed his own decision")

    def _learn(self, e: Event) -> None:
        learn = _LEARNS.get(type(e))
        if learn is not None:
            learn(self, e)

    def _grant(self, e: event.RoleGranted | event.RoleLearned) -> None:
        self._roles.setdefault(e.person, []).append(_Role(e.role, e.since, e.until))

    def _withdraw(self, e: event.RoleWithdrawn | event.RoleForgotten) -> None:
        role, roles = _Role(e.role, e.since, e.until), self._roles.get(e.person, [])
        if role in roles:
            roles.remove(role)

    def _owned(self, e: event.OwnerChanged) -> None:
        self._signed = e.signed

    def _disputed(self, e: event.DisputeDecided) -> None:
        self._decided[e.dispute] = e.person

    def _opened(self, e: event.TableOpened) -> None:
        self._hands[e.table] = _Hand(e.standby_by_itself)

    def _told(self, e: cards.StandbyPressed | cards.ShoeBrought) -> None:
        if e.table in self._hands:
            self._hands[e.table].told = True

    def _stopped_by(self, e: event.TableSuspended) -> None:
        self._stopped[e.table] = e.restart

    def _first_card(self, e: cards.CardDealt) -> None:
        """The first card of a coup after one whose end the shoe was not told of: the AGM's."""
        table, hand = self._tables.tables.get(e.table), self._hands.get(e.table)
        if table is not None and hand is not None and not table.hands.player:
            hand.by_agm, hand.told = not hand.told, False

    def _dummy_card(self, e: correction_event.DummyCardDrawn) -> None:
        table, hand = self._tables.tables.get(e.table), self._hands.get(e.table)
        if table is not None and hand is not None and not table.dummy:
            hand.told = False

    def _unseen_card(self, e: cards.CardDrawnUnseen) -> None:
        table, hand = self._tables.tables.get(e.table), self._hands.get(e.table)
        if table is not None and hand is not None and table.phase != "closed":
            hand.told = hand.told and table.dummy

    def _ended(
        self, e: event.RoundSettled | event.RoundVoided | correction_event.DummyHandEnded
    ) -> None:
        hand = self._hands.get(e.table)
        if hand is not None:
            hand.told, hand.by_agm = hand.told or hand.by_itself, False


_SPECIAL: Final[Mapping[str, Callable[[Judge, _Signed], None]]] = {
    "CardDealt": Judge._keyed,
    "CardRead": Judge._keyed,
    "CassetteLoaded": Judge._handled,
    "DispenseStated": Judge._stated,
    "AbandonAsked": Judge._handled,
    "DropCounted": Judge._handled,
    "DrawerClosed": Judge._paid,
    "DrawerFilled": Judge._paid,
    "DrawerOpened": Judge._paid,
    "CaseWrittenOff": Judge._written_off,
    "DisputeReviewed": Judge._reviewed,
    "HandPayPaid": Judge._paid,
    "KioskCounted": Judge._handled,
    "PaymentRecorded": Judge._paid,
    "PaymentReturned": Judge._paid,
    "ResultEntered": Judge._result,
    "RoundSettled": Judge._result,
    "RoundVoided": Judge._voided,
    "ShoeRemoved": Judge._shoe_removed,
    "TableResumed": Judge._resumed,
    "TaskCompleted": Judge._task_done,
    "TaskTaken": Judge._task_done,
    "TicketClaimed": Judge._host_asked,
    "TicketRedeemed": Judge._paid,
    "WagersCancelled": Judge._wagers_released,
    "WagersVoided": Judge._wagers_voided,
}
_LEARNS: Final[Mapping[type[Event], Callable[[Judge, Any], None]]] = {
    event.DisputeDecided: Judge._disputed,
    event.OwnerChanged: Judge._owned,
    event.RoleForgotten: Judge._withdraw,
    event.RoleGranted: Judge._grant,
    event.RoleLearned: Judge._grant,
    event.RoleWithdrawn: Judge._withdraw,
    event.RoundSettled: Judge._ended,
    event.RoundVoided: Judge._ended,
    event.TableOpened: Judge._opened,
    event.TableSuspended: Judge._stopped_by,
    cards.CardDealt: Judge._first_card,
    cards.CardDrawnUnseen: Judge._unseen_card,
    cards.ShoeBrought: Judge._told,
    cards.StandbyPressed: Judge._told,
    correction_event.DummyCardDrawn: Judge._dummy_card,
    correction_event.DummyHandEnded: Judge._ended,
}
