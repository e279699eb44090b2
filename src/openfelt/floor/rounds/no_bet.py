"""Rounds without wagers: ordered by a supervisor, or asked for by a rule of the game.

Such a round needs no wagering period, counts as any other and ends with its result.
Rulebook: MT 5.5, 8.8(b), 8.8(e), 8.8(j), 8.8(k).
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.money import purse
from openfelt.floor.people.power import at_table
from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.rounds.round import refund_legs
from openfelt.floor.state import BETWEEN, Stake, State, Table
from openfelt.floor.wagers import layout
from openfelt.rulebooks.definition import Definition
from openfelt.rulebooks.powers import Act

CONTINUOUS = -1
# More than anybody orders at once: whoever wants more has them dealt until somebody wagers.
ROUNDS_MAX = 1000


class OrderRounds(Command, frozen=True):
    """Have so many rounds dealt without wagers, `CONTINUOUS` until a player wagers; 0: no more."""

    table: str
    person: str
    rounds: int


class DealNoBet(Command, frozen=True):
    """The dealer begins a round without wagers."""

    table: str
    person: str


class RoundsOrdered(Event, frozen=True):
    table: str
    rounds: int


class NoBetOpened(Event, frozen=True):
    """A round that takes no wagers began; `ordered`: nothing but the supervisor asks for it."""

    table: str
    round: int
    reason: str
    ordered: bool


class MadeNoBet(Event, frozen=True):
    """The round that is played takes no wagers, or no more: those that lay went back."""

    table: str
    round: int
    refunded: tuple[Stake, ...]
    reason: str
    ordered: bool


def knows(rules: Definition) -> bool:
    """Say whether a book deals on without wagers by itself, or leaves that to somebody."""
    return Act.NO_BET in rules.powers


def order(state: State, command: OrderRounds, context: Context) -> Answer:
    """Take the direction at any time, before a shoe's first coup or later.

    Rule: MT 5.5; MT 5.5(a); MT 5.5(b); MT 5.5(c)
    """
    table = at_table(state, command.table, command.person, Act.ORDER_ROUNDS, context.now)
    if isinstance(table, Refused):
        return table
    if table.phase == "closed_table":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "table_closed")
    if not CONTINUOUS <= command.rounds <= ROUNDS_MAX:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_setting")
    return (RoundsOrdered(table.name, command.rounds),)


def deal(state: State, command: DealNoBet, context: Context) -> Answer:
    """Begin one that is ordered, between two rounds or where nobody has wagered on this one.

    What a rule has begun needs no order: the key only says that it is dealt on.

    Rule: MT 5.5; MT 8.8(b); MT 8.8(j)
    """
    table = at_table(state, command.table, command.person, Act.NO_BET, context.now)
    if isinstance(table, Refused):
        return table
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    if table.no_bet == "rule" and table.phase != "result_pending":
        return ()
    if not table.rounds_ordered or not _may_begin(table):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_bet_unasked")
    if table.phase == "closed":
        return (MadeNoBet(table.name, table.round, (), "ordered", ordered=True),)
    procedure = procedure_of(state, table)
    if not procedure.may_open(table):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "shoe_ended")
    number = table.round + 1
    opened_ = NoBetOpened(table.name, number, "ordered", ordered=True)
    return (opened_, *procedure.opening(state, table, number))


def _may_begin(table: Table) -> bool:
    """Say whether no round is played, or one on which nobody has wagered by the close.

    Rule: MT 8.8(j)
    """
    is_free = table.phase == "closed" and not table.layouts and not table.no_bet
    return table.phase in BETWEEN or is_free


def ordered(state: State, event: RoundsOrdered) -> None:
    state.tables[event.table].rounds_ordered = event.rounds


def opened(state: State, event: NoBetOpened) -> None:
    """Begin after the close, so to speak: nothing can be laid.

    Rule: MT def:No-Bet Coup
    """
    table = state.tables[event.table]
    table.phase, table.round, table.due, table.reached = "closed", event.round, 0, {}
    _mark(table, is_ordered=event.ordered)
    procedure_of(state, table).begin_no_bet(state, table)


def made(state: State, event: MadeNoBet) -> None:
    """Give back what was laid, and take no more."""
    table = state.tables[event.table]
    table.layouts, table.due, table.phase = layout.standing(table.layouts), 0, "closed"
    for stake in event.refunded:
        purse.give(state, stake.terminal, stake.amount)
    _mark(table, is_ordered=event.ordered)


def _mark(table: Table, *, is_ordered: bool) -> None:
    table.no_bet = "order" if is_ordered else "rule"
    if is_ordered and table.rounds_ordered > 0:
        table.rounds_ordered -= 1


CONCEPT = Concept(
    decides={OrderRounds: order, DealNoBet: deal},
    evolves={RoundsOrdered: ordered, NoBetOpened: opened, MadeNoBet: made},
    posts={MadeNoBet: lambda event: refund_legs(event.refunded)},
)
