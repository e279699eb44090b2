"""A round from its opening to its settlement or its void.

Rulebooks: LT 7.4, 7.5, 8.1; SB 3.8.1, 7.4.
"""

from collections.abc import Collection
from typing import ClassVar

from msgspec.structs import replace

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused, refuse
from openfelt.floor.ended import round_name
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.money import purse
from openfelt.floor.people import objection, seat
from openfelt.floor.people.power import at_table
from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.rounds import settling, standing
from openfelt.floor.rounds.notice import between_rounds, closes, put_off
from openfelt.floor.rounds.settling import Paid, settlement
from openfelt.floor.state import BETWEEN, Layouts, Move, Stake, State, Table
from openfelt.floor.wagers import commission, layout
from openfelt.floor.wagers.closing import close
from openfelt.floor.wagers.wager import from_stake
from openfelt.rulebooks.powers import Act


class NewGame(Command, frozen=True):
    """The dealer opens the next wagering period."""

    table: str
    person: str


class VoidRound(Command, frozen=True):
    """Whoever the book gives the power declares a round void; round 0 is the undecided one.

    `whole`: what stood before the undecided one goes back too.
    """

    table: str
    person: str
    reason: str
    round: int = 0
    whole: bool = False


class RoundOpened(Event, frozen=True):
    table: str
    round: int
    due: int


class WageringClosed(Event, frozen=True):
    """The committed wagers in order, and what went back to its terminals."""

    table: str
    round: int
    committed: tuple[Stake, ...]
    returned: tuple[Stake, ...]


class RoundSettled(Event, frozen=True, omit_defaults=True):
    """The outcome, and one returned amount a committed wager in their order.

    Where wagers can stand, `decided` names those the amounts are for.  Of the others, `standing`
    in number, `moved` says which stand somewhere else now.  `place` is the outcome's place in the
    columns.  `next_due` opens the next period at once where the book has no dealer to do so, or at
    a table whose results are looked at for a while `opens_at` says when it is opened.
    """

    version: ClassVar[int] = 3

    table: str
    round: int
    outcome: str
    place: int
    fingerprint: str
    returned: tuple[int, ...]
    paid: tuple[Paid, ...]
    next_due: int
    decided: tuple[Stake, ...] = ()
    moved: tuple[Move, ...] = ()
    standing: int = 0
    opens_at: int = 0


class RoundVoided(Event, frozen=True):
    """All stakes laid in a round went back, but those that are forfeited."""

    table: str
    round: int
    refunded: tuple[Stake, ...]
    reason: str
    next_due: int
    forfeited: tuple[Stake, ...] = ()


def new_game(state: State, command: NewGame, context: Context) -> Answer:
    """Open a wagering period, unless the shoe has ended."""
    table = at_table(state, command.table, command.person, Act.DEAL, context.now)
    if isinstance(table, Refused):
        return table
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    # Rule: LT 7.4; LT 7.6.1
    procedure = procedure_of(state, table)
    if table.phase not in BETWEEN:
        closed = table.phase == "closed_table"
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "table_closed" if closed else "round_under_way")
    if not procedure.may_open(table):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "shoe_ended")
    number = table.round + 1
    # Rule: MT 5.1
    opened = RoundOpened(table.name, number, context.now + table.period_us)
    return (opened, *procedure.opening(state, table, number))


def close_wagering(state: State, table: Table) -> WageringClosed:
    """Commit what stands when the period ends.

    Rule: LT 7.5; SB 3.8.1
    """
    committed, returned = close(table, state.rules(table).policy)
    return WageringClosed(table.name, table.round, committed, returned)


def settle(state: State, table: Table, outcome: str, place: int, now: int) -> tuple[Event, ...]:
    """Judge all wagers by an outcome; what was announced for the end of a round follows.

    Rule: AC def:round of play; AC 3.3.7
    """
    made = settlement(state.rules(table), table.layouts, place)
    stands = made.standing > 0
    next_due = _next_period(state, table, now, stands=stands)
    pause = table.result_pause_us if next_due else 0
    settled = RoundSettled(
        table.name,
        table.round,
        outcome,
        place,
        table.fingerprint,
        made.returned,
        made.paid,
        0 if pause else next_due,
        made.decided,
        made.moved,
        made.standing,
        now + pause if pause else 0,
    )
    earned = commission.earned(state.rules(table), table.name, table.round, made.decided)
    return (settled, *earned, *_then(state, table, place, now, stands=stands))


