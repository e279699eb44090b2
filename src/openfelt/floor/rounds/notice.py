"""Notices: other limits and the close of a table are announced, and take effect when it is time.

Rulebooks: LT 12.8; SB 8.2.
"""

from typing import ClassVar

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people.power import at_open_table
from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.state import BETWEEN, Limits, State, Table
from openfelt.floor.table import limits_make_sense
from openfelt.rulebooks.policy import ClosingNotice, Finality
from openfelt.rulebooks.powers import Act

MINUTE_US = 60 * 1_000_000
SIGN_US = 20 * MINUTE_US  # Rule: LT 12.8
ROUNDS_GIVEN = 3  # Rule: MT 7.11


class ChangeLimits(Command, frozen=True):
    """Put another sign up; with `now` without any notice."""

    table: str
    person: str
    limits: Limits
    now: bool


class CloseTable(Command, frozen=True):
    """Close a table; with `now` without any notice."""

    table: str
    person: str
    now: bool


class LimitsNoticePosted(Event, frozen=True):
    table: str
    limits: Limits
    effective_at: int


class LimitsChanged(Event, frozen=True):
    table: str
    limits: Limits


class ClosingNoticePosted(Event, frozen=True):
    """The table closes then, or when the round that is being played is over.

    `closes_after` is the round after which it does where a number of rounds is given instead.
    """

    version: ClassVar[int] = 2

    table: str
    closes_at: int
    closes_after: int = 0


class TableClosed(Event, frozen=True):
    table: str


def _needs_sign(state: State, table: Table) -> bool:
    """Say whether players must have had a sign for 20 minutes.

    Rule: LT 12.8
    """
    return state.rules(table).policy.closing_notice is ClosingNotice.SIGN_20_MINUTES


def _too_short(notice_us: int) -> Refused:
    """Say how long players must still be given, or that a round is being played."""
    if notice_us <= 0:
        return refuse(Refusal.NOTICE_TOO_SHORT, "round_under_way")
    return refuse(Refusal.NOTICE_TOO_SHORT, minutes=-(-notice_us // MINUTE_US))


def change_limits(state: State, command: ChangeLimits, context: Context) -> Answer:
    """Change the limits between rounds; where the book wants a sign, a higher minimum needs it.

    Where periods follow each other without a dealer, a round nobody has staked on is no obstacle.
    """
    table = at_open_table(state, command.table, command.person, Act.MANAGE, context.now)
    if isinstance(table, Refused):
        return table
    if not limits_make_sense(command.limits):
        return refuse(Refusal.NOT_A_MULTIPLE, "no_such_limits")
    dearer = command.limits.minimum > table.limits.minimum
    notice = SIGN_US if dearer and _needs_sign(state, table) else 0
    mid_coup = table.undecided and Act.DEAL in state.rules(table).powers
    if command.now and (notice or mid_coup):
        return _too_short(notice)
    playing = mid_coup or bool(table.layouts)
    if command.now or not (notice or playing):
        return (LimitsChanged(table.name, command.limits),)
    return (LimitsNoticePosted(table.name, command.limits, context.now + notice),)


def close_table(state: State, command: CloseTable, context: Context) -> Answer:
    """Announce the close; it waits for the notice to run and for the round to be decided.

    Rule: LT 12.8; SB 8.2
    """
    table = at_open_table(state, command.table, command.person, Act.MANAGE, context.now)
    if isinstance(table, Refused):
        return table
    if state.rules(table).policy.closing_notice is ClosingNotice.THREE_ROUNDS:
        return _close_after_rounds(state, table, now=command.now)
    closes_at = context.now + (SIGN_US if _needs_sign(state, table) else 0)
    if table.closing_at:
        closes_at = min(closes_at, table.closing_at)
    at_rest = not table.layouts and (
        not table.undecided or (command.now and table.phase == "wagering")
    )
    if command.now and (closes_at > context.now or not at_rest):
        return _too_short(closes_at - context.now)
    if closes_at <= context.now and at_rest:
        return (TableClosed(table.name),)
    return (ClosingNoticePosted(table.name, closes_at),)


def _close_after_rounds(state: State, table: Table, *, now: bool) -> Answer:
    """Give whoever is there three rounds more; a table where nobody has an account closes at once.

    Rule: MT 7.11
    """
    players = (one for one in state.terminals.values() if table.name in one.tables)
    if not any(player.open for player in players):
        return (TableClosed(table.name),)
    if now:
        return refuse(Refusal.NOTICE_TOO_SHORT, "rounds", rounds=ROUNDS_GIVEN)
    after = table.round + ROUNDS_GIVEN
    if table.closing_after:
        after = min(after, table.closing_after)
    return (ClosingNoticePosted(table.name, 0, after),)


def closes(table: Table, now: int, *, stands: bool) -> bool:
    """Say whether the table closes as soon as no round is played and nothing `stands`."""
    has_come = 0 < table.closing_at <= now or 0 < table.closing_after <= table.round
    return has_come and not stands


def between_rounds(table: Table, now: int, *, stands: bool) -> tuple[Event, ...]:
    """Return what was announced and has come, once no round is being played."""
    events: list[Event] = []
    if table.next_limits is not None and table.limits_at <= now:
        events.append(LimitsChanged(table.name, table.next_limits))
    if closes(table, now, stands=stands):
        events.append(TableClosed(table.name))
    return tuple(events)


def next_notice(table: Table) -> int:
    """Return when something announced takes effect by itself, 0 while a round is played."""
    if table.phase not in BETWEEN:
        return 0
    closing_at = 0 if table.layouts else table.closing_at
    times = [table.limits_at if table.next_limits else 0, closing_at]
    return min((time for time in times if time), default=0)


def limits_announced(state: State, event: LimitsNoticePosted) -> None:
    table = state.tables[event.table]
    table.next_limits, table.limits_at = event.limits, event.effective_at


def limits_changed(state: State, event: LimitsChanged) -> None:
    table = state.tables[event.table]
    table.limits, table.next_limits, table.limits_at = event.limits, None, 0


def closing_announced(state: State, event: ClosingNoticePosted) -> None:
    table = state.tables[event.table]
    table.closing_at, table.closing_after = event.closes_at, event.closes_after


def closed(state: State, event: TableClosed) -> None:
    """Nothing is played here any more; what the close makes final is final."""
    table = state.tables[event.table]
    table.phase, table.due, table.suspended = "closed_table", 0, ""
    table.closing_at = table.closing_after = 0
    make_final(state, table)
    procedure_of(state, table).closed(state, table)


def make_final(state: State, table: Table) -> None:
    """Where a book sets a limit to corrections, it has been reached.

    Rule: LT 11.6.2.3
    """
    finality = state.rules(table).policy.finality
    if finality is Finality.NEXT_FIRST_CARD and table.settled:
        table.final = max(table.settled)
        table.settled = {}


CONCEPT = Concept(
    decides={ChangeLimits: change_limits, CloseTable: close_table},
    evolves={
        LimitsNoticePosted: limits_announced,
        LimitsChanged: limits_changed,
        ClosingNoticePosted: closing_announced,
        TableClosed: closed,
    },
)
