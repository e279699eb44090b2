"""What one stream asks another, and whether each question got its one answer.

The streams may be read in any order: a question waits for its answer, an answer for its question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from openfelt.audit import case_event, drop_event, event, host_event, ticket_event
from openfelt.audit.event import Event
from openfelt.audit.finding import Finding, Findings, dollars
from openfelt.audit.ledger import HOUSE
from openfelt.journal.row import Row

_CAUSED_BY: Final = "stream "


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: to whom, which events may answer it with which fields, what is under way."""

    receiver: str
    answers: Mapping[str, Mapping[str, object]]
    under_way: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class _SomeOf:
    """Equals whatever holds nothing else: the house knows who still owes."""

    slips: tuple[ticket_event.Slip, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple) and set(other) <= set(self.slips)

    def __hash__(self) -> int:
        return hash(self.slips)


def _cash_out(stream: str, e: ticket_event.CashOutRequested) -> Asked:
    fields: dict[str, object] = {
        "number": e.number,
        "amount": e.amount,
        "terminal": e.terminal,
        "scheme": e.scheme,
        "pit": stream,
    }
    if e.by_hand:
        return Asked(HOUSE, {"HandPayOpened": fields}, e.amount)
    taken = {**fields, "number_taken": True}
    return Asked(HOUSE, {"TicketOpened": fields, "HandPayOpened": taken}, e.amount)


def _opened(_: str, e: ticket_event.TicketOpened) -> Asked:
    fields = {"number": e.number, "amount": e.amount, "terminal": e.terminal}
    return Asked(e.pit, {"TicketPrintOrdered": fields})


def _hand_pay_opened(_: str, e: ticket_event.HandPayOpened) -> Asked:
    return Asked(e.pit, {"VoucherMade": {"number": e.number, "terminal": e.terminal}})


def _printed(_: str, e: ticket_event.TicketPrinted) -> Asked:
    return Asked(HOUSE, {"TicketIssued": {"number": e.number}})


def _not_printed(_: str, e: ticket_event.TicketPrintFailed) -> Asked:
    fields = {"number": e.number, "terminal": e.terminal}
    return Asked(HOUSE, {"TicketBecameHandPay": fields})


def _wait_ended(_: str, e: ticket_event.WaitEnded) -> Asked:
    return Asked(e.pit, {"HandPayFinished": {"terminal": e.terminal, "number": e.number}})


def _presented(stream: str, e: ticket_event.TicketPresented) -> Asked:
    fields = {"number": e.number, "pit": stream}
    return Asked(
        HOUSE,
        {
            "TicketRedeemed": {**fields, "where": f"{stream}/{e.terminal}"},
            "TicketRefused": {**fields, "terminal": e.terminal},
            "TicketClaimed": {**fields, "terminal": e.terminal},
        },
    )


def _redeemed(_: str, e: ticket_event.TicketRedeemed) -> Asked:
    fields = {"number": e.number, "amount": e.amount, "terminal": e.where.partition("/")[2]}
    return Asked(e.pit, {"TicketCredited": fields}, e.amount)


def _refused(_: str, e: ticket_event.TicketRefused) -> Asked:
    fields = {"number": e.number, "terminal": e.terminal, "code": e.code}
    return Asked(e.pit, {"TicketReturned": fields})


def _hold_asked(stream: str, e: ticket_event.HoldAsked) -> Asked:
    return Asked(HOUSE, {"HoldNoted": {"pit": stream, "slips": _SomeOf(e.slips)}})


def _cases_asked(stream: str, e: case_event.CasesAsked) -> Asked:
    fields = {"pit": stream, "table": e.table, "round": e.round, "claims": e.claims}
    return Asked(HOUSE, {"CasesNoted": fields}, sum(one.amount for one in e.claims))


def _stacker_removed(stream: str, e: drop_event.StackerRemoved) -> Asked:
    fields = {"pit": stream, "terminal": e.terminal, "amount": e.amount}
    return Asked(HOUSE if e.amount else "", {"DropReceived": fields}, e.amount)


def _credits_left(stream: str, e: drop_event.CreditsLeft) -> Asked:
    return Asked(HOUSE, {"CreditsReported": {"pit": stream, "credits": e.credits}})


def _abandon_asked(_: str, e: drop_event.AbandonAsked) -> Asked:
    fields = {"terminal": e.terminal, "account": e.account, "number": e.number}
    return Asked(e.pit, {"CreditAbandoned": fields, "CreditStayed": fields})


