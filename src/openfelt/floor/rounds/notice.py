"""Notices: other limits and the close of a table take effect when it is time.

Rulebooks: LT 6.1, 12.8; SB 3.2, 8.2; MT 7.11.
"""

from typing import ClassVar

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.ended import round_name
from openfelt.floor.people.power import at_open_table
from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.state import BETWEEN, Announced, Limits, State, Table
from openfelt.floor.table import limits_refused
from openfelt.floor.wagers.limits import unknown_figures
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


class KeepLimits(Command, frozen=True):
    """Take back every sign that was announced and has not been put up."""

    table: str
    person: str


class LimitsNoticePosted(Event, frozen=True):
    """Another sign is announced; `others` are those that were before, and still take effect."""

    version: ClassVar[int] = 2

    table: str
    limits: Limits
    effective_at: int
    others: tuple[Announced, ...] = ()


class LimitsChanged(Event, frozen=True):
    """Another sign is up; `others` are announced and still take effect."""

    version: ClassVar[int] = 2

    table: str
    limits: Limits
    others: tuple[Announced, ...] = ()


class LimitsNoticeWithdrawn(Event, frozen=True):
    """What was announced does not take effect: the sign stays as it is."""

    table: str


class ClosingNoticePosted(Event, frozen=True):
    """The table closes then, or when the round that is being played is over.

    `closes_after` is the round after which it does where a number of rounds is given instead.
    """

    version: ClassVar[int] = 2

    table: str
    closes_at: int
    closes_after: int = 0


class ClosingNoticeWithdrawn(Event, frozen=True):
    """The table stays open."""

    table: str


class ClosingPutOff(Event, frozen=True):
    """A round that was promised came to nothing: the table closes a round later."""

    table: str
    closes_after: int


class TableClosed(Event, frozen=True):
    table: str


def needs_sign(state: State, table: Table) -> bool:
    """Say whether players must have had a sign for 20 minutes.

    Rule: LT 12.8
    """
    return state.rules(table).policy.closing_notice is ClosingNotice.SIGN_20_MINUTES


