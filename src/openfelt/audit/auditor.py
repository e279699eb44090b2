"""The auditor: believes nobody, keeps sums of its own, and says at once what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from openfelt.audit import (
    account,
    case,
    correction,
    craps,
    credential,
    drop,
    host,
    limits,
    replayed,
    seal,
    terminal_report,
    ticket,
    wager,
)
from openfelt.audit import round as round_
from openfelt.audit.account import Accounts
from openfelt.audit.case import Cases
from openfelt.audit.command import Commands
from openfelt.audit.desk import Desk
from openfelt.audit.drop import Stackers
from openfelt.audit.event import Event, JournalOpened, OwnerChanged, SystemRestarted
from openfelt.audit.finding import FINDINGS_MAX, Finding, Findings, dollars
from openfelt.audit.head import KeptHead, KeptHeads
from openfelt.audit.judge import Judge
from openfelt.audit.keys import strange_keys
from openfelt.audit.kiosk import Kiosks
from openfelt.audit.known import READING, why_not_read
from openfelt.audit.ledger import HAND_PAYS, TICKETS, UNCLAIMED, Ledger, held_of
from openfelt.audit.question import Questions
from openfelt.audit.seal import Seals
from openfelt.audit.table import Tables
from openfelt.audit.terminal_report import Reports
from openfelt.audit.ticket import Tickets
from openfelt.journal.chain import verify
from openfelt.journal.errors import JournalCorrupt, UnknownEvent, UnreadableEvent
from openfelt.journal.row import GENESIS, Head, Row, head_of

_TABLE_RULES: Final[dict[type[Event], Callable[[Tables, Any], object]]] = {
    **wager.RULES,
    **round_.RULES,
    **correction.RULES,
}
_TICKET_RULES: Final = {**ticket.RULES, **host.RULES}
_ACCOUNT_RULES: Final = {**account.RULES, **replayed.RULES}

_OPENING: Final = frozenset((JournalOpened, OwnerChanged, SystemRestarted))


class _Stream:
    """What is known of one stream."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self.head = GENESIS
        self.time_us = 0
        self.epoch = 0
        self.changed_hands = 0
        self.ledger = Ledger(findings)
        self.tables = Tables(findings)
        self.tickets = Tickets(findings)
        self.seals = Seals(findings)
        self.accounts = Accounts(findings, self.ledger, self.tables)
        self.cases = Cases(findings, self.tickets)
        self.desk = Desk(findings)
        self.kiosks = Kiosks(findings, self.desk)
        self.stackers = Stackers(findings, self.desk)
        self.reports = Reports(self.ledger, self.tables)
        self.commands = Commands(findings)
        self.judge = Judge(findings, self.tables)

    def chain(self, row: Row) -> None:
        """Verify a row against the one before, and go on from what it says itself."""
        try:
            self.head = verify(row.stream, self.head, (row,))
        except JournalCorrupt as error:
            self._findings.add(Finding(error.stream, error.sequence, row.type, error.why))
            self.head = head_of(row)
        if row.time_us < self.time_us:
            self._findings.say(f"time goes back by {self.time_us - row.time_us} µs")
        self.time_us = row.time_us

    def goes_on(self, row: Row) -> bool:
        """Say whether a row is of the same moment as the last, and nobody sent either."""
        return not row.client and row.time_us == self.tables.time_us

    def open(self, row: Row, event: Event) -> None:
        """See that the stream begins and changes hands as it must."""
        if isinstance(event, JournalOpened):
            if row.sequence != 1 or event.stream != row.stream:
                self._findings.say(f"it opens {event.stream!r} at row {row.sequence}")
        elif row.sequence == 1:
            self._findings.say("a stream begins with JournalOpened")
        elif isinstance(event, OwnerChanged):
            if event.epoch <= self.epoch:
                self._findings.say(f"epoch {event.epoch} follows epoch {self.epoch}")
            self.epoch, self.changed_hands = event.epoch, row.sequence
        elif isinstance(event, SystemRestarted):
            if self.changed_hands != row.sequence - 1:
                self._findings.say("nobody became the owner in the row before")
        elif not self.epoch:
            self._findings.say("nobody owned the stream yet")

    def apply(self, event: Event) -> None:
        """Book an event and judge it."""
        kind = type(event)
        self.ledger.post(event)
        table_rule = _TABLE_RULES.get(kind)
        if table_rule is not None:
            table_rule(self.tables, event)
        limit_rule = limits.RULES.get(kind)
        if limit_rule is not None:
            limit_rule(self.tables, event)
        ticket_rule = _TICKET_RULES.get(kind)
        if ticket_rule is not None:
            ticket_rule(self.tickets, event)
        account_rule = _ACCOUNT_RULES.get(kind)
        if account_rule is not None:
            account_rule(self.accounts, event)
        case_rule = case.RULES.get(kind)
        if case_rule is not None:
            case_rule(self.cases, event)
        self.desk.take(event)
        self.kiosks.take(event)
        drop_rule = drop.RULES.get(kind)
        if drop_rule is not None:
            drop_rule(self.stackers, event)
        report_rule = terminal_report.RULES.get(kind)
        if report_rule is not None:
            report_rule(self.reports, event)
        note_rule = credential.RULES.get(kind)
        if note_rule is not None:
            note_rule(self._findings, event)
        seal_rule = seal.RULES.get(kind)
        if seal_rule is not None:
            seal_rule(self.seals, event)

    def untrue(self) -> Iterator[str]:
        """Yield what the last command left undone where wagers stand: it is over."""
        for name, terminals in self.tables.touched.items():
            table = self.tables.tables[name]
            for what in table.due:
                yield f"no row says that {what}"
            for terminal in sorted(terminals):
                yield from craps.over(table, terminal)
                held = self.ledger.accounts.get(held_of(terminal), 0)
                due = craps.held_for(self.tables, terminal)
                if held != due:
                    yield f"{dollars(held)} are held of {terminal}, its chips cost {dollars(due)}"

    def ending(self) -> Iterator[str]:
        """Yield where two sums of ours that must agree do not."""
        yield from self.untrue()
        accounts = self.ledger.accounts
        owed = (
            (TICKETS, self.tickets.owed, "tickets issued less redeemed less voided"),
            (HAND_PAYS, self.tickets.hand_pays_owed, "vouchers made less paid"),
            (UNCLAIMED, self.tickets.unclaimed, "slips that nobody claims"),
        )
        stakes = (
            (name, self.tables.unsettled(name.partition(":")[2]), "what lies on the tables")
            for name in accounts
            if name.startswith("stake:")
        )
        for name, expected, meaning in (*owed, *stakes):
            balance = accounts.get(name, 0)
            if balance != expected:
                yield f"{name} is {dollars(balance)}, {meaning} {dollars(expected)}"
        if unsaid := self.desk.ending():
            yield unsaid
        for drawer, holds in self.desk.drawers.items():
            booked = -accounts.get(drawer, 0)
            if booked != (holds or 0):
                yield f"{drawer} holds {dollars(holds or 0)}, booked {dollars(booked)}"
        yield from self.kiosks.wrong_sums(accounts)
        yield from self.stackers.wrong_sums(accounts)
        for number in self.tickets.not_withheld():
            yield f"{number} was to be withheld and can be paid"


