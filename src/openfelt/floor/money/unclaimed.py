"""Money that nobody fetches: credit left at a terminal, and tickets whose life is over.

Two persons declare credit abandoned: it leaves its terminal as any does, by a slip, and the slip is
nobody's until its owner comes.  What is unclaimed is released like what is withheld.
"""

from collections.abc import Iterator
from itertools import islice

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, refuse
from openfelt.floor.ledger import Account
from openfelt.floor.money.claim import TicketClaimed, claim, is_asked
from openfelt.floor.money.drawer import CASHIER
from openfelt.floor.money.payout import HOUSE, CashOutRequested, scheme_of
from openfelt.floor.money.uncollected import CreditLeft
from openfelt.floor.name import TIME_MAX_US
from openfelt.floor.people.staff import may, may_with
from openfelt.floor.people.task import key_of
from openfelt.floor.question import ReportCredits, TakeAbandoned
from openfelt.floor.state import State
from openfelt.floor.wagers import layout

DAY_US = 24 * 3600 * 1_000_000
# So many tickets whose life is over are asked of the ticketing host at the end of a day.
CLAIMED_MOST = 100


class SetTicketLife(Command, frozen=True):
    """Say for how many days a ticket is good before its money is unclaimed; 0 is for ever."""

    days: int


class DeclareAbandoned(Command, frozen=True):
    """Two cashiers say of credit that was left at the day's end that nobody is coming for it."""

    pit: str
    terminal: str
    account: int
    person: str
    second: str
    reason: str


