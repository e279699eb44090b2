"""Money due to or from an account that has closed, because a round it played in was corrected.

The pit knows the difference, the house keeps the case: what is due to somebody who has left is paid
by voucher at the desk, what is due from him stands whole on `recoverable` until he pays, the
correction is reversed or it is written off.  Rulebooks: LT 9.2, 11.6.2.1; SB 7.1.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused, refuse
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.money import recovery
from openfelt.floor.money.paying import PLAIN, Counter, over_the_counter
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people.staff import holds, may, may_with, on_duty
from openfelt.floor.question import OpenCases
from openfelt.floor.state import Case, Claim, HandPay, SettledRound, Slip, State, Table
from openfelt.rulebooks.powers import Role

_SETTLES: Final = (Role.CASHIER,)
_WRITES_OFF: Final = (Role.AGM,)  # Rule: LT 9.2; SB 5.2; AC 4.2


class SettleCase(Command, frozen=True):
    """A cashier makes a voucher over what is due to somebody, or takes in what is due from him."""

    case: str
    person: str


class WriteOffCase(Command, frozen=True):
    """Two persons give up what is due from somebody who has left."""

    case: str
    person: str
    second: str
    reason: str


class CasesAsked(Event, frozen=True):
    """A correction found accounts closed: what is due to each, less than 0 from it."""

    table: str
    round: int
    reason: str
    claims: tuple[Claim, ...]


class Entry(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A case and what is due by it, before and now; one that did not exist was at nothing.

    `forgiven`: what was owed had been written off, and is not owed any more where it is less now.
    """

    case: str
    terminal: str
    account: int
    was: int
    stands: int
    forgiven: bool = False


class CasesNoted(Event, frozen=True):
    """The house opened cases, or a further correction of the same round changed them."""

    pit: str
    table: str
    round: int
    reason: str
    entries: tuple[Entry, ...]


class CaseSettled(Event, frozen=True):
    """Paid by a voucher, or less than 0 into a cashier's drawer."""

    case: str
    terminal: str
    amount: int
    voucher: str
    drawer: str


class CaseWrittenOff(Event, frozen=True):
    case: str
    terminal: str
    amount: int
    second: str
    reason: str


def ask(
    table: Table, found: tuple[int, SettledRound], claims: Mapping[str, int], reason: str
) -> Iterator[Event]:
    """Hand claims of closed accounts that played in a round to the house.

    Rule: LT 11.6.2.1; SB 7.1; AC 6.1
    """
    number, round_ = found
    made = tuple(
        Claim(terminal, round_.accounts.get(terminal, 0), amount)
        for terminal, amount in sorted(claims.items())
        if amount
    )
    slips = tuple(
        Slip(one.terminal, round_.slips[one.terminal])
        for one in made
        if one.amount < 0 and one.terminal in round_.slips
    )
    yield from claimed(table, number, made, slips, reason)


def claimed(
    table: Table, number: int, claims: tuple[Claim, ...], slips: tuple[Slip, ...], reason: str
) -> Iterator[Event]:
    """Hand claims to the house; the slips of debtors are to be withheld.

    Rule: LT 11.6.2.1; SB 7.1; AC 6.1
    """
    if claims:
        yield CasesAsked(table.name, number, reason, claims)
    yield from recovery.ask(table, number, slips, reason)


def open_cases(state: State, command: OpenCases, _: Context) -> Answer:
    """Open a case for each claim, or change the one that a correction of the same round opened."""
    entries = []
    for place, claim in enumerate(command.claims, 1):
        known = _known(state, command, claim)
        was = state.cases[known].amount if known else 0
        forgiven = bool(known) and state.cases[known].state == "written_off"
        name = known or f"D{state.sequence + 1}-{place}"
        whose = (name, claim.terminal, claim.account)
        entries.append(Entry(*whose, was, was + claim.amount, forgiven))
    where = (command.pit, command.table, command.round)
    return (CasesNoted(*where, command.reason, tuple(entries)),)


def _known(state: State, command: OpenCases, claim: Claim) -> str:
    """Find the case of the same account and round that is not paid; one at nothing comes back.

    What was paid is over: a correction after that is another case.  What was given up is not paid
    out: a correction in favour of who owed it makes the loss less first.
    """
    about = (command.pit, claim.terminal, claim.account, command.table, command.round)
    for name, one in state.cases.items():
        same = (one.pit, one.terminal, one.account, one.table, one.round) == about
        given_up = one.state == "written_off" and claim.amount > 0
        if same and (one.state == "open" or not one.amount or given_up):
            return name
    return ""


def _open(state: State, name: str) -> Case | Refused:
    case = state.cases.get(name)
    if case is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_case")
    return case if case.state == "open" else refuse(Refusal.PHASE_DOES_NOT_ALLOW, "case_closed")