def too_short(notice_us: int) -> Refused:
    """Say how long players must still be given, or that a round is being played."""
    if notice_us <= 0:
        return refuse(Refusal.NOTICE_TOO_SHORT, "round_under_way")
    return refuse(Refusal.NOTICE_TOO_SHORT, minutes=-(-notice_us // MINUTE_US))


def change_limits(state: State, command: ChangeLimits, context: Context) -> Answer:
    """Change the limits between rounds; where the book wants a sign, a higher minimum needs it.

    Where periods follow each other without a dealer, a round nobody has staked on is no obstacle.
    What was announced before takes effect at its own time, unless it is taken back: players have
    read it.  A minimum is higher than the lowest they have been promised.

    Rule: LT 6.1; SB 3.2; MT 3.1; AC 3.1
    """
    table = at_open_table(state, command.table, command.person, Act.MANAGE, context.now)
    if isinstance(table, Refused):
        return table
    refused = limits_refused(command.limits)
    if refused:
        return refused
    rules = state.rules(table)
    signed, known = (
        unknown_figures(sign, rules.policy, rules.bets) for sign in (command.limits, table.limits)
    )
    if not set(signed) <= set(known):  # What an older release let a table be opened with stays.
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_played_so")
    promised = (table.limits, *(sign.limits for sign in table.announced))
    # Rule: LT 6.1
    dearer = command.limits.minimum > min(limits.minimum for limits in promised)
    # Rule: LT 6.1
    notice = SIGN_US if dearer and needs_sign(state, table) else 0
    # Rule: LT 6.1
    mid_coup = table.undecided and Act.DEAL in state.rules(table).powers
    if command.now and (notice or mid_coup):
        return too_short(notice)
    playing = mid_coup or bool(table.layouts)
    if command.now or not (notice or playing):
        return (LimitsChanged(table.name, command.limits, table.announced),)
    at = context.now + notice
    return (LimitsNoticePosted(table.name, command.limits, at, table.announced),)


def keep_limits(state: State, command: KeepLimits, context: Context) -> Answer:
    """Take back what was announced."""
    table = at_open_table(state, command.table, command.person, Act.MANAGE, context.now)
    if isinstance(table, Refused):
        return table
    if not table.announced:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "nothing_announced")
    return (LimitsNoticeWithdrawn(table.name),)


def closes(table: Table, now: int, *, stands: bool) -> bool:
    """Say whether the table closes as soon as no round is played and nothing `stands`."""
    has_come = 0 < table.closing_at <= now or 0 < table.closing_after <= table.round
    return has_come and not stands


def put_off(table: Table) -> tuple[ClosingPutOff, ...]:
    """Give another round for one that is void: what came to nothing was not given to anybody.

    Rule: MT 7.11
    """
    first_given = table.closing_after - ROUNDS_GIVEN + 1
    if not table.closing_after or table.round < first_given:
        return ()
    return (ClosingPutOff(table.name, table.closing_after + 1),)


def between_rounds(table: Table, now: int, *, stands: bool) -> tuple[Event, ...]:
    """Return what was announced and has come, once no round is being played."""
    events: list[Event] = []
    due = [sign for sign in table.announced if sign.at <= now]
    for number, sign in enumerate(due, 1):
        events.append(LimitsChanged(table.name, sign.limits, table.announced[number:]))
    if closes(table, now, stands=stands):
        events.append(TableClosed(table.name))
    return tuple(events)


def next_notice(table: Table) -> int:
    """Return when something announced takes effect by itself, 0 while a round is played.

    A round that stands still and that nobody plays for keeps no table open.
    """
    if table.phase not in BETWEEN:
        return table.closing_at if table.suspended and not table.layouts else 0
    closing_at = 0 if table.layouts else table.closing_at
    times = (*(sign.at for sign in table.announced), closing_at)
    return min((time for time in times if time), default=0)


def limits_announced(state: State, event: LimitsNoticePosted) -> None:
    table = state.tables[event.table]
    announced = (*event.others, Announced(event.effective_at, event.limits))
    table.announced = tuple(sorted(announced, key=lambda sign: sign.at))


def limits_changed(state: State, event: LimitsChanged) -> None:
    table = state.tables[event.table]
    table.limits, table.announced = event.limits, event.others


def limits_kept(state: State, event: LimitsNoticeWithdrawn) -> None:
    state.tables[event.table].announced = ()


def closing_announced(state: State, event: ClosingNoticePosted) -> None:
    table = state.tables[event.table]
    table.closing_at, table.closing_after = event.closes_at, event.closes_after


def was_put_off(state: State, event: ClosingPutOff) -> None:
    state.tables[event.table].closing_after = event.closes_after


def kept_open(state: State, event: ClosingNoticeWithdrawn) -> None:
    table = state.tables[event.table]
    table.closing_at = table.closing_after = 0


def closed(state: State, event: TableClosed) -> None:
    """Nothing is played here any more; what the close makes final is final.

    A round that nobody played for comes to nothing.
    """
    table = state.tables[event.table]
    if table.undecided:
        procedure_of(state, table).end(state, table)
    table.phase, table.due, table.suspended, table.no_bet = "closed_table", 0, "", ""
    table.closing_at = table.closing_after = table.rounds_ordered = 0
    make_final(state, table)
    procedure_of(state, table).closed(state, table)


def make_final(state: State, table: Table) -> None:
    """Where a book sets a limit to corrections, it has been reached.

    Rule: LT 11.6.2.3
    """
    finality = state.rules(table).policy.finality
    if finality is Finality.NEXT_FIRST_CARD and table.settled:
        table.final = max(table.settled)
        if table.kept.archived:
            names = {round_name(table.name, number): one for number, one in table.settled.items()}
            state.left |= names
        table.settled = {}


CONCEPT = Concept(
    decides={ChangeLimits: change_limits, KeepLimits: keep_limits},
    evolves={
        LimitsNoticePosted: limits_announced,
        LimitsChanged: limits_changed,
        LimitsNoticeWithdrawn: limits_kept,
        ClosingNoticeWithdrawn: kept_open,
        ClosingNoticePosted: closing_announced,
        ClosingPutOff: was_put_off,
        TableClosed: closed,
    },
)