class Owed(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A slip and its amount."""

    number: str
    amount: int


class TicketLifeSet(Event, frozen=True):
    life_us: int


class CreditsLeft(Event, frozen=True):
    """Who still has credit in a pit when the gaming day is over."""

    day: int
    credits: tuple[CreditLeft, ...]


class CreditsReported(Event, frozen=True):
    """The house has heard of it."""

    pit: str
    credits: tuple[CreditLeft, ...]


class AbandonAsked(Event, frozen=True):
    """Credit is to leave its terminal by the slip of this number."""

    pit: str
    terminal: str
    account: int
    moved: int
    number: str
    reason: str
    second: str


class CreditAbandoned(Event, frozen=True):
    """It was there still and nobody had touched it: the cash-out follows."""

    terminal: str
    account: int
    number: str


class CreditStayed(Event, frozen=True):
    """Somebody has come back, or it is gone."""

    terminal: str
    account: int
    number: str


class SlipsUnclaimed(Event, frozen=True):
    """What these slips owe is nobody's until somebody comes."""

    tickets: tuple[Owed, ...]
    vouchers: tuple[Owed, ...]


class UnclaimedReturned(Event, frozen=True):
    """Its owner has come: the slip can be paid, and what was determined."""

    number: str
    amount: int
    is_ticket: bool
    reason: str
    determination: str


def set_life(state: State, command: SetTicketLife, _: Context) -> Answer:
    if not 0 <= command.days * DAY_US <= TIME_MAX_US:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_setting")
    return (TicketLifeSet(command.days * DAY_US),)


def left_at(state: State, day: int) -> tuple[CreditsLeft, ...]:
    """Return who still has credit, where anybody has."""
    left = tuple(
        CreditLeft(one.name, one.account, one.credit, one.moved)
        for one in state.terminals.values()
        if one.credit
    )
    return (CreditsLeft(day, left),) if left else ()


def report(state: State, command: ReportCredits, _: Context) -> Answer:
    return (CreditsReported(command.pit, command.credits),)


def declare(state: State, command: DeclareAbandoned, context: Context) -> Answer:
    """Ask the pit for credit that is on the list; it looks again whether anybody has come."""
    person, now = command.person, context.now
    refused = may(state, person, CASHIER, now) or may_with(
        state, person, command.second, CASHIER, now
    )
    if refused:
        return refused
    left = state.uncollected.credits.get(command.pit, {}).get(command.terminal)
    if left is None or left.account != command.account:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_left")
    number = f"00{state.sequence + 1}-{state.stream}"
    what = (command.pit, command.terminal, left.account, left.moved, number)
    return (AbandonAsked(*what, command.reason, command.second),)


def take(state: State, command: TakeAbandoned, _: Context) -> Answer:
    terminal = state.terminals[command.terminal]
    said = (command.terminal, command.account, command.number)
    is_same = terminal.account == command.account and terminal.moved == command.moved
    busy = terminal.asked or terminal.paying_out or layout.staked(state, terminal.name)
    if not is_same or busy or not terminal.credit:
        return (CreditStayed(*said),)
    slip = (terminal.credit, command.number, scheme_of(state, terminal))
    return (CreditAbandoned(*said), CashOutRequested(terminal.name, *slip, by_hand=True))


def expired(state: State, now: int) -> tuple[SlipsUnclaimed | TicketClaimed, ...]:
    """Return the tickets whose life is over; what is withheld or agreed upon waits.

    One that the ticketing host knows is claimed first, so that no other machine pays what is
    unclaimed here; it is unclaimed at the end of a later day.
    """
    life = state.uncollected.ticket_life
    over = [
        (number, one)
        for number, one in state.tickets.items()
        if life and one.state == "issued" and now - one.since >= life
        if key_of("payment", number) not in state.tasks
    ]
    ours = tuple(Owed(number, one.amount) for number, one in over if not one.with_host)
    gone = (SlipsUnclaimed(ours, ()),) if ours else ()
    hosts = [number for number, one in over if one.with_host]
    return *gone, *_claimed_back(state, hosts, 1 + len(gone))


def _claimed_back(state: State, hosts: list[str], nth: int) -> Iterator[TicketClaimed]:
    """Ask for tickets whose life is over; nobody waits for an answer, nor has to be told."""
    asked = (number for number in hosts if not is_asked(state, number))
    for place, number in enumerate(islice(asked, CLAIMED_MOST), nth):
        yield msgspec.structs.replace(claim(state, number, 0, nth=place), due=0)


def life_set(state: State, event: TicketLifeSet) -> None:
    state.uncollected.ticket_life = event.life_us


def credits_left(state: State, event: CreditsLeft) -> None:
    """Recorded; the house hears of it."""


def reported(state: State, event: CreditsReported) -> None:
    state.uncollected.credits[event.pit] = {one.terminal: one for one in event.credits}


def asked(state: State, event: AbandonAsked) -> None:
    del state.uncollected.credits[event.pit][event.terminal]
    state.uncollected.abandoned.append(event.number)


def abandoned(state: State, event: CreditAbandoned) -> None:
    """Recorded; the cash-out that follows moves the money."""


def stayed(state: State, event: CreditStayed) -> None:
    """Recorded: nothing was taken, and no slip will bear that number."""


def slips_unclaimed(state: State, event: SlipsUnclaimed) -> None:
    for one in event.tickets:
        state.tickets[one.number].state = "unclaimed"
    for one in event.vouchers:
        state.hand_pays[one.number].state = "unclaimed"
        state.uncollected.abandoned.remove(one.number.removeprefix("V"))


def returned(state: State, event: UnclaimedReturned) -> None:
    """Let it be paid; a ticket lives as long again."""
    if event.is_ticket:
        ticket = state.tickets[event.number]
        ticket.state, ticket.since = "issued", state.now
    else:
        state.hand_pays[event.number].state = "open"


def _outstanding(*, is_ticket: bool) -> str:
    return Account.TICKETS_OUTSTANDING if is_ticket else Account.HAND_PAYS_OUTSTANDING


def _unclaimed_legs(event: SlipsUnclaimed) -> tuple[Leg, ...]:
    tickets, vouchers = (
        sum(one.amount for one in all_) for all_ in (event.tickets, event.vouchers)
    )
    legs = (
        (_outstanding(is_ticket=True), tickets),
        (_outstanding(is_ticket=False), vouchers),
        (Account.UNCLAIMED.value, -tickets - vouchers),
    )
    return tuple(leg for leg in legs if leg[1])


def _returned_legs(event: UnclaimedReturned) -> tuple[Leg, ...]:
    owed = _outstanding(is_ticket=event.is_ticket)
    return (Account.UNCLAIMED, event.amount), (owed, -event.amount)


CONCEPT = Concept(
    decides={
        SetTicketLife: set_life,
        ReportCredits: report,
        DeclareAbandoned: declare,
        TakeAbandoned: take,
    },
    evolves={
        TicketLifeSet: life_set,
        CreditsLeft: credits_left,
        CreditsReported: reported,
        AbandonAsked: asked,
        CreditAbandoned: abandoned,
        CreditStayed: stayed,
        SlipsUnclaimed: slips_unclaimed,
        UnclaimedReturned: returned,
    },
    posts={SlipsUnclaimed: _unclaimed_legs, UnclaimedReturned: _returned_legs},
    tells={
        CreditsLeft: lambda state, event: ((HOUSE, ReportCredits(state.stream, event.credits)),),
        AbandonAsked: lambda _, event: (
            (
                event.pit,
                TakeAbandoned(event.terminal, event.account, event.moved, event.number),
            ),
        ),
    },
)
