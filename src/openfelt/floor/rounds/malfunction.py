"""Malfunctions that a person declares: of a table's game system, or of one terminal.

Rulebooks: LT 11.1; SB 7.1 to 7.3, 7.6.
"""

from copy import copy
from typing import ClassVar

from msgspec.structs import replace

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.money import purse
from openfelt.floor.people.power import at_table, at_terminal
from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.rounds.correction import correctable, void_settled
from openfelt.floor.rounds.pause import suspended_now
from openfelt.floor.rounds.round import refund_legs, void
from openfelt.floor.state import Stake, State, Table
from openfelt.floor.wagers import layout
from openfelt.rulebooks.policy import Finality, SystemFault, TerminalFault
from openfelt.rulebooks.powers import Act


class DeclareMalfunction(Command, frozen=True):
    """Somebody with the power says that a table's system does not work."""

    table: str
    person: str
    reason: str


class DeclareTerminalFaulty(Command, frozen=True):
    """Somebody with the power says that a terminal does not work."""

    terminal: str
    person: str
    reason: str


class ReturnToService(Command, frozen=True):
    """A terminal works again; who was barred there still is."""

    terminal: str
    person: str


class MalfunctionDeclared(Event, frozen=True):
    """What is void because of it stands in the rows after this."""

    table: str
    reason: str


class TerminalTakenOut(Event, frozen=True):
    terminal: str
    reason: str


class WagersVoided(Event, frozen=True):
    """A terminal's wagers of the undecided round went back and are no longer played for."""

    table: str
    round: int
    terminal: str
    refunded: tuple[Stake, ...]


class TerminalReturned(Event, frozen=True):
    """A terminal is in service again; `admits` where that also ended an exclusion, as it once did.

    An exclusion ends by `TerminalAdmitted` and by nothing else.
    """

    version: ClassVar[int] = 2

    terminal: str
    admits: bool = False


def declare(state: State, command: DeclareMalfunction, context: Context) -> Answer:
    """Void what is being played, and what was paid last and is not final."""
    table = at_table(state, command.table, command.person, Act.MALFUNCTION, context.now)
    if isinstance(table, Refused):
        return table
    declared = MalfunctionDeclared(table.name, command.reason)
    if state.rules(table).policy.system_fault is SystemFault.VOID_BEFORE_CLOSE:
        return (declared, *_before_or_after_close(state, table, command, context.now))
    return (declared, *_plays_and_payouts(state, table, command.reason, context.now))


def _plays_and_payouts(state: State, table: Table, reason: str, now: int) -> tuple[Event, ...]:
    """End what is played; then take back what was paid, with those stakes at hand again.

    Rule: LT 11.1; SB 7.6; AC 6.6; AC 6.6.1.2; AC def:game system
    """
    if table.aside and table.undecided:
        ended = procedure_of(state, table).end_aside(table)
        return (*ended, *_payout(state, table, reason))
    if not table.undecided:
        return _payout(state, table, reason)
    voided, *announced = void(state, table, reason, now)
    later = _given_back(state, table)
    return (voided, *_payout(later, later.tables[table.name], reason), *announced)


def _payout(state: State, table: Table, reason: str) -> tuple[Event, ...]:
    """Void the coup that is settled and not final; where none ever is, the round itself."""
    finality = state.rules(table).policy.finality
    last = correctable(state, table, 0 if finality is Finality.NEXT_FIRST_CARD else table.round)
    return () if isinstance(last, Refused) else void_settled(state, table, last, reason)


def _given_back(state: State, table: Table) -> State:
    """Return the floor as it is once everything laid in this round has gone back."""
    stakes = layout.laid(table.layouts)
    names = {stake.terminal for stake in stakes}
    terminals = {name: copy(state.terminals[name]) for name in names}
    left = replace(table, layouts=layout.standing(table.layouts))
    tables = state.tables | {table.name: left}
    later = replace(state, tables=tables, terminals=state.terminals | terminals)
    for stake in stakes:
        purse.give(later, stake.terminal, stake.amount)
    return later


def _before_or_after_close(
    state: State, table: Table, command: DeclareMalfunction, now: int
) -> tuple[Event, ...]:
    """Void what was not closed; after the close the records decide, so the table stands still.

    Rule: MT 6.7(a); MT 6.7(b)
    """
    if table.phase == "wagering":
        return void(state, table, command.reason, now)
    if not table.undecided or table.suspended:
        return ()
    return (suspended_now(table, command.reason, now, person=command.person),)


def _tables(state: State, terminal: str) -> list[Table]:
    return [state.tables[name] for name in state.terminals[terminal].tables]


def declare_faulty(state: State, command: DeclareTerminalFaulty, context: Context) -> Answer:
    """Take a terminal out of service.

    Where the book has the records looked at, its wagers stand: the journal is
    the record.  Elsewhere its plays are void.

    Rule: LT 11.1; MT 6.6(a); MT 6.6(b)
    """
    terminal = at_terminal(state, command.terminal, command.person, Act.MALFUNCTION, context.now)
    if isinstance(terminal, Refused):
        return terminal
    if terminal.out_of_service:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE)
    voided = (
        WagersVoided(table.name, table.round, command.terminal, stakes)
        for table in _tables(state, command.terminal)
        if _fault_voids(state, table) and (stakes := layout.stakes_of(table, command.terminal))
    )
    # Rule: SB 7.1; SB 7.2.3; AC 6.1; AC 6.2.2; AC 6.2.3
    taken_out = TerminalTakenOut(command.terminal, command.reason)
    return (taken_out, *voided)


def _fault_voids(state: State, table: Table) -> bool:
    """Say whether the wagers of a faulty terminal go back."""
    what = state.rules(table).policy.terminal_fault
    if what is TerminalFault.VOID_BEFORE_CLOSE:
        return table.phase == "wagering"
    return what is TerminalFault.VOID


def return_to_service(state: State, command: ReturnToService, context: Context) -> Answer:
    """Let a repaired terminal be played at, by whoever may.

    So does one whose fault nobody locked it for, once somebody has looked.

    Rule: SB 7.2.3; LT 12.3.2; AC 6.2.3
    """
    terminal = at_terminal(state, command.terminal, command.person, Act.MANAGE, context.now)
    if isinstance(terminal, Refused):
        return terminal
    if not (terminal.out_of_service or terminal.fault):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "in_service")
    return (TerminalReturned(command.terminal),)


def declared(state: State, event: MalfunctionDeclared) -> None:
    """Recorded; the void that follows changes the floor."""


def out_of_service(state: State, event: TerminalTakenOut) -> None:
    state.terminals[event.terminal].out_of_service = True


def voided(state: State, event: WagersVoided) -> None:
    table = state.tables[event.table]
    layout.withdraw(table, event.terminal)
    for stake in event.refunded:
        purse.give(state, event.terminal, stake.amount)


def returned(state: State, event: TerminalReturned) -> None:
    terminal = state.terminals[event.terminal]
    terminal.out_of_service, terminal.fault = False, ""
    if event.admits:
        terminal.excluded = False


CONCEPT = Concept(
    decides={
        DeclareMalfunction: declare,
        DeclareTerminalFaulty: declare_faulty,
        ReturnToService: return_to_service,
    },
    evolves={
        MalfunctionDeclared: declared,
        TerminalTakenOut: out_of_service,
        WagersVoided: voided,
        TerminalReturned: returned,
    },
    posts={WagersVoided: lambda event: refund_legs(event.refunded)},
)