# Every event that asks one stream something; days and roles are told to every pit concerned.
ASKS: Final[dict[type[Event], Callable[[str, Any], Asked]]] = {
    ticket_event.CashOutRequested: _cash_out,
    ticket_event.TicketOpened: _opened,
    ticket_event.HandPayOpened: _hand_pay_opened,
    ticket_event.TicketPrinted: _printed,
    ticket_event.TicketPrintFailed: _not_printed,
    ticket_event.WaitEnded: _wait_ended,
    ticket_event.TicketPresented: _presented,
    ticket_event.TicketRedeemed: _redeemed,
    ticket_event.TicketRefused: _refused,
    ticket_event.HoldAsked: _hold_asked,
    case_event.CasesAsked: _cases_asked,
    drop_event.StackerRemoved: _stacker_removed,
    drop_event.CreditsLeft: _credits_left,
    drop_event.AbandonAsked: _abandon_asked,
}
# What a pit says to the news of a role.
_ROLES: Final = {event.RoleGranted: "RoleLearned", event.RoleWithdrawn: "RoleForgotten"}
_ASKING: Final = frozenset(
    (*ASKS, event.GamingDayClosed, event.HouseOpened, event.PitAdded, *_ROLES)
)
# Events that only ever answer a question; a redemption does when it goes into a pit.
_ANSWERS: Final = frozenset(
    (
        "CasesNoted",
        "CreditAbandoned",
        "CreditStayed",
        "CreditsReported",
        "DropReceived",
        "HandPayFinished",
        "HandPayOpened",
        "HoldNoted",
        "PitDayClosed",
        *_ROLES.values(),
        "TicketBecameHandPay",
        "TicketCredited",
        "TicketIssued",
        "TicketOpened",
        "TicketPrintOrdered",
        "TicketRefused",
        "TicketReturned",
        "VoucherMade",
    )
)


@dataclass(frozen=True, slots=True)
class _Answer:
    row: tuple[str, int, str]
    event: Event


@dataclass(slots=True)
class _Pair:
    """The questions of one stream to another.  Both sides keep their order."""

    open: dict[int, Asked] = field(default_factory=dict)
    waiting: dict[int, _Answer] = field(default_factory=dict)
    last: int = 0