def _then(state: State, table: Table, place: int, now: int, *, stands: bool) -> tuple[Event, ...]:
    """Return what was announced and has come, and what a rule lets follow unless it closes."""
    announced = between_rounds(table, now, stands=stands)
    if closes(table, now, stands=stands):
        return announced
    return (*announced, *procedure_of(state, table).following(state, table, place))


def after_pause(table: Table, now: int) -> tuple[Event, ...]:
    """Open the period that waited until the result had been looked at.

    Rule: SB def:wagering period; AC def:wagering period
    """
    return (RoundOpened(table.name, table.round + 1, now + table.period_us),)


def _next_period(state: State, table: Table, now: int, *, stands: bool) -> int:
    """Return when the next period ends where it begins at once, 0 where a dealer opens it.

    Rule: SB def:wagering period; SB 8.2; AC def:wagering period; AC 7.2
    """
    if closes(table, now, stands=stands) or Act.DEAL in state.rules(table).powers:
        return 0
    return now + table.period_us


def void(
    state: State,
    table: Table,
    reason: str,
    now: int,
    *,
    forfeit: Collection[str] = (),
    keeps: bool = True,
) -> tuple[Event, ...]:
    """Give back what was laid in the undecided round, but not to who forfeits.

    What stood before stands on, unless it `keeps` nothing: it has gone back then.

    Rule: LT def:void; LT 11.6.2.1; SB def:void; SB 7.4; AC def:void; AC 6.4
    """
    stands = keeps and bool(layout.stood(table.layouts))
    next_due = _next_period(state, table, now, stands=stands)
    voided = _voided(state, table, reason, next_due, forfeit)
    later = put_off(table)
    for one in later:
        table = replace(table, closing_after=one.closes_after)
    return (*voided, *later, *_then(state, table, -1, now, stands=stands))


def void_to_close(state: State, table: Table, reason: str) -> tuple[Event, ...]:
    """Give back what was laid in the round that is played; no other one follows."""
    return _voided(state, table, reason, 0, ())


def _voided(
    state: State, table: Table, reason: str, next_due: int, forfeit: Collection[str]
) -> tuple[Event, ...]:
    # Rounds before it are not touched.  Rule: MT 8.8(l)(i); MT def:Void; MT 6.8
    refunded, forfeited = parted(layout.laid(table.layouts), forfeit)
    voided = RoundVoided(table.name, table.round, refunded, reason, next_due, forfeited)
    return (voided, *_fees(state, table, forfeit))


def _fees(state: State, table: Table, forfeit: Collection[str]) -> tuple[Event, ...]:
    """Give commissions back with the stakes, or keep them with those that are forfeited.

    Rule: AC def:void; AC 7.9
    """
    fees = commission.laid(state.rules(table), table.layouts)
    gone = tuple(fee for fee in fees if fee.terminal in forfeit)
    there = tuple(fee for fee in fees if fee.terminal not in forfeit)
    back = commission.back(table.name, there)
    return (*back, *commission.kept(table.name, table.round, gone))


def parted(
    stakes: tuple[Stake, ...], forfeit: Collection[str]
) -> tuple[tuple[Stake, ...], tuple[Stake, ...]]:
    """Part stakes into those that go back and those that are forfeited.

    Rule: LT 12.5; SB 8.9; AC 7.9
    """
    if not forfeit:
        return stakes, ()
    back = tuple(stake for stake in stakes if stake.terminal not in forfeit)
    return back, tuple(stake for stake in stakes if stake.terminal in forfeit)


def _begin(state: State, table: Table, number: int, due: int) -> None:
    table.phase = "wagering"
    table.round = number
    table.due = due
    table.reached = {}
    procedure_of(state, table).begin(table)


def opened(state: State, event: RoundOpened) -> None:
    _begin(state, state.tables[event.table], event.round, event.due)


def wagering_closed(state: State, event: WageringClosed) -> None:
    table = state.tables[event.table]
    table.phase, table.due = "closed", 0
    layout.commit(table, event.committed, event.returned)
    _refund(state, event.returned)
    by_terminal: dict[str, list[Stake]] = {}
    for stake in event.committed:
        by_terminal.setdefault(stake.terminal, []).append(stake)
    table.repeatable.update((name, tuple(stakes)) for name, stakes in by_terminal.items())


