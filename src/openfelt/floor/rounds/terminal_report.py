"""What a terminal says of itself: what its screen showed of a round, and what it found wrong.

So its own record stands in the journal beside the floor's.  Where the two differ it has failed;
where several fail alike, the system of their table has.

Rulebooks: AC 6.1, 6.2, 6.6.1.1; SB 7.1, 7.2, 7.6.1.1.
"""

from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.play.craps.position import code_of
from openfelt.floor.state import Report, State, Stopped, Table, Terminal, TerminalFault
from openfelt.rulebooks import policy

# A screen that shows what is not so must not be played at until somebody has looked.
LOCKS: Final = ("credit", "wagers")


class ReportShown(Command, frozen=True):
    """A terminal tells what it shows after a round: its meter, and what lay there at the close.

    `moved` is the count of what was booked on its meter, as it was shown with `credit`.
    `wagers` is None where it showed no closed layout.  `fault` is what it found itself: its
    `sequence` was interrupted, or its `display` failed.
    """

    terminal: str
    table: str
    round: int
    moved: int
    credit: int
    wagers: dict[str, int] | None = None
    fault: str = ""


class TerminalReported(Event, frozen=True):
    """`fault` is what is wrong: found by the terminal, or because its record is not the floor's."""

    terminal: str
    account: int
    table: str
    round: int
    credit: int
    wagers: dict[str, int] | None
    fault: TerminalFault


class TerminalsFailAlike(Event, frozen=True):
    """Several terminals of a table have the same fault, so it stands still.

    `left_us` is what remained of the timer that ran, -1 where none did.
    """

    table: str
    fault: TerminalFault
    terminals: tuple[str, ...]
    left_us: int


def wants_reports(state: State, table: Table) -> bool:
    """Say whether the book looks at what a terminal has on record when it fails.

    Rule: AC 6.1; SB 7.1
    """
    return state.rules(table).policy.terminal_fault is policy.TerminalFault.STAND


def report(state: State, command: ReportShown, context: Context) -> Answer:
    """Put on record what a terminal shows, and compare it.

    Rule: AC 6.1; AC 6.2; SB 7.1; SB 7.2
    """
    terminal = state.terminals.get(command.terminal)
    if terminal is None:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_terminal")
    if command.table not in terminal.tables:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    table = state.tables[command.table]
    said = _said(command.fault)
    if said is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_ground")
    refused = _not_now(state, table, terminal, command)
    if refused:
        return refused
    found = _differs(table, terminal, command) or said
    # A row says them in one order, whatever order the terminal had.
    wagers = command.wagers and dict(sorted(command.wagers.items()))
    shown = (command.round, command.credit, wagers)
    reported = TerminalReported(terminal.name, terminal.account, table.name, *shown, found)
    return (reported, *_alike(state, terminal, found, context.now))


def _said(fault: str) -> TerminalFault | None:
    """Return what a terminal can find wrong with itself.

    Rule: AC 6.2.2; SB 7.2.2
    """
    match fault:
        case "" | "sequence" | "display" as said:
            return said
        case _:
            return None


def _not_now(
    state: State, table: Table, terminal: Terminal, command: ReportShown
) -> Refused | None:
    """Refuse what is not about the last round, or was shown before the meter moved again."""
    if not wants_reports(state, table):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_act")
    last = max(table.settled, default=0)
    rounds = (last, table.round) if command.fault == "display" else (last,)
    if not command.round or command.round not in rounds:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_round", round=command.round)
    if command.fault != "display" and not laid_at(table, terminal.name, command.round):
        return refuse(Refusal.BET_NOT_OFFERED, "had_no_wager")
    if command.moved != terminal.moved:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "changed_meanwhile")
    if _is_known(terminal.reports.get(table.name), command):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "already_reported")
    return None


def _is_known(before: Report | None, command: ReportShown) -> bool:
    """Say whether a terminal has told of this round; that its display fails it may tell besides."""
    if before is None or before.round != command.round:
        return False
    return (before.fault == "display") == (command.fault == "display")


def laid_at(table: Table, terminal: str, number: int) -> dict[str, int]:
    """Return what was played for at a terminal, by the codes of the layout."""
    played = table.settled.get(number)
    spots = played.layouts.get(terminal, {}) if played else {}
    return {code_of(spot.bet): spot.amount for spot in spots.values()}


def _differs(table: Table, terminal: Terminal, command: ReportShown) -> TerminalFault:
    """Say what a screen showed that is not so; who was interrupted has not seen all of its wagers.

    Rule: AC 6.2.1; SB 7.2.1
    """
    if command.credit != terminal.credit:
        return "credit"
    if command.wagers is None or command.fault:
        return ""
    return "" if command.wagers == laid_at(table, terminal.name, command.round) else "wagers"


def _alike(
    state: State, terminal: Terminal, fault: TerminalFault, now: int
) -> tuple[TerminalsFailAlike, ...]:
    """Stop the tables at which another terminal has the same fault.

    Rule: AC 6.6.1; AC 6.6.1.1; SB 7.6.1; SB 7.6.1.1
    """
    stopped = []
    for name in terminal.tables if fault else ():
        table = state.tables[name]
        others = [
            one.name
            for one in state.terminals.values()
            if one.fault == fault and name in one.tables and one is not terminal
        ]
        goes_on = (table.undecided or table.due) and not table.suspended
        if others and goes_on and wants_reports(state, table):
            left_us = max(0, table.due - now) if table.due else -1
            alike = (*others, terminal.name)
            stopped.append(TerminalsFailAlike(name, fault, alike, left_us))
    return tuple(stopped)


def reported(state: State, event: TerminalReported) -> None:
    """Keep the newest of each table; a terminal that failed works again once all is right."""
    terminal = state.terminals[event.terminal]
    shown = (event.round, event.credit, event.wagers)
    terminal.reports[event.table] = Report(*shown, event.fault)
    if event.fault and event.fault != terminal.fault:
        terminal.fault, terminal.failed_at = event.fault, state.now
    elif not event.fault and not terminal.out_of_service:
        terminal.fault = ""
    if event.fault in LOCKS:
        terminal.out_of_service = True


def failed_alike(state: State, event: TerminalsFailAlike) -> None:
    table = state.tables[event.table]
    table.suspended, table.stopped = "faults", Stopped(since=state.now)
    table.frozen_us, table.due = event.left_us, 0


CONCEPT = Concept(
    decides={ReportShown: report},
    evolves={TerminalReported: reported, TerminalsFailAlike: failed_alike},
)