class Questions:
    """All questions between all streams."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._pairs: dict[tuple[str, str], _Pair] = {}
        self._pits: list[str] = []
        # What every pit was told, by its row: a pit that is added hears all of it.
        self._told_all: dict[int, Mapping[str, Mapping[str, object]]] = {}
        # At which terminal somebody waits for the ticketing host, by ticket; kiosks are `kiosk`'s.
        self._waits: dict[str, tuple[str, str]] = {}
        self._heads: dict[str, int] = {}
        self._awaited: set[tuple[str, int]] = set()

    def take(self, row: Row, event: Event, *, same_command: bool) -> None:
        """Hear a row: as an answer, as a question, or as neither."""
        if row.client.startswith(_CAUSED_BY):
            self._answered(
                row, event, row.client.removeprefix(_CAUSED_BY), same_command=same_command
            )
        elif _is_answer(row.type, event) and not self._waited(event):
            self._findings.say("no stream asked for it")
        if isinstance(event, host_event.TicketClaimed) and event.pit not in ("", HOUSE):
            self._waits[event.number] = (event.pit, event.terminal)
        self._heads[row.stream] = row.sequence
        if type(event) in _ASKING:
            for asked in self._asks(row, event):
                self._ask(row, asked)
        if self._awaited and (row.stream, row.sequence) in self._awaited:
            self._give_up(row)

    def _waited(self, e: Event) -> bool:
        """Say whether a terminal hears, once, what the ticketing host said of its ticket."""
        if isinstance(e, ticket_event.TicketRedeemed):
            return self._waits.pop(e.number, ("", "")) == (e.pit, e.where.partition("/")[2])
        if isinstance(e, ticket_event.TicketRefused):
            return self._waits.pop(e.number, ("", "")) == (e.pit, e.terminal)
        return False

    def _asks(self, row: Row, event_: Event) -> Iterator[Asked]:
        ask = ASKS.get(type(event_))
        if ask is not None:
            asked = ask(row.stream, event_)
            if asked.receiver:
                yield asked
        elif isinstance(event_, event.HouseOpened):
            self._pits = list(event_.pits)
        elif isinstance(event_, event.PitAdded):
            self._add(row.stream, event_.pit)
        elif isinstance(event_, event.GamingDayClosed):
            yield from self._all_asked(row, {"PitDayClosed": {"day": event_.day}})
        elif isinstance(event_, event.RoleGranted | event.RoleWithdrawn):
            keys = ("person", "role", "since", "until")
            answers = {_ROLES[type(event_)]: {key: getattr(event_, key) for key in keys}}
            if not event_.pit:
                yield from self._all_asked(row, answers)
            elif event_.pit in self._pits:
                yield Asked(event_.pit, answers)

    def _all_asked(self, row: Row, answers: Mapping[str, Mapping[str, object]]) -> Iterator[Asked]:
        self._told_all[row.sequence] = answers
        for pit in self._pits:
            yield Asked(pit, answers)

    def _add(self, house: str, pit: str) -> None:
        self._pits.append(pit)
        pair = self._pairs.setdefault((house, pit), _Pair())
        pair.open.update({row: Asked(pit, answers) for row, answers in self._told_all.items()})

    def _ask(self, row: Row, asked: Asked) -> None:
        pair = self._pairs.setdefault((row.stream, asked.receiver), _Pair())
        answer = pair.waiting.pop(row.sequence, None)
        if answer is None:
            pair.open[row.sequence] = asked
        else:
            self._match((row.stream, row.sequence), asked, answer)

    def _answered(self, row: Row, event: Event, sender: str, *, same_command: bool) -> None:
        pair = self._pairs.setdefault((sender, row.stream), _Pair())
        question = f"{sender}:{row.number}"
        if row.number == pair.last and same_command and not _is_answer(row.type, event):
            return
        if row.number <= pair.last:
            self._findings.say(f"the question {question} was answered or passed over before")
            return
        pair.last = row.number
        answer = _Answer((row.stream, row.sequence, row.type), event)
        asked = pair.open.pop(row.number, None)
        if asked is not None:
            self._match((sender, row.number), asked, answer)
        elif row.number <= self._heads.get(sender, 0):
            self._findings.say(f"{question} asks {row.stream} nothing")
        else:
            pair.waiting[row.number] = answer
            self._awaited.add((sender, row.number))
        for passed in [number for number in pair.open if number < row.number]:
            del pair.open[passed]
            self._findings.say(f"the question {sender}:{passed} was never answered")

    def _match(self, question: tuple[str, int], asked: Asked, answer: _Answer) -> None:
        stream, sequence, name = answer.row
        where = f"{question[0]}:{question[1]}"
        fields = asked.answers.get(name)
        if fields is None:
            what = f"{where} asks for {' or '.join(asked.answers)}"
            self._findings.add(Finding(stream, sequence, name, what))
            return
        for key, wanted in fields.items():
            if getattr(answer.event, key) != wanted:
                what = f"{key} is {getattr(answer.event, key)!r}, but {where} says {wanted!r}"
                self._findings.add(Finding(stream, sequence, name, what))

    def _give_up(self, row: Row) -> None:
        """Find answers to this row, which asked that stream nothing."""
        self._awaited.discard((row.stream, row.sequence))
        for (sender, receiver), pair in self._pairs.items():
            if sender == row.stream:
                answer = pair.waiting.pop(row.sequence, None)
                if answer is not None:
                    what = f"{sender}:{row.sequence} asks {receiver} nothing"
                    self._findings.add(Finding(*answer.row, what))

    def ahead(self) -> set[str]:
        """Return the streams that must be read further: their questions are answered already."""
        return {sender for (sender, _), pair in self._pairs.items() if pair.waiting}

    def under_way(self, one: str, other: str) -> int:
        """Return the money in open questions between two streams, either way."""
        pairs = (self._pairs.get((one, other)), self._pairs.get((other, one)))
        return sum(asked.under_way for pair in pairs if pair for asked in pair.open.values())

    def open(self) -> Iterator[tuple[str, int, Asked]]:
        """Yield the questions without an answer."""
        for (sender, _), pair in self._pairs.items():
            for sequence, asked in pair.open.items():
                yield sender, sequence, asked

    def ending(self, *, open_ok: bool) -> Iterator[Finding]:
        """Yield what is wrong if nothing more comes."""
        for (sender, _), pair in self._pairs.items():
            for number, answer in pair.waiting.items():
                yield Finding(
                    *answer.row, f"the journal has no {sender}:{number} that asked for it"
                )
        if open_ok:
            return
        for sender, sequence, asked in self.open():
            names = " or ".join(asked.answers)
            what = f"{asked.receiver} never answered with {names} ({dollars(asked.under_way)})"
            yield Finding(sender, sequence, "question", what)


def _is_answer(name: str, event: Event) -> bool:
    if name in _ANSWERS:
        return True
    return isinstance(event, ticket_event.TicketRedeemed) and bool(event.pit)