def _refund(state: State, stakes: tuple[Stake, ...]) -> None:
    for stake in stakes:
        purse.give(state, stake.terminal, stake.amount)


def _end(
    state: State, table: Table, left: Layouts, *, settled: bool, next_due: int, opens_at: int = 0
) -> None:
    """Leave the round and what stands; where no dealer opens the next one it begins by itself."""
    procedure = procedure_of(state, table)
    procedure.end(state, table)
    table.layouts, table.due, table.suspended, table.no_bet = left, opens_at, "", ""
    table.phase = "settled" if settled else "void"
    if next_due:
        _begin(state, table, table.round + 1, next_due)
    else:
        # Rule: LT 11.6.3; LT 11.6.4; MT 10.5(b)
        procedure.at_rest(state, table)
    # Rule: AC 3.7; AC 7.1
    for terminal in state.terminals.values():
        if terminal.leaving and not layout.staked(state, terminal.name):
            terminal.open, terminal.leaving = terminal.credit > 0, False
            if not terminal.open:
                seat.left(terminal)


def settled(state: State, event: RoundSettled) -> None:
    table, name = state.tables[event.table], round_name(event.table, event.round)
    for terminal in state.terminals.values():
        if terminal.win and event.table in terminal.tables:
            terminal.win = 0
    if not table.no_bet:  # Nobody sits a round out in which nobody may wager.
        seat.count_round(state, event.table, table.layouts)
    for paid in event.paid:
        # Rule: LT 4.3.3; SB 3.4.2; MT 4.3(b); AC 3.4.3
        purse.give(state, paid.terminal, paid.credited)
        terminal = state.terminals[paid.terminal]
        terminal.win, terminal.won_in = paid.won, name
    round_, left = standing.settled_round(
        table, event.outcome, event.returned, event.decided, event.moved
    )
    round_.accounts = {owner: state.terminals[owner].account for owner in round_.layouts}
    round_.fingerprint = event.fingerprint
    table.settled[event.round] = round_
    _forget_old(state, table)
    _end(state, table, left, settled=True, next_due=event.next_due, opens_at=event.opens_at)


def _forget_old(state: State, table: Table) -> None:
    """Let go of the oldest settled rounds when there are too many, or too many wagers in them."""
    rounds, kept = table.settled, table.kept
    stakes = sum(len(one.returned) for one in rounds.values())
    while len(rounds) > kept.most or (len(rounds) > kept.least and stakes > kept.stakes):
        oldest = min(rounds)  # One that came back from the archive is the first to leave.
        gone = rounds.pop(oldest)
        stakes -= len(gone.returned)
        if kept.archived:
            state.left[round_name(table.name, oldest)] = gone


def voided(state: State, event: RoundVoided) -> None:
    _refund(state, event.refunded)
    table = state.tables[event.table]
    table.voided.append(event.round)
    objection.put_right(state, event.table, event.round, "void")
    stands = layout.standing(table.layouts)
    _end(state, table, stands, settled=False, next_due=event.next_due)


def refund_legs(stakes: tuple[Stake, ...]) -> tuple[Leg, ...]:
    """Return stakes to their terminals."""
    return tuple(leg for stake in stakes for leg in from_stake(stake.terminal, stake.amount))


def forfeit_legs(table: str, stakes: tuple[Stake, ...]) -> tuple[Leg, ...]:
    """Let the house keep stakes."""
    bank = Account.TABLE_BANK.of(table)
    return tuple(
        leg
        for stake in stakes
        for leg in transfer(stake.amount, debit=Account.STAKE.of(stake.terminal), credit=bank)
    )


CONCEPT = Concept(
    decides={NewGame: new_game},
    evolves={
        RoundOpened: opened,
        WageringClosed: wagering_closed,
        RoundSettled: settled,
        RoundVoided: voided,
    },
    posts={
        WageringClosed: lambda event: refund_legs(event.returned),
        RoundSettled: lambda event: settling.legs(event.table, event.paid),
        RoundVoided: lambda event: (
            *refund_legs(event.refunded),
            *forfeit_legs(event.table, event.forfeited),
        ),
    },
)