@dataclass(frozen=True, slots=True)
class Summary:
    """What was audited; `accounts` in cents by kind, as `ledger` counts them."""

    rows: int
    rounds_settled: int
    rounds_void: int
    tickets: int
    hand_pays: int
    questions_open: int
    under_way: int
    accounts: dict[str, int]
    demo: bool


class Auditor:
    """Takes the rows of all streams, each stream's in order, the streams mixed in any way.

    A strict one raises Wrong at its first finding.
    """

    def __init__(
        self,
        *,
        heads: Iterable[KeptHead] = (),
        findings_max: int = FINDINGS_MAX,
        strict: bool = False,
    ) -> None:
        self._findings = Findings(findings_max, strict)
        self._streams: dict[str, _Stream] = {}
        self._questions = Questions(self._findings)
        self._kept = KeptHeads(heads, self._findings)
        self._types: Counter[str] = Counter()

    def take(self, row: Row) -> None:
        """Hear a row; what is wrong stands in `findings` then, or is raised as Wrong if strict."""
        findings = self._findings
        findings.stream, findings.sequence, findings.type = row.stream, row.sequence, row.type
        stream = self._streams.get(row.stream)
        if stream is None:
            stream = self._streams[row.stream] = _Stream(findings)
        self._types[row.type] += 1
        stream.chain(row)
        self._kept.take(row)
        try:
            event = READING.read(row)
        except (UnknownEvent, UnreadableEvent) as error:
            findings.say(why_not_read(error))
            return
        for strange in strange_keys(row):
            findings.say(strange)
        if not stream.epoch or type(event) in _OPENING:
            stream.open(row, event)
        same_command = stream.commands.take(row)
        if stream.tables.dispensed and not same_command:
            limits.check_dispensed(stream.tables)
        if stream.tables.touched and not same_command and not stream.goes_on(row):
            for what in stream.untrue():
                findings.say(what)
            stream.tables.touched.clear()
        self._questions.take(row, event, same_command=same_command)
        stream.judge.take(row, event, same_command=same_command)
        stream.tables.version, stream.tables.time_us = row.version, row.time_us
        stream.apply(event)

    @property
    def findings(self) -> list[Finding]:
        """What is wrong so far, the first first."""
        return list(self._findings.kept)

    @property
    def findings_count(self) -> int:
        """How many there were, also where only the first are kept."""
        return self._findings.count

    def heads(self) -> dict[str, Head]:
        """Return the last row of every stream."""
        return {name: stream.head for name, stream in sorted(self._streams.items())}

    def accounts(self, stream: str) -> dict[str, int]:
        """Return the accounts of a stream in cents, as `ledger` counts them."""
        return dict(self._streams[stream].ledger.accounts)

    def proved(self) -> dict[str, int]:
        """Return up to which row each stream is proved by a head kept outside."""
        return dict(self._kept.proved)

    def ahead(self) -> set[str]:
        """Return the streams to be read further: answers to questions they have not shown yet."""
        return self._questions.ahead()

    def finish(self, *, open_ok: bool = True) -> list[Finding]:
        """Return all findings, with what is wrong if nothing more comes; more may come.

        With `open_ok` false a question without an answer is a finding too.
        """
        return [*self._findings.kept, *self._ending(open_ok=open_ok)]

    def _ending(self, *, open_ok: bool) -> Iterator[Finding]:
        yield from self._kept.ending(self.heads())
        yield from self._questions.ending(open_ok=open_ok)
        for name, stream in self._streams.items():
            for what in stream.ending():
                yield Finding(name, stream.head.sequence, "ledger", what)
            for what in self._in_transit(name, stream):
                yield Finding(name, stream.head.sequence, "ledger", what)

    def _in_transit(self, name: str, stream: _Stream) -> Iterator[str]:
        """Compare what two streams have sent each other with what is asked and not answered."""
        for owner, balance in stream.ledger.accounts.items():
            kind, _, other = owner.partition(":")
            if kind != "in_transit" or (other < name and other in self._streams):
                continue
            peer = self._streams.get(other)
            back = peer.ledger.accounts.get(f"in_transit:{name}", 0) if peer else 0
            under_way = self._questions.under_way(name, other)
            if balance + back != under_way:
                yield (
                    f"{dollars(balance + back)} are in transit between {name} and {other}, "
                    f"questions are open over {dollars(under_way)}"
                )

    def summary(self) -> Summary:
        """Return what was heard, in figures."""
        accounts: Counter[str] = Counter()
        for stream in self._streams.values():
            for name, balance in stream.ledger.accounts.items():
                accounts[name.partition(":")[0]] += balance
        still_open = [asked for _, _, asked in self._questions.open()]
        return Summary(
            rows=self._types.total(),
            rounds_settled=self._types["RoundSettled"],
            rounds_void=self._types["RoundVoided"],
            tickets=self._types["TicketOpened"],
            hand_pays=self._types["TicketBecameHandPay"] + self._types["HandPayOpened"],
            questions_open=len(still_open),
            under_way=sum(asked.under_way for asked in still_open),
            accounts=dict(sorted(accounts.items())),
            demo=bool(self._types["DemoDeclared"]),
        )