def settle(state: State, command: SettleCase, context: Context) -> Answer:
    """Pay what is due by voucher, or take in what is owed.

    Rule: LT 9.1; LT 11.6.2.1; SB 7.1; AC 6.1
    """
    case = may(state, command.person, _SETTLES, context.now) or _open(state, command.case)
    if isinstance(case, Refused):
        return case
    what = (command.case, case.terminal, case.amount)
    if case.amount > 0:
        return (CaseSettled(*what, f"V{command.case}", ""),)
    by = Counter(command.person, "", PLAIN, context.now)
    record = over_the_counter(state, command.case, case.amount, by)
    if isinstance(record, Refused):
        return record
    return (CaseSettled(*what, "", Account.DRAWER.of(command.person)), *record)


def write_off(state: State, command: WriteOffCase, context: Context) -> Answer:
    """Give up a debt, by two persons; what is due to somebody is not ours to give up."""
    case = _by_two(state, command, context.now) or _open(state, command.case)
    if isinstance(case, Refused):
        return case
    if case.amount > 0:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "due_to_player")
    gone = (command.case, case.terminal, case.amount, command.second)
    return (CaseWrittenOff(*gone, command.reason),)


def _by_two(state: State, command: WriteOffCase, now: int) -> Refused | None:
    """Refuse unless an AGM is one of both; at a desk its cashier asks, and he approves.

    Rule: LT 9.2; SB 5.2; AC 4.2
    """
    refused = may(state, command.person, (*_WRITES_OFF, *_SETTLES), now)
    if refused:
        return refused
    if not holds(state, command.person, _WRITES_OFF, now):
        return may_with(state, command.person, command.second, _WRITES_OFF, now)
    is_other = command.second != command.person and on_duty(state, command.second, now)
    return None if is_other else refuse(Refusal.SECOND_PERSON_NEEDED)


def asked(state: State, event: CasesAsked) -> None:
    """Recorded; the house hears of it."""


def noted(state: State, event: CasesNoted) -> None:
    for one in event.entries:
        whose = (event.pit, one.terminal, one.account, event.table, event.round)
        state.cases[one.case] = Case(*whose, one.stands, _state_of(one))


def _state_of(entry: Entry) -> Literal["open", "settled", "written_off"]:
    if entry.forgiven and entry.stands < 0:
        return "written_off"
    return "open" if entry.stands else "settled"


def settled(state: State, event: CaseSettled) -> None:
    state.cases[event.case].state = "settled"
    if event.voucher:
        state.hand_pays[event.voucher] = HandPay(event.amount, event.terminal, since=state.now)


def written_off(state: State, event: CaseWrittenOff) -> None:
    state.cases[event.case].state = "written_off"


def _noted_legs(event: CasesNoted) -> tuple[Leg, ...]:
    """Owe what is due to somebody, hold against him what is due from him."""
    legs: list[Leg] = []
    for one in event.entries:
        due, was_due = max(0, one.stands), max(0, one.was)
        owed, was_owed = max(0, -one.stands), max(0, -one.was)
        legs.append((Account.IN_TRANSIT.of(event.pit), one.stands - one.was))
        legs.append((Account.CASE_DUE.of(one.terminal), was_due - due))
        debt = Account.WRITTEN_OFF if one.forgiven else Account.RECOVERABLE.of(one.terminal)
        legs.append((debt, owed - was_owed))
    return tuple(leg for leg in legs if leg[1])


def _settled_legs(event: CaseSettled) -> tuple[Leg, ...]:
    if event.voucher:
        due = Account.CASE_DUE.of(event.terminal)
        return transfer(event.amount, debit=due, credit=Account.HAND_PAYS_OUTSTANDING)
    owed = Account.RECOVERABLE.of(event.terminal)
    return transfer(-event.amount, debit=event.drawer, credit=owed)


CONCEPT = Concept(
    decides={OpenCases: open_cases, SettleCase: settle, WriteOffCase: write_off},
    evolves={
        CasesAsked: asked,
        CasesNoted: noted,
        CaseSettled: settled,
        CaseWrittenOff: written_off,
    },
    posts={
        CasesNoted: _noted_legs,
        CaseSettled: _settled_legs,
        CaseWrittenOff: lambda event: transfer(
            -event.amount,
            debit=Account.WRITTEN_OFF,
            credit=Account.RECOVERABLE.of(event.terminal),
        ),
    },
    tells={
        CasesAsked: lambda state, event: (
            (
                HOUSE,
                OpenCases(state.stream, event.table, event.round, event.claims, event.reason),
            ),
        )
    },
)
