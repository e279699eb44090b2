"""A round from its opening to its settlement or its void.

Rulebooks: LT 7.4, 7.5, 8.1; SB 3.8.1, 7.4.
"""

from collections.abc import Collection

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.people import power, seat
from openfelt.floor.people.staff import may
from openfelt.floor.play.cards import foreign_card
from openfelt.floor.play.cards.dummy import BurnMissed
from openfelt.floor.rounds import settling
from openfelt.floor.rounds.notice import between_rounds, closes
from openfelt.floor.rounds.settling import Paid, paid_to, returned_on
from openfelt.floor.state import UNDECIDED, SettledRound, Stake, State, Table
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.closing import close
from openfelt.floor.wagers.wager import from_stake
from openfelt.rulebooks import VARIANTS

# Settled rounds are kept at hand where the book lets any be corrected: always the last ten, and
# up to a hundred as long as their wagers do not fill the memory.
SETTLED_LEAST = 10
SETTLED_MOST = 100
STAKES_KEPT = 2_000


class NewGame(Command, frozen=True):
    """The dealer opens the next wagering period."""

    table: str
    person: str


class VoidRound(Command, frozen=True):
    """Whoever the book gives the power declares a round void; round 0 is the undecided one."""

    table: str
    person: str
    reason: str
    round: int = 0


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


class RoundSettled(Event, frozen=True):
    """The outcome, and one returned amount a committed wager in their order.

    `place` is the outcome's place in the columns.  `next_due` opens the next
    period at once where the book has no dealer to do so.
    """

    table: str
    round: int
    outcome: str
    place: int
    fingerprint: str
    returned: tuple[int, ...]
    paid: tuple[Paid, ...]
    next_due: int


class RoundVoided(Event, frozen=True):
    """All stakes of a round went back, but those that are forfeited."""

    table: str
    round: int
    refunded: tuple[Stake, ...]
    reason: str
    next_due: int
    forfeited: tuple[Stake, ...] = ()


def new_game(state: State, command: NewGame, context: Context) -> Answer:
    """Open a wagering period, unless the shoe has ended."""
    table = state.tables.get(command.table)
    if table is None:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    refused = may(state, command.person, power.DEALER, context.now)
    if refused:
        return refused
    if table.suspended:
        return Refused(Refusal.TABLE_IS_SUSPENDED)
    # Rule: LT 7.4; LT 7.6.1
    if not _waits_for_new_game(table):
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    opened = RoundOpened(table.name, table.round + 1, context.now + table.period_us)
    if _burn_is_missed(state, table):
        return (opened, BurnMissed(table.name, opened.round))
    return (opened,)


def _burn_is_missed(state: State, table: Table) -> bool:
    """Say whether a shoe is dealt from though its first card was not burned: it is, on record.

    A virtual shoe burns its first card by itself, however late it is called for.

    Rule: LT 11.6.8
    """
    from_a_shoe = VARIANTS[table.variant].shoe is not None
    return from_a_shoe and not table.burned and table.name not in state.shoes


def _waits_for_new_game(table: Table) -> bool:
    """Say whether the last coup is over and the shoe has another.

    Rule: LT 3.12; LT 3.13; LT 7.4
    """
    return table.phase in ("idle", "settled", "void") and table.coups_left != 0


def close_wagering(table: Table) -> WageringClosed:
    """Commit what stands when the period ends.

    Rule: LT 7.5; SB 3.8.1
    """
    committed, returned = close(table, VARIANTS[table.variant].policy)
    return WageringClosed(table.name, table.round, committed, returned)


def settle(table: Table, outcome: str, place: int, now: int) -> tuple[Event, ...]:
    """Pay the committed wagers on an outcome; what was announced for the end of a round follows."""
    returned = returned_on(table, table.committed, place)
    settled = RoundSettled(
        table.name,
        table.round,
        outcome,
        place,
        table.fingerprint,
        returned,
        paid_to(table.committed, returned),
        _next_period(table, now),
    )
    return (settled, *between_rounds(table, now))


def _next_period(table: Table, now: int) -> int:
    """Return when the next period ends where it begins at once, 0 where a dealer opens it.

    Rule: SB def:wagering period; SB 8.2
    """
    if closes(table, now) or "idle" in VARIANTS[table.variant].phases:
        return 0
    return now + table.period_us


def void(
    table: Table, reason: str, now: int, *, forfeit: Collection[str] = ()
) -> tuple[Event, ...]:
    """Give back what is staged or committed in the undecided round, but not to who forfeits.

    Rule: LT def:void; LT 11.6.2.1; SB def:void; SB 7.4
    """
    stakes = table.committed or layout.everything(table)
    refunded, forfeited = parted(stakes, forfeit)
    next_due = _next_period(table, now)
    voided = RoundVoided(table.name, table.round, refunded, reason, next_due, forfeited)
    return (voided, *between_rounds(table, now))


