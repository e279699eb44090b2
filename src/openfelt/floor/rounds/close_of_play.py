"""The close of a table: announced, taken back, or at once where nobody is there to be told.

Rulebooks: LT 12.8; SB 8.2; MT 7.11.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people.power import at_open_table
from openfelt.floor.play.procedure import laying_at
from openfelt.floor.rounds.notice import (
    ROUNDS_GIVEN,
    SIGN_US,
    ClosingNoticePosted,
    ClosingNoticeWithdrawn,
    TableClosed,
    between_rounds,
    needs_sign,
    too_short,
)
from openfelt.floor.rounds.round import void_to_close
from openfelt.floor.rounds.standing_void import standing_returned
from openfelt.floor.state import State, Table, Terminal
from openfelt.rulebooks.policy import ClosingNotice
from openfelt.rulebooks.powers import Act


class CloseTable(Command, frozen=True):
    """Close a table; with `now` without any notice.

    With `refund` it closes at once too, and all that lies there goes back.
    """

    table: str
    person: str
    now: bool
    refund: bool = False


class KeepOpen(Command, frozen=True):
    """Take an announced close back."""

    table: str
    person: str


def close_table(state: State, command: CloseTable, context: Context) -> Answer:
    """Announce the close; it waits for the notice to run and for the round to be decided.

    Rule: LT 12.8; SB 8.2; AC 7.2
    """
    table = at_open_table(state, command.table, command.person, Act.MANAGE, context.now)
    if isinstance(table, Refused):
        return table
    if command.refund:
        return _close_with_refund(state, table, context.now)
    notice = state.rules(table).policy.closing_notice
    if is_empty(state, table) and (command.now or notice is ClosingNotice.THREE_ROUNDS):
        return (TableClosed(table.name),)
    if notice is ClosingNotice.THREE_ROUNDS:
        return _close_after_rounds(table, now=command.now)
    closes_at = context.now + (SIGN_US if needs_sign(state, table) else 0)
    if table.closing_at:
        closes_at = min(closes_at, table.closing_at)
    at_rest = not table.layouts and (
        not table.undecided or (command.now and table.phase == "wagering")
    )
    if command.now and (closes_at > context.now or not at_rest):
        return too_short(closes_at - context.now)
    if closes_at <= context.now and at_rest:
        return (TableClosed(table.name),)
    return (ClosingNoticePosted(table.name, closes_at),)


def _close_with_refund(state: State, table: Table, now: int) -> Answer:
    """Give back what would otherwise be rolled for until it is decided.

    Rule: AC 7.2
    """
    if laying_at(state, table) is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_act")
    if table.undecided and table.phase != "wagering":
        return too_short(0)
    standing = standing_returned(state, table, "close")
    voided = void_to_close(state, table, "close") if table.undecided else ()
    return (*standing, *voided, TableClosed(table.name))


def is_empty(state: State, table: Table) -> bool:
    """Say whether no player is present: nobody at a terminal of the table has an open account.

    Rule: LT 12.8; SB 8.2; MT 7.11; AC 7.2
    """
    return not any(one.open for one in state.terminals.values() if table.name in one.tables)


def _close_after_rounds(table: Table, *, now: bool) -> Answer:
    """Give whoever is there three rounds more.

    Rule: MT 7.11
    """
    if now:
        return refuse(Refusal.NOTICE_TOO_SHORT, "rounds", rounds=ROUNDS_GIVEN)
    after = table.round + ROUNDS_GIVEN
    if table.closing_after:
        after = min(after, table.closing_after)
    return (ClosingNoticePosted(table.name, 0, after),)


def keep_open(state: State, command: KeepOpen, context: Context) -> Answer:
    """Take the announced close back; a later one needs its notice anew."""
    table = at_open_table(state, command.table, command.person, Act.MANAGE, context.now)
    if isinstance(table, Refused):
        return table
    if not table.closing_at and not table.closing_after:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "nothing_announced")
    return (ClosingNoticeWithdrawn(table.name),)


def announced(table: Table, now: int) -> tuple[Event, ...]:
    """Do what was announced and has come; a table that stands still closes where it stands."""
    if table.undecided:
        return (TableClosed(table.name),)
    return between_rounds(table, now, stands=bool(table.layouts))


def must_collect(state: State, terminal: Terminal) -> bool:
    """Say whether a player is told to clear his credit: all he plays at closes, or has closed.

    Rule: SB 8.2; AC 7.2
    """
    # Every view of a player asks, and hardly ever is anything announced.
    for name in terminal.tables:
        if not _closes(state, state.tables[name]):
            return False
    return terminal.open


def _closes(state: State, table: Table) -> bool:
    if not table.closing_at:
        return table.phase == "closed_table"
    return state.rules(table).policy.closing_notice is ClosingNotice.WARNING


CONCEPT = Concept(decides={CloseTable: close_table, KeepOpen: keep_open})