def parted(
    stakes: tuple[Stake, ...], forfeit: Collection[str]
) -> tuple[tuple[Stake, ...], tuple[Stake, ...]]:
    """Part stakes into those that go back and those that are forfeited.

    Rule: LT 12.5; SB 8.9
    """
    if not forfeit:
        return stakes, ()
    back = tuple(stake for stake in stakes if stake.terminal not in forfeit)
    return back, tuple(stake for stake in stakes if stake.terminal in forfeit)


def void_undecided(table: Table, reason: str, now: int) -> Answer:
    """Void the round that is being played, if one is."""
    if table.phase not in UNDECIDED:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    return void(table, reason, now)


def _begin(table: Table, number: int, due: int) -> None:
    table.phase = "wagering"
    table.round = number
    table.due = due
    table.layouts, table.reached = {}, {}
    table.committed, table.locked = (), {}
    table.player, table.banker, table.entered = [], [], ""


def opened(state: State, event: RoundOpened) -> None:
    _begin(state.tables[event.table], event.round, event.due)


def wagering_closed(state: State, event: WageringClosed) -> None:
    table = state.tables[event.table]
    table.phase, table.due = "closed", 0
    table.committed = event.committed
    table.locked = _locked(table)
    table.layouts = {}
    _refund(state, event.returned)
    by_terminal: dict[str, list[Stake]] = {}
    for stake in event.committed:
        by_terminal.setdefault(stake.terminal, []).append(stake)
    table.repeatable.update((name, tuple(stakes)) for name, stakes in by_terminal.items())


def _locked(table: Table) -> dict[str, tuple[str, ...]]:
    """Return the bets that are confirmed, by terminal."""
    if not VARIANTS[table.variant].policy.confirm_step:
        return {}
    locked = {
        terminal: tuple(bet for bet, spot in spots.items() if spot.confirmed)
        for terminal, spots in table.layouts.items()
    }
    return {terminal: bets for terminal, bets in locked.items() if bets}


def _refund(state: State, stakes: tuple[Stake, ...]) -> None:
    for stake in stakes:
        state.terminals[stake.terminal].credit += stake.amount


def end(state: State, table: Table, *, settled: bool, next_due: int) -> None:
    """Leave the round; a coup of a shoe whose cutting card is out counts down."""
    foreign_card.leave_with_the_coup(state, table)
    table.layouts, table.committed = {}, ()
    table.due, table.suspended = 0, ""
    # Rule: LT 3.12; LT 3.13
    if table.coups_left > 0 and table.player:
        table.coups_left -= 1
    table.phase = "settled" if settled else "void"
    table.standby = table.standby or table.standby_by_itself
    table.result_by_agm, table.dummy = False, ""
    state.orders.pop(f"tumble:{table.name}", None)
    if next_due:
        _begin(table, table.round + 1, next_due)
    elif table.carried:
        _carry_over(table)
    for terminal in state.terminals.values():
        if terminal.leaving and not terminal.credit and not layout.staked(state, terminal.name):
            terminal.open = terminal.leaving = False


def _carry_over(table: Table) -> None:
    """A card drawn too many opens a dummy hand, unless the shoe is at its end.

    Rule: LT 11.6.3; LT 11.6.4
    """
    if table.coups_left:
        table.player, table.banker = table.carried[::2], table.carried[1::2]
        table.phase, table.dummy = "dealing", "pending"
    table.carried = []


def settled(state: State, event: RoundSettled) -> None:
    table = state.tables[event.table]
    for terminal in state.terminals.values():
        if event.table in terminal.tables:
            terminal.win = 0
    seat.count_round(state, event.table, {paid.terminal for paid in event.paid})
    for paid in event.paid:
        terminal = state.terminals[paid.terminal]
        terminal.credit += paid.credited  # Rule: LT 4.3.3; SB 3.4.2
        terminal.win = paid.won
    table.settled[event.round] = SettledRound(table.committed, event.returned, event.outcome)
    _forget_old(table)
    end(state, table, settled=True, next_due=event.next_due)


def _forget_old(table: Table) -> None:
    """Let go of the oldest settled rounds when there are too many, or too many wagers in them."""
    rounds = table.settled
    stakes = sum(len(one.committed) for one in rounds.values())
    while len(rounds) > SETTLED_MOST or (len(rounds) > SETTLED_LEAST and stakes > STAKES_KEPT):
        oldest = next(iter(rounds))
        stakes -= len(rounds.pop(oldest).committed)


def voided(state: State, event: RoundVoided) -> None:
    _refund(state, event.refunded)
    end(state, state.tables[event.table], settled=False, next_due=event.next_due)


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
